// SPDX-License-Identifier: BSD-3-Clause
// Seas of which the answer is known; how near they come to it is for `seafret validate`.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "miniapp/cases/known_sea.hpp"
#include "physics/constants.hpp"
#include "physics/ocean/flow/time_step.hpp"
#include "tests/cases/begun_case.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// A small one that everything moves.
struct Sea : BegunCase {
  explicit Sea(const std::string& kind, std::vector<std::string> more = {},
               MPI_Comm comm = MPI_COMM_WORLD)
      : BegunCase(SEAFRET_SOURCE_DIR "/inputs/validation/stommel.yaml", with(kind, more),
                  Communicator(comm)) {}

  static std::vector<std::string> with(const std::string& kind, std::vector<std::string> more) {
    more.insert(more.begin(), {"case.sea=" + kind, "grid.points=18x13", "grid.spacing=[9e3, 7e3]",
                               "grid.depth=30", "time.dt=200"});
    for (const auto& [key, setting] : {std::pair{"height", "sea.height=0.5"},
                                       {"stress", "sea.stress=1e-4"},
                                       {"extent", "sea.extent=40e3"}})
      if (known_seas().at(kind).knows(key)) more.insert(more.begin() + 1, setting);
    const auto needs = [&](double SeaOptions::*value) {
      return std::ranges::any_of(known_seas().at(kind).moved_by,
                                 [&](const auto& option) { return option.value == value; });
    };
    // What runs through the sea has not come to its end.
    const int steps = kind == "kelvin" ? 20 : kind == "dam_break" ? 10 : kind == "mound" ? 30 : 40;
    more.insert(more.begin(), fmt::format("time.steps={}", steps));
    if (needs(&SeaOptions::dry_depth)) more.insert(more.begin(), "sea.dry_depth=1e-3");
    if (kind == "mound") more.insert(more.begin(), "sea.linear_drag=0.2");
    if (needs(&SeaOptions::viscosity)) more.insert(more.begin(), "sea.viscosity=1e4");
    return more;
  }
};

TEST_CASE("every sea passes its checks, and measures the same on any ranks") {
  for (const std::string& kind : known_seas().names()) {
    CAPTURE(kind);
    Sea together(kind), alone(kind, {}, MPI_COMM_SELF);
    together.step_to_the_end();
    alone.step_to_the_end();
    CHECK(together.the_case().checks().size() == 2);  // volume and depth
    for (const Check& check : together.the_case().checks()) {
      CAPTURE(check.name);
      CAPTURE(check.value);
      CHECK(check.passed);
    }
    const auto found = together.the_case().measures(), right = alone.the_case().measures();
    REQUIRE(found.size() == right.size());
    CHECK(found.size() >= 2);
    for (std::size_t n = 0; n < found.size(); ++n) {
      CHECK(found[n].name == right[n].name);
      CHECK(found[n].value == right[n].value);
    }
    CHECK(found.back().name == "volume");
    CHECK(found.back().value < 1e-13);
  }
}

TEST_CASE("without what moves it a sea stays at rest, and wind moves water with it") {
  const auto transport = [](const std::vector<std::string>& settings) {
    Sea sea("wind_setup", settings, MPI_COMM_SELF);
    sea.step_to_the_end();
    return sea.field("U").values(8, 6);
  };
  CHECK(transport({"sea.stress=1e-100"}) == nearly(0).epsilon(1e-90));
  CHECK(transport({"time.steps=3"}) > 0);
  CHECK(transport({"time.steps=3", "sea.stress=-1e-4"}) < 0);
}

TEST_CASE("a wind from the east piles up what one from the west would, at the other end") {
  const auto rise = [](const std::string& stress) {
    Sea sea("wind_setup",
            {"sea.stress=" + stress, "sea.linear_drag=0.01", "sea.coriolis=0", "sea.beta=0",
             "time.steps=400"},
            MPI_COMM_SELF);
    sea.step_to_the_end();
    const std::vector<Measure> found = sea.the_case().measures();
    CHECK(found[1].value < 1e-3);
    return found[0].value;
  };
  CHECK(rise("-1e-4") == nearly(-rise("1e-4")).epsilon(1e-9));
}

