// SPDX-License-Identifier: BSD-3-Clause
// The coastal case as a run sees it: from its case file to its checks.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <numbers>

#include "coastal_runs.hpp"
#include "miniapp/cases/sea_checks.hpp"
#include "miniapp/cases/sea_step.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/run/watchdog.hpp"
#include "physics/ocean/basin/open_boundary.hpp"
#include "physics/ocean/flow/time_step.hpp"
#include "physics/ocean/forcing/tide.hpp"
#include "tests/cases/closed_sea.hpp"
#include "tests/cases/written_files.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

std::vector<std::string> coarse(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"grid.coarsen=6", "time.steps=12"});
  return more;
}

/// The sea of the tide, as it is coarsened; its depth is rank 0's alone.
Basin coarse_basin(int coarsen) {
  const Communicator world(MPI_COMM_WORLD);
  return read_basin(SEAFRET_SOURCE_DIR "/inputs/masks/hrcs.h5", world, [&](Basin& fine) {
    fine = coarsened(fine, coarsen);
    keep_largest_sea(fine);
  });
}
std::vector<OpenCell> open_cells_of_tide(const Basin& basin) {
  return open_cells(basin, {.centre = {0, 55}, .closed = {9, 53}});
}

/// A steady wind to the east, as a key, or as the key of a file that has it.
class SteadyWind {
 public:
  SteadyWind(const Communicator& comm, double stress)
      : stress_(stress), file_(comm, "steady_wind.h5", [&](const std::string& path) {
          write_datasets(
              path,
              {{"time", {1}, {0}}, {"stress_east", {1}, {stress}}, {"stress_north", {1}, {0}}});
        }) {}
  std::array<std::string, 2> keys() const {
    return {fmt::format("wind.stress=[{}, 0]", stress_),
            "wind.file=" + std::filesystem::absolute(file_.path()).string()};
  }

 private:
  double stress_;
  ScratchFile file_;
};

TEST_CASE("the sea is deeper than its file says by what the mean level is over the file's zero") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun charted(coarse({"grid.mean_level=0"}), world);
  CoastalRun run(coarse({"grid.mean_level=2.5"}), world);
  const FieldView<const double> before = charted.field("depth").values,
                                depth = run.field("depth").values, eta = run.field("eta").values;
  const Box& owned = run.domain().owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!run.domain().grid().wet(Place::centre, i, j)) continue;
      REQUIRE(depth(i, j) == before(i, j) + 2.5);
      REQUIRE(eta(i, j) == 0);
    }
}

TEST_CASE("a run passes its checks") {
  const Communicator world(MPI_COMM_WORLD);
  for (const auto& variant : std::vector<std::vector<std::string>>{
           {},
           {"halo.depth=2", "time.dt=20"},
           {"boundary.kind=flather"},
           {"tide.amplitude=[0]", "tide.phase=[0]"},
           {"grid.levels=5", "time.steps=4", "wind.heat=100", "water.depths=[0, 30]",
            "water.temperature=[14, 9]", "water.salinity=[34, 35]"},
           {"grid.levels=5", "time.steps=4", "water.salinity=[0]"},
           {"grid.levels=5", "time.steps=4", "flow.dry_depth=0.1", "flow.level=-13",
            "boundary.closed=[-360, -90]", "tide.amplitude=[0]", "tide.phase=[0]",
            "wind.stress=[1, 0]"}}) {
    CoastalRun run(coarse(variant), world);
    run.step_to_the_end();
    const auto checks = run.the_case().checks();
    const bool levels = run.field("T").values.data != nullptr;
    const bool heat = std::ranges::find(variant, "wind.heat=100") != variant.end();
    CHECK(checks.size() == (heat ? 8 : levels ? 6 : 3));
    for (const Check& check : checks) {
      CAPTURE(check.name);
      CAPTURE(check.value);
      CHECK(check.passed);
    }
    REQUIRE(run.the_case().remarks().size() == 1);
    const bool still = std::ranges::find(variant, "tide.amplitude=[0]") != variant.end();
    CHECK(run.the_case().remarks()[0].find(still ? "no tide comes in" : "too short") !=
          std::string::npos);
  }
}

TEST_CASE(
    "what levels do themselves is refused of their flow, and what they alone do without them") {
  const Communicator world(MPI_COMM_WORLD);
  for (const auto& [levels, setting, why] :
       {std::array{"grid.levels=5", "flow.advection=true",
                   "these always carry momentum themselves"},
        {"grid.levels=5", "flow.viscosity=10", "theirs is mixing.lateral_viscosity"},
        {"grid.levels=0", "boundary.sponge=4", "'boundary.sponge' would not be used: it is for a"},
        {"grid.levels=0", "boundary.relaxation=60", "'boundary.relaxation' would not be used"},
        {"grid.levels=0", "boundary.current_relaxation=60",
         "'boundary.current_relaxation' would not be used"},
        {"grid.levels=0", "water.file=nowhere.h5", "'water' would not be used"},
        {"grid.levels=0", "water.dyes=2", "'water' would not be used"},
        {"grid.levels=0", "mixing.lateral_viscosity=10", "'mixing' would not be used"},
        {"grid.levels=0", "mixing.kind=richardson", "'mixing' would not be used"},
        {"grid.levels=0", "equation_of_state.kind=linear", "'equation_of_state' would not be"},
        {"grid.levels=0", "grid.stretching.to_surface=0", "'grid.stretching' would not be used"},
        {"grid.levels=0", "wind.heat=100", "'wind.heat' would not be used"},
        {"mixing.kind=constant", "mixing.strongest=1", "for mixing.kind: richardson"},
        {"equation_of_state.kind=jackett_mcdougall", "equation_of_state.expansion=0",
         "for equation_of_state.kind: linear"},
        {"grid.levels=5", "boundary.sponge_time=3600", "'boundary.sponge_time' would not be"},
        {"grid.levels=5", "grid.stretching.even_depth=50",
         "'grid.stretching.even_depth' would not be used"},
        {"tide.gauges=''", "tide.largest_error=1", "'tide.largest_error' would not be used"},
        {"water.file=water.h5", "water.salinity=[35]", "'water.salinity' would not be used"}})
    CHECK_THROWS_WITH_AS(CoastalRun(coarse({levels, setting}), world), doctest::Contains(why),
                         InputError);
}

