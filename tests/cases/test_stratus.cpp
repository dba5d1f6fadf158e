// SPDX-License-Identifier: BSD-3-Clause
// The stratus case as a run sees it: from its case file to its checks.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "miniapp/cases/rounded_down.hpp"
#include "miniapp/cases/stratus.hpp"
#include "miniapp/run/pace.hpp"
#include "miniapp/run/watchdog.hpp"
#include "physics/advection.hpp"
#include "physics/atmosphere/components.hpp"
#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "tests/cases/begun_case.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

const std::string validation_cases = SEAFRET_SOURCE_DIR "/inputs/validation/";
const std::string stratus_file = SEAFRET_SOURCE_DIR "/inputs/stratus.yaml";

/// A run, begun.
struct Run : BegunCase {
  explicit Run(const std::vector<std::string>& overrides)
      : BegunCase(stratus_file, overrides, Communicator(MPI_COMM_WORLD)) {}
};

std::vector<std::string> small(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"grid.points=12x10x20", "time.steps=8"});
  return more;
}

void check_that_all_pass(BegunCase& run, std::size_t checks) {
  CHECK(run.the_case().checks().size() == checks);
  for (const Check& check : run.the_case().checks()) {
    CAPTURE(check.name);
    CAPTURE(check.value);
    CAPTURE(check.limit);
    CHECK(check.passed);
    CHECK(check.value <= check.limit);
  }
}

TEST_CASE("a run passes its checks") {
  for (const auto& variant : std::vector<std::vector<std::string>>{
           {},
           {"case.boussinesq=false", "case.q_fields=2"},
           {"grid.stretching.faces=[8, 20]", "grid.stretching.heights=[500, 1200]"},
           {"halo.depth=3", "pressure.tolerance=1e-9", "time.dt=0"}}) {
    Run run(small(variant));
    run.step_to_the_end();
    check_that_all_pass(run, 5);
    CHECK(run.the_case().remarks().size() >= 4);
  }
}

TEST_CASE("with Williams' filter the budgets close") {
  Run run(small({"case.budgets=true", "case.williams=0.53"}));
  run.step_to_the_end();
  check_that_all_pass(run, 7);
}

TEST_CASE("air that is dried until there is less than no vapour in it is invalid") {
  const auto failed = [](const char* moistening) {
    Run run({"grid.points=12x10x20", "case.q_fields=2", "case.components=[buoyancy, large_scale]",
             std::string("large_scale.moistening=") + moistening, "time.dt=2", "time.steps=800"});
    run.step_to_the_end();
    std::vector<std::string> names;
    for (const Check& check : run.the_case().checks())
      if (!check.passed) names.push_back(check.name);
    return names;
  };
  CHECK(failed("-1e-9").empty());
  CHECK(failed("-1e-8") == std::vector<std::string>{"vapour or cloud water below 0, kg/kg"});
}

TEST_CASE("a solver that is not allowed to finish ends the run, and says how far it came") {
  Run run(small({"pressure.most_iterations=2", "pressure.tolerance=1e-14"}));
  std::string why;
  try {
    run.step_to_the_end();
  } catch (const RunError& e) {
    why = e.what();
  }
  CAPTURE(why);
  for (const char* const part : {"step 1: ", "solver multigrid", "after 2 iterations", "1e-14"})
    CHECK(why.find(part) != std::string::npos);
  const std::string residuals = why.substr(why.rfind(": ") + 1);
  CHECK(std::ranges::count(residuals, ',') == 2);  // of the first guess and of both iterations
}

TEST_CASE("with 25 Q fields thirty are swapped, and what else MONC swaps") {
  Run run({"grid.points=16x16x256", "case.q_fields=25", "time.steps=1", "pressure.solver=cg_line"});
  CHECK(run.the_case().fields().size() == 30);
  CHECK(run.the_case().descriptions().size() == 30);  // what partition.cost measured counts
  const auto swaps = run.the_case().swaps();
  REQUIRE(swaps.size() == 5);
  CHECK(swaps[0]->name() == "all fields");
  const Box owned = run.domain().owned();
  const std::int64_t columns = owned.grown(2).area() - owned.area();
  CHECK(swaps[0]->traffic().bytes + swaps[0]->traffic().bytes_in_place == columns * 256 * 8 * 30);
  CHECK(swaps[1]->name() == "viscosities");
  CHECK(swaps[1]->traffic().bytes + swaps[1]->traffic().bytes_in_place == columns * 257 * 8 * 2);
  // Advection needs the fluxes of the scalars through the first faces of the east neighbour, if
  // that is another rank.
  CHECK(swaps[2]->name() == "tvd column");
  CHECK(swaps[2]->traffic().bytes == (owned.width() == 16 ? 0 : owned.height() * 256 * 8 * 26));
  CHECK(swaps[2]->traffic().bytes_in_place == 0);
  // The source needs one column of u from the west and one of v from the south.
  CHECK(swaps[3]->traffic().bytes + swaps[3]->traffic().bytes_in_place ==
        (owned.width() + owned.height()) * 256 * 8);
}

TEST_CASE("a run holds little but the fields that it carries") {
  const std::string everything =
      fmt::format("case.components=[{}]", fmt::join(ComponentOptions::names(), ", "));
  for (const int q_fields : {25, 2}) {
    CAPTURE(q_fields);
    Run run({"grid.points=16x16x64", "time.steps=1", everything,
             fmt::format("case.q_fields={}", q_fields)});
    const std::vector<FieldDescription> fields = run.the_case().descriptions();
    int carried = 0;
    for (const FieldDescription& f : fields) carried += f.time_levels;
    CHECK(carried == 6 * 2 + (q_fields - 2) * 3 + 1);
    const Held held = run.the_case().held(run.setup().start);
    const auto array = static_cast<double>(fields.front().bytes(run.domain().owned()));
    const double arrays = static_cast<double>(held.arena + held.work) / array;
    CHECK(arrays <= 1.15 * carried + 40);
    CHECK(arrays <= carried + 13);  // what it comes to: a level of time more of all would show
  }
}

TEST_CASE("a field has a name, a unit, and a place on the cell") {
  Run run(small());
  const auto fields = run.the_case().fields();
  const auto named = [&](const std::string& name) {
    return std::find_if(fields.begin(), fields.end(),
                        [&](const OutputField& f) { return f.description.name == name; })
        ->description;
  };
  CHECK(named("u").place == Place::east_face);
  CHECK(named("v").place == Place::north_face);
  CHECK(named("w").half_levels);
  CHECK(named("theta").place == Place::centre);
  CHECK(named("p").unit == "m2 s-2");
  for (const OutputField& f : fields) {
    CHECK_FALSE(f.description.unit.empty());
    CHECK_FALSE(f.description.long_name.empty());
    CHECK(f.description.levels == 20);
    CHECK(f.values.box == run.domain().owned().grown(2));
  }
}

TEST_CASE("the wind at the start sets the Courant number") {
  Run run(small({"time.dt=2"}));
  const Courant courant = run.the_case().courant();
  CHECK(courant.number == nearly(2 * 2 * (3.44 / 50 + 4.91 / 50)).epsilon(1e-14));
  CHECK(courant.limit == 1);
}

TEST_CASE("the case chooses a time step that is stable, and in which its scheme does as promised") {
  for (const std::string& scheme : advection_schemes().names()) {
    CAPTURE(scheme);
    const double promised = advection_schemes().at(scheme).promises.monotone_outflow,
                 share = promised > 0 ? promised : 1;
    const Run still(small({"time.dt=0", "case.advection=" + scheme, "case.components=[buoyancy]"}));
    const double winds = 3.44 / 50 + 4.91 / 50 + 2.0 / 60;
    CHECK(still.dt() <= 0.4 * share / winds * (1 + 1e-14));
    CHECK(still.dt() > 0.2 * share / winds);  // waves in the inversion want less, of some
    Run run(small({"time.dt=0", "case.advection=" + scheme}));
    CHECK(run.dt() < still.dt());
    CHECK(run.the_case().courant().number < 0.8 * share);
    run.step_to_the_end();
    check_that_all_pass(run, promised > 0 ? 5 : 4);
    std::set<std::string> names;
    for (const Check& check : run.the_case().checks()) names.insert(check.name);
    CHECK(names.contains("new extrema of the q fields, share") == (promised > 0));
    CHECK(names.contains("vapour or cloud water below 0, kg/kg"));
  }
}