TEST_CASE("the step that a sea chooses is for water as high as it comes") {
  const auto step = [](const std::string& kind, std::vector<std::string> more) {
    more.insert(more.begin(), {"time.dt=0", "sea.coriolis=0", "sea.beta=0"});
    return Sea(kind, more, MPI_COMM_SELF).dt();
  };
  // A hollow of half the depth is a dome of all of it later: h0^2/(h0 + height) = 2 h0.
  CHECK(step("thacker_curved", {"sea.height=-15", "sea.extent=30e3"}) ==
        step("thacker_curved", {"sea.height=30", "sea.extent=30e3"}));
  // 36 m at the lee end, 6 more than at rest, and twice that at first: b, at the other end, from
  // a^2 + a b + b^2 = 1.5 h (a + b).
  const double a = 36, b = 0.5 * (9 + std::sqrt(9 * 9 + 4 * 324.));
  const double stress = 0.5 * gravity * (a * a - b * b) / (18 * 9e3);
  CHECK(step("wind_setup", {fmt::format("sea.stress={}", stress)}) ==
        nearly(step("seiche", {"sea.height=12"})).epsilon(1e-12));
}

TEST_CASE("a strong wind that begins at once piles water up by the step that the sea chooses") {
  Sea sea("wind_setup",
          {"time.dt=0", "grid.points=50x1", "sea.coriolis=0", "sea.beta=0", "sea.linear_drag=1e-3",
           "sea.stress=0.011", "time.steps=400"},
          MPI_COMM_SELF);
  sea.step_to_the_end();
  CHECK(sea.the_case().measures()[0].value > 0);
}

TEST_CASE("the Courant number is that of the water as high as it stands, and of viscosity") {
  const auto at_first = [](const std::string& viscosity) {
    return Sea("wind_setup", {"sea.viscosity=" + viscosity}, MPI_COMM_SELF).the_case().courant();
  };
  const double waves = 200 * std::sqrt(gravity * 30 * (1 / (9e3 * 9e3) + 1 / (7e3 * 7e3))),
               evened = 200 * evening_rate(9e3, 7e3, 1e4);
  CHECK(at_first("0").number == nearly(waves).epsilon(1e-12));
  CHECK(at_first("1e4").number == nearly(evened + std::hypot(evened, waves)).epsilon(1e-12));
  Sea sea("wind_setup", {"sea.viscosity=0"}, MPI_COMM_SELF);
  sea.step_to_the_end();
  CHECK(sea.the_case().courant().number > 1.0001 * waves);
}

TEST_CASE("linear drag takes what it should of a current") {
  // One step of a channel in which water flows without a slope: U (1 + dt R/H) = U before.
  const auto left = [](double drag) {
    Sea sea("wind_setup",
            {"time.steps=2", fmt::format("sea.linear_drag={}", drag), "sea.beta=0",
             "sea.coriolis=0", "grid.points=400x1"},
            MPI_COMM_SELF);
    sea.step_to_the_end();
    return sea.field("U").values(200, 0);
  };
  const double dt = 200, tau = 1e-4, depth = 30, drag = 0.06;
  CHECK(left(0) == nearly(2 * dt * tau).epsilon(1e-12));
  const double braked = 1 + dt * drag / depth;
  CHECK(left(drag) == nearly(dt * tau * (1 + 1 / braked) / braked).epsilon(1e-12));
}

TEST_CASE("while a sea runs its largest current is told, the same on any ranks") {
  Sea together("seiche"), alone("seiche", {}, MPI_COMM_SELF);
  CHECK(!alone.the_case().pulse());
  for (Sea* sea : {&together, &alone}) {
    sea->step_to_the_end();
    sea->the_case().look();
  }
  const auto height = [eta = alone.field("eta").values](int i, int j) { return 30 + eta(i, j); };
  const FieldView<const double> along = alone.field("U").values, north = alone.field("V").values;
  double fastest = 0;
  for (int j = 0; j < 13; ++j)
    for (int i = 0; i < 18; ++i) {
      if (i < 17)
        fastest = std::max(fastest, std::abs(2 * along(i, j) / (height(i, j) + height(i + 1, j))));
      if (j < 12)
        fastest = std::max(fastest, std::abs(2 * north(i, j) / (height(i, j) + height(i, j + 1))));
    }
  const auto told = alone.the_case().pulse();
  REQUIRE(told);
  CHECK(told->name == "|u|");
  CHECK(told->value > 0);
  CHECK(told->value == nearly(fastest).epsilon(1e-12));
  CHECK(together.the_case().pulse()->value == told->value);
}

TEST_CASE("a wave that breaks on its beach is refused with the highest that does not") {
  CHECK_THROWS_WITH_AS(Sea("carrier_greenspan", {"sea.height=2"}),
                       doctest::Contains("'sea.height' is 2: a wave on this beach runs up between "
                                         "0 and 1.875 m, a higher one breaks"),
                       InputError);
  CHECK_THROWS_AS(Sea("carrier_greenspan", {"sea.height=-0.5"}), InputError);
  CHECK_NOTHROW(Sea("carrier_greenspan", {"sea.height=1.875"}));
}

