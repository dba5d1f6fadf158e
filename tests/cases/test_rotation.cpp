// SPDX-License-Identifier: BSD-3-Clause
// Shapes carried round in a box that turns like a solid body.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "physics/advection.hpp"
#include "tests/cases/begun_case.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

struct Turning : BegunCase {
  explicit Turning(std::vector<std::string> overrides, MPI_Comm comm = MPI_COMM_WORLD)
      : BegunCase(SEAFRET_SOURCE_DIR "/inputs/rotation.yaml", overrides, Communicator(comm)) {}

  double measured(const std::string& name) {
    for (const Measure& m : the_case().measures())
      if (m.name == name) return m.value;
    FAIL("nothing is called " << name);
    return 0;
  }
};

/// A turn in so many steps, of a box of 24 x 20 cells.
std::vector<std::string> one_turn(std::vector<std::string> more = {}, int steps = 180) {
  const double dt = 1.0 / steps;
  more.insert(more.begin(), {"grid.points=24x20x1", "grid.spacing=[0.04, 0.05]",
                             fmt::format("time.dt={}", dt), fmt::format("time.steps={}", steps)});
  return more;
}

std::vector<std::string> schemes_that_go_forward() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : advection_schemes())
    if (!kind.promises.in_the_middle) names.push_back(name);
  return names;
}

TEST_CASE("a turn by every scheme passes its checks, and measures the same on any ranks") {
  for (const std::string& scheme : schemes_that_go_forward()) {
    CAPTURE(scheme);
    Turning together(one_turn({"case.advection=" + scheme})),
        alone(one_turn({"case.advection=" + scheme}), MPI_COMM_SELF);
    together.step_to_the_end();
    alone.step_to_the_end();
    const auto checks = together.the_case().checks();
    CHECK(checks.size() >= 1);
    for (const Check& check : checks) {
      CAPTURE(check.name);
      CAPTURE(check.value);
      CHECK(check.passed);
    }
    const auto found = together.the_case().measures(), right = alone.the_case().measures();
    REQUIRE(found.size() == 18);  // six of each of three shapes
    for (std::size_t n = 0; n < found.size(); ++n) {
      CHECK(found[n].name == right[n].name);
      CHECK(found[n].value == right[n].value);
    }
  }
}

TEST_CASE("what is measured is what the fields show") {
  Turning run(one_turn({"case.shapes=[cone]", "case.height=3", "case.background=1"}),
              MPI_COMM_SELF);
  run.step_to_the_end();
  const FieldView<const double> cone = run.field("cone").values;
  double low = 9, high = 0, off = 0, squares = 0, first = 0, largest = 0;
  for (int j = 0; j < 20; ++j)
    for (int i = 0; i < 24; ++i) {
      const double x = (i + 0.5) * 0.04 - 0.48, y = (j + 0.5) * 0.05 - 0.5;
      const double was = 1 + 3 * std::max(0., 1 - std::hypot(x, y - 0.25) / 0.15);
      const double now = cone(i, j);
      low = std::min(low, now);
      high = std::max(high, now);
      off += std::abs(now - was);
      squares += (now - was) * (now - was);
      first += was;
      largest = std::max(largest, std::abs(now - was));
    }
  CHECK(off > 1);
  CHECK(run.measured("cone_min") == low);
  CHECK(run.measured("cone_max") == high);
  CHECK(run.measured("cone_l1") == nearly(off / first).epsilon(1e-12));
  CHECK(run.measured("cone_l1_per_s") == nearly(off / 480).epsilon(1e-12));  // in one second
  CHECK(run.measured("cone_l2_per_s") == nearly(std::sqrt(squares / 480)).epsilon(1e-12));
  CHECK(run.measured("cone_linf") == nearly(largest).epsilon(1e-12));
}

/// The centre of what a field has above zero, from the middle of the box.
std::array<double, 3> centre(const OutputField& field, const std::array<double, 3>& spacing) {
  std::array<double, 3> sum{};
  double mass = 0;
  const FieldView<const double> q = field.values;
  const Box box = q.box.grown(-2);
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i)
      for (int k = 0; k < q.levels; ++k) {
        const double m = q(i, j, k);
        mass += m;
        sum[0] += m * (i - 0.5 * (box.width() - 1)) * spacing[0];
        sum[1] += m * (j - 0.5 * (box.height() - 1)) * spacing[1];
        sum[2] += m * (k - 0.5 * (q.levels - 1)) * spacing[2];
      }
  for (double& s : sum) s /= mass;
  return sum;
}