TEST_CASE("the chosen step is for the wind that is seen, over the columns along each axis") {
  Run run(
      small({"time.dt=0", "case.components=[]", "case.frame=[3, -4]", "grid.spacing=[50, 25]"}));
  CHECK(run.dt() == nearly(0.4 / (0.44 / 50 + 0.91 / 25 + 2.0 / 60)).epsilon(1e-13));
  CHECK(run.the_case().frame().ends_with("moves over the ground with (3, -4) m s-1"));
}

TEST_CASE("the inversion is where there is profiles.inversion_water") {
  // From the centre at 570 m to that at 630 m water in all falls from 10 to 6 g/kg.
  for (const auto& [water, height] : {std::pair{"7e-3", 615.}, {"9e-3", 585.}}) {
    Run run(
        small({"case.components=[]", "case.noise=0", "sounding.heights=[0, 600, 600, 1200]",
               "sounding.theta_l=[288, 288, 300, 300]", "sounding.total=[10e-3, 10e-3, 6e-3, 6e-3]",
               std::string("profiles.inversion_water=") + water}));
    run.the_case().step();
    run.the_case().measure_profiles();
    const auto means = run.the_case().profiles();
    const auto found = std::ranges::find(
        means, "inversion_height", [](const OutputField& mean) { return mean.description.name; });
    REQUIRE(found != means.end());
    CHECK(found->values(0, 0, 0) == nearly(height).epsilon(1e-12));
  }
}

TEST_CASE(
    "where all that turbulence may mix is mixed, the chosen step still makes no new extrema") {
  for (const char* scheme : {"ultimate", "upwind"}) {
    CAPTURE(scheme);
    Run run({std::string("case.advection=") + scheme, "case.components=[buoyancy, subgrid]",
             "case.noise=1", "grid.points=20x20x48", "grid.spacing=[5, 5]", "time.dt=0",
             "time.steps=90"});
    run.step_to_the_end();
    check_that_all_pass(run, 5);
  }
}

TEST_CASE(
    "a wind turns about the geostrophic one by coriolis.parameter, to the right in the north") {
  for (const double parameter : {1.5e-4, -1e-4, 0.}) {
    CAPTURE(parameter);
    Run run(small({"case.components=[coriolis]", "case.noise=0", "case.q_fields=2",
                   "grid.spacing=[500, 500]", "case.wind=[5, 1]", "coriolis.wind=[2, 1]",
                   "time.dt=20", fmt::format("coriolis.parameter={}", parameter)}));
    run.step_to_the_end();
    const Box owned = run.domain().owned();
    const double angle = parameter * 20 * 8;
    const OutputField u = run.field("u"), v = run.field("v");
    CHECK(u.values(owned.x0, owned.y0, 7) == nearly(2 + 3 * std::cos(angle)).epsilon(1e-6));
    CHECK(v.values(owned.x0, owned.y0, 7) == nearly(1 - 3 * std::sin(angle)).epsilon(1e-5));
  }
}

TEST_CASE("a scheme that is asked for more than it promises is found out") {
  Run run({"grid.points=16x16x24", "case.advection=koren", "case.q_fields=6", "case.wind=[12, -10]",
           "time.dt=0.9", "time.steps=150"});
  run.step_to_the_end();
  for (const Check& check : run.the_case().checks())
    CHECK(check.passed == (check.name != "new extrema of the q fields, share"));
}

/// A run whose steps follow the Courant number.
class PacedRun : public BegunCase {
 public:
  PacedRun(const std::vector<std::string>& overrides, const Communicator& comm,
           const std::string& file = stratus_file)
      : BegunCase(file, overrides, comm) {
    Clock clock = clock_of(setup());
    Pace pace(setup().config.time, the_case(), domain());
    while (!clock.finished()) {
      pace.choose(clock);
      the_case().step();
      steps.push_back(clock.dt());
      clock.advance();
      numbers.push_back(domain().comm.max(the_case().courant_of_all().number));
    }
    end = clock.time();
    CHECK(clock.taken().shortest == *std::ranges::min_element(steps));
    CHECK(clock.taken().longest == *std::ranges::max_element(steps));
    CHECK(clock.taken().mean == nearly(end / static_cast<double>(steps.size())));
  }

  std::vector<double> steps, numbers;
  double end = 0;
};

TEST_CASE("by time.courant the steps follow the wind, alike on any ranks, and end where told") {
  const std::vector<std::string> options{"grid.points=12x10x20",
                                         "time.end=12",
                                         "time.dt=2",
                                         "time.courant=0.2",
                                         "time.courant_every=3",
                                         "case.components=[buoyancy, surface, longwave]"};
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  PacedRun together(options, world), alone(options, self);
  CHECK(together.steps == alone.steps);
  CHECK(together.end == 12);
  const auto& steps = together.steps;
  CHECK(steps.front() < 0.9);  // 2 s would be too long: at once
  for (std::size_t n = 0; n + 2 < steps.size(); ++n) {
    CHECK(together.numbers[n] < 0.21);
    CHECK(together.numbers[n] > 0.19);
  }
  CHECK(steps[2] == steps[0]);  // the wind is looked at before every third step
  CHECK(steps[3] != steps[2]);
  CHECK(steps.back() == nearly(steps[steps.size() - 2]).epsilon(1e-9));  // neither is tiny
  check_that_all_pass(together, 5);
  const Box owned = together.domain().owned();
  for (const OutputField& f : together.the_case().fields())
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        REQUIRE(
            std::ranges::equal(std::span(f.values.column(i, j), 20),
                               std::span(alone.field(f.description.name).values.column(i, j), 20)));
}

TEST_CASE("a leap over two steps of different length is as long as both") {
  PacedRun run(
      {"grid.points=12x10x20", "grid.spacing=[5000, 5000]", "time.steps=8", "time.dt=20",
       "time.courant=0.9", "case.components=[coriolis]", "case.noise=0", "case.q_fields=2",
       "case.wind=[5, 1]", "coriolis.wind=[2, 1]", "coriolis.parameter=1.5e-4", "case.filter=0"},
      Communicator(MPI_COMM_WORLD));
  CHECK(run.steps.back() == nearly(20 * std::pow(1.05, 7)));
  const Box owned = run.domain().owned();
  const double angle = 1.5e-4 * run.end;
  CHECK(run.field("u").values(owned.x0, owned.y0, 7) ==
        nearly(2 + 3 * std::cos(angle)).epsilon(1e-5));
  CHECK(run.field("v").values(owned.x0, owned.y0, 7) ==
        nearly(1 - 3 * std::sin(angle)).epsilon(1e-5));
}

TEST_CASE("without a word about it the geostrophic wind is the first one") {
  for (const auto& [key, u] : {std::pair{"case.wind=[5, 1]", 5.}, {"case.wind=[7, 1]", 7.}}) {
    Run run(small({"case.components=[coriolis]", "case.noise=0", "case.q_fields=2",
                   "grid.spacing=[500, 500]", key, "time.dt=20", "coriolis.parameter=1.5e-4"}));
    run.step_to_the_end();
    CHECK(run.field("u").values(run.domain().owned().x0, run.domain().owned().y0, 7) ==
          nearly(u).epsilon(1e-12));
  }
  Run sheared(
      small({"case.components=[coriolis]", "case.noise=0", "case.q_fields=2",
             "sounding.u=[2, 2, 2, 6]", "sounding.v=[0, 0, 0, 3]", "coriolis.parameter=1e-4"}));
  const auto& options = dynamic_cast<const StratusCase&>(sheared.the_case()).settings().components;
  CHECK(options.of<Coriolis>()->wind_at(0) == std::array{6., 3.});
}

/// Of air that is still at first, over rough ground, in levels of a metre.
std::vector<std::string> air_that_begins_calm(std::vector<std::string> more) {
  more.insert(
      more.begin(),
      {"case.components=[coriolis, surface]", "case.noise=0", "case.q_fields=2", "case.wind=[0, 0]",
       "coriolis.wind=[10, 0]", "coriolis.parameter=1e-4", "grid.points=4x4x8",
       "grid.spacing=[5000, 5000]", "grid.top=8", "surface.roughness=0.1", "pressure.solver=fft"});
  return more;
}

TEST_CASE("a step follows the drag of the wind that comes up, where the air begins calm") {
  PacedRun paced(air_that_begins_calm({"time.dt=1", "time.courant=0.4", "time.steps=4000"}),
                 Communicator(MPI_COMM_WORLD));
  CHECK(paced.end > 2000);
  CHECK(std::abs(paced.field("u").values(paced.domain().owned().x0, paced.domain().owned().y0, 0)) <
        10);
  const BegunCase chosen(SEAFRET_SOURCE_DIR "/inputs/stratus.yaml",
                         air_that_begins_calm({"time.dt=0", "time.steps=1"}),
                         Communicator(MPI_COMM_WORLD));
  CHECK(chosen.dt() ==
        nearly(0.4 / (30. / 5000 + 2 + 20 * std::pow(0.4 / std::log(5), 2))).epsilon(1e-9));
}

