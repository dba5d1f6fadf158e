// SPDX-License-Identifier: BSD-3-Clause
// The tide of the European shelf beside what is known of it. On a grid coarse enough for a test;
// the same sea on finer ones is nearer to the gauges.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include "coastal_runs.hpp"
#include "miniapp/cases/compared_amphidromes.hpp"
#include "miniapp/cases/compared_gauges.hpp"
#include "miniapp/files/tide_gauges.hpp"
#include "physics/ocean/basin/local_sea.hpp"
#include "physics/ocean/forcing/tide.hpp"
#include "tests/nearly.hpp"
#include "tests/partition/scratch_file.hpp"

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
  REQUIRE(checks.size() == 6);
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
  CHECK(measured(run, "southern_bight_longitude") == nearly(3).epsilon(0.2));
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
  CHECK(median == nearly(measured(run, "gauge_error_median")).epsilon(0.03));
}

/// The check whose name begins so.
Check check_of(CoastalRun& run, const std::string& name) {
  for (const Check& check : run.the_case().checks())
    if (check.name.starts_with(name)) return check;
  FAIL(name);
  return {};
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
  // A fifth too high: an amphidrome may be missed, and the gauges must tell.
  CoastalRun high({"grid.coarsen=8", tides(5),
                   "tide.amplitude=[1.926, 1.58, 1.336, 1.196, 1.129, 1.12, 1.15, 1.147, 0.942, "
                   "0.6, 0.35, 0.542]"},
                  self);
  high.step_to_the_end();
  CHECK_FALSE(check_of(high, "median vector error of M2").passed);
  CoastalRun asked_too_much({"grid.coarsen=8", tides(5), "tide.largest_error=0.1"}, self);
  asked_too_much.step_to_the_end();
  CHECK_FALSE(is_valid(asked_too_much));
}

TEST_CASE("a tide without its amphidromes, or with more than there are, is not valid") {
  const Communicator self(MPI_COMM_SELF);
  // So slowed that those of the northern North Sea and of Islay are gone, gauges notwithstanding.
  CoastalRun slowed({"grid.coarsen=8", tides(5), "bottom.drag=0.004", "tide.largest_error=0.36"},
                    self);
  slowed.step_to_the_end();
  CHECK(check_of(slowed, "median vector error of M2").passed);
  const Check missed = check_of(slowed, "published amphidromes that are missed");
  CHECK(missed.value == 2);
  CHECK(missed.limit == 1);
  CHECK_FALSE(missed.passed);
  CoastalRun fast({"grid.coarsen=8", tides(5), "bottom.drag=0.0005"}, self);
  fast.step_to_the_end();
  const Check others = check_of(fast, "other amphidromes");
  CHECK(others.value > 0);
  CHECK_FALSE(others.passed);
}

TEST_CASE("every constituent that drives the sea is compared with the gauges that know it") {
  const Communicator self(MPI_COMM_SELF);
  // As M2, of a third of its amplitude and as much later as gauges have it; or half a period off.
  for (const bool late : {false, true}) {
    CAPTURE(late);
    const ScratchFile knots(self, "s2.csv", [&](const std::string& path) {
      const std::array amplitude{1.605, 1.317, 1.113, 0.997, 0.941, 0.933,
                                 0.958, 0.956, 0.785, 0.500, 0.292, 0.452},
          phase{110.4, 111.9, 115.0, 123.7, 139.9, 159.2, 176.7, 192.2, 208.2, 228.4, 276.7, 330.6};
      std::ofstream file(path);
      file << "constituent,knot,amplitude_m,phase_deg\n";
      for (std::size_t n = 0; n < amplitude.size(); ++n)
        file << fmt::format("S2,{},{:.3f},{:.1f}\n", n + 1, 0.35 * amplitude[n],
                            std::fmod(phase[n] + (late ? 220 : 40), 360));
    });
    CoastalRun run({"grid.coarsen=10", tides(34),
                    "tide.constituents=" + std::filesystem::absolute(knots.path()).string()},
                   self);
    run.step_to_the_end();
    const Check check = check_of(run, "median vector error of S2 at gauges");
    CHECK(check.limit < 0.5 * 0.36);
    CHECK(check.limit > 0.2 * 0.36);
    CHECK(check.passed == !late);
    CHECK(check.value == measured(run, "gauge_error_median_S2"));
    CHECK(check_of(run, "median vector error of M2 at gauges").passed);
  }
}

/// A tide of M2 as somebody says it is, m, over so deep water everywhere, 60 x 40 cells from 4 W
/// and 50 N on, on one rank.
struct SaidTide {
  using Said = std::function<std::complex<double>(double longitude, double latitude)>;

