// SPDX-License-Identifier: BSD-3-Clause
// The tide found in a surface that was made of known constituents.
#include "physics/ocean/analysis/tidal_analysis.hpp"

#include <doctest/doctest.h>

#include "ocean_runs.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

constexpr Constituent s2 = known_constituents[1], k1 = known_constituents[4];

TEST_CASE("the speeds of the constituents are sums of the same few of sun and moon") {
  const auto speed = [](std::string_view name) {
    return std::ranges::find(known_constituents, name, &Constituent::name)->speed;
  };
  const auto check_equal = [](double one, double other) {
    CHECK(std::abs(one - other) < 2e-7);  // the table's rounding
  };
  check_equal(speed("K1") + speed("O1"), speed("M2"));
  check_equal(speed("K1") + speed("P1"), speed("S2"));
  check_equal(2 * speed("K1"), speed("K2"));
  check_equal(speed("O1") + speed("N2") - speed("M2"), speed("Q1"));
  check_equal(2 * speed("M2"), speed("M4"));
}

struct Part {
  Constituent constituent;
  double amplitude, phase;  ///< m, degrees
};

/// One cell more to the east, one degree later.
double surface_of(const std::vector<Part>& parts, double mean, int i, double time) {
  double sum = mean;
  for (const Part& part : parts)
    sum += part.amplitude *
           std::cos(part.constituent.angle(time) - (part.phase + i) * std::numbers::pi / 180);
  return sum;
}

/// What is found of a surface that is looked at every dt seconds.
TidalAnalysis analysed(const FlowRun& run, const std::vector<Constituent>& constituents,
                       const std::vector<Part>& parts, double mean, double dt, int times) {
  TidalAnalysis analysis(run.flow.owned(), constituents);
  Field<> eta(run.flow.owned(), Halo{}, 1);
  for (int n = 1; n <= times; ++n) {
    for_each_point(run.flow.sea().wet_cells, run.flow.owned(),
                   [&](int i, int j) { eta.view()(i, j) = surface_of(parts, mean, i, n * dt); });
    analysis.add(run.flow.sea(), std::as_const(eta).view(), n * dt);
  }
  analysis.finish(run.flow.sea());
  return analysis;
}

TEST_CASE("two constituents of half a day and one of a day are told apart, and from the mean") {
  const Basin basin = bathtub(5, 3, 10);
  const FlowRun run(tidal(basin), self());
  const std::vector<Part> parts = {{m2, 1.5, 40}, {s2, 0.5, 350}, {k1, 0.1, 200}};
  const double needed = time_to_resolve(std::vector{m2, s2, k1});
  CHECK(needed / 86400 == nearly(14.765).epsilon(1e-4));  // from one spring tide to the next
  // Not a whole number of days, nor of any period.
  const TidalAnalysis found =
      analysed(run, {m2, s2, k1}, parts, 0.3, 1000, static_cast<int>(1.03 * needed / 1000));
  for (const int i : {0, 4})
    for (std::size_t n = 0; n < parts.size(); ++n) {
      CHECK(found.amplitude(n)(i, 2) == nearly(parts[n].amplitude).epsilon(1e-10));
      CHECK(found.phase(n)(i, 2) == nearly(std::fmod(parts[n].phase + i, 360)).epsilon(1e-10));
      CHECK(found.mean()(i, 2) == nearly(0.3).epsilon(1e-10));
    }
}

TEST_CASE("M2 alone over whole periods is what its cosine and sine find") {
  const Basin basin = bathtub(4, 3, 10);
  const FlowRun run(tidal(basin), self());
  constexpr int times = 200;
  constexpr double dt = m2_period / times;
  // What is as long or half as long does no harm: it is orthogonal.
  const std::vector<Part> parts = {{m2, 1.5, 40}, {{"M4", 2 * m2.speed}, 0.4, 10}};
  const TidalAnalysis found = analysed(run, {m2}, parts, 0.7, dt, times);
  double cosine = 0, sine = 0;
  for (int n = 1; n <= times; ++n) {
    cosine += 2 * surface_of(parts, 0.7, 3, n * dt) * std::cos(m2.angle(n * dt)) / times;
    sine += 2 * surface_of(parts, 0.7, 3, n * dt) * std::sin(m2.angle(n * dt)) / times;
  }
  CHECK(found.amplitude(0)(3, 1) == nearly(std::hypot(cosine, sine)).epsilon(1e-13));
  CHECK(found.amplitude(0)(3, 1) == nearly(1.5).epsilon(1e-12));
  CHECK(found.phase(0)(3, 1) == nearly(phase_lag({cosine, -sine})).epsilon(1e-12));
  CHECK(found.mean()(3, 1) == nearly(0.7).epsilon(1e-12));
}

TEST_CASE("times that do not tell two constituents apart are refused") {
  const Basin basin = bathtub(4, 3, 10);
  const FlowRun run(tidal(basin), self());
  CHECK_THROWS_AS(analysed(run, {m2, s2}, {{m2, 1, 0}}, 0, 100, 4), std::logic_error);
}

TEST_CASE("the boundary is the sum of its constituents, each between its own knots") {
  const std::vector<OpenCell> cells = {{0, 0, 0}, {1, 0, 0.5}};
  const std::vector<TidalForcing> forcings = {{m2, {tidal_constant(1, 30), tidal_constant(2, 30)}},
                                              {k1, {tidal_constant(0.2, 300)}}};
  const Box box{0, 2, 0, 1};
  const TidalBoundary boundary(cells, forcings, box);
  Field<> eta(box, Halo{}, 1);
  for (const double time : {2 * m2_period, 2.3 * m2_period}) {
    boundary.prescribe(box, time, eta.view());
    const double right = 1.5 * std::cos(m2.angle(time) - std::numbers::pi / 6) +
                         0.2 * std::cos(k1.angle(time) - 300 * std::numbers::pi / 180);
    CHECK(eta.view()(1, 0) == nearly(right).epsilon(1e-12));
  }
  boundary.prescribe(box, 0, eta.view());
  CHECK(eta.view()(0, 0) == 0);
}

}  // namespace
}  // namespace seafret