TEST_CASE("a friction velocity that is given does not turn a weak wind round") {
  const std::vector<std::string> rough{"case.components=[surface]",
                                       "case.noise=0",
                                       "case.q_fields=2",
                                       "case.wind=[10, 0]",
                                       "surface.fluxes=given",
                                       "surface.friction_velocity=1",
                                       "grid.points=4x4x8",
                                       "grid.spacing=[5000, 5000]",
                                       "grid.top=40",
                                       "pressure.solver=fft",
                                       "time.steps=400"};
  auto with = [&](const char* key) {
    std::vector<std::string> keys = rough;
    keys.emplace_back(key);
    return keys;
  };
  CHECK_THROWS_WITH_AS(Run(with("time.dt=2.6")), doctest::Contains("at most 2.47 s"), InputError);
  Run run(with("time.dt=1"));
  run.step_to_the_end();
  CHECK(std::abs(run.field("u").values(run.domain().owned().x0, run.domain().owned().y0, 0)) < 0.1);
}

TEST_CASE("time.courant keeps the wind to what leapfrog follows with its filter") {
  for (const char* williams : {"1", "0.5"}) {
    PacedRun run({"grid.points=8x2x12", "grid.spacing=[100, 100]", "time.steps=200", "time.dt=1",
                  "time.courant=0.95", "case.components=[]", "case.noise=0", "case.q_fields=2",
                  "case.wind=[5, 0]", "case.filter=0.25", std::string("case.williams=") + williams,
                  "pressure.solver=fft"},
                 Communicator(MPI_COMM_WORLD));
    const double number = run.the_case().courant().number;
    CHECK(number == nearly(0.95).epsilon(1e-3));
  }
}

TEST_CASE("by time.courant a step grows up to what waves in the air let it be") {
  // A metre higher theta is 0.012 K = 294.3 K 0.02^2/s2 / (9.81 m/s2) higher: N = 0.02 1/s.
  const PacedRun run(
      {"grid.points=12x10x20", "time.steps=5", "time.dt=40", "time.courant=0.9", "case.wind=[0, 0]",
       "case.noise=0", "case.components=[buoyancy]", "case.theta=294.3", "case.advection=centred",
       "sounding.heights=[0, 1200]", "sounding.theta_l=[300, 314.4]", "sounding.total=[0, 0]"},
      Communicator(MPI_COMM_SELF));
  REQUIRE(run.steps.size() == 5);
  for (std::size_t n = 0; n < 5; ++n)
    CHECK(run.steps[n] ==
          nearly(std::min(0.9 * 0.99 * 50, 40 * std::pow(1.05, static_cast<double>(n)))));
}

TEST_CASE("by time.courant no step takes more than half of what a sponge damps") {
  Run run(small({"time.dt=1", "case.components=[sponge]", "sponge.from=600", "sponge.scale=100",
                 "sponge.rate=1e-4"}));
  CHECK(run.the_case().longest_step() == nearly(0.5 / (1e-4 * std::expm1(6.))).epsilon(1e-12));
}

TEST_CASE("waves swing, and do not grow, in the step that is chosen") {
  const auto largest_w = [](const std::vector<std::string>& more) {
    std::vector<std::string> options{"grid.points=8x8x6",
                                     "grid.spacing=[100, 100]",
                                     "grid.top=3000",
                                     "time.steps=300",
                                     "time.dt=0",
                                     "case.components=[buoyancy]",
                                     "case.q_fields=2",
                                     "case.theta=300",
                                     "sounding.heights=[0, 3000]",
                                     "sounding.theta_l=[290, 322]",
                                     "sounding.total=[0, 0]",
                                     "sounding.mean_theta=300"};
    options.insert(options.end(), more.begin(), more.end());
    BegunCase run(stratus_file, options, Communicator(MPI_COMM_SELF));
    run.step_to_the_end();
    CHECK(run.the_case().courant().number <= 0.95);
    return run.the_case().pulse()->value;
  };
  for (const std::string filter : {"0.01", "0.1", "0.25"})
    for (const std::string williams : {"1", "0.53"})
      for (const std::string wind : {"0", "0.5", "2", "5"})
        for (const std::string scheme : {"centred", "ultimate"}) {
          CAPTURE(filter);
          CAPTURE(williams);
          CAPTURE(wind);
          CAPTURE(scheme);
          CHECK(largest_w({"case.filter=" + filter, "case.williams=" + williams,
                           "case.wind=[" + wind + ", 0]", "case.advection=" + scheme}) < 0.4);
        }
}

TEST_CASE("a constant viscosity counts from the first state on, one that has a cap does not") {
  // Vortices of 1 m/s take less than all; what is mixed beside them is too much.
  const BegunCase mixed(validation_cases + "taylor_green.yaml",
                        {"grid.points=64x1x32", "grid.spacing=[0.015625, 1e3]", "grid.top=0.5",
                         "subgrid.diffusivity=0.0038", "time.dt=0.0065", "time.end=0.65"},
                        Communicator(MPI_COMM_SELF));
  CHECK_THROWS_WITH_AS(check_first_state(*mixed.setup().the_case, mixed.domain()),
                       doctest::Contains("'time.dt' is refused: at the start the Courant number"),
                       KeyError);
  Run capped(small({"time.dt=1", "case.components=[subgrid]"}));
  CHECK(capped.the_case().courant_of_all().number > capped.the_case().courant().number);
}

TEST_CASE("new extrema that a look has seen count, though they are mixed away again") {
  for (const bool looks : {true, false}) {
    CAPTURE(looks);
    Run run(small({"time.dt=1", "case.noise=0", "case.q_fields=4", "case.components=[subgrid]",
                   "subgrid.closure=constant", "subgrid.viscosity=0", "subgrid.diffusivity=60"}));
    const auto step = [&](double dt, int times) {
      run.the_case().set_time_step(dt);
      for (int n = 0; n < times; ++n) run.the_case().step();
    };
    step(5, 3);  // more leaves a cell than there is
    if (looks) run.the_case().look();
    step(1, 300);
    run.the_case().look();
    for (const Check& check : run.the_case().checks()) {
      CAPTURE(check.name);
      CAPTURE(check.value);
      if (check.name.starts_with("new extrema")) CHECK(check.passed == !looks);
    }
  }
}

TEST_CASE("waves are watched as a share of what leapfrog follows, with the filter it has") {
  constexpr double dt = 2, filter = 0.2;
  for (const double williams : {1., 0.53}) {
    BegunCase run(
        stratus_file,
        {"grid.points=6x6x24", "case.components=[buoyancy]", "case.noise=0", "case.wind=[0, 0]",
         "case.q_fields=2", fmt::format("time.dt={}", dt), fmt::format("case.filter={}", filter),
         fmt::format("case.williams={}", williams), "case.theta=290", "sounding.heights=[0, 1200]",
         "sounding.theta_l=[290, 330]", "sounding.total=[0, 0]"},
        Communicator(MPI_COMM_SELF));
    const double frequency = std::sqrt(9.81 / 290 * 40 / 1200);
    CHECK(run.the_case().courant().number ==
          nearly(frequency * dt / Leapfrog::longest_turn(filter, williams)).epsilon(1e-9));
  }
}

TEST_CASE("waves are watched in the air of now, which subsidence makes steeper") {
  // Where theta rises evenly, its rise grows by the divergence a second.
  BegunCase run(stratus_file,
                {"grid.points=6x6x24", "case.components=[buoyancy, subsidence]", "case.noise=0",
                 "case.wind=[0, 0]", "case.q_fields=2", "subsidence.divergence=1e-3",
                 "time.steps=400", "time.dt=2", "case.theta=290", "sounding.heights=[0, 1200]",
                 "sounding.theta_l=[290, 330]", "sounding.total=[0, 0]"},
                Communicator(MPI_COMM_SELF));
  const double first = run.the_case().courant().number;
  CHECK(run.the_case().courant().of == std::string("of waves and wind "));
  const double longest = run.the_case().longest_step();
  run.step_to_the_end();
  const double steeper = std::exp(0.5 * 1e-3 * 399 * 2);
  CHECK(run.the_case().courant().number == nearly(first * steeper).epsilon(2e-3));
  CHECK(run.the_case().longest_step() == nearly(longest / steeper).epsilon(2e-3));
}

