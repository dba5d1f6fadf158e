// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <array>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/shelf/flux_sweep.hpp"
#include "physics/ocean/shelf/outflow.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_water.hpp"

namespace seafret {
namespace {

/// Water that any current stirs, with two tracers.
struct StirredWater : ShelfWater {
  StirredWater(int levels_count, double spacing)
      : ShelfWater(archipelago(40, 30),
                   {.count = levels_count, .to_surface = 4, .to_bottom = 0.5, .even_depth = 40},
                   spacing),
        sweep(levels_count, 2) {
    for (int f = 0; f < 4; ++f) tracers.push_back(filled<double>(levels_count, 0));
  }

  template <class Value>
  void set(int f, Value value) {
    each([&](int i, int j) {
      for (int k = 0; k < levels.count(); ++k) now(f)(i, j, k) = value(i, j, k);
    });
  }
  /// Strong currents without pattern, on open faces alone; back again in every second step.
  void stir(double speed, int step) {
    const double there_and_back = step % 2 == 0 ? speed : -speed;
    each([&](int i, int j) {
      for (int k = 0; k < levels.count(); ++k) {
        const auto any = [&](int face, double height) {
          const double random = hash(i, j, 1000 * (step / 2) + 100 * face + k);
          return there_and_back * (2 * random - 1) * std::min(1., 15 / height);
        };
        u.view()(i, j, k) = basin.wet(i + 1, j) ? any(0, water().on_east(i, j).height) : 0;
        v.view()(i, j, k) = basin.wet(i, j + 1) ? any(1, water().on_north(i, j).height) : 0;
      }
    });
  }
  void step(double dt) {
    move_surface(dt);
    const Current carries = current(dt);
    const std::array<FieldView<const double>, 2> before{now(0), now(1)};
    const std::array<FieldView<double>, 2> after{next(0), next(1)};
    sweep.carry(box, wet_cells, CellVolumes(carries, wet.view()), before, after,
                [](int, int, const SideBuffers&) {});
    first = 2 - first;
  }
  FieldView<double> now(int f) { return tracers[first + static_cast<std::size_t>(f)].view(); }
  FieldView<double> next(int f) { return tracers[2 - first + static_cast<std::size_t>(f)].view(); }
  double content(int f) {
    ReproducibleSum sum;
    each([&](int i, int j) {
      for (int k = 0; k < levels.count(); ++k) sum.add(volume(i, j, k) * now(f)(i, j, k));
    });
    return sum.value();
  }