TEST_CASE("a sea that nothing moves is refused by the key that would") {
  for (const auto& [kind, key] : {std::pair{"kelvin", "height"},
                                  {"kelvin", "coriolis"},
                                  {"seiche", "height"},
                                  {"stommel", "stress"},
                                  {"stommel", "linear_drag"},
                                  {"wind_setup", "stress"},
                                  {"dam_break", "dry_depth"},
                                  {"mound", "extent"},
                                  {"mound", "linear_drag"},
                                  {"thacker_planar", "extent"},
                                  {"carrier_greenspan", "height"}})
    CHECK_THROWS_WITH_AS(
        Sea(kind, {fmt::format("sea.{}=0", key)}),
        doctest::Contains(fmt::format("must not be 0 for case.sea: {}", kind).c_str()), InputError);
}

TEST_CASE("a key that means nothing to a sea is refused with those that it is for") {
  for (const auto& [kind, setting, said] :
       {std::tuple{"seiche", "stress=1e-4", "case.sea: munk or stommel or wind_setup"},
        {"seiche", "extent=1000",
         "case.sea: carrier_greenspan or mound or thacker_curved or thacker_planar"},
        {"stommel", "height=1",
         "case.sea: carrier_greenspan or kelvin or seiche or thacker_curved or thacker_planar"}}) {
    const std::string key = std::string("sea.") + setting;
    CHECK_THROWS_WITH_AS(Sea(kind, {key}),
                         doctest::Contains(fmt::format("'{}' would not be used: it is for {}",
                                                       key.substr(0, key.find('=')), said)
                                               .c_str()),
                         InputError);
  }
}

TEST_CASE("a disturbance that leaves no water is refused where none may fall dry") {
  const std::vector<std::string> deep{"grid.depth=30", "sea.height=-31"};
  CHECK_THROWS_WITH_AS(Sea("seiche", deep),
                       doctest::Contains("'sea.height' leaves no water in cell (i="), InputError);
  CHECK_NOTHROW(Sea("seiche", {"grid.depth=30", "sea.height=-29"}));
}

TEST_CASE("a sea that falls dry ends the run with the first step and cell, whenever one looks") {
  Sea sea("stommel", {"sea.stress=5e-3", "grid.depth=3", "time.dt=0", "time.steps=4000"},
          MPI_COMM_SELF);
  int step = 0;
  std::string first;
  while (step < 4000 && first.empty()) {
    sea.the_case().step();
    ++step;
    const FieldView<const double> eta = sea.field("eta").values;
    for (int j = 0; j < 13 && first.empty(); ++j)
      for (int i = 0; i < 18 && first.empty(); ++i)
        if (3 + eta(i, j) <= 0)
          first = fmt::format("step {}: no water is left in cell (i={}, j={})", step, i, j);
  }
  REQUIRE(!first.empty());
  for (int n = 0; n < 3; ++n) sea.the_case().step();
  CHECK_THROWS_WITH_AS(sea.the_case().look(), first.c_str(), RunError);
}

TEST_CASE("a step too long for its waves is refused with one that is not") {
  CHECK_THROWS_WITH_AS(Sea("kelvin", {"time.dt=900"}),
                       doctest::Contains("900 s is too long for the waves of this sea, 30 m deep; "
                                         "at most"),
                       InputError);
  CHECK_NOTHROW(Sea("kelvin", {"time.dt=0"}));
  CHECK_THROWS_WITH_AS(
      Sea("kelvin", {"sea.viscosity=1e8", "time.dt=1"}),
      doctest::Contains("1 s is too long for the waves and the viscosity of this sea, 30 m deep; "
                        "at most"),
      InputError);
}