TEST_CASE("budgets close however many steps there were") {
  BegunCase run(stratus_file,
                {"grid.points=8x6x24", "time.steps=1000", "time.dt=1", "case.budgets=true",
                 "case.components=[buoyancy]", "case.q_fields=4"},
                Communicator(MPI_COMM_SELF));
  run.step_to_the_end();
  check_that_all_pass(run, 7);
}

TEST_CASE("the divergence of a first wind counts too") {
  BegunCase run(validation_cases + "taylor_green.yaml",
                {"grid.points=32x1x8", "grid.spacing=[0.03125, 0.03125]", "sounding.total=[1e-3]",
                 "time.dt=0.005", "time.steps=10"},
                Communicator(MPI_COMM_SELF));
  run.step_to_the_end();
  for (const Check& check : run.the_case().checks()) {
    CAPTURE(check.name);
    CHECK(check.passed);
  }
}

TEST_CASE("what is mixed counts as what leaves") {
  std::vector<std::string> options{"grid.points=12x10x20", "time.steps=6",
                                   "time.dt=0.5",          "time.courant=0.2",
                                   "subgrid.length=50",    "case.components=[buoyancy]"};
  const Communicator world(MPI_COMM_WORLD);
  const PacedRun unmixed(options, world);
  options.back() = "case.components=[buoyancy, subgrid]";
  PacedRun mixed(options, world);
  CHECK(mixed.steps[0] < 0.99 * unmixed.steps[0]);  // viscosities are those of the first state
  CHECK(mixed.numbers[0] > 1.01 * unmixed.numbers[0]);
  CHECK(mixed.steps[1] < 0.99 * unmixed.steps[1]);
  // What ends a run is the wind alone: the viscosity has a cap.
  CHECK(world.max(mixed.the_case().courant().number) < 0.99 * mixed.numbers.back());
}

TEST_CASE("the steps follow the fastest wind of all ranks") {
  // What noise lifts is fastest in some place or other.
  const std::vector<std::string> options{
      "grid.points=12x10x20", "case.components=[buoyancy]", "case.noise=3", "case.wind=[0, 0]",
      "time.dt=10",           "time.courant=0.02",          "time.steps=6"};
  const PacedRun together(options, Communicator(MPI_COMM_WORLD));
  const PacedRun alone(options, Communicator(MPI_COMM_SELF));
  CHECK(alone.steps[2] < 5);
  CHECK(together.steps == alone.steps);
}

TEST_CASE("by time.courant a step grows by a twentieth, up to time.longest_dt") {
  const Communicator self(MPI_COMM_SELF);
  const PacedRun run({"grid.points=12x10x20", "time.steps=6", "time.dt=0.5", "time.courant=0.9",
                      "time.longest_dt=0.6"},
                     self);
  REQUIRE(run.steps.size() == 6);
  for (std::size_t n = 0; n < 6; ++n)
    CHECK(run.steps[n] == nearly(std::min(0.6, 0.5 * std::pow(1.05, static_cast<double>(n)))));
  CHECK(run.end == nearly(std::accumulate(run.steps.begin(), run.steps.end(), 0.)));
  const PacedRun slow({"grid.points=12x10x20", "time.steps=3", "time.dt=0.5", "time.courant=0.9",
                       "time.longest_dt=1e-4"},
                      self);
  CHECK(slow.steps == std::vector<double>(3, 1e-4));
}

TEST_CASE("a flow that starts from rest gets a time step for the winds that come of it") {
  const Communicator world(MPI_COMM_WORLD);
  for (const char* flow : {"straka", "bubble"}) {
    CAPTURE(flow);
    BegunCase run(validation_cases + flow + ".yaml",
                  {"time.dt=0", "grid.points=64x1x16", "grid.spacing=[400, 400]"}, world);
    CHECK(run.dt() > 1);
    double fastest = 0;
    for (std::int64_t n = 0; n < run.steps(); ++n) {
      run.the_case().step();
      fastest = std::max(fastest, run.the_case().courant().number);
    }
    fastest = world.max(fastest);
    CHECK(fastest < 0.9);
    CHECK(fastest > 0.2);
  }
}

TEST_CASE("vortices get a step for how fast they turn in a box of any shape") {
  const std::string slice = "taylor_green", box = "taylor_green_3d";
  for (const auto& one : {std::array{slice, std::string("4x1x32"), std::string("[0.05, 0.05]")},
                          {slice, "4x3x32", "[0.05, 0.05]"},
                          {slice, "1x4x32", "[0.1, 0.05]"},
                          {slice, "32x1x4", "[0.05, 0.05]"},
                          {box, "64x32x4", "[0.09817477042468103, 0.19634954084936207]"}}) {
    const auto& [file, points, spacing] = one;
    CAPTURE(one[1]);
    BegunCase run(
        validation_cases + file + ".yaml",
        {"grid.points=" + points, "grid.spacing=" + spacing, "time.dt=0", "time.courant=0"},
        Communicator(MPI_COMM_SELF));
    CHECK(run.the_case().courant().number < 1);
  }
}

TEST_CASE("how vortices decay is known without viscosity and with one everywhere, else refused") {
  const std::string vortices = validation_cases + "taylor_green.yaml";
  const Communicator world(MPI_COMM_WORLD);
  BegunCase still(vortices, {"case.components=[]", "time.steps=10"}, world);
  still.step_to_the_end();
  BegunCase decaying(vortices, {"time.steps=10"}, world);
  decaying.step_to_the_end();
  CHECK(still.the_case().measures()[0].value < 1e-3 * decaying.the_case().measures()[0].value);
  CHECK_THROWS_WITH_AS(BegunCase(vortices, {"subgrid.closure=smagorinsky"}, world),
                       doctest::Contains("'subgrid.closure' must be 'constant'"), InputError);
}

TEST_CASE("a bubble in a cloud is saturated, holds no more water and lifts as 2 K lift dry air") {
  BegunCase run(validation_cases + "bubble_in_cloud.yaml", {"grid.points=60x1x50"},
                Communicator(MPI_COMM_SELF));
  const auto theta = run.field("theta").values, vapour = run.field("qv").values,
             liquid = run.field("qc").values;
  const auto lift = [&](int i, int k) {  // over gravity, relative to 300 K
    return theta(i, 0, k) / 300 + 0.608 * vapour(i, 0, k) - liquid(i, 0, k);
  };
  for (int k = 0; k < 50; ++k)
    for (int i = 0; i < 60; ++i) {
      CAPTURE(k);
      CAPTURE(i);
      const double z = 200 * (k + 0.5), exner = 1 - 9.81 * z / (1005 * 304);
      const double pressure = 1e5 * std::pow(exner, 1005 / 287.05);
      const double away = std::hypot((100. * i - 2950) / 2000, (z - 2000) / 2000);
      const double asked = away < 1 ? 2 * std::pow(std::cos(std::acos(0.) * away), 2) / 300 : 0;
      CHECK(vapour(i, 0, k) + liquid(i, 0, k) == nearly(0.02).epsilon(1e-12));
      CHECK(vapour(i, 0, k) ==
            nearly(saturation((theta(i, 0, k) + 300) * exner, pressure)).epsilon(1e-7));
      CHECK(std::abs(lift(i, k) - lift(0, k) - asked) < 1e-12);
    }
}