  FluxSweep<CellVolumes> sweep;
  std::vector<Field<>> tracers;
  std::size_t first = 0;
};

TEST_CASE(
    "the largest outflow is the share of its water that leaves a level, however deep a side is") {
  constexpr double dt = 100, deep = 60, shallow = 6;
  constexpr int sill = 6, levels = 3;
  Basin basin = bathtub(12, 5, deep);
  for (int j = 0; j < 5; ++j) basin.depth[basin.index(sill, j)] = shallow;
  ShelfWater water(basin, {.count = levels}, 1000);
  water.metrics = on_plane(5, 1000, 500, 0, 0);
  const FieldView<double> u = water.u.view(), v = water.v.view();
  OpenWater outside({}, water.levels, 1, 0, water.box);
  const auto largest = [&] {
    return largest_outflow(water.current(dt), outside, water.wet_cells, water.box);
  };
  // What a level held before is what it holds now and its part of what the column has lost.
  const auto share = [&](double out, double lost, double height) {
    return out / (1000 * 500 * height / levels + lost / levels);
  };
  const double to_east = dt * 500 * deep / levels, to_north = dt * 1000 * deep / levels;
  u(2, 2, 1) = 0.7;
  u(1, 2, 1) = -0.2;
  v(2, 2, 1) = 0.2;
  v(2, 1, 1) = 0.1;  // into it
  const double out = 0.9 * to_east + 0.2 * to_north;
  CHECK(largest().share == nearly(share(out, out - 0.1 * to_north, deep)));
  CHECK((largest().i == 2 && largest().j == 2 && largest().k == 1));
  v(2, 1, 1) = -0.5;  // out of it, through a side of its own length
  water.metrics.dx_north[1] = 900;
  const double all_out = out + 0.5 * dt * 900 * deep / levels;
  CHECK(largest().share == nearly(share(all_out, all_out, deep)));
  v(2, 1, 1) = 0.1;
  water.metrics.dx_north[1] = 1000;
  // 0.2 of the width, but over a sill 0.2 * 5.5 of its water; as much comes in on the other side.
  for (int k = 0; k < levels; ++k) u(sill - 1, 3, k) = u(sill, 3, k) = 2;
  CHECK(largest().share == nearly(0.2 * 0.5 * (deep + shallow) / shallow));
  CHECK((largest().i == sill && largest().j == 3));
  const double in_deep_water = largest().share;
  water.thin.view()(sill, 3) = 1;
  CHECK(largest().share == nearly(0.5 * in_deep_water));
}

TEST_CASE("what goes from an open cell to the outside is of its outflow, too") {
  constexpr double dt = 100, depth = 60;
  ShelfWater water(bathtub(12, 5, depth), {.count = 3}, 1000);
  const std::vector<OpenCell> open{{.i = 0, .j = 2}};
  OpenWater outside(open, water.levels, 1, 0, water.box);
  outside.note(water.water());
  // The surface stays: what comes from within leaves through the outer side, and as much as goes
  // in comes from there.
  for (const double speed : {-0.8, 0.3}) {
    water.u.view()(0, 2, 1) = speed;
    const Outflow out = largest_outflow(water.current(dt), outside, water.wet_cells, water.box);
    CHECK(out.share == nearly(dt * std::abs(speed) / 1000));
    CHECK((out.i == 0 && out.j == 2 && out.k == 1));
  }
}

TEST_CASE("a tracer that is the same everywhere stays so, and none is lost, in any current") {
  for (const int count : {1, 2, 13}) {
    CAPTURE(count);
    StirredWater water(count, 1000);
    water.set(0, [](int, int, int) { return 35.; });
    water.set(1, [](int i, int j, int k) { return 10 + hash(i, j, k); });
    const double content = water.content(1);
    for (int n = 0; n < 300; ++n) {
      water.stir(0.5, n);
      water.step(100);
    }
    double largest = 0;
    water.each([&](int i, int j) {
      for (int k = 0; k < count; ++k)
        largest = std::max(largest, std::abs(water.now(0)(i, j, k) / 35 - 1));
    });
    CHECK(largest < 1e-13);
    CHECK(std::abs(water.content(1) / content - 1) < 1e-13);
  }
}

TEST_CASE("no new extreme comes about while at most half of its water leaves a cell") {
  StirredWater water(9, 1000);
  water.set(0, [](int i, int j, int k) { return hash(i / 3, j / 3, k / 3) < 0.5 ? 0. : 1.; });
  water.set(1, [](int i, int, int) { return i < 20 ? -1. : 1.; });
  for (int n = 0; n < 100; ++n) {
    water.stir(0.5, n);
    water.step(100);
  }
  double least = 0, most = 0;
  water.each([&](int i, int j) {
    for (int k = 0; k < 9; ++k) {
      least = std::min(least, water.now(0)(i, j, k));
      most = std::max(most, water.now(0)(i, j, k));
      CHECK(std::abs(water.now(1)(i, j, k)) <= 1 + 1e-13);
    }
  });
  CHECK(least >= -1e-13);
  CHECK(most <= 1 + 1e-13);
  CHECK(most > 0.7);
}

/// A step of a tracer by itself.
void carry(const ShelfWater& water, double dt, const Field<>& now, Field<>& next) {
  const FluxSweep<CellVolumes> sweep(water.levels.count(), 1);
  const FieldView<const double> before = now.view();
  const FieldView<double> after = next.view();
  const Current carries = water.current(dt);
  sweep.carry(water.box, water.wet_cells, CellVolumes(carries, water.wet.view()), {&before, 1},
              {&after, 1}, [](int, int, const SideBuffers&) {});
}

TEST_CASE("what goes through a side has half the slope before it, as far as that has not passed") {
  constexpr double dx = 400, dy = 250, speed = 0.5, dt = 100;
  for (const bool along_x : {true, false}) {
    CAPTURE(along_x);
    ShelfWater water(along_x ? bathtub(5, 1, 20) : bathtub(1, 5, 20), {.count = 1}, dx);
    water.metrics = on_plane(water.basin.grid.ny, dx, dy, 0, 0);
    Field<> now = water.filled<double>(1, 0), next = water.filled<double>(1, 0);
    water.each([&](int i, int j) {
      now.view()(i, j) = std::min(2, i + j);
      (along_x ? water.u : water.v).view()(i, j) = i + j < 4 ? speed : 0;
    });
    carry(water, dt, now, next);
    // Between 0, 1 and 2 the slope is 1, between 1, 2 and 2 it is none.
    const double courant = speed * dt / (along_x ? dx : dy);
    const double comes = courant * (1 + 0.5 * (1 - courant)), goes = courant * 2;
    CHECK(next.view()(along_x ? 2 : 0, along_x ? 0 : 2) == nearly(2 + comes - goes).epsilon(1e-12));
  }
}

/// The mean error of a hill that a steady current takes along a channel to the east or north.
double hill_error(int n, bool along_x) {
  const Basin basin = bathtub(along_x ? n : 3, along_x ? 3 : n, 20);
  ShelfWater water(basin, {.count = 4}, 8000. / n);
  Field<> here = water.filled<double>(4, 0), there = water.filled<double>(4, 0);
  const double dx = 8000. / n, speed = 0.5, dt = 0.2 * dx / speed;
  const auto hill = [&](double x) {
    const double phase = std::clamp((x - 1000) / 3000, 0., 1.);
    return std::pow(std::sin(std::numbers::pi * phase), 4);
  };
  water.each([&](int i, int j) {
    for (int k = 0; k < 4; ++k) {
      here.view()(i, j, k) = hill(((along_x ? i : j) + 0.5) * dx);
      (along_x ? water.u : water.v).view()(i, j, k) = (along_x ? i : j) + 1 < n ? speed : 0;
    }
  });
  double time = 0;
  for (; time < 3000 / speed; time += dt) {
    carry(water, dt, here, there);
    std::swap(here, there);
  }
  double error = 0;
  for (int c = 0; c < n; ++c)
    error += std::abs(here.view()(along_x ? c : 1, along_x ? 1 : c, 2) -
                      hill((c + 0.5) * dx - speed * time)) /
             n;
  return error;
}

TEST_CASE("a smooth hill is carried with nearly second order") {
  for (const bool along_x : {true, false}) {
    CAPTURE(along_x);
    const double coarse = hill_error(80, along_x), fine = hill_error(160, along_x);
    MESSAGE("error ", fine, " of order ", std::log2(coarse / fine));
    CHECK(std::log2(coarse / fine) > 1.7);
    CHECK(fine < 4e-3);
  }
}

/// Two columns, with a current to the east in the lowest level and back in the highest: in ten
/// seconds a tenth of its speed, in m/s, of a level goes round.
ShelfWater overturning(int levels, double speed) {
  ShelfWater water(bathtub(2, 1, 10), {.count = levels}, 100);
  water.u.view()(0, 0, 0) = speed;
  water.u.view()(0, 0, levels - 1) = -speed;
  return water;
}

TEST_CASE("water that sinks takes its tracer along") {
  const ShelfWater water = overturning(2, -0.1);
  Field<> here = water.filled<double>(2, 0), there = water.filled<double>(2, 0);
  here.view()(1, 0, 1) = 1;  // above, in the east
  carry(water, 10, here, there);
  const FieldView<const double> next = there.view();
  CHECK(next(1, 0, 1) == nearly(0.99));
  CHECK(next(1, 0, 0) == nearly(0.01));
  CHECK(next(0, 0, 0) == nearly(0));
  CHECK(next(0, 0, 1) == nearly(0));
}

TEST_CASE("what rises from the lowest level has its value, whatever lies beside it in memory") {
  const ShelfWater water = overturning(2, 0.1);
  Field<> here = water.filled<double>(2, 1), there = water.filled<double>(2, 0);
  here.view()(0, 0, 1) = 0;  // the number before those of the eastern column
  here.view()(1, 0, 1) = 2;
  carry(water, 10, here, there);
  const FieldView<const double> next = there.view();
  CHECK(next(1, 0, 0) == nearly(1));
  CHECK(next(1, 0, 1) == nearly(1.99));
}

TEST_CASE("velocities are mixed through a side but where a cell of either is thin") {
  constexpr double viscosity = 30, dt = 10, spacing = 500;
  ShelfWater water(bathtub(7, 7, 8), {.count = 2}, spacing);
  const SideBuffers buffers(2, 1);
  const auto mixes = [&](const auto& volumes, bool to_east) {
    const SideVolumes side = to_east ? buffers.east() : buffers.north();
    if (to_east)
      volumes.east(2, 2, side);
    else
      volumes.north(2, 2, side);
    CHECK((side.mixed[0] == 0 || side.mixed[0] == nearly(viscosity * dt * 8 / 2)));
    return side.mixed[0] != 0;
  };
  // How far from cell (2, 2) lies any of the cells beside the two faces.
  const auto check = [&](int last_i, int last_j, const auto& is_mixed) {
    for (int j = 0; j < 7; ++j)
      for (int i = 0; i < 7; ++i) {
        CAPTURE(i);
        CAPTURE(j);
        water.thin.view()(i, j) = 1;
        CHECK(is_mixed() == !(i >= 2 && i <= 2 + last_i && j >= 2 && j <= 2 + last_j));
        water.thin.view()(i, j) = 0;
      }
  };
  Current current = water.current(dt);
  current.viscosity = viscosity;
  const EastFaceVolumes east(current, water.wet.view());
  const NorthFaceVolumes north(current, water.wet.view());
  check(2, 0, [&] { return mixes(east, true); });
  check(1, 1, [&] { return mixes(east, false); });
  check(1, 1, [&] { return mixes(north, true); });
  check(0, 2, [&] { return mixes(north, false); });
}

TEST_CASE("in thin water what rises is as what lies below") {
  ShelfWater water = overturning(4, 0.1);
  Field<> here = water.filled<double>(4, 0), there = water.filled<double>(4, 0);
  for (int k = 0; k < 4; ++k) here.view()(1, 0, k) = 1 << k;
  water.thin.view()(1, 0) = 1;
  carry(water, 10, here, there);
  CHECK(there.view()(1, 0, 1) == nearly(2 - 0.01 * (2 - 1)));
  CHECK(there.view()(1, 0, 2) == nearly(4 - 0.01 * (4 - 2)));
}

}  // namespace
}  // namespace seafret
