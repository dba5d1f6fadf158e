// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "ocean_runs.hpp"
#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

Basin random_basin(int nx, int ny) {
  Basin basin = bathtub(nx, ny, 0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      basin.grid.cells[basin.index(i, j)] = static_cast<Cell>(static_cast<int>(3 * hash(i, j)));
      basin.depth[basin.index(i, j)] = 10 + 100 * hash(i, j, 5);
    }
  return basin;
}

TEST_CASE("coarsening by one changes nothing") {
  const Basin fine = random_basin(11, 7), same = coarsened(fine, 1);
  CHECK(same.grid.cells == fine.grid.cells);
  CHECK(same.longitude == fine.longitude);
  CHECK(same.latitude == fine.latitude);
  for (int j = 0; j < 7; ++j)
    for (int i = 0; i < 11; ++i) CHECK(same.depth_at(i, j) == fine.depth_at(i, j));
}

TEST_CASE("coarsening counts cells and averages depths") {
  const Basin fine = random_basin(41, 30);
  for (const int f : {2, 3, 4}) {
    const Basin coarse = coarsened(fine, f);
    CAPTURE(f);
    REQUIRE(coarse.grid.nx == 41 / f);
    REQUIRE(coarse.grid.ny == 30 / f);
    CHECK(coarse.grid.dx == nearly(0.05 * f));
    CHECK(coarse.longitude[1] == nearly(-4 + 0.05 * (1.5 * f - 0.5)));
    CHECK(coarse.latitude[2] == nearly(50 + 0.04 * (2.5 * f - 0.5)));
    for (int j = 0; j < coarse.grid.ny; ++j)
      for (int i = 0; i < coarse.grid.nx; ++i) {
        std::array<int, 3> count{};
        double depth = 0;
        for (int n = 0; n < f * f; ++n) {
          const std::size_t at = fine.index(i * f + n % f, j * f + n / f);
          ++count[static_cast<std::size_t>(fine.grid.cells[at])];
          if (fine.grid.cells[at] == Cell::wet) depth += fine.depth[at];
        }
        const Cell right = 2 * count[1] >= f * f   ? Cell::wet
                           : 2 * count[2] >= f * f ? Cell::outside
                                                   : Cell::dry;
        REQUIRE(coarse.cell(i, j) == right);
        if (right == Cell::wet) REQUIRE(coarse.depth_at(i, j) == nearly(depth / count[1]));
      }
  }
}

TEST_CASE("coarser cells do not open a sea that is closed") {
  Basin fine = bathtub(14, 11, 20);
  for (int j = 0; j < 11; ++j)
    for (int i = 0; i < 14; ++i)
      if (i == 0 || j == 0 || i == 13 || j == 10) fine.grid.cells[fine.index(i, j)] = Cell::dry;
  for (const int factor : {1, 2, 3}) {  // 3 leaves two columns and two rows over, water in one
    CAPTURE(factor);
    const Basin coarse = coarsened(fine, factor);
    CHECK(open_cells(coarse, {}).empty());
    CHECK(coarse.wet(1, 1));
  }
  fine.grid.cells[fine.index(0, 5)] = Cell::wet;
  CHECK_FALSE(open_cells(coarsened(fine, 2), {}).empty());
}

/// Every wet cell's sea, named by the least index in it: passed on until nothing changes.
std::vector<std::size_t> seas(const Basin& b) {
  std::vector<std::size_t> sea(b.grid.cells.size());
  for (std::size_t n = 0; n < sea.size(); ++n) sea[n] = n;
  for (bool changed = true; changed;) {
    changed = false;
    for (int j = 0; j < b.grid.ny; ++j)
      for (int i = 0; i < b.grid.nx; ++i)
        for (const auto [x, y] : {std::array{i + 1, j}, std::array{i, j + 1}}) {
          if (!b.wet(i, j) || !b.wet(x, y)) continue;
          const std::size_t here = b.index(i, j), there = b.index(x, y);
          const std::size_t least = std::min(sea[here], sea[there]);
          changed |= sea[here] != sea[there];
          sea[here] = sea[there] = least;
        }
  }
  return sea;
}