TEST_CASE("a flow with an exact answer is refused where that is not the answer") {
  const Communicator alone(MPI_COMM_SELF);
  struct Wrong {
    const char *file, *key, *why;
  };
  for (const Wrong& wrong :
       {Wrong{"taylor_green", "case.wind=[1, 0]", "'case.wind' is (1, 0) m s-1"},
        Wrong{"straka", "case.wind=[1, 0]", "whose front is looked for from the middle"},
        Wrong{"taylor_green_3d", "case.wind=[0, 0.5]", "'case.wind' is (0, 0.5) m s-1"},
        Wrong{"taylor_green_3d", "case.components=[subgrid, coriolis]", "only [subgrid]"},
        Wrong{"taylor_green_3d", "subgrid.closure=smagorinsky", "'subgrid.closure' must be"},
        Wrong{"gravity_wave", "case.noise=0.1", "'case.noise' is 0.1 K, which buoyancy"},
        Wrong{"gravity_wave", "sounding.total=[1e-3, 0]", "'sounding.total' must be 0"},
        Wrong{"bubble", "case.components=[]", "'case.components' must hold 'buoyancy'"},
        Wrong{"straka", "case.components=[subgrid]", "'case.components' must hold 'buoyancy'"},
        Wrong{"taylor_green", "case.components=[subgrid, coriolis]", "only [subgrid] may act"},
        Wrong{"taylor_green", "case.components=[buoyancy, subgrid]",
              "has 'buoyancy': with this case.flow, whose answer is known, only [subgrid]"},
        Wrong{"taylor_green", "case.boussinesq=false", "'case.boussinesq' must be true"},
        Wrong{"taylor_green", "grid.stretching.faces=[2, 8]", "must be alike"},
        Wrong{"taylor_green", "grid.points=3x1x8", "'grid.points' have 3x1 columns"},
        Wrong{"taylor_green", "grid.points=1x3x8", "at least 1x4 are needed: its vortices"},
        Wrong{"taylor_green_3d", "grid.points=32x64x8", "'grid.spacing' makes the box 3.14159 m"},
        Wrong{"taylor_green_3d", "grid.points=64x3x8", "at least 4x4 are needed: its vortices"},
        Wrong{"taylor_green_3d", "grid.top=6", "'grid.top' is 6 m"},
        Wrong{"taylor_green_3d", "grid.stretching.faces=[2, 8]", "must be alike"},
        Wrong{"solvers", "case.noise=0", "'case.noise' must not be 0 for"},
        Wrong{"solvers", "case.components=[]", "'case.components' must hold 'buoyancy'"},
        Wrong{"inertial", "case.components=[]", "'case.components' must hold 'coriolis'"},
        Wrong{"inertial", "coriolis.parameter=0", "'coriolis.parameter' must not be 0"},
        Wrong{"inertial", "case.wind=[2, 3]", "'case.wind' is the geostrophic one"},
        Wrong{"gravity_wave", "case.components=[]", "'case.components' must hold 'buoyancy'"},
        Wrong{"gravity_wave", "case.components=[buoyancy, subgrid]", "only [buoyancy]"},
        Wrong{"bubble_in_cloud", "case.components=[buoyancy]",
              "'case.components' must hold 'cloud'"},
        Wrong{"gravity_wave_deep", "case.components=[]", "'case.components' must hold 'buoyancy'"},
        Wrong{"gravity_wave_deep", "grid.stretching.faces=[2, 8]", "must be alike"},
        Wrong{"gravity_wave_deep", "grid.top=32000", "'grid.top' is too high"},
        Wrong{"gravity_wave", "sounding.theta_l=[300, 340]", "must rise evenly"}}) {
    const auto& [file, key, why] = wrong;
    CAPTURE(wrong.key);
    std::vector<std::string> keys{key};
    if (std::string(why) == "must rise evenly") keys.emplace_back("sounding.heights=[0, 5000]");
    if (std::string(why) == "must be alike")
      keys.emplace_back("grid.stretching.heights=[0.1, 0.5]");
    CHECK_THROWS_WITH_AS(BegunCase(validation_cases + file + ".yaml", keys, alone),
                         doctest::Contains(why), InputError);
  }
  for (const auto& [u, v, why] : {std::array{"[20, 21]", "[0, 0]", "'sounding.u' must be the same"},
                                  {"[20, 20]", "[0, 1]", "'sounding.v' must be the same"}})
    CHECK_THROWS_WITH_AS(
        BegunCase(validation_cases + "gravity_wave.yaml",
                  {std::string("sounding.u=") + u, std::string("sounding.v=") + v}, alone),
        doctest::Contains(why), InputError);
  CHECK_THROWS_WITH_AS(
      BegunCase(validation_cases + "inertial.yaml",
                {"coriolis.heights=[0]", "coriolis.u=[1]", "coriolis.v=[1]"}, alone),
      doctest::Contains("'coriolis.heights' must not be given"), InputError);
  CHECK_NOTHROW(BegunCase(validation_cases + "taylor_green.yaml",
                          {"case.wind=[1, 0]", "case.frame=[1, 0]"}, alone));
}

TEST_CASE("a bubble in a cloud that has too little to evaporate is refused") {
  CHECK_THROWS_WITH_AS(
      BegunCase(validation_cases + "bubble_in_cloud.yaml",
                {"grid.points=60x1x50", "sounding.heights=[0, 2000, 10000]",
                 "sounding.theta_l=[290, 298, 330]", "sounding.total=[0.0124, 0.0075, 0.0004]",
                 "sounding.mean_theta=305"},
                Communicator(MPI_COMM_SELF)),
      doctest::Contains("'sounding.total' leaves "), InputError);
}

TEST_CASE("a step is refused that waves alone let be, but not with the wind that carries them") {
  // A metre higher theta is 0.012 K = 294.3 K 0.02^2/s2 / (9.81 m/s2) higher: N = 0.02 1/s.
  const auto begin = [](double dt) {
    BegunCase(
        stratus_file,
        {"grid.points=12x10x20", "grid.spacing=[50, 50]", fmt::format("time.dt={}", dt),
         "case.wind=[1, 0]", "case.noise=0", "case.components=[buoyancy]", "case.theta=294.3",
         "sounding.heights=[0, 1200]", "sounding.theta_l=[300, 314.4]", "sounding.total=[0, 0]"},
        Communicator(MPI_COMM_SELF));
  };
  const double longest = 0.9 * 0.99 / (0.02 + 1. / 50);
  CHECK_NOTHROW(begin(0.99 * longest));
  CHECK_THROWS_WITH_AS(begin(1.01 * longest), doctest::Contains("the wind at the start carries"),
                       InputError);
}

TEST_CASE("where scalars go forward over a leap waves turn by 0.3 of it in a chosen step") {
  // A metre higher theta is 0.027 K = 294.3 K 0.03^2/s2 / (9.81 m/s2) higher: N = 0.03 1/s.
  const BegunCase run(
      stratus_file,
      {"grid.points=12x10x20", "time.dt=0", "case.wind=[0, 0]", "case.noise=0",
       "case.components=[buoyancy]", "case.theta=294.3", "case.advection=ultimate",
       "sounding.heights=[0, 1200]", "sounding.theta_l=[300, 332.4]", "sounding.total=[0, 0]"},
      Communicator(MPI_COMM_SELF));
  CHECK(run.dt() == nearly(0.3 * 0.99 / (0.03 + 2. / 60)).epsilon(1e-9));
}

TEST_CASE("checks allow for what rounds and for what the solver leaves, and for no more") {
  Run run(small({"time.dt=1", "case.budgets=true", "pressure.tolerance=1e-3", "case.noise=1"}));
  run.step_to_the_end();
  for (const Check& check : run.the_case().checks()) {
    CAPTURE(check.name);
    CAPTURE(check.value);
    CAPTURE(check.limit);
    CHECK(check.passed);
    if (check.name.find("divergence") != check.name.npos)
      CHECK(check.value > 1e-3 * check.limit);
    else if (check.name.starts_with("vapour or cloud water"))
      CHECK(check.limit < 1e-14);  // of 0.01 kg/kg
    else if (!check.name.starts_with("new extrema"))
      CHECK(check.limit < 1e-9);
  }
}

/// Sets a field in the lowest cell of a rank's first column, behind the model's back.
void spoil(Run& run, const char* field, double value) {
  const Box owned = run.domain().owned();
  const_cast<double&>(run.field(field).values(owned.x0, owned.y0, 0)) = value;
}

TEST_CASE("cloud water below 0 is invalid, as vapour is") {
  for (const char* water : {"qv", "qc"}) {
    CAPTURE(water);
    Run run(small({"time.dt=1", "case.noise=0"}));
    run.step_to_the_end();
    spoil(run, water, -1e-6);
    run.the_case().look();
    for (const Check& check : run.the_case().checks())
      if (check.name.starts_with("vapour or cloud water")) {
        CHECK(!check.passed);
        CHECK(check.value == 1e-6);
      }
  }
}

TEST_CASE("a tracer below its first values is as new an extreme as one above them") {
  for (const double beyond : {-1., 2.}) {
    CAPTURE(beyond);
    Run run(small({"time.dt=1", "case.q_fields=4"}));
    run.step_to_the_end();
    spoil(run, "q3", beyond);
    run.the_case().look();
    for (const Check& check : run.the_case().checks())
      if (check.name.starts_with("new extrema")) CHECK(!check.passed);
  }
}

