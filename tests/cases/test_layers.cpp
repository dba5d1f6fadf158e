// SPDX-License-Identifier: BSD-3-Clause
// Layered waters of which the answer is known; how near they come to it is for `seafret validate`.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/sea_step.hpp"
#include "tests/cases/begun_case.hpp"
#include "tests/nearly.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {
namespace {

struct Water : BegunCase {
  explicit Water(const std::string& kind, std::vector<std::string> more = {},
                 MPI_Comm comm = MPI_COMM_WORLD)
      : BegunCase(SEAFRET_SOURCE_DIR "/inputs/validation/constant_tracer.yaml", with(kind, more),
                  Communicator(comm)) {}

  static std::vector<std::string> with(const std::string& kind, std::vector<std::string> more) {
    more.insert(more.begin(), {"case.water=" + kind, "grid.points=14x11", "grid.spacing=[4e3, 5e3]",
                               "grid.levels=5", "time.steps=8"});
    if (kind == "mound")
      more.insert(more.begin(), {"grid.depth=10", "sea.extent=22e3", "mixing.viscosity=10"});
    if (kind == "munk") more.insert(more.begin(), "mixing.lateral_viscosity=100");
    using Setting = std::pair<double WaterOptions::*, const char*>;
    for (const auto& [option, setting] :
         {Setting(&WaterOptions::dry_depth, "dry_depth=0.1"),
          Setting(&WaterOptions::beta, "beta=2e-11"), Setting(&WaterOptions::stress, "stress=1e-6"),
          Setting(&WaterOptions::extent, "extent=40e3"),
          Setting(&WaterOptions::linear_drag, "linear_drag=2"),
          Setting(&WaterOptions::period, "period=3600")})
      if (std::ranges::any_of(known_waters().at(kind).moved_by,
                              [wanted = option](const auto& o) { return o.value == wanted; }))
        more.insert(more.begin(), std::string("sea.") + setting);
    return more;
  }
};

TEST_CASE("every water passes its checks, and measures the same on any ranks") {
  for (const std::string& kind : known_waters().names()) {
    CAPTURE(kind);
    Water together(kind), alone(kind, {}, MPI_COMM_SELF);
    together.step_to_the_end();
    alone.step_to_the_end();
    for (const Check& check : together.the_case().checks()) {
      CAPTURE(check.name);
      CHECK(check.passed);
    }
    const auto found = together.the_case().measures(), right = alone.the_case().measures();
    REQUIRE(found.size() == right.size());
    CHECK(!found.empty());
    for (std::size_t n = 0; n < found.size(); ++n) {
      CHECK(found[n].name == right[n].name);
      CHECK(found[n].value == right[n].value);
    }
    CHECK(found.back().name == "volume");
    CHECK(found.back().value < 1e-13);
  }
}

TEST_CASE("a water that has blown up is not valid, as any ranks find") {
  const std::vector<std::string> too_long = {"time.steps=1", "time.dt=80000", "sea.coriolis=0"};
  Water together("lock_exchange", too_long), alone("lock_exchange", too_long, MPI_COMM_SELF);
  together.step_to_the_end();
  alone.step_to_the_end();
  const Check check = together.the_case().checks().back();
  CHECK(check.name == "new extrema of the tracers, share");
  CHECK_FALSE(check.passed);
  CHECK(check.value > 0.1);
  CHECK(check.value == alone.the_case().checks().back().value);
}

TEST_CASE("a water that nothing moves is refused by the key that would") {
  for (const auto& [kind, key] : {std::pair{"drying_tracer", "dry_depth"},
                                  {"lock_exchange", "step"},
                                  {"internal_seiche", "height"},
                                  {"internal_seiche", "warmer_upwards"},
                                  {"drying_slope", "period"},
                                  {"drying_slope", "extent"},
                                  {"mound", "linear_drag"},
                                  {"munk", "beta"},
                                  {"munk", "stress"}})
    CHECK_THROWS_WITH_AS(
        Water(kind, {fmt::format("sea.{}=0", key)}),
        doctest::Contains(fmt::format("must not be 0 for case.water: {}", kind).c_str()),
        InputError);
}

TEST_CASE("a key that means nothing to a water is refused with those that it is for") {
  for (const auto& [kind, key, said] :
       {std::tuple{"lock_exchange", "period", "case.water: drying_slope"},
        {"munk", "step",
         "case.water: constant_tracer or drying_tracer or lock_exchange or seamount"},
        {"seamount", "warmer_upwards",
         "case.water: constant_tracer or drying_tracer or internal_seiche"}})
    CHECK_THROWS_WITH_AS(
        Water(kind, {fmt::format("sea.{}=0.5", key)}),
        doctest::Contains(
            fmt::format("'sea.{}' would not be used: it is for {}", key, said).c_str()),
        InputError);
}

TEST_CASE("a water that does not show what it should is refused by the key that is wrong") {
  struct Wrong {
    const char *kind, *key, *why;
  };
  for (const Wrong& wrong :
       {Wrong{"internal_seiche", "grid.points=1x9", "at least 2x1 are needed: its layers"},
        Wrong{"internal_seiche", "grid.levels=1",
              "'grid.levels' must be at least 2 for case.water: internal_seiche, whose"},
        Wrong{"lock_exchange", "grid.levels=1",
              "'grid.levels' must be at least 2 for case.water: lock_exchange, whose"},
        Wrong{"lock_exchange", "grid.points=13x3", "'grid.points' are 13x3: along x there must"},
        Wrong{"lock_exchange", "sea.step=1e-7", "'sea.step' is 1e-07 K"},
        Wrong{"drying_slope", "grid.points=9x1", "'grid.points' end 3.6e+04 m from the"},
        Wrong{"drying_slope", "sea.period=1200", "'grid.spacing' is 4000 m along x"},
        Wrong{"mound", "sea.extent=28e3", "has room for at most 27500 m"},
        Wrong{"munk", "grid.points=3x9", "at least 4x2 are needed: its gyre"},
        Wrong{"munk", "mixing.lateral_viscosity=0",
              "'mixing.lateral_viscosity' is 0: the western current"},
        Wrong{"constant_tracer", "sea.temperature=50", "'sea.temperature'"}}) {
    CAPTURE(wrong.kind);
    CHECK_THROWS_WITH_AS(Water(wrong.kind, {wrong.key}), doctest::Contains(wrong.why), InputError);
  }
}

TEST_CASE("water about as warm as it is cold keeps its heat, and counts it") {
  for (const char* step : {"sea.step=0", "sea.step=0.5"}) {
    Water water("constant_tracer", {"sea.temperature=0", "sea.warmer_upwards=0", step},
                MPI_COMM_SELF);
    water.step_to_the_end();
    const Measure heat = water.the_case().measures()[1];
    REQUIRE(heat.name == "heat_lost");
    CHECK(heat.value < 1e-13);
  }
}

TEST_CASE("layers that are even from the first have no period") {
  Water water("internal_seiche", {"sea.height=1e-100"}, MPI_COMM_SELF);
  water.step_to_the_end();
  CHECK(water.the_case().measures().size() == 1);  // the volume
}

TEST_CASE("what a run is too short for is not measured") {
  const auto measured = [](const char* kind, const std::string& name,
                           const std::vector<std::string>& more = {}) {
    Water water(kind, more, MPI_COMM_SELF);
    water.step_to_the_end();
    const std::vector<Measure> found = water.the_case().measures();
    return std::ranges::find(found, name, &Measure::name) != found.end();
  };
  CHECK_FALSE(measured("lock_exchange", "front_speed"));
  CHECK(measured("lock_exchange", "front_speed", {"time.dt=3000", "sea.step=0.01"}));
  CHECK_FALSE(measured("internal_seiche", "period"));
  CHECK_FALSE(measured("drying_slope", "eta_l1"));
  CHECK(measured("drying_slope", "eta_l1", {"time.dt=45", "time.steps=80"}));
}

TEST_CASE("what is measured of a lock exchange is that of its cells") {
  constexpr double coldest = 10, step = 2;  // K
  Water water("lock_exchange",
              {"time.steps=20", "sea.temperature=10", "sea.step=2", "grid.stretching.to_surface=0",
               "grid.stretching.to_bottom=0"},
              MPI_COMM_SELF);
  const auto measured = [&](const std::string& name) {
    const std::vector<Measure> found = water.the_case().measures();
    return std::ranges::find(found, name, &Measure::name)->value;
  };
  CHECK(std::abs(measured("mixed")) < 1e-13);
  CHECK(measured("beyond") == 0);
  water.step_to_the_end();

  const FieldView<const double> warmth = water.field("T").values, eta = water.field("eta").values,
                                depth = water.field("depth").values;
  double beyond = 0;
  std::vector<std::pair<double, double>> sorted;  // temperature and volume
  for (int j = 0; j < 11; ++j)
    for (int i = 0; i < 14; ++i)
      for (int k = 0; k < 5; ++k) {
        const double now = warmth(i, j, k);
        beyond = std::max({beyond, coldest - now, now - (coldest + step)});
        sorted.emplace_back(now, (depth(i, j) + eta(i, j)) / 5);
      }
  CHECK(measured("beyond") == beyond);
  CHECK(beyond < 1e-12);

  // Potential energy of the water laid down by temperature, the coldest below, of which the two
  // waters unmixed have 3/8 and mixed 1/4.
  std::ranges::sort(sorted);
  double below = 0, energy = 0;
  for (const auto& [temperature, volume] : sorted) {
    const double height = below + 0.5 * volume;
    energy += (temperature - coldest) / step * volume * height;
    below += volume;
  }
  const double mixed = 8 * (3. / 8 - energy / (below * below));
  CHECK(mixed > 1e-5);
  CHECK(mixed < 1);
  CHECK(std::abs(measured("mixed") - mixed) < 1e-13);
  CHECK(measured("unmixed") == 0);
  CHECK(measured("heat_lost") < 1e-13);
}

TEST_CASE("layers that begin the other way up sway with the same period") {
  const auto period = [](const char* height, int dt = 1500) {
    Water water("internal_seiche",
                {height, "sea.coriolis=0", fmt::format("time.dt={}", dt),
                 fmt::format("time.steps={}", 180000 / dt)},
                MPI_COMM_SELF);
    water.step_to_the_end();
    return water.the_case().measures().front();
  };
  const Measure up = period("sea.height=1"), down = period("sea.height=-1");
  REQUIRE(up.name == "period");
  CHECK(up.value > 0);
  CHECK(down.value == nearly(up.value).epsilon(0.05));
  // Found between two looks, it goes with the step smoothly.
  const double short_steps = period("sea.height=1", 500).value;
  for (const int dt : {1000, 1200})
    CHECK(period("sea.height=1", dt).value ==
          nearly(up.value + (short_steps - up.value) * (1500 - dt) / 1000).epsilon(1e-4));
}

TEST_CASE("the file says at which heights its levels lie") {
  Water water("internal_seiche", {"sea.height=1e-100"}, MPI_COMM_SELF);
  const Axis s = water.the_case().axes().z;
  REQUIRE(s.terms.size() == 4);
  const std::vector<double>& stretched = s.terms[0].values;
  const double even = s.terms[3].values.at(0);
  const double depth = water.field(s.terms[2].name).values(3, 4);
  const double eta = water.field(s.terms[1].name).values(3, 4);
  for (int k = 0; k < 5; ++k) {
    // CF conventions, ocean_s_coordinate_g2.
    const auto n = static_cast<std::size_t>(k);
    const double share = (even * s.values[n] + depth * stretched[n]) / (even + depth);
    const double z = eta + (eta + depth) * share;
    CHECK(water.field("T").values(3, 4, k) == nearly(12 + 0.03 * z).epsilon(1e-13));
  }
}

TEST_CASE("while a water runs the largest current of its levels is told, the same on any ranks") {
  Water together("lock_exchange"), alone("lock_exchange", {}, MPI_COMM_SELF);
  for (Water* water : {&together, &alone}) {
    water->step_to_the_end();
    water->the_case().look();
  }
  double fastest = 0;
  for (const char* name : {"u", "v"}) {
    const FieldView<const double> current = alone.field(name).values;
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 14; ++i)
        for (int k = 0; k < 5; ++k) fastest = std::max(fastest, std::abs(current(i, j, k)));
  }
  CHECK(fastest > 0);
  CHECK(alone.the_case().pulse().value().value == fastest);
  CHECK(together.the_case().pulse().value().value == fastest);
}