TEST_CASE("the largest sea is kept, and nothing else that is wet") {
  const Basin before = random_basin(40, 33);
  const std::vector<std::size_t> sea = seas(before);
  std::vector<std::int64_t> size(sea.size(), 0);
  for (std::size_t n = 0; n < sea.size(); ++n) size[sea[n]] += before.grid.cells[n] == Cell::wet;
  const auto largest =
      static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
  REQUIRE(std::count_if(size.begin(), size.end(), [](auto n) { return n > 1; }) > 5);

  Basin after = before;
  keep_largest_sea(after);
  for (std::size_t n = 0; n < sea.size(); ++n) {
    const bool kept = before.grid.cells[n] == Cell::wet && sea[n] == largest;
    const Cell left = before.grid.cells[n] == Cell::wet ? Cell::dry : before.grid.cells[n];
    CHECK(after.grid.cells[n] == (kept ? Cell::wet : left));
  }
}

TEST_CASE("open are the wet cells next to the outside, but for a closed quarter") {
  const Basin b = archipelago();
  const BoundaryRules rules{.closed = {-2, 52}};
  const std::vector<OpenCell> open = open_cells(b, rules);
  const std::vector<bool> free = free_cells(b, open);
  std::size_t found = 0;
  for (int j = 0; j < b.grid.ny; ++j)
    for (int i = 0; i < b.grid.nx; ++i) {
      bool right = false;
      for (const auto [x, y] :
           {std::array{i + 1, j}, std::array{i - 1, j}, std::array{i, j + 1}, std::array{i, j - 1}})
        right |= !b.grid.box().contains(x, y) || b.grid.cells[b.index(x, y)] == Cell::outside;
      if (-4 + 0.05 * i > -2 && 50 + 0.04 * j > 52) right = false;
      right = right && b.wet(i, j);
      const auto is_it = [&](const OpenCell& c) { return c.i == i && c.j == j; };
      CHECK(std::count_if(open.begin(), open.end(), is_it) == (right ? 1 : 0));
      CHECK(free[b.index(i, j)] == (b.wet(i, j) && !right));
      found += right;
    }
  CHECK(found == open.size());
  CHECK(found > 50);
}

TEST_CASE("the open boundary is followed clockwise from the east") {
  const Basin b = bathtub(30, 20, 50);
  const std::vector<OpenCell> open = open_cells(b, {.centre = {-4 + 0.05 * 14.5, 50 + 0.04 * 9.5}});
  REQUIRE(open.size() == 2 * 30 + 2 * 18);
  // From due east by the south-east corner, south-west, north-west, back to the east.
  CHECK(open.front().i == 29);
  CHECK(open.front().j == 9);
  CHECK(open.back().i == 29);
  CHECK(open.back().j == 10);
  double length = 0;
  const double shrink = std::cos((50 + 0.04 * 9.5) * std::numbers::pi / 180);
  for (std::size_t n = 1; n < open.size(); ++n) {
    const int dx = open[n].i - open[n - 1].i, dy = open[n].j - open[n - 1].j;
    CHECK(std::abs(dx) + std::abs(dy) == 1);  // no cell is skipped, no corner cut
    length += dx == 0 ? 0.04 : 0.05 * shrink;
  }
  double arc = 0;
  for (std::size_t n = 0; n < open.size(); ++n) {
    if (n > 0) arc += open[n].i == open[n - 1].i ? 0.04 : 0.05 * shrink;
    CHECK(open[n].arc == nearly(arc / length).epsilon(1e-12));
  }
}

TEST_CASE("between knots the complex amplitude is linear") {
  const std::vector<std::complex<double>> knots = {{1, 0}, {0, -2}, {-3, 1}};
  CHECK(between_knots(knots, 0) == knots[0]);
  CHECK(between_knots(knots, 0.5) == knots[1]);
  CHECK(between_knots(knots, 1) == knots[2]);
  CHECK(std::abs(between_knots(knots, 0.25) - std::complex<double>(0.5, -1)) < 1e-15);
  CHECK(std::abs(between_knots(knots, 0.9) - std::complex<double>(-2.4, 0.4)) < 1e-14);
  CHECK(between_knots(std::vector<std::complex<double>>{{4, 5}}, 0.3) ==
        std::complex<double>(4, 5));
}

TEST_CASE("phase lags count as tables of tides do") {
  CHECK(tidal_constant(2, 90).imag() == nearly(-2));
  for (const double lag : {0.0, 10.0, 179.0, 181.0, 359.0})
    CHECK(phase_lag(tidal_constant(1.5, lag)) == nearly(lag).epsilon(1e-12));
  CHECK(phase_lag(tidal_constant(1, -30)) == nearly(330));
}