TEST_CASE("a sea that does not show what it should is refused by the key that is wrong") {
  struct Wrong {
    const char *kind, *key, *why;
  };
  for (const Wrong& wrong :
       {Wrong{"seiche", "grid.points=1x1", "'grid.points' are 1x1: in a sea of one cell"},
        Wrong{"seiche", "sea.height=1e-101",
              "'sea.height' must not be 0 for case.sea: seiche, nor"},
        Wrong{"kelvin", "grid.points=11x9",
              "'grid.points' have 11x9 columns, where at least 12x1 are needed"},
        Wrong{"kelvin", "sea.coriolis=-1e-4", "'sea.coriolis' is -0.0001: a hump"},
        Wrong{"kelvin", "sea.coriolis=0.1", "takes more than 0 and at most 0.0566 1/s"},
        Wrong{"stommel", "grid.points=1x9", "at least 2x2 are needed: its gyre"},
        Wrong{"stommel", "grid.points=9x1", "at least 2x2 are needed: its gyre"},
        Wrong{"stommel", "grid.spacing=[1, 7e3]", "'grid.points' make the sea 18 m by 91000 m"},
        Wrong{"stommel", "sea.linear_drag=1e-6", "at least 1.35e-06 m/s shows it"},
        Wrong{"munk", "grid.points=3x9", "at least 4x2 are needed: its gyre"},
        Wrong{"munk", "grid.points=9x1", "at least 4x2 are needed: its gyre"},
        Wrong{"munk", "sea.viscosity=0.9", "0.911 to 4.25e+04 m2/s can be seen"},
        Wrong{"munk", "sea.viscosity=5e4", "0.911 to 4.25e+04 m2/s can be seen"},
        Wrong{"wind_setup", "grid.points=1x9", "at least 2x1 are needed: the wind"},
        Wrong{"wind_setup", "sea.stress=-0.07", "less than 0.06131 m2/s2 leaves water everywhere"},
        Wrong{"dam_break", "grid.points=17x1", "'grid.points' are 17x1: along x there must"},
        Wrong{"mound", "sea.extent=46e3", "has room for at most 45500 m"},
        Wrong{"mound", "grid.spacing=[11e3, 7e3]", "'grid.spacing' is 11000 and 7000 m"},
        Wrong{"mound", "sea.linear_drag=0.0995", "at least 0.0997 m/s holds this mound back"},
        Wrong{"thacker_curved", "sea.height=-30", "'sea.height' is -30 m: above -30"},
        Wrong{"thacker_curved", "sea.extent=46e3", "at most 45125.5 m has room"},
        Wrong{"thacker_planar", "sea.extent=46e3", "at most 45124 m has room"},
        Wrong{"thacker_planar", "sea.extent=17e3", "'grid.spacing' is 9000 and 7000 m"},
        Wrong{"carrier_greenspan", "grid.points=4x1", "'grid.points' end 3.6e+04 m from the"},
        Wrong{"carrier_greenspan", "grid.spacing=[14e3, 1]", "'grid.spacing' is 14000 m along x"},
        Wrong{"carrier_greenspan", "sea.dry_depth=0.06", "'sea.dry_depth' is 0.06 m"}}) {
    CAPTURE(wrong.kind);
    CHECK_THROWS_WITH_AS(Sea(wrong.kind, {wrong.key}), doctest::Contains(wrong.why), InputError);
  }
}

TEST_CASE("a sea as small as it may be is measured without a trap") {
  struct Small {
    const char *kind, *points;
  };
  for (const Small& small :
       {Small{"seiche", "1x2"}, Small{"seiche", "2x1"}, Small{"seiche", "2x2"},
        Small{"kelvin", "12x1"}, Small{"stommel", "2x2"}, Small{"stommel", "3x2"},
        Small{"munk", "4x2"}, Small{"wind_setup", "2x1"}, Small{"dam_break", "2x1"}}) {
    CAPTURE(small.kind);
    CAPTURE(small.points);
    Sea sea(small.kind, {std::string("grid.points=") + small.points, "grid.spacing=[40e3, 50e3]"},
            MPI_COMM_SELF);
    sea.step_to_the_end();
    for (const Measure& found : sea.the_case().measures()) CHECK(std::isfinite(found.value));
  }
}

TEST_CASE("what has come to the end of its sea is not measured") {
  for (const char* kind : {"kelvin", "dam_break"}) {
    CAPTURE(kind);
    Sea sea(kind, {"time.steps=60"}, MPI_COMM_SELF);
    sea.step_to_the_end();
    CHECK(sea.the_case().measures().size() == 1);  // the volume
  }
}

TEST_CASE("a mound is measured until it should have come to the nearest wall") {
  // From 40 to 45.5 km in ((45.5/40)^6 - 1) R a^2/(6 g h0^2) = 7045 s.
  for (const auto& [steps, found] : {std::pair{35, 5}, {36, 1}}) {
    Sea sea("mound", {fmt::format("time.steps={}", steps)}, MPI_COMM_SELF);
    sea.step_to_the_end();
    CHECK(std::ssize(sea.the_case().measures()) == found);
  }
}

TEST_CASE("a gyre is known although e^(A Lx) is more than any number holds") {
  for (const char* beta : {"sea.beta=5e-11", "sea.beta=-5e-11"}) {
    Sea sea("stommel",
            {beta, "sea.linear_drag=7e-4", "grid.points=400x3", "grid.spacing=[9e5, 7e3]"},
            MPI_COMM_SELF);
    sea.the_case().step();
    // Hardly anything moves yet: it is as far from the exact current as that is large.
    int compared = 0;
    for (const Measure& found : sea.the_case().measures()) {
      if (!found.name.ends_with("_l1")) continue;
      CHECK(found.value == nearly(1).epsilon(0.2));
      ++compared;
    }
    CHECK(compared == 2);
  }
}

}  // namespace
}  // namespace seafret
