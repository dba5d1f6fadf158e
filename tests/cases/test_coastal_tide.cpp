// SPDX-License-Identifier: BSD-3-Clause
// The tide of the European shelf beside what is known of it. On a grid coarse enough for a test;
// the same sea on finer ones is nearer to the gauges.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <utility>

#include "coastal_runs.hpp"
#include "miniapp/cases/compared_amphidromes.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {
namespace {

std::string tides(double count) { return "time.end=" + std::to_string((count + 1e-4) * m2_period); }

double measured(CoastalRun& run, const std::string& name) {
  for (const Measure& m : run.the_case().measures())
    if (m.name == name) return m.value;
  FAIL(name);
  return 0;
}

/// Whether the tide is near enough to the gauges for the run to be valid.
bool is_valid(CoastalRun& run) {
  const std::vector<Check> checks = run.the_case().checks();
  REQUIRE(checks.size() == 4);
  return std::ranges::all_of(checks, &Check::passed);
}

TEST_CASE("four amphidromes stand where charts have them, and gauges agree") {
  const Communicator self(MPI_COMM_SELF);
  CoastalRun run({"grid.coarsen=4", tides(6)}, self);
  REQUIRE(run.the_case().fields().size() == 6);
  run.step_to_the_end();
  CHECK(is_valid(run));
  for (const char* known : {"southern_bight", "german_bight", "egersund", "islay"}) {
    CHECK(measured(run, "distance_of_" + std::string(known)) < 100);
    CHECK(measured(run, std::string(known) + "_anticlockwise") == 1);
    CHECK(measured(run, std::string(known) + "_depth") > 20);
  }
  CHECK(measured(run, "southern_bight_longitude") == doctest::Approx(3).epsilon(0.2));
  CHECK(measured(run, "other_amphidromes") == 0);
  CHECK(measured(run, "gauge_error_median") < 0.22);
  CHECK(measured(run, "gauge_error_rms") > 0.1);

  const std::vector<std::string> remarks = run.the_case().remarks();
  CHECK(remarks.size() > 30);
  CHECK(std::ranges::any_of(remarks, [](const std::string& line) {
    return line.find("km from Southern Bight") != std::string::npos;
  }));
  const std::string& last = remarks.back();
  const double median = std::stod(last.substr(last.find(':') + 1));
  CHECK(median == doctest::Approx(measured(run, "gauge_error_median")).epsilon(0.03));
}

TEST_CASE("a tide that is wrong is not valid") {
  const Communicator self(MPI_COMM_SELF);
  // Two hours too late.
  CoastalRun late({"grid.coarsen=8", tides(5),
                   "tide.phase=[170.4, 171.9, 175, 183.7, 199.9, 219.2, 236.7, 252.2, 268.2, "
                   "288.4, 336.7, 30.6]"},
                  self);
  late.step_to_the_end();
  CHECK_FALSE(is_valid(late));
  CoastalRun asked_too_much({"grid.coarsen=8", tides(5), "tide.largest_error=0.1"}, self);
  asked_too_much.step_to_the_end();
  CHECK_FALSE(is_valid(asked_too_much));
}

/// The measure of a tide that is 0 at two places 71 km apart, 2.987 and 1.977 W on 50.613 N.
double others_than(const std::vector<KnownAmphidrome>& known) {
  const Communicator self(MPI_COMM_SELF);
  Basin basin{.grid = {.nx = 60, .ny = 40, .nz = 1, .dx = 0.05, .dy = 0.04},
              .longitude = {},
              .latitude = {},
              .depth = {}};
  basin.grid.periodic_x = basin.grid.periodic_y = false;
  basin.grid.cells.assign(60 * 40, Cell::wet);
  basin.depth.assign(60 * 40, 35);
  for (int i = 0; i < 60; ++i) basin.longitude.push_back(-4 + 0.05 * i);
  for (int j = 0; j < 40; ++j) basin.latitude.push_back(50 + 0.04 * j);
  const Decomposition decomposition(basin.grid, partitioners().at("blocks")(basin.grid, 1));
  const Domain domain{decomposition, self};
  Field<> amplitude(domain.owned(), Halo{}, 1), phase(domain.owned(), Halo{}, 1);
  for (int j = 0; j < 40; ++j)
    for (int i = 0; i < 60; ++i) {
      const double x = -4 + 0.05 * i + 2.987, y = 50 + 0.04 * j - 50.613;
      const std::complex<double> here(x * (x - 1.01), y);
      amplitude.view()(i, j) = std::abs(here);
      phase.view()(i, j) = phase_lag(here);
    }
  const SeaMetrics metrics = on_sphere(basin.latitude, 0.05, 0.04);
  const ComparedAmphidromes compared(known, {std::as_const(amplitude).view(),
                                             std::as_const(phase).view(), basin, metrics, domain});
  return compared.measures().back().value;
}

TEST_CASE("each published amphidrome is found once") {
  const KnownAmphidrome west{"west", -2.9, 50.6, ""}, east{"east", -2, 50.6, ""},
      amid{"amid", -2.4, 50.6, ""}, elsewhere{"elsewhere", -2, 54, ""};
  CHECK(others_than({elsewhere}) == 2);
  CHECK(others_than({west}) == 1);
  CHECK(others_than({amid, elsewhere}) == 1);
  CHECK(others_than({west, east}) == 0);
  CHECK(others_than({amid, west}) == 0);
}

}  // namespace
}  // namespace seafret