TEST_CASE("a degree is as long as it is on the earth") {
  const SeaMetrics m = on_sphere({59.5, 60.5}, 2, 1);
  CHECK(m.dy == nearly(111194.93).epsilon(1e-6));
  CHECK(m.dx_north[0] == nearly(111194.93).epsilon(1e-6));  // two degrees at 60 N
  CHECK(m.dx[0] > m.dx_north[0]);
  CHECK(m.dx[1] < m.dx_north[0]);
  CHECK(m.coriolis[0] ==
        nearly(2 * 2 * std::numbers::pi / 86164.1 * std::sin(59.5 * std::numbers::pi / 180))
            .epsilon(1e-6));
  CHECK(m.area(0) == m.dx[0] * m.dy);
}

TEST_CASE("planes touch the earth in the middle of the sea") {
  Basin b = bathtub(3, 5, 100);
  b.grid.dx = 2;
  b.grid.dy = 1;
  b.latitude = {58, 59, 60, 61, 62};
  const SeaMetrics sphere = metrics_of(b), f_plane = metrics_of(b, Earth::f_plane),
                   beta_plane = metrics_of(b, Earth::beta_plane);
  REQUIRE(f_plane.dx.size() == 5);
  CHECK(sphere.bends());
  CHECK(!f_plane.bends());
  CHECK(!beta_plane.bends());
  for (std::size_t j = 0; j < 5; ++j) {
    CHECK(f_plane.dx[j] == sphere.dx[2]);
    CHECK(f_plane.dx_north[j] == sphere.dx[2]);
    CHECK(f_plane.coriolis[j] == sphere.coriolis[2]);
    CHECK(beta_plane.area(static_cast<int>(j)) == sphere.area(2));
  }
  CHECK(f_plane.dy == sphere.dy);
  CHECK(beta_plane.coriolis[2] == sphere.coriolis[2]);
  // As the sphere's own to the third order of two degrees.
  CHECK(beta_plane.coriolis[4] - beta_plane.coriolis[0] ==
        nearly(sphere.coriolis[4] - sphere.coriolis[0]).epsilon(3e-4));
}

TEST_CASE("the step limit of an even sea is the textbook's") {
  const Basin b = bathtub(8, 8, 100);
  const SeaMetrics m = on_plane(8, 3000, 2000, 1e-4, 0);
  const StepLimit limit = step_limit(b, m, 0);
  CHECK(limit.dt == nearly(1 / std::sqrt(gravity * 100 * (1 / 9e6 + 1 / 4e6))).epsilon(1e-13));
  CHECK(step_limit(b, m, 44).dt == nearly(limit.dt / 1.2).epsilon(1e-13));
  CHECK(b.grid.box().grown(-1).contains(limit.i, limit.j));  // not at a wall
  for (const double viscosity : {1e3, 1e5}) {
    const double evened = evening_rate(3000, 2000, viscosity);
    CHECK(evened == nearly(viscosity * (1 / 9e6 + 1 / 4e6)).epsilon(1e-13));
    CHECK(longest_evened(limit.dx, 2000, viscosity) == nearly(0.5 / evened).epsilon(1e-13));
    const double dt = step_limit(b, m, 0, viscosity).dt;
    CHECK(dt * dt / (limit.dt * limit.dt) + 2 * dt * evened == nearly(1).epsilon(1e-12));
  }
  CHECK(std::isinf(longest_evened(3000, 2000, 0)));
  Basin land = b;
  land.depth[land.index(5, 3)] = -100;
  const WaveRate shore = wave_rate(land, m, 4, 3), open = wave_rate(b, m, 4, 3);
  CHECK(open.squared - shore.squared == nearly(0.25 * gravity * 100 / 9e6).epsilon(1e-12));
  Basin north = b;  // no water in its narrow last row
  SeaMetrics narrow = m;
  narrow.dx[7] = 10;
  for (int i = 0; i < 8; ++i) north.grid.cells[north.index(i, 7)] = Cell::dry;
  CHECK(step_limit(north, narrow, 0).dx == 3000);
  CHECK(step_limit(b, narrow, 0).dx == 10);
  Basin hole = b;
  hole.depth[b.index(5, 3)] = 4000;
  CHECK(step_limit(hole, m, 0).i == 5);
  CHECK(step_limit(hole, m, 0).j == 3);
  CHECK(step_limit(hole, m, 0).depth == 4000);
  CHECK(std::isinf(step_limit(bathtub(1, 1, 100), on_plane(1, 3000, 2000, 0, 0), 0).dt));
}

}  // namespace
}  // namespace seafret