TEST_CASE("an open cell above the surface that is prescribed for it is refused") {
  const Communicator world(MPI_COMM_WORLD);
  const auto refused = [&](const char* level, const char* kind) {
    return refusal([&] {
      CoastalRun(coarse({"flow.dry_depth=0.1", std::string("flow.level=") + level,
                         std::string("boundary.kind=") + kind}),
                 world);
    });
  };
  const std::string found = refused("-1000", "clamped");
  CHECK(found.find("'flow.level' is refused: the bottom of the open cell (i=") !=
        std::string::npos);
  CHECK(found.find("not below the surface prescribed there, flow.level -1000 m") !=
        std::string::npos);
  CHECK(refused("-1000", "flather").empty());
  CHECK(refused("-9", "clamped").empty());
}

TEST_CASE("so is one that has no water at all") {
  const Communicator world(MPI_COMM_WORLD);
  std::vector<double> shallowest{1e9};
  const Basin basin = coarse_basin(6);
  if (world.rank() == 0)
    for (const OpenCell& c : open_cells_of_tide(basin))
      shallowest[0] = std::min(shallowest[0], basin.depth_at(c.i, c.j));
  world.broadcast(shallowest);
  const std::string level = fmt::format("flow.level={}", -shallowest[0]);
  CHECK(refusal([&] {
          CoastalRun(coarse({"flow.dry_depth=0.1", "grid.mean_level=0", level}), world);
        }).find("'flow.level' is refused: the bottom of the open cell") != std::string::npos);
}

TEST_CASE("a mask of which coarser cells leave nothing is refused, whatever the earth is") {
  const Communicator world(MPI_COMM_WORLD);
  for (const char* earth : {"sphere", "f_plane", "beta_plane"})
    CHECK_THROWS_WITH_AS(
        CoastalRun({"grid.coarsen=1000", std::string("grid.earth=") + earth}, world),
        doctest::Contains("'grid.coarsen' is too large"), InputError);
}

TEST_CASE("a sea that is open but has no tide has none to be told") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run({"grid.coarsen=16", "grid.levels=2", "tide.amplitude=[0]", "tide.phase=[0]",
                  "time.dt=6000", "time.steps=60"},
                 world);
  CHECK(run.field("m2_amplitude").values.data == nullptr);
  CHECK(run.the_case().measures().size() == 2);
}

TEST_CASE("a step of levels is one in which the earth turns little") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 2, 6, 0, 300);
  constexpr double fastest = 2 * 7.292e-5 * 0.918;  // at 66.6 degrees north, or nearly
  CHECK_THROWS_WITH_AS(CoastalRun({"grid.levels=3", "time.dt=20000"}, world, sea.case_file()),
                       doctest::Contains("20000 s is too long for the turning of the earth"),
                       InputError);
  CoastalRun run({"grid.levels=3", "time.dt=0", "wind.stress=[0.1, 0]", "time.steps=100"}, world,
                 sea.case_file());
  CHECK(run.dt() * fastest < 1.02);
  CHECK(run.dt() * fastest > 0.5);
  run.step_to_the_end();
  for (const Check& check : run.the_case().checks()) CHECK(check.passed);
}

TEST_CASE("water that was too warm between two ends of a run is told") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.5, 6, 0, 4);
  const ScratchFile heat(world, "heat.h5", [](const std::string& path) {
    write_datasets(path, {{"time", {4}, {0, 1.2e5, 1.2001e5, 4e5}},
                          {"heat_flux", {4}, {5000, 5000, -5000, -5000}}});
  });
  CoastalRun run({"grid.levels=3", "time.dt=2000", "time.steps=100",
                  "wind.file=" + std::filesystem::absolute(heat.path()).string()},
                 world, sea.case_file());
  for (int n = 1; n <= 100; ++n) {
    run.the_case().step();
    if (n == 60) run.the_case().look();
  }
  const std::vector<Check> checks = run.the_case().checks();
  const auto warmest = std::ranges::find(checks, "warmest water, degrees C", &Check::name);
  REQUIRE(warmest != checks.end());
  CHECK(warmest->value == nearly(10 + 3 * 5000 * 1.2e5 / (1025 * 3985. * 4)).epsilon(0.01));
  CHECK_FALSE(warmest->passed);
}

TEST_CASE("no more goes out of a dry open cell than is in it") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(
      {"grid.coarsen=10", "grid.mean_level=0", "time.steps=12", "flow.dry_depth=0.2",
       "flow.level=-12", "boundary.kind=flather", "tide.amplitude=[0]", "tide.phase=[0]"},
      world);
  run.step_to_the_end();
  run.the_case().look();
  for (const Check& check : run.the_case().checks()) {
    CAPTURE(check.name);
    CHECK(check.passed);
  }
}

TEST_CASE("a sea with levels begins layered, and takes as many substeps as it needs") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(coarse({"grid.levels=8", "time.dt=300", "time.steps=2", "water.depths=[10, 50]",
                         "water.temperature=[14, 6]", "water.salinity=[34, 35]"}),
                 world);
  const FieldView<const double> temperature = run.field("T").values, salt = run.field("S").values,
                                depth = run.field("depth").values;
  REQUIRE(temperature.levels == 8);
  CHECK(run.field("S").description.unit == "1");  // as CF has it of practical salinity
  const Box& owned = run.domain().owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!run.domain().grid().wet(Place::centre, i, j)) continue;
      for (int k = 0; k < 8; ++k) {
        const double below = depth(i, j) * (7.5 - k) / 8;
        const double share = std::clamp((below - 10) / 40, 0., 1.);
        REQUIRE(temperature(i, j, k) == nearly(14 - 8 * share).epsilon(1e-12));
        REQUIRE(salt(i, j, k) == nearly(34 + share).epsilon(1e-12));
      }
    }
  run.step_to_the_end();
  CHECK(run.the_case().courant().share() < 1);
  const Problem problem = problem_of(run.setup());
  CHECK(problem.nz == 8);
  CHECK(run.the_case().cells() == 8 * problem.wet_columns);
  CHECK_THROWS_WITH_AS(CoastalRun(coarse({"grid.levels=8", "time.dt=1e12"}), world),
                       doctest::Contains("substeps, and 1000 are the most; at most"), InputError);
  CHECK_THROWS_AS(CoastalRun(coarse({"grid.levels=8", "time.dt=300", "time.substeps=2"}), world),
                  InputError);
}