TEST_CASE("what the sea gives a second is measured, as theta, as water and as enthalpy") {
  const auto given_by_sea = [](const std::vector<std::string>& fluxes) {
    std::vector<std::string> keys{"time.dt=2",         "case.components=[surface]",
                                  "case.budgets=true", "surface.fluxes=given",
                                  "case.wind=[0, 0]",  "case.noise=0"};
    keys.insert(keys.end(), fluxes.begin(), fluxes.end());
    Run run(small(keys));
    run.step_to_the_end();
    std::map<std::string, double> found;
    for (const Measure& one : run.the_case().measures()) found[one.name] = one.value;
    return found;
  };
  constexpr double heat = 0.1, water = 1e-4;
  auto warmed = given_by_sea({fmt::format("surface.heat={}", heat)});
  auto wetted = given_by_sea({fmt::format("surface.water={}", water)});
  const double density = wetted["water_by_surface"] / water;
  CHECK(density > 1.1);
  CHECK(density < 1.3);
  CHECK(wetted["enthalpy_by_surface"] == nearly(air::latent_heat * density * water));
  CHECK(warmed["theta_by_surface"] == nearly(density * heat));
  // Times the Exner function of the lowest level, some metres up.
  CHECK(warmed["enthalpy_by_surface"] == nearly(air::heat_capacity * density * heat).epsilon(0.01));
}

TEST_CASE("a step that the case chooses knows what heat lifts and how the wind turns") {
  const auto step = [](std::vector<std::string> keys) {
    keys.insert(keys.begin(),
                {"time.dt=0", "grid.points=6x4x20", "grid.spacing=[100, 50]", "grid.top=1500",
                 "grid.stretching.faces=[]", "grid.stretching.heights=[]", "case.wind=[0, 0]",
                 "case.components=[buoyancy, surface, coriolis]", "coriolis.wind=[0, 0]",
                 "surface.fluxes=given", "case.theta=290", "sounding.theta_l=[289]",
                 "sounding.total=[0]", "sounding.heights=[0]"});
    return BegunCase(SEAFRET_SOURCE_DIR "/inputs/stratus.yaml", keys, Communicator(MPI_COMM_SELF))
        .dt();
  };
  const double dz = 1500. / 20, calm = step({"surface.heat=0"});
  const double lifted = std::cbrt(9.81 * 0.24 / 290 * 1500);
  CHECK(step({"surface.heat=0.24"}) ==
        nearly(calm * (2 / dz) / (2 * lifted / 100 + 2 * lifted / 50 + (2 + 2 * lifted) / dz))
            .epsilon(1e-3));
  // In a slice nothing is lifted across it.
  for (const auto& [points, spacing] : {std::pair{"6x1x20", 100.}, {"1x6x20", 50.}})
    CHECK(step({"surface.heat=0.24", std::string("grid.points=") + points}) ==
          nearly(calm * (2 / dz) / (2 * lifted / spacing + (2 + 2 * lifted) / dz)).epsilon(1e-3));
  // From 3 m/s to the east the wind turns to the south, and through the geostrophic one to 5.
  CHECK(step({"surface.heat=0", "case.wind=[3, 0]", "coriolis.wind=[4, 0]"}) ==
        nearly(calm * (2 / dz) / (5. / 100 + 1. / 50 + 2 / dz)).epsilon(1e-3));
  // Seen from a frame that moves with 1 m/s it turns from 2 m/s to 4.
  CHECK(step({"surface.heat=0", "case.wind=[3, 0]", "coriolis.wind=[4, 0]", "case.frame=[1, 0]"}) ==
        nearly(calm * (2 / dz) / (4. / 100 + 1. / 50 + 2 / dz)).epsilon(1e-3));
  // Winds that change with height: the level whose circle reaches furthest counts, from 1.5 m/s to
  // the other side of 5, and not that from 4 about 1; be it the lowest or the highest.
  for (const auto& [wind, jump, geostrophic] :
       {std::array{"[1.5, 1.5, 4, 4]", "[40, 40]", "[5, 1]"},
        {"[4, 4, 1.5, 1.5]", "[1460, 1460]", "[1, 5]"}})
    CHECK(step({"surface.heat=0", "sounding.heights=[0, 37.5, 1462.5, 1500]",
                "sounding.theta_l=[289, 289, 289, 289]", "sounding.total=[0, 0, 0, 0]",
                std::string("sounding.u=") + wind, "sounding.v=[0, 0, 0, 0]",
                std::string("coriolis.heights=") + jump, std::string("coriolis.u=") + geostrophic,
                "coriolis.v=[0, 0]"}) ==
          nearly(calm * (2 / dz) / (8.5 / 100 + 3.5 / 50 + 2 / dz)).epsilon(1e-3));
  // Vapour lifts as much as heat.
  CHECK(step({fmt::format("surface.water={}", 0.24 / 290 / air::virtual_factor)}) ==
        nearly(step({"surface.heat=0.24"})).epsilon(1e-12));
}

TEST_CASE("the sea holds back the wind over it, however fast the frame moves along") {
  Run run(small({"time.dt=0", "case.components=[surface]", "case.wind=[30, 0]",
                 "case.frame=[30, 0]", "surface.roughness=1"}));
  const double drag = std::pow(0.4 / std::log(30.), 2);  // the lowest of the levels of 60 m
  CHECK(run.dt() == nearly(0.4 / ((2.0 + drag * 30) / 60)).epsilon(1e-12));
}

TEST_CASE("a stress that is given holds back a weak wind most, and as its friction velocity says") {
  const auto step = [](const std::vector<std::string>& wind) {
    std::vector<std::string> keys{"time.dt=0", "case.components=[surface]", "surface.fluxes=given",
                                  "surface.friction_velocity=0.6"};
    keys.insert(keys.end(), wind.begin(), wind.end());
    return Run(small(keys)).dt();
  };
  CHECK(step({"case.wind=[30, 0]", "case.frame=[30, 0]"}) ==
        nearly(0.4 / ((2.0 + 0.6) / 60)).epsilon(1e-12));
  CHECK(step({"case.wind=[0, 0]"}) == nearly(0.4 / ((2.0 + 0.6) / 60)).epsilon(1e-12));
}

TEST_CASE("the wind of a sounding counts where it is strongest, and stays where nothing turns it") {
  Run run(small({"case.components=[]", "case.noise=0", "case.q_fields=2", "time.dt=2",
                 "sounding.u=[1, 7, 7, -9]", "sounding.v=[2, 2, 2, 2]", "case.frame=[1, 0]"}));
  const double highest = 7 - 16 * (1170. - 595) / (1200 - 595);  // in the middle of the top level
  CHECK(run.the_case().courant().number ==
        nearly(2 * 2 * (std::abs(highest - 1) / 50 + 2. / 50)).epsilon(1e-13));
  run.step_to_the_end();
  check_that_all_pass(run, 5);
  const Box& owned = run.domain().owned();
  CHECK(run.field("u").values(owned.x0, owned.y0, 19) == nearly(highest - 1).epsilon(1e-12));
}

TEST_CASE("theta' of a flow is counted from its sounding, not from case.theta") {
  const Communicator world(MPI_COMM_WORLD);
  for (const char* flow : {"straka", "bubble"}) {
    CAPTURE(flow);
    const auto found = [&](const std::string& rest) {
      BegunCase run(validation_cases + flow + ".yaml",
                    {"grid.points=32x1x16", "time.steps=2", "sounding.heights=[0, 20000]",
                     "sounding.total=[0, 0]", "sounding.theta_l=" + rest},
                    world);
      run.step_to_the_end();
      std::map<std::string, double> values;
      for (const Measure& one : run.the_case().measures()) values[one.name] = one.value;
      return std::array{values.at("theta_min"), values.at("theta_max")};
    };
    const auto [low, high] = found("[300, 300]");
    const auto [low_of_warm, high_of_warm] = found("[303, 303]");
    CHECK(high - low > 1);
    CHECK(low_of_warm == nearly(low).epsilon(0.01));
    CHECK(high_of_warm == nearly(high).epsilon(0.01));
    CHECK(std::abs(found("[300, 310]")[1] - high) < 0.1);
  }
}

TEST_CASE("a night that ends just after an hour is measured as one that ends with it") {
  const Communicator world(MPI_COMM_WORLD);
  BegunCase run(validation_cases + "fire_smoke.yaml",
                {"grid.points=2x2x10", "time.dt=2.9", "time.end=3600", "case.components=[surface]"},
                world);
  run.step_to_the_end();
  CHECK(run.the_case().measures().size() > 5);
}

TEST_CASE("what is nowhere in the air is not measured") {
  const Communicator world(MPI_COMM_WORLD);
  const auto found = [&](const char* file, const std::vector<std::string>& keys) {
    BegunCase run(validation_cases + file + ".yaml", keys, world);
    run.step_to_the_end();
    std::set<std::string> names;
    for (const Measure& one : run.the_case().measures()) {
      CAPTURE(one.name);
      CHECK(std::isfinite(one.value));
      names.insert(one.name);
    }
    return names;
  };
  CHECK_FALSE(found("straka", {"grid.points=4x1x8", "time.steps=2"}).contains("front"));
  const std::set<std::string> dry =
      found("fire_smoke", {"grid.points=4x4x10", "time.end=300", "sounding.heights=[0]",
                           "sounding.theta_l=[290]", "sounding.total=[1e-3]"});
  CHECK(dry.contains("sensible_heat"));
  CHECK_FALSE(dry.contains("cloud_base"));
}

