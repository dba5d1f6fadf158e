// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include "physics/fft/real_fft.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

using Number = std::complex<double>;
using Line = std::vector<Number>;

constexpr int abreast = Fft::lanes;

std::size_t place(int point, int part, int lane) {
  return static_cast<std::size_t>((2 * point + part) * abreast + lane);
}

std::vector<double> random_values(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> values(size);
  for (double& v : values) v = any(random);
  return values;
}

Line line_of(const double* block, int points, int lane) {
  Line line;
  for (int j = 0; j < points; ++j)
    line.emplace_back(block[place(j, 0, lane)], block[place(j, 1, lane)]);
  return line;
}

/// The sum as it is written, its terms in long double.
Line plain_transform(const Line& x) {
  const long n = std::ssize(x);
  std::vector<std::complex<long double>> root;
  for (long m = 0; m < n; ++m)
    root.push_back(std::polar(1.0L, -2 * std::numbers::pi_v<long double> *
                                        static_cast<long double>(m) / static_cast<long double>(n)));
  Line all;
  for (long m = 0; m < n; ++m) {
    std::complex<long double> sum = 0;
    for (long j = 0; j < n; ++j)
      sum += std::complex<long double>(x[static_cast<std::size_t>(j)]) *
             root[static_cast<std::size_t>(m * j % n)];
    all.emplace_back(sum);
  }
  return all;
}

double norm(const Line& a) {
  double sum = 0;
  for (const Number& x : a) sum += std::norm(x);
  return std::sqrt(sum);
}

double relative_error(const Line& a, const Line& exact) {
  Line rest = a;
  for (std::size_t m = 0; m < rest.size(); ++m) rest[m] -= exact[m];
  return norm(rest) / norm(exact);
}

std::vector<int> lengths() {
  std::vector<int> all;
  for (int n = 1; n <= 64; ++n) all.push_back(n);
  all.insert(all.end(), {90, 100, 121, 127, 128, 250, 256, 360, 509, 625, 729, 1000, 1022, 1024});
  return all;
}

/// A transform and its memory.
template <class Transform>
struct Work {
  explicit Work(int points)
      : transform(points), data(static_cast<std::size_t>(points + 2) * Fft::point), work(data) {}

  const double* forward() { return swap_to(transform.forward(data.data(), work.data())); }
  const double* backward() { return swap_to(transform.backward(data.data(), work.data())); }

  Transform transform;
  std::vector<double> data, work;

 private:
  const double* swap_to(const double* result) {
    if (result == work.data()) data.swap(work);
    return data.data();
  }
};

constexpr double exact = 1e-14;

}  // namespace

TEST_CASE("a transform is the sum it stands for, at any length, in every lane") {
  for (const int n : lengths()) {
    CAPTURE(n);
    Work<Fft> fft(n);
    const std::vector<double> x = random_values(fft.data.size(), static_cast<unsigned>(n));
    fft.data = x;
    const double* const result = fft.forward();
    for (const int lane : {0, 3, abreast - 1}) {
      const Line before = line_of(x.data(), n, lane), after = line_of(result, n, lane);
      CHECK(relative_error(after, plain_transform(before)) < exact);
      CHECK(norm(after) == nearly(std::sqrt(n) * norm(before)).epsilon(1e-14));  // Parseval
    }
  }
}

TEST_CASE("the inverse gives back what came in, times the number of points") {
  for (const int n : lengths()) {
    CAPTURE(n);
    Work<Fft> fft(n);
    const std::vector<double> x = random_values(fft.data.size(), 1);
    fft.data = x;
    fft.forward();
    const double* const back = fft.backward();
    Line expected = line_of(x.data(), n, 5);
    for (Number& e : expected) e *= n;
    CHECK(relative_error(line_of(back, n, 5), expected) < exact);
  }
}

TEST_CASE("a wave comes out in its own mode alone") {
  for (const int n : {12, 22, 26, 50, 64})
    for (const int wave : {0, 1, 5, n / 2, n - 1}) {
      CAPTURE(n);
      CAPTURE(wave);
      Work<Fft> fft(n);
      for (int j = 0; j < n; ++j)
        for (int l = 0; l < abreast; ++l) {
          const double turns = static_cast<double>(j * wave % n) / n;
          const Number x = std::polar<double>(l + 1, 2 * std::numbers::pi * turns);
          fft.data[place(j, 0, l)] = x.real();
          fft.data[place(j, 1, l)] = x.imag();
        }
      const double* const result = fft.forward();
      for (int m = 0; m < n; ++m)
        for (int l = 0; l < abreast; ++l) {
          const double height = m == wave ? n * (l + 1) : 0;
          CHECK(std::abs(result[place(m, 0, l)] - height) < 1e-13 * n);
          CHECK(std::abs(result[place(m, 1, l)]) < 1e-13 * n);
        }
    }
}

TEST_CASE("a real line has half the modes of a complex one, and comes back") {
  for (const int n : lengths()) {
    CAPTURE(n);
    Work<RealFft> fft(n);
    REQUIRE(fft.data.size() == fft.transform.room());
    CHECK(fft.transform.modes() == n / 2 + 1);
    const std::vector<double> x = random_values(fft.data.size(), static_cast<unsigned>(n));
    fft.data = x;
    const double* const modes = fft.forward();
    for (const int lane : {0, 6}) {
      Line line;
      for (int j = 0; j < n; ++j)
        line.emplace_back(x[static_cast<std::size_t>(j * abreast + lane)]);
      Line expected = plain_transform(line);
      expected.resize(static_cast<std::size_t>(n / 2 + 1));
      CHECK(relative_error(line_of(modes, n / 2 + 1, lane), expected) < exact);
    }
    const double* const back = fft.backward();
    double worst = 0;
    for (std::size_t v = 0; v < static_cast<std::size_t>(n * abreast); ++v)
      worst = std::max(worst, std::abs(back[v] / n - x[v]));
    CHECK(worst < 1e-14);
  }
}

TEST_CASE("a mean and a shortest wave that are not real count as if they were") {
  for (const int n : {7, 12}) {
    Work<RealFft> fft(n);
    fft.data = random_values(fft.data.size(), 1);
    fft.forward();
    const std::vector<double> modes = fft.data;
    const std::vector<double> back = [&] {
      fft.data = modes;
      const double* const real = fft.backward();
      return std::vector<double>(real, real + n * abreast);
    }();
    fft.data = modes;
    for (int l = 0; l < abreast; ++l) {
      fft.data[place(0, 1, l)] = 3;
      if (n % 2 == 0) fft.data[place(n / 2, 1, l)] = 4;
    }
    const double* const again = fft.backward();
    CHECK(std::equal(back.begin(), back.end(), again));
  }
}

TEST_CASE("a line comes out the same, whatever is beside it") {
  for (const int n : {50, 52, 64, 75}) {
    CAPTURE(n);
    Work<RealFft> alone(n), together(n);
    const std::vector<double> x = random_values(alone.data.size(), 3);
    together.data = x;
    for (int j = 0; j < n; ++j)
      alone.data[static_cast<std::size_t>(j * abreast + 2)] =
          x[static_cast<std::size_t>(j * abreast + 2)];
    const double *const a = alone.forward(), *const b = together.forward();
    CHECK(line_of(a, n / 2 + 1, 2) == line_of(b, n / 2 + 1, 2));
  }
}

}  // namespace seafret