TEST_CASE("each dye colours its strip of the sea, and none is lost") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(coarse({"grid.levels=3", "water.dyes=3", "time.dt=200", "time.steps=4"}), world);
  const int nx = run.domain().grid().nx;
  const Box& owned = run.domain().owned();
  for (int n = 0; n < 3; ++n) {
    const FieldView<const double> dye = run.field(fmt::format("dye_{}", n + 1)).values;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        if (run.domain().grid().wet(Place::centre, i, j))
          REQUIRE(dye(i, j, 1) == (3 * i >= n * nx && 3 * i < (n + 1) * nx ? 1 : 0));
  }
  run.step_to_the_end();
  int balances = 0;
  for (const Check& check : run.the_case().checks()) {
    CAPTURE(check.name);
    CHECK(check.passed);
    balances += check.name.starts_with("dye_");
  }
  CHECK(balances == 3);
}

TEST_CASE("wind drives the water with it, drag stops it") {
  const Communicator world(MPI_COMM_WORLD);
  const auto mean_transport = [&](std::vector<std::string> settings) {
    for (const char* still : {"tide.amplitude=[0]", "tide.phase=[0]", "time.steps=3", "time.dt=20"})
      settings.emplace_back(still);
    CoastalRun run(coarse(settings), world);
    run.step_to_the_end();
    const OutputField u = run.field("U"), v = run.field("V");
    std::array<double, 2> sum{};
    const Box& owned = run.domain().owned();
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i) {
        if (run.domain().grid().wet(Place::east_face, i, j)) sum[0] += u.values(i, j);
        if (run.domain().grid().wet(Place::north_face, i, j)) sum[1] += v.values(i, j);
      }
    return std::array{world.mean(sum[0]), world.mean(sum[1])};
  };
  const auto none = mean_transport({}), east = mean_transport({"wind.stress=[0.5, 0]"}),
             south = mean_transport({"wind.stress=[0, -0.5]"}),
             braked = mean_transport({"wind.stress=[0.5, 0]", "bottom.linear_drag=1"});
  CHECK(none == std::array{0., 0.});
  CHECK(east[0] > 0);
  CHECK(std::abs(east[1]) < 0.02 * east[0]);  // the turning of the earth
  CHECK(south[1] < 0);
  CHECK(braked[0] > 0);
  CHECK(braked[0] < 0.9 * east[0]);
}

TEST_CASE("a wind gives water that weighs 1025 kg/m3 its stress, by key or by file") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.5, 6);
  const SteadyWind wind(world, 1.025);
  for (const std::string& key : wind.keys()) {
    CoastalRun run({"grid.levels=0", key, "time.dt=100"}, world, sea.case_file());
    run.the_case().step();
    const Box& owned = run.domain().owned();
    const FieldView<const double> u = run.field("U").values;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        if (run.domain().grid().wet(Place::east_face, i, j))
          REQUIRE(u(i, j) == nearly(100 * 1e-3).epsilon(1e-12));
  }
}

/// How far a square sea is from what it would be if the wind blew from the other side and it were
/// turned by half a turn, as a share of the highest surface; the wind is so weak that no depth
/// counts.
double unlike_turned(CoastalRun& run) {
  for (int n = 0; n < 40; ++n) run.the_case().step();
  const FieldView<const double> eta = run.field("eta").values;
  double off = 0, highest = 0;
  for (int j = 1; j <= 6; ++j)
    for (int i = 1; i <= 6; ++i) {
      off = std::max(off, std::abs(eta(i, j) + eta(7 - i, 7 - j)));
      highest = std::max(highest, eta(i, j));
    }
  return off / highest;
}

TEST_CASE("a square sea is as large and turns as fast everywhere on an f-plane, and nowhere else") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const ClosedSea sea(world, 0.5, 6);
  const auto off = [&](const char* earth) {
    CoastalRun run({"grid.levels=0", "wind.stress=[1e-9, 0]", "time.dt=200",
                    std::string("grid.earth=") + earth},
                   self, sea.case_file());
    return unlike_turned(run);
  };
  CHECK(off("f_plane") < 1e-10);
  CHECK(off("beta_plane") > 1e-4);
  CHECK(off("sphere") > 1e-4);
}

TEST_CASE("a sponge brings what the sun has warmed of an open cell back, and of no other") {
  constexpr double dt = 200, time = 300, heat = 1000;
  const Communicator world(MPI_COMM_WORLD);
  const std::vector<OpenCell> open = open_cells_of_tide(coarse_basin(8));
  REQUIRE(open.size() > 100);
  CoastalRun run({"grid.coarsen=8", "grid.levels=4", "time.steps=1", fmt::format("time.dt={}", dt),
                  "tide.amplitude=[0]", "tide.phase=[0]", "mixing.diffusivity=0",
                  fmt::format("wind.heat={}", heat), "boundary.sponge=1",
                  fmt::format("boundary.sponge_time={}", time)},
                 world);
  run.the_case().step();
  const FieldView<const double> warmth = run.field("T").values, depth = run.field("depth").values;
  const Box& owned = run.domain().owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!run.domain().grid().wet(Place::centre, i, j)) continue;
      const bool is_open =
          std::ranges::any_of(open, [&](const OpenCell& c) { return c.i == i && c.j == j; });
      const double gained = dt * heat / (1025 * 3985. * depth(i, j) / 4);
      REQUIRE(warmth(i, j, 3) - 10 == nearly(gained / (is_open ? 1 + dt / time : 1)).epsilon(1e-6));
    }
}

