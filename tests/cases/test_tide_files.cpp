// SPDX-License-Identifier: BSD-3-Clause
// The tables that the tide of the coastal case is given in.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "coastal_runs.hpp"
#include "miniapp/files/tidal_forcings.hpp"
#include "tests/nearly.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {
namespace {

const std::string header = "constituent,knot,amplitude_m,phase_deg\n";

/// A table that is there for as long as it is looked at, beside others.
class Table {
 public:
  explicit Table(const std::string& text)
      : file_(world_, "tide" + std::to_string(made_++) + ".csv") {
    file_.fill([&](const std::string& path) { std::ofstream(path) << text; });
  }
  std::vector<TidalForcing> read() const { return read_tidal_forcings(file_.path(), world_); }
  std::string path() const { return file_.path(); }
  std::string absolute() const { return std::filesystem::absolute(path()).string(); }
  /// What it is refused with, without the name of the file.
  std::string refused() const {
    try {
      read();
    } catch (const InputError& error) {
      return std::string(error.what()).substr(path().size());
    }
    return "not at all";
  }

 private:
  Communicator world_{MPI_COMM_WORLD};
  ScratchFile file_;
  static inline int made_ = 0;
};

TEST_CASE("constituents stand in a table, knot by knot") {
  const Table table("# a tide\n" + header +
                    "M2,1,1.5,30\nM2,2,2,40\r\n\nK1,1,0.1,350\nM2,3,1,50\n");
  const std::vector<TidalForcing> tide = table.read();
  REQUIRE(tide.size() == 2);
  CHECK(tide[0].constituent == m2);
  CHECK(tide[0].elevation.size() == 3);
  CHECK(tide[1].constituent.speed == 15.0410686);
  CHECK(std::abs(tide[1].elevation[0]) == nearly(0.1));
  CHECK(phase_lag(tide[1].elevation[0]) == nearly(350));
}

TEST_CASE("the transport may stand beside the elevation") {
  const Table table(
      "constituent,knot,amplitude_m,phase_deg,transport_m2s,transport_deg\n"
      "M2,1,1.5,30,40,200\nM2,2,1.5,30,50,210\n");
  const std::vector<TidalForcing> tide = table.read();
  REQUIRE(tide[0].transport.size() == 2);
  CHECK(std::abs(tide[0].transport[1]) == nearly(50));
  CHECK(phase_lag(tide[0].transport[1]) == nearly(210));
  CHECK(Table("constituent,knot,amplitude_m,phase_deg,transport_m2s\nM2,1,1,0,3\n").refused() ==
        ":2: no column is named transport_deg");
  CHECK(Table("constituent,knot,amplitude_m,phase_deg,transport_deg\nM2,1,1,0,3\n").refused() ==
        ":2: no column is named transport_m2s");
}

TEST_CASE("a table that cannot be is refused with its line") {
  CHECK(Table(header + "M3,1,1,0\n").refused() ==
        ":2: no constituent 'M3'; there are: M2, S2, N2, K2, K1, O1, P1, Q1, M4");
  CHECK(Table(header + "M2,2,1,0\n").refused() == ":2: knot 1 of M2 must come next");
  CHECK(Table(header + "M2,1,1,0\nM2,1,1,0\n").refused() == ":3: knot 2 of M2 must come next");
  CHECK(Table(header + "M2,1,high,0\n").refused() ==
        ":2: amplitude_m must be a number, not 'high'");
  CHECK(Table(header + "M2,1,nan,0\n").refused().starts_with(":2: amplitude_m must be"));
  CHECK(Table(header + "M2,1,-1,0\n").refused() ==
        ":2: amplitude_m must be at least 0, at most 20, not -1");
  CHECK(Table(header + "M2,1,99,0\n").refused() ==
        ":2: amplitude_m must be at least 0, at most 20, not 99");
  CHECK(
      Table(
          "constituent,knot,amplitude_m,phase_deg,transport_m2s,transport_deg\nM2,1,1,0,1e300,0\n")
          .refused() == ":2: transport_m2s must be at least 0, at most 7000, not 1e+300");
  CHECK(Table(header + "M2,1,1,-361\n").refused() ==
        ":2: phase_deg must be at least -360, at most 360, not -361");
  CHECK(Table(header + "M2,1,1\n").refused() == ":2: phase_deg is missing");
  CHECK(Table(header + "M2,1,0,5,110,4\n").refused() ==
        ":2: has 6 cells, and there are 4 columns; numbers have a decimal point");
  CHECK(Table("constituent,knot,amplitude_m,phase_deg,knot\n").refused() ==
        ":1: two columns are named knot");
  CHECK(Table("\xEF\xBB\xBF" + header + "M2,1,1,0\n").read().size() == 1);
  CHECK(Table("constituent,knot\nM2,1\n").refused() == ":2: no column is named amplitude_m");
  CHECK(Table(header).refused() == ": has no constituent");
  CHECK(Table("constituent,lon,lat,amplitude_m,phase_deg\n").refused() ==
        ":1: unknown column 'lon'; there are: constituent, knot, amplitude_m, phase_deg, "
        "transport_m2s, transport_deg");
}

TEST_CASE("constituents drive the sea, and are what is analysed") {
  const Communicator self(MPI_COMM_SELF);
  const Table table(header + "M2,1,1,0\nM4,1,0.1,90\n");
  const std::vector<std::string> settings = {"grid.coarsen=8",
                                             "tide.constituents=" + table.absolute(),
                                             "time.end=" + std::to_string(6.0001 * m2_period)};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), settings.begin(), settings.end());
    return more;
  };
  CoastalRun run(with({"tide.amplitude=[0]", "tide.phase=[0]"}), self);
  CHECK(run.field("m2_amplitude").once);
  CHECK(run.field("m4_phase").once);
  // However little M2 the table has: the boundary has room for each constituent once.
  const Table all(header + "M2,1,0,0\nM4,1,0.1,90\n");
  for (const std::string& path : {table.absolute(), all.absolute()})
    CHECK(refusal([&] {
            CoastalRun(with({"tide.constituents=" + path}), self);
          }).find("has M2, which tide.amplitude has too") != std::string::npos);
}

