// SPDX-License-Identifier: BSD-3-Clause
// The tide of the European shelf beside what is known of it. On a grid coarse enough for a test;
// the same sea on finer ones is nearer to the gauges.
#include <doctest/doctest.h>

#include <algorithm>

#include "coastal_runs.hpp"
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

}  // namespace
}  // namespace seafret