TEST_CASE("the same bits for one rank and several") {
  const Communicator self(MPI_COMM_SELF);
  const auto blown = coarse({"wind.stress=[0.3, -0.2]", "bottom.linear_drag=1e-3"});
  CoastalRun alone(blown, self), begun(blown, self);
  alone.step_to_the_end();
  CHECK(differences(alone, begun) > 100);
  check_any_partition(alone, blown);
}

TEST_CASE("a rank keeps of mask and depth its part alone, as much as it said") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(coarse(), world);
  const Grid &part = run.domain().grid(),
             whole = CoastalRun(coarse(), Communicator(MPI_COMM_SELF)).the_case().grid();
  const Box all = run.domain().owned().grown(2);
  CHECK(part.held() == intersection(all, whole.box()));
  CHECK(part.cells.size() == static_cast<std::size_t>(part.held().area()));
  CHECK(run.the_case().grid().cells == part.cells);
  CHECK(run.field("depth").values.box == part.held());
  CHECK(run.the_case().held(run.setup().start).grid == part.cells.size() * (1 + sizeof(double)));
  const auto kept = world.sum(part.held().area());
  CHECK(kept < whole.box().area() * 3 / 2);
  if (world.size() > 1) {
    CHECK(part.held() != whole.box());
    CHECK_THROWS_AS(
        part.cell(part.held().x0 > 0 ? 0 : whole.nx - 1, part.held().y0 > 0 ? 0 : whole.ny - 1),
        std::logic_error);
  }
  const Problem problem = problem_of(run.setup());
  const double rows = static_cast<double>(whole.box().area());
  CHECK(problem.kept_mb * 1e6 == static_cast<double>(kept) * (2 + sizeof(double)) + rows);
  CHECK(problem.search_mb * 1e6 == nearly(12 * rows).epsilon(0.05));
}

/// What a look at a run finds, "" if nothing.
std::string trouble(CoastalRun& run) {
  try {
    run.the_case().look();
  } catch (const RunError& e) {
    return e.what();
  }
  return "";
}

void check_that_the_first_dry_cell_is_told(CoastalRun& run, const Communicator& world) {
  const Box& owned = run.domain().owned();
  const int nx = run.the_case().grid().nx;
  const FieldView<const double> depth = run.field("depth").values;
  const int none = std::numeric_limits<int>::max();
  int dry = none, step = 0;
  for (; step < 300 && dry == none; ++step) {
    run.the_case().step();
    const FieldView<const double> eta = run.field("eta").values;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        if (run.domain().grid().wet(Place::centre, i, j) && depth(i, j) + eta(i, j) <= 0)
          dry = std::min(dry, j * nx + i);
    dry = -static_cast<int>(world.max(std::int64_t{-dry}));
  }
  REQUIRE(step < 300);
  for (int n = 0; n < 5; ++n) run.the_case().step();
  CHECK(trouble(run) == "step " + std::to_string(step) + ": no water is left in cell (i=" +
                            std::to_string(dry % nx) + ", j=" + std::to_string(dry / nx) + ")");
}

TEST_CASE("a sea that falls dry ends the run with the first step and cell, whenever one looks") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun tide({"grid.coarsen=8", "time.steps=300", "tide.amplitude=[20]", "tide.phase=[0]"},
                  world);
  check_that_the_first_dry_cell_is_told(tide, world);
  const ClosedSea sea(world, 0.4, 20, 0, 25);  // deeper than any tide is high
  const SteadyWind storm(world, 10);
  for (const std::string& key : storm.keys()) {
    CoastalRun wind({"grid.levels=0", key, "time.dt=300"}, world, sea.case_file());
    check_that_the_first_dry_cell_is_told(wind, world);
  }
}

TEST_CASE("a cell that is dry among substeps alone ends the run too, and is the first") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.4, 20, 0, 25);
  const auto told = [&](int substeps) {
    CoastalRun run(
        {"grid.levels=0", "wind.stress=[10, 0]", fmt::format("time.dt={}", 100 * substeps),
         fmt::format("time.substeps={}", substeps), "time.steps=2000"},
        world, sea.case_file());
    std::string found;
    const auto is_dry = [&] { return found.find("no water is left") != std::string::npos; };
    for (int n = 0; n < 1000 && !is_dry(); ++n) {
      run.the_case().step();
      found = trouble(run);  // or that the current is too fast, which does not matter here
    }
    REQUIRE(is_dry());
    const std::size_t end = found.find(':');
    return std::pair{std::stoi(found.substr(5, end - 5)), found.substr(end)};
  };
  const auto [step, cell] = told(1);
  const auto [long_step, same_cell] = told(8);
  CHECK(long_step == (step - 1) / 8 + 1);
  CHECK(same_cell == cell);
}

TEST_CASE("the largest current of all looks counts, and one too large ends the run") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(
      {"grid.coarsen=8", "time.steps=600", "bottom.drag=0", "tide.amplitude=[6]", "tide.phase=[0]"},
      world);
  double before = 0;
  std::string found;
  while (found.empty() && run.the_case().checks()[1].value >= before) {
    before = run.the_case().checks()[1].value;
    for (int n = 0; n < 20; ++n) run.the_case().step();
    found = trouble(run);
  }
  CHECK(before > 1);
  CHECK(before <= 5);
  CHECK(found.find(" m/s out of cell (i=") != std::string::npos);
  CHECK(found.find("above its limit 5") != std::string::npos);
}

TEST_CASE("the current of each level counts, not their mean alone") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.5, 6);
  CoastalRun run({"grid.levels=20", "wind.stress=[5, 0]", "time.dt=120"}, world, sea.case_file());
  std::string found;
  double told = 0, fastest = 0;
  for (int n = 0; n < 400 && found.empty(); ++n) {
    run.the_case().step();
    found = trouble(run);
    if (!found.empty()) break;
    told = run.the_case().checks()[1].value;
    fastest = 0;
    const Box& owned = run.domain().owned();
    for (const char* name : {"u", "v"}) {
      const FieldView<const double> current = run.field(name).values;
      for (int j = owned.y0; j < owned.y1; ++j)
        for (int i = owned.x0; i < owned.x1; ++i)
          for (int k = 0; k < 20 && run.domain().grid().wet(Place::centre, i, j); ++k)
            fastest = std::max(fastest, std::abs(current(i, j, k)));
    }
    fastest = world.max(fastest);
  }
  CHECK(told >= fastest);  // it is that of all looks
  CHECK(fastest > 4.5);
  CHECK(found.find(" m/s out of cell (i=") != std::string::npos);
  CHECK(found.find("above its limit 5") != std::string::npos);
}