TEST_CASE("a disturbance that leaves no water is refused where none may fall dry") {
  const char* const high = "sea.height=99";
  CHECK_THROWS_WITH_AS(Water("constant_tracer", {high}),
                       doctest::Contains("'sea.height' leaves no water in cell (i="), InputError);
  Water drying("constant_tracer", {high, "sea.dry_depth=0.1"});
  CHECK(drying.the_case().checks()[1].passed);  // its depth
}

TEST_CASE("the report tells of water that long steps held back, the same on any ranks") {
  const auto told = [](const char* height, MPI_Comm comm) {
    Water water("drying_tracer",
                {"time.steps=30", "time.dt=120", std::string("sea.height=") + height}, comm);
    water.step_to_the_end();
    return water.the_case().remarks();
  };
  const std::vector<std::string> found = told("2", MPI_COMM_WORLD);
  REQUIRE(found.size() == 1);
  CHECK(found[0].starts_with("water was held back: in a step "));
  CHECK(found[0].find(" columns deeper than 0.5 m gave half") != std::string::npos);
  CHECK(found[0].find("shorter steps than 120 s (time.dt)") != std::string::npos);
  CHECK(found == told("2", MPI_COMM_SELF));
  CHECK(told("1e-3", MPI_COMM_WORLD).empty());
}