TEST_CASE("after a quarter of a turn a hump is where the turn takes it") {
  struct Turn {
    const char *rate, *middle;
    std::array<double, 3> then;
  };
  const double pi2 = 2 * std::numbers::pi;
  for (const Turn& turn : {Turn{"[0, 0, {}]", "[0, 0.25, 0]", {-0.25, 0, 0}},
                           Turn{"[{}, 0, 0]", "[0, 0.25, 0]", {0, 0, 0.25}},
                           Turn{"[0, {}, 0]", "[0, 0, 0.25]", {0.25, 0, 0}}}) {
    CAPTURE(turn.rate);
    Turning run({"grid.points=20x20x20", "grid.spacing=[0.05, 0.05]", "time.dt=0.005",
                 "time.steps=50", "case.shapes=[hump]", "case.radius=0.2",
                 "case.rate=" + fmt::format(fmt::runtime(turn.rate), pi2),
                 std::string("case.middle=") + turn.middle},
                MPI_COMM_SELF);
    run.step_to_the_end();
    CHECK(run.the_case().measures().size() == 2);  // not yet where it was: no errors
    const auto found = centre(run.field("hump"), {0.05, 0.05, 0.05});
    for (std::size_t d = 0; d < 3; ++d) {
      CAPTURE(d);
      CHECK(found[d] == nearly(turn.then[d]).epsilon(0.02).scale(1));
    }
  }
}

TEST_CASE("the case chooses a stable step, a whole number of them a turn") {
  Turning run(one_turn({"time.dt=0"}), MPI_COMM_SELF);
  // In a corner 0.475 2 pi/0.04 + 0.46 2 pi/0.05 of a cell leave it in a second: 133 a turn.
  CHECK(run.dt() == nearly(1. / 133).epsilon(1e-14));
  CHECK(run.the_case().courant().number < 1);
  CHECK(run.the_case().courant().number > 0.99);
}

TEST_CASE("no new extrema are promised only where the scheme does") {
  // In a corner 0.74 of a cell leaves it: more than the limiters bear.
  for (const std::string& scheme : schemes_that_go_forward()) {
    CAPTURE(scheme);
    Turning run(one_turn({"case.advection=" + scheme, "time.steps=2"}), MPI_COMM_SELF);
    run.step_to_the_end();
    const bool promised = advection_schemes().at(scheme).promises.monotone_outflow >= 0.74;
    CHECK(run.the_case().checks().size() == (promised ? 2 : 1));
  }
}

std::string refused_turn(const std::vector<std::string>& overrides) {
  try {
    Turning run(one_turn(overrides), MPI_COMM_SELF);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST_CASE("shapes that outweigh a background below zero keep their mass") {
  Turning hump(one_turn({"case.shapes=[hump]"}), MPI_COMM_SELF);
  double mean = 0;
  for (int j = 0; j < 20; ++j)
    for (int i = 0; i < 24; ++i) mean += hump.the_case().fields().back().values(i, j, 0) / 480;
  CHECK(mean > 0);
  Turning nothing_in_all(
      one_turn({"case.shapes=[hump]", fmt::format("case.background={}", -mean)}));
  nothing_in_all.step_to_the_end();
  const Check mass = nothing_in_all.the_case().checks().front();
  CAPTURE(mass.name);
  CAPTURE(mass.value);
  CHECK(mass.passed);
}

TEST_CASE("while shapes turn the largest of their values is told, the same on any ranks") {
  const auto settings = one_turn({"case.shapes=[cone, hump]", "case.height=3"});
  Turning together(settings), alone(settings, MPI_COMM_SELF);
  for (Turning* run : {&together, &alone}) {
    run->step_to_the_end();
    run->the_case().look();
  }
  const double largest = std::max(alone.measured("cone_max"), alone.measured("hump_max"));
  CHECK(largest < 2.9);  // it has been carried
  CHECK(alone.the_case().pulse().value().value == largest);
  CHECK(together.the_case().pulse().value().value == largest);
}

TEST_CASE("what cannot turn is refused by name") {
  const auto names = [](const std::string& text, const std::string& word) {
    CAPTURE(text);
    CHECK(text.find(word) != std::string::npos);
  };
  names(refused_turn({"case.rate=[0, 0, 0]"}), "case.rate");
  names(refused_turn({"case.rate=[0, 1]"}), "case.rate");
  names(refused_turn({"case.rate=[0, 0, 1]", "grid.points=1x1x4"}), "case.rate");
  names(refused_turn({"case.middle=[0, 1]"}), "case.middle");
  names(refused_turn({"case.rate=[1, 0, 0]", "grid.points=4x4x4", "case.background=1"}),
        "case.background");
  names(refused_turn({"case.radius=1e-3"}), "case.radius");
  names(refused_turn({"case.shapes=[]"}), "case.shapes");
  names(refused_turn({"case.shapes=[cone, cone]"}), "none twice");
  names(refused_turn({"case.shapes=[cube]"}), "ball, cone, disk, hump");
  names(refused_turn({"case.advection=centred"}), "case.advection");
  names(refused_turn({"time.dt=0.01"}), "time.dt");
  names(refused_turn({"halo.depth=1"}), "halo.depth");
}

}  // namespace
}  // namespace seafret