/// What a run of the shelf is refused with by one of its keys, without the place in its file.
std::string refused_of(const std::string& key, const std::vector<std::string>& settings) {
  const Communicator self(MPI_COMM_SELF);
  std::vector<std::string> all = {"grid.coarsen=8", "time.steps=1"};
  all.insert(all.end(), settings.begin(), settings.end());
  const std::string text = refusal([&] { CoastalRun(all, self); });
  const std::size_t at = text.find("'" + key + "'");
  return at == std::string::npos ? text : text.substr(at + key.size() + 3);
}

TEST_CASE("a transport is refused where nothing asks for it") {
  const Table table(
      "constituent,knot,amplitude_m,phase_deg,transport_m2s,transport_deg\nS2,1,1,30,40,200\n");
  const std::string named = "tide.constituents=" + table.absolute();
  CHECK(refused_of("tide.constituents", {named}) ==
        "has transport_m2s, which counts with boundary.kind: flather alone: knots belong to one "
        "kind of boundary");
  CHECK(refused_of("tide.constituents", {named, "boundary.kind=flather"}).empty());
}

TEST_CASE("a tide that no gauge can tell wrong is refused before it runs") {
  const std::string columns = "name,lon,lat,M2_amp_m,M2_G_deg\n";
  const Table none(columns), far(columns + "Honolulu,-157.87,21.31,0.17,50\nBasel,7.6,47.6,0,0\n"),
      near(columns + "Honolulu,-157.87,21.31,0.17,50\nDover,1.323,51.114,2.253,331.9\n");
  const auto refused = [&](const Table& table) {
    return refused_of("tide.gauges", {"tide.gauges=" + table.absolute()});
  };
  CHECK(refused(none) == "is refused: " + none.absolute() + ": has no gauge");
  CHECK(refused(far) == "is refused: none of its 2 gauges is within 15 km of the sea");
  CHECK(refused(near).empty());
  for (const auto& [numbers, why] :
       {std::pair{"-1.42,215", "M2_amp_m must be at least 0, at most 20, not -1.42"},
        std::pair{"1e300,215", "M2_amp_m must be at least 0, at most 20, not 1e+300"},
        std::pair{"1.42,400", "M2_G_deg must be at least -360, at most 360, not 400"}}) {
    const Table wrong(columns + "Dover,1.323,51.114," + numbers + "\n");
    CHECK(refused(wrong) == "is refused: " + wrong.absolute() + ":2: " + why);
  }
  const Table nowhere(columns + "Dover,51.114,101.323,2.253,331.9\n"),
      latin(columns + "K\xf8ge,12.2,55.5,0.06,0\n"),
      long_one(columns + std::string(std::size_t{1} << 20, '#'));
  CHECK(refused(nowhere) == "is refused: " + nowhere.absolute() +
                                ":2: lat must be at least -90, at most 90, not 101.323");
  CHECK(refused(latin) == "is refused: " + latin.absolute() + ":2:2: no text in UTF-8: byte 0xf8");
  CHECK(refused(long_one) ==
        "is refused: " + long_one.absolute() + ":1:1: larger than 1 MiB, of which no more is read");
  const Table places("name,lon,lat,source\n");
  CHECK(refused_of("tide.amphidromes", {"tide.amphidromes=" + places.absolute()}) ==
        "is refused: " + places.absolute() + ": has no amphidrome");
  const Table twice("name,lon,lat,source\nA,1,55,none\nA,2,55,none\n");
  CHECK(refused_of("tide.amphidromes", {"tide.amphidromes=" + twice.absolute()}) ==
        "is refused: " + twice.absolute() + ":3: there are two of the name 'A'");
  CHECK(refused_of("tide.amphidromes", {"tide.amphidromes=reference/tide_gauges.csv"})
            .ends_with("tide_gauges.csv:4: unknown column 'M2_amp_m'; there are: name, lon, lat, "
                       "source"));
}

