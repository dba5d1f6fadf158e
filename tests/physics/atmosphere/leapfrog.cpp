// SPDX-License-Identifier: BSD-3-Clause
// Leapfrog and its time filters beside an oscillation, whose amplification is known.
#include "physics/atmosphere/leapfrog.hpp"

#include <doctest/doctest.h>

#include <array>
#include <complex>
#include <utility>

#include "tests/nearly.hpp"

namespace seafret {
namespace {

using Complex = std::complex<double>;

/// dz/dt = i angle z, a step of 1 s at a time: real and imaginary part are two fields of a column.
class Oscillation {
 public:
  Oscillation(double angle, double strength, double alpha)
      : angle_(angle), time_(Leapfrog::filtered(2, strength, alpha)) {
    for (std::size_t n = 0; n < memory_.size(); ++n) views_[n] = memory_[n].view();
    set(tendency_, 0);
  }
  Complex past() const { return get(past_); }
  Complex now() const { return get(now_); }
  void begin(Complex past, Complex now) {
    set(past_, past);
    set(now_, now);
  }
  /// With the filter in one go, or in two parts as where something comes between.
  void step(bool at_once = true) {
    set(tendency_, Complex(0, angle_) * now());
    if (at_once) {
      leap_and_filter(where, where, time_, fields(past_), fields(now_), fields(tendency_));
    } else {
      leap_and_begin_filter(where, where, time_, fields(past_), fields(now_), fields(tendency_));
      end_filter(where, time_.filter, fields(past_), fields(now_));
    }
    std::swap(past_, now_);
  }

 private:
  static constexpr Box where{0, 1, 0, 1};
  Fields fields(std::size_t first) const { return Fields(views_).subspan(first, 2); }
  Complex get(std::size_t first) const { return {views_[first](0, 0), views_[first + 1](0, 0)}; }
  void set(std::size_t first, Complex value) {
    views_[first](0, 0) = value.real();
    views_[first + 1](0, 0) = value.imag();
  }

  double angle_;
  Leapfrog time_;
  std::array<Field<>, 6> memory_{Field<>(where, Halo{}, 1), Field<>(where, Halo{}, 1),
                                 Field<>(where, Halo{}, 1), Field<>(where, Halo{}, 1),
                                 Field<>(where, Halo{}, 1), Field<>(where, Halo{}, 1)};
  std::array<FieldView<double>, 6> views_;
  std::size_t past_ = 0, now_ = 2, tendency_ = 4;
};

/// What a step multiplies the physical mode by: of Williams (2009), equations 9 to 11, the root
/// near exp(i angle), where (past, now) becomes a matrix times it.
Complex amplification(double angle, double strength, double alpha) {
  const Complex turn(0, 2 * angle);
  const Complex a = 2 * alpha * strength, b = 1. + alpha * strength * (turn - 2.);
  const Complex c = 1 + 2 * (alpha - 1) * strength, d = turn + (alpha - 1) * strength * (turn - 2.);
  const Complex half = 0.5 * (a + d);
  return half + std::sqrt(half * half - (a * d - b * c));
}

/// Begun in its physical mode: now is what comes of past.
Oscillation in_mode(double angle, double strength, double alpha) {
  const Complex turn(0, 2 * angle), factor = amplification(angle, strength, alpha);
  Oscillation oscillation(angle, strength, alpha);
  oscillation.begin(1, (factor - 2 * alpha * strength) / (1. + alpha * strength * (turn - 2.)));
  return oscillation;
}

TEST_CASE("the weights of the filter are one together, exactly") {
  for (const double share : {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.0}) {
    CAPTURE(share);
    for (const double alpha : {1.0, 0.53}) {
      const double filter = Leapfrog::filtered(2, share, alpha).filter;
      const double correction = (alpha - 1) * share;
      CHECK(filter == nearly(alpha * share / (1 + correction)).epsilon(1e-14));
      CHECK(1 - (1 - 2 * filter) == 2 * filter);
    }
  }
}

TEST_CASE("an oscillation is amplified as the filter's analysis has it") {
  for (const double alpha : {1., 0.53, 0.5})
    for (const double strength : {0., 0.01, 0.1})
      for (const bool at_once : {true, false}) {
        constexpr double angle = 0.2;
        Oscillation oscillation = in_mode(angle, strength, alpha);
        for (int n = 0; n < 20; ++n) oscillation.step(at_once);
        const Complex expected = std::pow(amplification(angle, strength, alpha), 20);
        CAPTURE(alpha);
        CAPTURE(strength);
        CHECK(oscillation.past().real() == nearly(expected.real()).epsilon(1e-12));
        CHECK(oscillation.past().imag() == nearly(expected.imag()).epsilon(1e-12));
      }
}

/// How much of the amplitude is lost within 12 s by steps that turn by this angle.
double loss(double angle, double alpha) {
  Oscillation oscillation = in_mode(angle, 0.1, alpha);
  const double before = std::abs(oscillation.past());
  for (int n = 0; n < std::lround(12 / angle); ++n) oscillation.step();
  return 1 - std::abs(oscillation.past()) / before;
}

TEST_CASE("Robert's filter loses amplitude to first order, Williams' to third") {
  CHECK(loss(0.1, 1) > 0.05);
  CHECK(std::log2(loss(0.1, 1) / loss(0.05, 1)) == nearly(1).epsilon(0.1));
  CHECK(std::abs(loss(0.1, 0.5)) < 2e-3);
  CHECK(std::log2(loss(0.1, 0.5) / loss(0.05, 0.5)) == nearly(3).epsilon(0.1));
}

TEST_CASE("what a filter takes from one time level of three, half an alpha gives to the next") {
  Oscillation filtered(0.3, 0.1, 0.5), plain(0.3, 0, 1);
  for (Oscillation* const one : {&filtered, &plain}) {
    one->begin({1, 2}, {-0.5, 3});
    one->step();
  }
  CHECK(filtered.past() != plain.past());
  CHECK(std::abs(filtered.past() + filtered.now() - plain.past() - plain.now()) < 1e-14);
}

TEST_CASE("what a step turns by at most does not grow, what it turns by a little more does") {
  CHECK(Leapfrog::longest_turn(0, 1) == 1);
  CHECK(Leapfrog::longest_turn(0.1, 1) == nearly(0.9).epsilon(1e-14));
  CHECK(Leapfrog::longest_turn(0.01, 0.53) == nearly(0.8).epsilon(0.02));
  CHECK(Leapfrog::longest_turn(0.1, 1, 1e-5) == nearly(0.9).epsilon(1e-14));
  CHECK(Leapfrog::longest_turn(0.01, 0.53, 1e-5) == nearly(0.48).epsilon(0.03));
  for (const double alpha : {1., 0.53})
    for (const double strength : {0.01, 0.1, 0.25}) {
      const double most = Leapfrog::longest_turn(strength, alpha);
      CAPTURE(alpha);
      CAPTURE(strength);
      const auto grown = [&](double turn) {
        Oscillation oscillation(turn, strength, alpha);
        oscillation.begin(1, std::polar(1., 0.3));
        for (int n = 0; n < 1000; ++n) oscillation.step();
        return std::abs(oscillation.now());
      };
      CHECK(grown(most) < 5);
      CHECK(grown(Leapfrog::longest_turn(strength, alpha, 1e-5)) < 1.3);
      CHECK(grown(1.2 * most) > 20);
    }
}

}  // namespace
}  // namespace seafret