  SaidTide(double depth, const Said& said) : basin(water(depth)) {
    for (int j = 0; j < basin.grid.ny; ++j)
      for (int i = 0; i < basin.grid.nx; ++i) {
        const std::complex<double> here = said(basin.longitude[static_cast<std::size_t>(i)],
                                               basin.latitude[static_cast<std::size_t>(j)]);
        amplitude.view()(i, j) = std::abs(here);
        phase.view()(i, j) = phase_lag(here);
      }
  }
  static Basin water(double depth) {
    Basin basin{.grid = {.nx = 60, .ny = 40, .nz = 1, .dx = 0.05, .dy = 0.04},
                .longitude = {},
                .latitude = {},
                .depth = {}};
    basin.grid.periodic_x = basin.grid.periodic_y = false;
    basin.grid.cells.assign(60 * 40, Cell::wet);
    basin.depth.assign(60 * 40, depth);
    for (int i = 0; i < 60; ++i) basin.longitude.push_back(-4 + 0.05 * i);
    for (int j = 0; j < 40; ++j) basin.latitude.push_back(50 + 0.04 * j);
    return basin;
  }
  ModelTide modelled() const {
    return {m2, amplitude.view(), phase.view(), basin, metrics, domain};
  }

  Basin basin;
  Decomposition decomposition{basin.grid, partitioners().at("blocks")(basin.grid, 1)};
  Communicator self{MPI_COMM_SELF};
  Domain domain{decomposition, self};
  SeaMetrics metrics = metrics_of(basin);
  Field<> amplitude{domain.owned(), Halo{}, 1}, phase{domain.owned(), Halo{}, 1};
};

TEST_CASE("the median error of an even number of gauges lies between the two in the middle") {
  const SaidTide tide(35, [](double, double) { return 1.; });
  std::vector<TideGauge> gauges;
  for (const double observed : {1.9, 1.0, 1.3, 1.1})
    gauges.push_back({.name = "G",
                      .longitude = -3.95,
                      .latitude = 50.04,
                      .observed = {{m2.name, tidal_constant(observed, 0)}}});
  const LocalSea sea(tide.basin, tide.metrics, {}, tide.domain.owned(), 1);
  CHECK(ComparedGauges(gauges, tide.modelled(), sea).median_error() == nearly(0.2));
}

TEST_CASE("a gauge is compared with sea, not with land that may be flooded") {
  SaidTide tide(35, [](double longitude, double) { return longitude < -3.99 ? 9. : 1.; });
  tide.basin.depth[tide.basin.index(0, 1)] = -5;  // where the gauge stands
  const std::vector<TideGauge> gauges{{.name = "G",
                                       .longitude = -4,
                                       .latitude = 50.04,
                                       .observed = {{m2.name, tidal_constant(1, 0)}}}};
  const LocalSea sea(tide.basin, tide.metrics, {}, tide.domain.owned(), 1);
  const auto error = [&](double level) {
    ModelTide modelled = tide.modelled();
    modelled.level = level;
    return ComparedGauges(gauges, modelled, sea).median_error();
  };
  CHECK(std::abs(error(0)) < 1e-12);
  CHECK(error(6) == nearly(8));
}

/// Of a tide that is 0 at two places 71 km apart, 2.987 and 1.977 W on 50.613 N, beside these.
ComparedAmphidromes two_amphidromes_and(const std::vector<KnownAmphidrome>& known,
                                        double depth = 35, double height = 1) {
  const SaidTide tide(depth, [=](double longitude, double latitude) {
    const double x = longitude + 2.987;
    return height * std::complex(x * (x - 1.01), latitude - 50.613);
  });
  return {known, tide.modelled()};
}

TEST_CASE("each published amphidrome is found once") {
  const KnownAmphidrome west{"west", -2.9, 50.6, ""}, east{"east", -2, 50.6, ""},
      amid{"amid", -2.4, 50.6, ""}, elsewhere{"elsewhere", -2, 54, ""};
  const auto finds = [](const std::vector<KnownAmphidrome>& known, int missed, int others) {
    const ComparedAmphidromes compared = two_amphidromes_and(known);
    CHECK(compared.missed() == missed);
    CHECK(compared.others() == others);
    CHECK(compared.measures().back().value == others);
  };
  finds({elsewhere}, 1, 2);
  finds({west}, 0, 1);
  finds({amid, elsewhere}, 1, 1);
  finds({west, east}, 0, 0);
  finds({amid, west}, 0, 0);
  finds({west, amid, east}, 1, 0);
  // Those of banks and bays do not count, nor those where there is hardly a tide.
  CHECK(two_amphidromes_and({}, 29).others() == 0);
  CHECK(two_amphidromes_and({}, 35, 0.1).others() == 0);
}

TEST_CASE("of a published amphidrome that is missed nothing but the distance is told") {
  const auto told = two_amphidromes_and({{"west", -2.9, 50.6, ""}, {"elsewhere", -2, 54, ""}});
  for (const Measure& one : told.measures()) {
    CAPTURE(one.name);
    const bool of_elsewhere = one.name.starts_with("elsewhere");
    CHECK(std::isnan(one.value) == of_elsewhere);
  }
}

}  // namespace
}  // namespace seafret