TEST_CASE("what cannot come in is refused") {
  const Table table(header + "S2,1,0.5,0\n");
  const std::string nowhere = "boundary.closed=[-360, -90]", calm = "tide.amplitude=[0]",
                    phase = "tide.phase=[0]";
  for (const char* key : {"boundary.sponge", "boundary.relaxation", "boundary.current_relaxation"})
    CHECK(refused_of(key, {nowhere, "grid.levels=4", std::string(key) + "=5"}) ==
          "must be 0 in a sea that is open nowhere (boundary)");
  CHECK(refused_of("tide.amplitude", {nowhere}) ==
        "must be 0 in a sea that is open nowhere (boundary): no tide comes in");
  CHECK(refused_of("tide.constituents",
                   {nowhere, calm, phase, "tide.constituents=" + table.absolute()})
            .starts_with("must be empty in a sea that is open nowhere"));
  CHECK(refused_of("tide.amplitude", {nowhere, calm, phase}).empty());
}

TEST_CASE("the centre lies within the sea, if there are knots to stand about it") {
  const Table same(header + "S2,1,0.5,0\nS2,2,0.5,0\n"), other(header + "S2,1,0.5,0\nS2,2,1,0\n");
  const std::string none = "boundary.centre=[0, 0]", calm = "tide.amplitude=[0, 0]",
                    one = "tide.amplitude=[1]", phase = "tide.phase=[0]",
                    constituents = "tide.constituents=";
  const auto refused = [](const std::vector<std::string>& settings) {
    return refused_of("boundary.centre", settings);
  };
  CHECK(refused({none}).starts_with("must lie within the sea, longitude -"));
  CHECK(refused({none}).ends_with("for the knots of the tide stand about it; it is [0, 0]"));
  CHECK_FALSE(refused({"boundary.centre=[0, 66]"}).empty());
  CHECK(refused({none, one, phase}).empty());
  CHECK(refused({none, calm, "tide.phase=[0, 0]"}).empty());
  CHECK(refused({none, one, phase, constituents + same.absolute()}).empty());
  CHECK_FALSE(refused({none, one, phase, constituents + other.absolute()}).empty());
}

TEST_CASE("a step too long to tell what the tide is is refused with one that is not") {
  const Communicator self(MPI_COMM_SELF);
  const Table overtide(header + "M4,1,0.1,0\n");
  const auto refused = [](std::vector<std::string> settings) {
    settings.emplace_back("time.substeps=1000");
    return refused_of("time.dt", settings);
  };
  CHECK(refused({"time.dt=20000", "time.steps=11"}) ==
        "is refused: 20000 s is too long to tell what the tide is: M2 wants eight steps a period, "
        "of at most 5589 s");
  CHECK(refused({"time.dt=20000", "time.steps=10"}).empty());  // not yet five tides of 44714 s
  CHECK(refused({"time.dt=5589", "time.steps=80", "tide.constituents=" + overtide.absolute()})
            .ends_with("M4 wants eight steps a period, of at most 2794 s"));
  CoastalRun run({"grid.coarsen=8", "time.substeps=1000", "time.dt=5589", "time.steps=40"}, self);
  run.step_to_the_end();
  CHECK(run.the_case().remarks().size() > 30);
}

}  // namespace
}  // namespace seafret
