// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>

#include "miniapp/run/report/report.hpp"

using namespace seafret;

namespace {

Result some_result() {
  Result r;
  r.cells = 1000;
  r.time = {2, 1};
  r.checks = {{"mass", 1e-15, 1e-13, true},
              {"energy", std::numeric_limits<double>::infinity(), 1, false}};
  r.mcells_per_s = std::numeric_limits<double>::quiet_NaN();
  return r;
}

}  // namespace

TEST_CASE("durations are told in the unit that fits") {
  CHECK(duration(0) == "0 s");
  CHECK(duration(0.44) == "0.44 s");
  CHECK(duration(9.4) == "9.4 s");
  CHECK(duration(9.6) == "10 s");
  CHECK(duration(99) == "99 s");
  CHECK(duration(100) == "1 min 40 s");
  CHECK(duration(1e14) == "27777777777 h 46 min");
  CHECK(duration(1e300) == "1e+300 s");
  CHECK(duration(3599.6) == "1 h 00 min");
  CHECK(duration(7500) == "2 h 05 min");
}

TEST_CASE("a number that is none becomes null in JSON") {
  const auto json = nlohmann::json::parse(to_json({}, {}, some_result()));
  CHECK(json["schema_version"] == 1);
  CHECK(json["fom"]["value"].is_null());
  CHECK(json["fom"]["valid"] == false);
  CHECK(json["checks"][0]["value"] == 1e-15);
  CHECK(json["checks"][1]["value"].is_null());
  CHECK(json["checks"][1]["passed"] == false);
}

TEST_CASE("the report says what is kept of the grid and what the search took") {
  Problem problem;
  problem.fields_mb = 125;
  problem.arena_mb = 100;
  problem.work_mb = 50.5;
  problem.kept_mb = 150.25;
  problem.search_mb = 156;
  const std::string text = opening({}, problem);
  CHECK(text.find("fields of 150.5 MB expected, 1.20 x what is carried in all its time levels, "
                  "100.0 MB of them swapped; 150.2 MB of mask and depth;") != std::string::npos);
  CHECK(text.find("took 156.0 MB on each rank, mask included") != std::string::npos);
  const auto memory = nlohmann::json::parse(to_json({}, problem, some_result()))["memory"];
  CHECK(memory["fields_mb"] == 125);
  CHECK(memory["kept_mb"] == 150.25);
  CHECK(memory["search_mb"] == 156);
}

TEST_CASE("where halos have dry points the report says how many, and what leaving them out saves") {
  Result result = some_result();
  SwapTotals swap{.name = "eta, U, V"};
  swap.points = "wet";
  swap.total.columns = {.rectangles = 1053, .clipped = 852, .wet = 705, .bytes = 8424};
  swap.total.bytes_saved = 2784;
  result.swaps = {swap};
  const std::string line =
      "eta, U, V: 1053 halo columns by rectangles, 852 clipped, 705 wet; wet saves 2.8 kB of 8.4 "
      "kB";
  CHECK(closing(result).find(line) != std::string::npos);
  const auto json = nlohmann::json::parse(to_json({}, {}, result))["swaps"][0];
  CHECK(json["halo_points"] == "wet");
  CHECK(json["halo_columns"]["rectangles"] == 1053);
  CHECK(json["halo_columns"]["clipped"] == 852);
  CHECK(json["halo_columns"]["wet"] == 705);
  CHECK(json["bytes_saved"] == 2784);
  result.swaps[0].total.columns.wet = 1053;
  CHECK(closing(result).find("halo columns") == std::string::npos);
}

TEST_CASE("the report says which steps were taken, where they were not alike") {
  Problem problem;
  problem.courant = 0.4;
  problem.dt = 0.5;
  problem.end = 120;
  CHECK(
      opening({}, problem).find("2 min 00 s, in steps from 0.5 s on by a Courant number of 0.4") !=
      std::string::npos);
  problem.steps = 3;
  CHECK(opening({}, problem).find("3 steps from 0.5 s on") != std::string::npos);
  Result result = some_result();
  result.steps = {4, 3, 0.5, 0.75, 1};
  CHECK(closing(result).find("0.5 to 1 s, 0.75 s on average") != std::string::npos);
  const auto time = nlohmann::json::parse(to_json({}, problem, result))["time"];
  CHECK(time["steps"] == 4);
  CHECK(time["model_s"] == 3);
  CHECK(time["shortest_dt_s"] == 0.5);
  CHECK(time["mean_dt_s"] == 0.75);
  CHECK(time["longest_dt_s"] == 1);
  result.steps = {4, 4, 1, 1, 1};
  CHECK(closing(result).find("on average") == std::string::npos);
}

TEST_CASE("the report has its regions in a table, or says that none was timed") {
  Result result = some_result();
  CHECK(closing(result).find("seafret was built without profiling") != std::string::npos);
  result.regions = {{.name = "step", .count = 4, .mean_s = 1, .min_s = 0.5, .max_s = 1.5}};
  CHECK(closing(result).find("built without") == std::string::npos);
  CHECK(closing(result).find("1.0000     0.5000     1.5000  50.0 %\n") != std::string::npos);
}

TEST_CASE("the report's last line is the figure of merit, and says whether it counts") {
  Result result = some_result();
  result.steps.count = 4;
  result.mcells_per_s = 12.5;
  CHECK(closing(result).ends_with("\nFOM: 12.5 Mcells/s INVALID\n"));
  CHECK(closing(result).find("FAILED  energy") != std::string::npos);
  result.checks.pop_back();
  CHECK(closing(result).ends_with("\nFOM: 12.5 Mcells/s VALID\n"));
}