TEST_CASE("a current of a level too fast for the step has a Courant number above its limit") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8);
  CoastalRun run({"grid.levels=20", "wind.stress=[4, 0]", "time.dt=300"}, world, sea.case_file());
  const auto share = [&] { return world.max(run.the_case().courant().share()); };
  CHECK(share() < 1);
  int steps = 0;
  for (; steps < 100 && share() <= 1; ++steps) run.the_case().step();
  CHECK(steps < 100);
  // Out of a cell through no more than two of its sides, 1.3 km apart.
  const double fastest = run.the_case().checks()[1].value, most = 0.5 * share();
  CHECK(most > 0.5);
  CHECK(most < 2 * 300 * fastest / 1270);
  CHECK(most > 0.3 * 300 * fastest / 1340);
  const Check told = run.the_case().checks()[3];
  CHECK(told.name.find("outflow") != std::string::npos);
  CHECK(told.value == most);
  CHECK(!told.passed);
  CHECK_THROWS_WITH_AS(check_first_state(run.the_case(), run.domain()),
                       doctest::Contains("the Courant number of water that leaves a level "),
                       KeyError);
}

TEST_CASE("the largest outflow of all looks counts, whatever it is when the wind is gone") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8);
  const ScratchFile gust(world, "gust.h5", [&](const std::string& path) {
    write_datasets(path, {{"time", {3}, {0, 3000, 3600}},
                          {"stress_east", {3}, {3, 3, 0}},
                          {"stress_north", {3}, {0, 0, 0}}});
  });
  CoastalRun run({"grid.levels=4", "time.dt=100", "bottom.linear_drag=0.05", "mixing.viscosity=10",
                  "wind.file=" + std::filesystem::absolute(gust.path()).string()},
                 world, sea.case_file());
  double before = 0;
  for (int n = 0; n < 80; ++n) {
    run.the_case().step();
    const Check outflow = run.the_case().checks()[3];
    CHECK(outflow.value >= before);
    before = outflow.value;
  }
  CHECK(before > 0);
}

TEST_CASE("of a chosen step the strongest current leaves no more of a cell than it may") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea shallow(world, 0.02, 8);  // 200 m deep: its waves would let steps be longer
  const double narrow = 2e-2 / 57.29578 * 6371e3 * std::cos((55 + 0.6 * 0.02 * 8) / 57.29578);
  for (const char* substeps : {"0", "40"}) {
    CoastalRun run({"grid.levels=4", std::string("time.substeps=") + substeps}, world,
                   shallow.case_file());
    CHECK(run.dt() * 5 / narrow < 0.5);
    CHECK(run.dt() * 5 / narrow > 0.49);
  }
  CoastalRun asked({"grid.levels=4", "time.dt=300"}, world, shallow.case_file());
  CHECK(asked.dt() == 300);
}

TEST_CASE("with levels a chosen step is a tenth of what lateral viscosity alone lets be stable") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8);
  CoastalRun run({"grid.levels=4", "time.dt=0", "mixing.lateral_viscosity=1e3"}, world,
                 sea.case_file());
  const double degree = 6371e3 * std::numbers::pi / 180, northernmost = 55 + 0.6 * 0.02 * 8;
  const double dx = 0.02 * degree * std::cos(northernmost * std::numbers::pi / 180),
               dy = 0.6 * 0.02 * degree;
  const double longest = 0.5 / (1e3 * (1 / (dx * dx) + 1 / (dy * dy)));
  CHECK(run.dt() == nearly(m2_period / std::ceil(m2_period / (0.1 * longest))).epsilon(1e-9));
}

TEST_CASE("a chosen step is half of what a viscous flow lets be stable") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.5, 6);
  // Waves, of 0.002/s, are nothing beside what this takes of the shortest.
  CoastalRun run({"grid.levels=0", "flow.viscosity=1e8", "time.dt=0"}, world, sea.case_file());
  constexpr double degree = 6371e3 * std::numbers::pi / 180, northernmost = 55 + 0.3 * 6;
  const double dx = 0.5 * degree * std::cos(northernmost * std::numbers::pi / 180),
               dy = 0.3 * degree;
  CHECK(run.dt() == nearly(0.25 / (1e8 * (1 / (dx * dx) + 1 / (dy * dy)))).epsilon(1e-3));
}

TEST_CASE("of a chosen step the shortest waves do not grow, whatever the flow does besides") {
  const Communicator world(MPI_COMM_WORLD);
  if (world.size() > 1) return;  // 20000 steps
  const ClosedSea sea(world, 0.02, 60, 0, 20);
  for (const char* besides : {"flow.advection=true", "flow.dry_depth=0.1"}) {
    CAPTURE(besides);
    CoastalRun run(
        {"grid.levels=0", besides, "wind.stress=[3, 2]", "bottom.drag=0.002", "time.steps=20000"},
        world, sea.case_file());
    run.step_to_the_end();
    const FieldView<const double> eta = run.field("eta").values;
    double ripple = 0;
    const Box inner = run.domain().owned().grown(-1);
    for (int j = inner.y0; j < inner.y1; ++j)
      for (int i = inner.x0; i < inner.x1; ++i)
        if (run.domain().grid().box().grown(-2).contains(i, j))
          ripple = std::max(ripple, std::abs(4 * eta(i, j) - eta(i - 1, j) - eta(i + 1, j) -
                                             eta(i, j - 1) - eta(i, j + 1)));
    CHECK(ripple < 0.02);
  }
}