TEST_CASE("results name who published their flow") {
  const Communicator self(MPI_COMM_SELF);
  const auto references = [&](const std::string& file) {
    return BegunCase(file, {"grid.points=8x1x8"}, self).the_case().references();
  };
  CHECK(references(validation_cases + "straka.yaml").starts_with("Straka et al. 1993"));
  CHECK(references(stratus_file).starts_with("Duynkerke et al. 2004"));
  CHECK(references(SEAFRET_SOURCE_DIR "/inputs/cumulus.yaml").empty());
}

TEST_CASE("a case that keeps its time step refuses time.courant") {
  std::string why;
  try {
    read_case(SEAFRET_SOURCE_DIR "/inputs/rotation.yaml", {"time.courant=0.4"},
              Communicator(MPI_COMM_WORLD));
  } catch (const InputError& e) {
    why = e.what();
  }
  CHECK(why.find("'time.courant' must be 0: this case keeps its time step") != std::string::npos);
}

/// What a run that cannot be is refused with.
std::string small_refused(const std::vector<std::string>& overrides) {
  try {
    Run run(small(overrides));
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST_CASE("air that cannot be is refused by its key, what may be is not") {
  const std::string all = "case.components=[buoyancy, surface, sponge, cloud]";
  const std::vector<std::pair<std::string, std::vector<std::string>>> refused{
      {"'sounding.heights' must not hold", {"sounding.heights=[595, 595, 595, 1200]"}},
      {"'sounding.theta_l' makes air of",
       {"case.components=[]", "sounding.theta_l=[352, 352, 352, 352]",
        "sounding.total=[0, 0, 0, 0]", "case.theta=352", "sounding.mean_theta=352",
        "case.noise=10"}},
      {"'sounding.theta_l' must not fall", {"sounding.theta_l=[299, 299, 287, 287]"}},
      {"'sounding.theta_l' must not fall",
       {"sounding.heights=[0, 400, 1000, 1200]", "sounding.theta_l=[290, 290, 289.999, 299]"}},
      {"'sounding.theta_l' makes air of 386 K at", {"sounding.theta_l=[400, 400, 400, 400]"}},
      {"'sounding.theta_l' makes air of 98 K at", {"grid.top=6000", "case.ground_pressure=1e4"}},
      {"entry 2 of 'sounding.total' must be from 0", {"sounding.total=[0, -1e-9, 0, 0]"}},
      {"'sounding.total' and sounding.theta_l make air that would turn over before anything has "
       "moved it: what rises to 330 m is 1.5 K too light for what lies there",
       {"sounding.heights=[0, 300, 310, 1200]", "sounding.theta_l=[292, 292, 292.1, 300]",
        "sounding.total=[10e-3, 10e-3, 0, 0]"}},
      // However stable the air below is.
      {"'sounding.total' and sounding.theta_l make air that would turn over before anything has "
       "moved it: what rises to 330 m",
       {"sounding.heights=[0, 300, 310, 1200]", "sounding.theta_l=[294, 300, 300.1, 305]",
        "sounding.total=[14e-3, 14e-3, 0, 0]"}},
      {"'sounding.total' is more water", {"sounding.total=[0.1, 0.1, 0.1, 0.1]"}},
      {"'grid.top' is too high: air of 290 K", {"grid.top=27000"}},
      {"'grid.top' is too high: air of 150 K",
       {"grid.top=14000", "case.boussinesq=false", "case.theta=150"}},
      {"'case.theta' is 335 K, more than a tenth off the potential temperature of the sounding's "
       "air, 287.5 to 303.8 K",
       {"case.theta=335"}},
      {"'case.theta' is 258 K, more than", {"case.theta=258"}},
      {"'sounding.mean_theta' is 335 K, more than", {"sounding.mean_theta=335"}},
      {"'grid.stretching.faces' make neighbouring levels",
       {"grid.stretching.faces=[10]", "grid.stretching.heights=[1190]",
        "grid.stretching.passes=0"}},
      {"'sounding.u' must have a value for each of the 4 heights, and has 1", {"sounding.u=[1]"}},
      {"'sounding.v' must have a value for each of the 4 heights, and has 0",
       {"sounding.u=[1, 1, 1, 1]"}},
      {"'case.wind' would not be used: it is for air without sounding.u",
       {"sounding.u=[1, 1, 1, 1]", "sounding.v=[1, 1, 1, 1]", "case.wind=[1, 1]"}},
      {"'coriolis.u' must have a value for each",
       {"case.components=[coriolis]", "coriolis.heights=[0, 9]"}},
      {"'coriolis.heights' must ascend",
       {"case.components=[coriolis]", "coriolis.heights=[9, 0]", "coriolis.u=[1, 1]",
        "coriolis.v=[1, 1]"}},
      {"'coriolis.wind' would not be used: it is for a wind without coriolis.heights",
       {"case.components=[coriolis]", "coriolis.heights=[0]", "coriolis.u=[1]", "coriolis.v=[1]",
        "coriolis.wind=[1, 1]"}},
      {"'subsidence.w' must have a value for each",
       {"case.components=[subsidence]", "subsidence.heights=[0, 9]", "subsidence.w=[0]"}},
      {"entry 1 of 'subsidence.w' must be from -1 to 0",
       {"case.components=[subsidence]", "subsidence.heights=[0]", "subsidence.w=[1e-3]"}},
      {"'subsidence.divergence' would not be used",
       {"case.components=[subsidence]", "subsidence.heights=[0]", "subsidence.w=[0]",
        "subsidence.divergence=1e-5"}},
      {"'large_scale.vapour_tendency' must have a value for each",
       {"case.components=[large_scale]", "large_scale.heights=[0]",
        "large_scale.theta_tendency=[0]"}},
      {"'large_scale.heating' would not be used",
       {"case.components=[large_scale]", "large_scale.heights=[0]",
        "large_scale.theta_tendency=[0]", "large_scale.vapour_tendency=[0]",
        "large_scale.heating=0"}},
      {"'time.dt' is refused: in two steps of 1.2 s",
       {"case.components=[]", "sounding.u=[20, 20, 0, 0]", "sounding.v=[0, 20, 20, 20]",
        "time.dt=1.2"}},
      // 1 m/s through levels of 60 m.
      {"'time.dt' is refused: in two steps of 2.98 s",
       {"case.components=[subsidence]", "subsidence.heights=[0, 1200]", "subsidence.w=[0, -1]",
        "time.dt=2.98"}},
      {"'sponge.from' must lie below", {all, "sponge.from=1200"}},
      {"'sponge.scale' is so short", {all, "sponge.scale=20"}},
      // By 1.2 a second.
      {"'sponge.scale' is so short",
       {all, "sponge.from=600", "sponge.scale=100", "sponge.rate=3e-3"}},
      {"'time.dt' is refused: in two steps of 1.5 s", {all, "sponge.scale=28", "time.dt=1.5"}},
      // The wind alone could go on for 2.99 s.
      {"'time.dt' is refused: in two steps of 2.8 s",
       {"case.components=[subsidence]", "subsidence.divergence=1e-3", "time.dt=2.8"}},
      {"'time.dt' is refused: in two steps of 2.98 s",
       {"case.components=[surface]", "surface.roughness=1", "time.dt=2.98"}},
      {"waves in the steepest rise of the sounding's virtual theta swing with 0.077 1/s",
       {"case.wind=[0, 0]", "time.dt=14"}},
      {"'surface.temperature' is that of a sea that boils",
       {all, "surface.temperature=330", "case.ground_pressure=1e4", "sounding.total=[0, 0, 0, 0]"}},
      // A cloud from the ground to the lid, in which the same theta_l everywhere is stable.
      {"'sounding.total' and sounding.theta_l make air that would turn over before anything has "
       "moved it: what rises to 1170 m",
       {"sounding.heights=[0, 1200]", "sounding.theta_l=[280, 276]",
        "sounding.total=[0.02, 0.02]"}},
      {"'surface.humidity' is more than 1.1 times what air of surface.temperature can hold, 0.0113",
       {all, "surface.humidity=12.5e-3"}},
      {"'case.components' must not hold one of them twice",
       {"case.components=[cloud, buoyancy, cloud]"}},
      {"'surface.roughness' must be no more",
       {all, "surface.roughness=1", "grid.top=39", "sponge.from=20"}},
      {"'surface.roughness' must be no more",
       {all, "surface.roughness=1", "grid.top=60", "sponge.from=20"}}};
  for (const auto& one : refused) {
    const std::string text = small_refused(one.second);
    CAPTURE(text);
    CAPTURE(one.first);
    CHECK(text.find(one.first) != std::string::npos);
  }
  const std::vector<std::vector<std::string>> taken{
      {"sounding.heights=[0, 400, 550, 1200]", "sounding.theta_l=[290, 290, 290, 299]"},
      {"sounding.theta_l=[150, 150, 150, 150]", "sounding.total=[0, 0, 0, 0]", "case.theta=160",
       "sounding.mean_theta=150"},
      {"sounding.heights=[0, 1200]", "sounding.theta_l=[280, 279]", "sounding.total=[0.02, 0.02]"},
      {"sounding.heights=[0, 540, 540, 1200]", "sounding.theta_l=[288, 288, 287.9, 287.5]",
       "sounding.total=[7e-3, 7e-3, 10e-3, 10e-3]"},
      // RICO's layer below the clouds (van Zanten et al. 2011): its virtual theta falls by 0.4 K.
      {"sounding.heights=[0, 740, 2260, 4000]", "sounding.theta_l=[297.9, 297.9, 306.8, 317]",
       "sounding.total=[16e-3, 13.8e-3, 2.4e-3, 1.8e-3]"},
      {"case.components=[]", "sounding.theta_l=[288, 288, 288, 288]",
       "sounding.total=[1e-3, 1e-3, 1e-3, 0]"},
      // Into the dry air over a cloud.
      {"case.components=[]", "sounding.heights=[0, 540, 540, 1200]",
       "sounding.theta_l=[288, 288, 287.9, 288.9]", "sounding.total=[10e-3, 10e-3, 5e-3, 5e-3]"},
      {"case.components=[]", "sounding.theta_l=[352, 352, 352, 352]", "sounding.total=[0, 0, 0, 0]",
       "case.theta=352", "sounding.mean_theta=352", "case.noise=1"},
      {all, "surface.humidity=12e-3"},
      {"case.theta=330"},
      {all, "surface.humidity=0.1", "surface.fluxes=given"},
      {"case.components=[cloud]", "grid.top=16000", "case.boussinesq=false"},
      {"grid.stretching.faces=[10]", "grid.stretching.heights=[500]", "grid.stretching.passes=0"},
      {all, "surface.roughness=1", "grid.top=80", "sponge.from=20", "time.dt=0.5"},
      {"case.components=[subsidence]", "subsidence.divergence=1e-5", "time.dt=2.98"},
      {"case.components=[surface]", "time.dt=2.98"},
      // No level has both.
      {"case.components=[]", "sounding.u=[20, 20, 0, 0]", "sounding.v=[0, 0, 20, 20]",
       "time.dt=1.2"},
      {"case.wind=[0, 0]", "time.dt=11.5"},
      {all, "sponge.scale=28", "time.dt=0"},
      {"sponge.from=1200", "surface.roughness=1", "grid.top=20", "case.components=[buoyancy]"},
      {"case.components=[subgrid]", "subgrid.closure=constant", "subgrid.viscosity=0",
       "subgrid.diffusivity=0"}};
  for (const auto& overrides : taken) CHECK(small_refused(overrides) == "");
}

TEST_CASE("the longest step that a refusal names is taken") {
  for (const std::vector<std::string>& keys : std::vector<std::vector<std::string>>{
           {"time.dt=20"},
           {"time.dt=20", "case.components=[subsidence]", "subsidence.divergence=1e-3"},
           {"time.dt=20", "case.components=[surface]", "surface.roughness=1"},
           {"time.dt=20", "case.wind=[0, 0]"}}) {
    const std::string text = small_refused(keys);
    CAPTURE(text);
    const std::size_t at = text.find("at most ");
    REQUIRE(at != std::string::npos);
    std::vector<std::string> shorter = keys;
    shorter[0] = "time.dt=" + text.substr(at + 8, text.find(' ', at + 8) - at - 8);
    CHECK(small_refused(shorter) == "");
  }
}

TEST_CASE("a number rounded down is not above itself, nor a last place below") {
  for (const double number : {2.9476, 2.95, 299999., 1e-7, 0.00123499, 7.0}) {
    CAPTURE(number);
    CHECK(rounded_down(number, 3) <= number);
    CHECK(rounded_down(number, 3) > 0.989 * number);
  }
  CHECK(fmt::format("{:.3g}", rounded_down(2.9476, 3)) == "2.94");
  CHECK(fmt::format("{:.3g}", rounded_down(0.0013499, 3)) == "0.00134");
}

TEST_CASE("what cannot be is refused by name") {
  const auto names = [](const std::string& text, const std::string& word) {
    CAPTURE(text);
    CHECK(text.find(word) != std::string::npos);
  };
  names(small_refused({"time.dt=20"}), "time.dt");
  names(small_refused({"time.dt=2", "case.components=[subgrid]", "subgrid.closure=constant",
                       "subgrid.viscosity=10000"}),
        "'time.dt' is refused: in two steps of 2 s");
  names(small_refused({"time.dt=2", "case.components=[subgrid]", "subgrid.closure=constant",
                       "subgrid.viscosity=0", "subgrid.diffusivity=10000"}),
        "'time.dt' is refused: in two steps of 2 s");
  // Neither wind nor viscosity would be too much by itself.
  const std::vector<std::string> both{"case.components=[subgrid]", "subgrid.closure=constant",
                                      "subgrid.diffusivity=0", "time.dt=2"};
  const auto with = [&](const char* viscosity) {
    std::vector<std::string> all = both;
    all.push_back(std::string("subgrid.viscosity=") + viscosity);
    return small_refused(all);
  };
  CHECK(with("30") == "");
  names(with("60"), "and mixing, damping, sinking and drag of case.components");
  names(small_refused({"halo.depth=1"}), "halo.depth");
  for (const char* unused : {"surface.heat=0.01", "surface.water=1e-5", "subgrid.viscosity=10",
                             "subgrid.diffusivity=10", "time.longest_dt=1"})
    names(small_refused({unused}), "would not be used: it is for");
  names(small_refused(
            {"surface.fluxes=given", "surface.friction_velocity=0.3", "surface.roughness=1e-3"}),
        "'surface.roughness' would not be used: it is for a surface without");
  // What a later option has switched off is let be, as what a file has keys for.
  for (const auto& [decider, unused] : {std::array{"surface.fluxes=bulk", "surface.heat=0"},
                                        {"surface.fluxes=bulk", "surface.water=1e-5"},
                                        {"surface.fluxes=given", "surface.temperature=290"},
                                        {"surface.fluxes=given", "surface.humidity=0.01"},
                                        {"subgrid.closure=smagorinsky", "subgrid.viscosity=75"},
                                        {"subgrid.closure=smagorinsky", "subgrid.diffusivity=10"},
                                        {"subgrid.closure=constant", "subgrid.length=11.5"},
                                        {"subgrid.closure=constant", "subgrid.roughness=1e-4"},
                                        {"time.courant=0", "time.longest_dt=1"},
                                        {"time.courant=0", "time.courant_every=10"},
                                        {"case.boussinesq=false", "case.density=1"},
                                        {"case.noise=0", "case.seed=2"},
                                        {"case.noise=0", "case.noise_below=500"},
                                        {"surface.fluxes=bulk", "surface.friction_velocity=0.3"},
                                        {"case.filter=0", "case.williams=0.6"},
                                        {"grid.stretching.faces=[]", "grid.stretching.passes=1"},
                                        {"case.components=[buoyancy]", "longwave.top=70"}}) {
    const std::string all = "case.components=[subgrid, surface, longwave]";
    names(small_refused({all, decider, unused}), "would not be used: it is for");
    CHECK(small_refused({all, unused, decider}) == "");
  }
  names(small_refused({"case.q_fields=1"}), "case.q_fields");
  names(small_refused({"pressure.solver=cg_lime"}), "cg_line");
  names(small_refused({"grid.stretching.faces=[5]"}), "heights");
  names(small_refused({"grid.stretching.faces=[5, 4]", "grid.stretching.heights=[100, 200]"}),
        "ascend");
  names(small_refused({"grid.stretching.faces=[30]", "grid.stretching.heights=[100]"}), "ascend");
}

}  // namespace
}  // namespace seafret