TEST_CASE("the step that is chosen heeds currents, and most where water falls dry") {
  CHECK(Water("internal_seiche", {"time.dt=0"}).dt() <= 0.5 * 4e3 / 5);
  CHECK(Water("drying_slope", {"time.dt=0"}).dt() <= 0.1 * 4e3 / 5);
}

TEST_CASE("the step that is chosen heeds the steepest edge of the bottom") {
  // Its top lies at a tenth of the depth.
  const Water steep("seamount", {"time.dt=0", "grid.points=5x5", "grid.spacing=[80e3, 80e3]"});
  const double beside = 1 - 0.9 * std::exp(-4.);
  CHECK(steep.dt() == nearly(longest_carried(80e3, 80e3, 2 * 0.1 / (0.1 + beside))).epsilon(1e-12));
}

TEST_CASE("the Courant number is that of the waves that are led on, over all of a disturbance") {
  for (const double height : {2., 20.}) {
    Water water("internal_seiche", {"time.dt=60", "time.substeps=3", "mixing.lateral_viscosity=0",
                                    fmt::format("sea.height={}", height)});
    const double rate = std::sqrt(9.81 * (100 + height) * (1 / (4e3 * 4e3) + 1 / (5e3 * 5e3)));
    CHECK(water.the_case().courant().number == nearly(20 * rate * faster_led_on).epsilon(1e-12));
  }
}