TEST_CASE("high land that lies dry bounds no step") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8, 400);
  for (const char* levels : {"0", "4"}) {
    CAPTURE(levels);
    CoastalRun run({std::string("grid.levels=") + levels, "flow.dry_depth=0.1",
                    "wind.stress=[1, 0]", "time.check_every=1", "time.steps=20"},
                   world, sea.case_file());
    CHECK(world.max(run.the_case().courant().share()) < 1);
    run.step_to_the_end();
    CHECK(trouble(run).empty());
    CHECK(world.max(run.the_case().courant().share()) < 1);
    for (const Check& check : run.the_case().checks()) CHECK(check.passed);
    for (const Measure& measure : run.the_case().measures())
      if (measure.name == "dry_cells") CHECK(measure.value == 8);  // a film is left on each
  }
}

TEST_CASE("the report tells of water that a shallow sea held back in long steps") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8, 0, 1);
  CoastalRun run({"grid.levels=2", "flow.dry_depth=0.1", "wind.stress=[3, 0]", "time.dt=1200",
                  "time.steps=12"},
                 world, sea.case_file());
  run.step_to_the_end();
  const std::vector<std::string> remarks = run.the_case().remarks();
  CHECK(std::ranges::any_of(
      remarks, [](const std::string& line) { return line.starts_with("water was held back: "); }));
}

TEST_CASE("a lake has no tide to be analysed, and takes steps where nothing can move") {
  const Communicator self(MPI_COMM_SELF);
  for (const int wide : {1, 3}) {
    const ClosedSea sea(self, 0.5, wide);
    CoastalRun run({"grid.levels=0", "time.end=9e5"}, self, sea.case_file());
    CHECK(run.steps() > 1000);
    for (int n = 0; n < 3; ++n) run.the_case().step();
    CHECK(trouble(run).empty());
    CHECK(run.field("m2_amplitude").values.data == nullptr);
    CHECK(run.the_case().checks().size() == 3);
  }
}

TEST_CASE("plain substeps share swaps as long as boxes are wide") {
  const std::vector<Box> all{{0, 1001, 0, 812}}, halves{{0, 500, 0, 812}, {500, 1001, 0, 812}},
      uneven{{0, 420, 0, 812}, {420, 1001, 0, 812}}, coarse{{0, 230, 0, 406}, {230, 500, 0, 406}},
      small{{0, 100, 0, 812}, {100, 1001, 0, 812}, {}}, narrow{{0, 9, 0, 812}, {9, 1001, 0, 812}};
  const auto pays = [](std::vector<std::string> keys, const std::vector<Box>& owned) {
    keys.push_back("grid.coarsen=8");
    return CoastalRun(keys, Communicator(MPI_COMM_SELF)).the_case().halo_that_pays(owned);
  };
  const std::string many = "time.substeps=30";
  CHECK(pays({many}, all) == 0);
  CHECK(pays({many}, halves) == 15);  // twice as many, rather than 20 and 10
  CHECK(pays({"time.substeps=20"}, uneven) == 20);
  CHECK(pays({"time.substeps=20"}, coarse) == 10);
  CHECK(pays({"time.substeps=10"}, halves) == 10);
  CHECK(pays({}, halves) == 1);
  CHECK(pays({many}, small) == 4);
  CHECK(pays({many}, narrow) == 1);
  CHECK(pays({many, "flow.advection=true"}, halves) == 0);
  CHECK(pays({many, "grid.levels=4"}, halves) == 0);
}

TEST_CASE("substeps of the depth-mean flow are steps that nobody looks between") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun single({"grid.coarsen=8", "time.dt=40", "time.steps=30"}, world);
  CoastalRun several({"grid.coarsen=8", "time.dt=400", "time.substeps=10", "time.steps=3"}, world);
  if (world.size() == 2) CHECK(several.setup().start.depth > single.setup().start.depth);
  for (CoastalRun* run : {&single, &several}) run->step_to_the_end();
  const Box& owned = single.domain().owned();
  const FieldView<const double> one = single.field("eta").values, ten = several.field("eta").values;
  int moved = 0;
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!single.domain().grid().wet(Place::centre, i, j)) continue;
      CHECK(one(i, j) == ten(i, j));
      moved += one(i, j) != 0;
    }
  CHECK(world.sum(std::int64_t{moved}) > 100);
  const auto a = single.the_case().checks(), b = several.the_case().checks();
  for (std::size_t n = 0; n < a.size(); ++n) CHECK((a[n].passed && b[n].passed));
  CHECK(several.the_case().courant().number == single.the_case().courant().number);
}

TEST_CASE("a tide is analysed at the times of its steps, whatever their substeps") {
  const Communicator world(MPI_COMM_WORLD);
  const auto analysed = [&](int steps_a_tide, int substeps) {
    auto run = std::make_unique<CoastalRun>(
        std::vector<std::string>{"grid.coarsen=16",
                                 fmt::format("time.dt={}", m2_period / steps_a_tide),
                                 fmt::format("time.substeps={}", substeps),
                                 fmt::format("time.steps={}", 6 * steps_a_tide),
                                 "tide.amplitude=[1.5]", "tide.phase=[40]"},
        world);
    run->step_to_the_end();
    return run;
  };
  const auto one = analysed(480, 1), four = analysed(120, 4);
  const Box& owned = one->domain().owned();
  const FieldView<const double> fine = one->field("m2_amplitude").values,
                                coarse = four->field("m2_amplitude").values;
  double off = 0, largest = 0;
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!one->domain().grid().wet(Place::centre, i, j)) continue;
      off = std::max(off, std::abs(fine(i, j) - coarse(i, j)));
      largest = std::max(largest, fine(i, j));
    }
  CHECK(world.max(largest) > 1.6);
  CHECK(world.max(off) < 5e-3);
  for (const OpenCell& c : open_cells_of_tide(coarse_basin(16)))
    for (CoastalRun* run : {one.get(), four.get()}) {
      if (!owned.contains(c.i, c.j)) continue;
      CHECK(run->field("m2_amplitude").values(c.i, c.j) == nearly(1.5).epsilon(1e-9));
      CHECK(run->field("m2_phase").values(c.i, c.j) == nearly(40).epsilon(1e-9));
    }
}