TEST_CASE("a substep too long for its waves is refused with one that is not") {
  CHECK_THROWS_WITH_AS(Water("constant_tracer", {"time.dt=900", "time.substeps=3"}),
                       doctest::Contains("900 s is too long for the waves of this sea, 100 m deep; "
                                         "at most"),
                       InputError);
  CHECK_NOTHROW(Water("constant_tracer", {"time.dt=900"}));
  CHECK_THROWS_WITH_AS(Water("constant_tracer", {"time.dt=900", "mixing.lateral_viscosity=1e8"}),
                       doctest::Contains("900 s is too long for mixing.lateral_viscosity; at most"),
                       InputError);
  CHECK_NOTHROW(Water("constant_tracer", {"time.dt=0", "time.substeps=3"}));
  CHECK_THROWS_WITH_AS(Water("constant_tracer", {"time.dt=20001", "sea.coriolis=-1e-4"}),
                       doctest::Contains("20001 s is too long for the turning of the earth, 0.0001 "
                                         "1/s; at most 2e+04 s"),
                       InputError);
  CHECK_NOTHROW(Water("constant_tracer", {"time.dt=19999", "sea.coriolis=-1e-4"}));
  const std::string text = refusal([] {
    Water("constant_tracer", {"time.dt=1e12", "sea.coriolis=0"});
  });
  CHECK_MESSAGE(text.find("'time.dt' is refused: 1e+12 s would take") != text.npos, text);
  const std::size_t most = text.find("at most ");
  REQUIRE(most != text.npos);
  CHECK_NOTHROW(
      Water("constant_tracer",
            {fmt::format("time.dt={}", std::stod(text.substr(most + 8))), "sea.coriolis=0"}));
}

TEST_CASE("a chosen step is a tenth of what lateral viscosity alone lets be stable") {
  Water water("constant_tracer", {"time.dt=0", "mixing.lateral_viscosity=1e4"}, MPI_COMM_SELF);
  const double longest = 0.5 / (1e4 * (1 / (4e3 * 4e3) + 1 / (5e3 * 5e3)));
  CHECK(water.dt() == nearly(0.9 * 0.1 * longest).epsilon(1e-12));
}

TEST_CASE("where no wave has room a step is not chosen, but may be given") {
  const std::vector<std::string> one{"grid.points=1x1", "time.dt=0"};
  CHECK_THROWS_WITH_AS(Water("drying_tracer", one, MPI_COMM_SELF),
                       doctest::Contains("'grid.points' leaves no room for a wave"), InputError);
  Water given("drying_tracer", {"grid.points=1x1", "time.dt=60"}, MPI_COMM_SELF);
  given.step_to_the_end();
  CHECK(given.the_case().courant().number == 0);
}

}  // namespace
}  // namespace seafret