TEST_CASE("the case chooses a stable step of which a tide takes a whole number") {
  const Communicator world(MPI_COMM_WORLD);
  for (const char* coarsen : {"3", "4", "8"}) {
    CoastalRun run({std::string("grid.coarsen=") + coarsen, "time.steps=1"}, world);
    const double a_tide = m2_period / run.dt();
    CHECK(a_tide == nearly(std::round(a_tide)).epsilon(1e-12));
    run.step_to_the_end();
    const Courant courant = run.the_case().courant();
    const double largest = world.max(courant.number);
    CHECK(largest < courant.limit);
    CHECK(largest > 0.98);  // the depth of a tide, and the rest of a division, are all it leaves
  }
}

TEST_CASE("a chosen step is for a tide over the level that the sea begins at") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8);  // 200 m deep
  CoastalRun run({"grid.levels=0", "flow.level=40", "time.dt=0"}, world, sea.case_file());
  CHECK(world.max(run.the_case().courant().number) ==
        nearly(std::sqrt((200. + 40) / (200 + 40 + 10))).epsilon(1e-3));
}

TEST_CASE("viscosity counts in how near a step is to the longest") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea sea(world, 0.02, 8);
  const auto number = [&](const std::string& viscosity) {
    CoastalRun run({"grid.levels=0", "time.dt=5", "flow.viscosity=" + viscosity}, world,
                   sea.case_file());
    return world.max(run.the_case().courant().number);
  };
  CHECK(number("1e4") > 1.1 * number("0"));
}

TEST_CASE(
    "a chosen step heeds the steepest edge under the level that a sea with levels begins at") {
  const Communicator self(MPI_COMM_SELF), world(MPI_COMM_WORLD);
  const Basin basin = coarse_basin(8);
  if (world.rank() != 0) return;  // the depth is rank 0's
  const SeaMetrics metrics = metrics_of(basin);
  const double dx = step_limit(basin, metrics, 10).dx;
  for (const double level : {0., 5.}) {
    const CoastalRun run({"grid.coarsen=8", "grid.mean_level=0", "grid.levels=4", "time.dt=0",
                          fmt::format("flow.level={}", level)},
                         self);
    const double longest = longest_carried(dx, metrics.dy, steepest_edge(basin, level, 0));
    CHECK((longest < longest_carried(dx, metrics.dy, 1)) == (level == 0));
    CHECK(run.dt() == nearly(m2_period / std::ceil(m2_period / longest)).epsilon(1e-9));
  }
}

TEST_CASE("what levels lead counts as shorter a step as it may take") {
  const Communicator self(MPI_COMM_SELF);
  CoastalRun plain({"grid.coarsen=8", "grid.levels=0", "time.dt=30", "time.steps=1"}, self);
  CoastalRun led(
      {"grid.coarsen=8", "grid.levels=4", "time.dt=300", "time.substeps=10", "time.steps=1"}, self);
  CHECK(led.the_case().courant().number ==
        nearly(std::sqrt(1.2) * plain.the_case().courant().number).epsilon(1e-12));
}

TEST_CASE("a field has a name, a unit and a place on the cell") {
  const Communicator world(MPI_COMM_WORLD);
  CoastalRun run(coarse(), world);
  CHECK(run.field("eta").description.place == Place::centre);
  CHECK(run.field("U").description.place == Place::east_face);
  CHECK(run.field("V").description.place == Place::north_face);
  CHECK(run.field("depth").once);
  CHECK(run.the_case().fields().size() == 4);  // too short for an analysis
  for (const OutputField& f : run.the_case().fields()) {
    CHECK_FALSE(f.description.unit.empty());
    CHECK_FALSE(f.description.long_name.empty());
    CHECK(f.description.levels == 1);
  }
  const Axes axes = run.the_case().axes();
  const Grid grid = run.the_case().grid();
  CHECK(axes.x.values.size() == static_cast<std::size_t>(grid.nx));
  CHECK(axes.y_face.values.size() == static_cast<std::size_t>(grid.ny));
  CHECK(axes.x_face.values[0] == nearly(0.5 * (axes.x.values[0] + axes.x.values[1])));
}

TEST_CASE("a run of five tides is analysed, a shorter one is not") {
  const Communicator world(MPI_COMM_WORLD);
  const auto analysed = [&](double tides) {
    CoastalRun run({"grid.coarsen=8", "time.end=" + std::to_string(tides * m2_period)}, world);
    return run.the_case().fields().size() == 6 && run.field("m2_phase").once;
  };
  CHECK(analysed(5.001));
  CHECK_FALSE(analysed(4.9));
}

TEST_CASE("the knots stand where they were fitted") {
  const Basin basin = coarse_basin(4);
  const std::vector<OpenCell> open = open_cells_of_tide(basin);
  const std::vector<std::array<double, 2>> knots = {
      {-4.7, 48.0}, {-8.9, 48.0}, {-11.7, 49.2}, {-11.9, 51.2}, {-12.0, 53.6}, {-10.4, 55.3},
      {-9.8, 57.2}, {-8.3, 58.9}, {-5.9, 60.0},  {-2.8, 61.2},  {1.0, 61.5},   {5.2, 61.5}};
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const double arc = static_cast<double>(k) / 11;
    const auto nearest =
        std::min_element(open.begin(), open.end(), [&](const OpenCell& a, const OpenCell& b) {
          return std::abs(a.arc - arc) < std::abs(b.arc - arc);
        });
    CAPTURE(k);
    const double east = basin.longitude[static_cast<std::size_t>(nearest->i)] - knots[k][0];
    const double north = basin.latitude[static_cast<std::size_t>(nearest->j)] - knots[k][1];
    CHECK(std::hypot(east * std::cos(0.96), north) < 0.25);
  }
}

/// What a run that cannot be is refused with.
std::string refused(const std::string& file, const std::vector<std::string>& overrides) {
  const Communicator world(MPI_COMM_WORLD);
  return refusal([&] { CoastalRun run(overrides, world, file); });
}

std::string coarse_refused(const std::vector<std::string>& overrides) {
  return refused(tide_file, coarse(overrides));
}

TEST_CASE("what cannot be is refused by name") {
  const auto names = [](const std::string& text, const std::string& word) {
    CAPTURE(text);
    CHECK(text.find(word) != std::string::npos);
  };
  names(coarse_refused({"time.dt=200"}), "at most");
  names(coarse_refused({"time.dt=200"}), "cell (i=");
  names(coarse_refused({"grid.mask=masks/hrsc.h5"}),
        "--set grid.mask=masks/hrsc.h5: 'grid.mask' is");
  names(coarse_refused({"grid.mask=masks/hrsc.h5"}), "masks/hrsc.h5: no such file");
  names(coarse_refused({"grid.mask=tide.yaml"}), "not an HDF5 file");
  names(coarse_refused({"grid.coarsen=0"}), "grid.coarsen");
  names(coarse_refused({"grid.coarsen=900"}), "no wet cell");
  names(coarse_refused({"tide.phase=[1, 2]"}), "tide.phase");
  names(coarse_refused({"tide.amplitude=[]", "tide.phase=[]"}), "tide.amplitude");
  names(coarse_refused({"tide.gauges=nowhere.csv"}), "nowhere.csv");
  names(coarse_refused({"tide.gauges=tide.yaml"}), "tide.yaml:");
  names(coarse_refused({"tide.amphidromes=tide.yaml"}), "tide.yaml:");
  names(coarse_refused({"tide.constituents=tide.yaml"}), "tide.yaml:");
}

TEST_CASE("a bottom too rough for the water over it is refused with the line that says so") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "rough");
  const auto said_of = [&](const std::string& roughness, const std::string& more) {
    file.fill([&](const std::string& path) {
      std::ofstream(path) << "case: {name: coastal}\ntime: {steps: 1}\ngrid: {coarsen: 8, mask: "
                          << SEAFRET_SOURCE_DIR "/inputs/masks/hrcs.h5" << more
                          << "bottom:\n  roughness: " << roughness << "\n";
    });
    const std::string why = refused(file.path(), {});
    return why.empty() ? why : why.substr(file.path().size());
  };
  const std::string refused_so = ":5:14: 'bottom.roughness' is too large for water ";
  const std::string deep = "}\n", levels = ", levels: 10}\n";
  CHECK(said_of("-0.01", deep) == ":5:14: 'bottom.roughness' must be at least 0 m, not '-0.01'");
  CHECK(said_of("1.36", deep) == refused_so + "10 m deep: at most 1.35 m can be");
  CHECK(said_of("0.19", levels) == refused_so + "10 m deep: at most 0.183 m can be");
  CHECK(said_of("1.35", deep) == "");
  const std::string raised = "}\nflow: {level: 2}\n";
  CHECK(said_of("1.63", raised).ends_with("12 m deep: at most 1.62 m can be"));
  CHECK(said_of("1.62", raised) == "");
  CHECK(said_of("0.183", levels) == "");
  const std::string floods = "}\nflow: {dry_depth: 0.1}\n";
  CHECK(said_of("0.014", floods).ends_with("0.1 m deep: at most 0.0135 m can be"));
  CHECK(said_of("0.013", floods) == "");
}

TEST_CASE("a file that is not there is refused with the line that names it") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "files");
  const std::string mask = SEAFRET_SOURCE_DIR "/inputs/masks/hrcs.h5";
  const auto expect = [&](const std::vector<std::string>& names, const std::string& message) {
    file.fill([&](const std::string& path) {
      std::ofstream(path)
          << "case: {name: coastal}\ntime: {steps: 1}\ngrid:\n  coarsen: 8\n  mask: " << names[0]
          << "\ntide:\n  gauges: " << names[1] << "\npartition:\n  file: " << names[2] << "\n";
    });
    CHECK(refused(file.path(), {}) == file.path() + message);
  };
  expect({"m.h5", "''", "''"}, ":5:9: 'grid.mask' is refused: m.h5: no such file");
  expect({mask, "g.csv", "''"}, ":7:11: 'tide.gauges' is refused: g.csv: no such file");
  expect({mask, "''", "p.h5"}, ":9:9: 'partition.file' is refused: p.h5: no such file");
}

TEST_CASE("a step that the case chooses tells what the tide is") {
  const CoastalRun run({"time.substeps=1000", "grid.coarsen=20", "time.dt=0"},
                       Communicator(MPI_COMM_WORLD));
  CHECK(run.dt() <= m2_period / 8);
}

TEST_CASE("the steepest edge of a sea is between two wet cells") {
  Basin basin;
  basin.grid = {.nx = 3, .ny = 2, .nz = 1, .periodic_x = false, .periodic_y = false};
  basin.grid.cells = {Cell::wet, Cell::wet, Cell::dry, Cell::wet, Cell::wet, Cell::wet};
  basin.depth = {100, 200, 1, 100, 160, 400};
  CHECK(steepest_edge(basin, 0, 0) == nearly(160 / 280.));
  CHECK(steepest_edge(basin, 40, 0) == nearly(200 / 320.));
  basin.depth[3] = 10;
  CHECK(steepest_edge(basin, 0, 0) == nearly(10 / 85.));
  basin.depth[3] = 1e-6;
  CHECK(steepest_edge(basin, 0, 0) == 1e-3);
  CHECK(steepest_edge(basin, 0, 0.5) == edge_where_dry);
  CHECK(longest_carried(3000, 2000, 1) == nearly(0.5 * 2000 / 5));
  CHECK(longest_carried(3000, 2000, 0.1) == nearly(0.5 * 2000 * 0.1));
}

TEST_CASE("a balance may be missed by what every step rounds, and by no more") {
  CHECK(balance_check("salt", 1e-12, 1).passed);
  CHECK(!balance_check("salt", 1.1e-12, 1000).passed);
  CHECK(balance_check("salt", 1.5e-11, 80000).passed);
  CHECK(!balance_check("salt", 1e-10, 80000).passed);
}

}  // namespace
}  // namespace seafret
