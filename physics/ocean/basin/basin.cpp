// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/basin/basin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

constexpr double earth_rotation = 7.292115e-5;  // s-1
constexpr double degree = std::numbers::pi / 180;

/// The means of `factor` neighbours each; what remains over is dropped.
std::vector<double> merged(const std::vector<double>& fine, int factor) {
  const auto n = static_cast<std::size_t>(factor);
  std::vector<double> coarse(fine.size() / n);
  for (std::size_t c = 0; c < coarse.size(); ++c) {
    for (std::size_t k = 0; k < n; ++k) coarse[c] += fine[c * n + k];
    coarse[c] /= factor;
  }
  return coarse;
}

/// What a square of fine cells becomes, and how deep.
std::pair<Cell, double> merged(const Basin& fine, const Box& square) {
  std::array<int, 3> count{};  // of each class
  double depths = 0;
  for (int j = square.y0; j < square.y1; ++j)
    for (int i = square.x0; i < square.x1; ++i) {
      ++count[static_cast<std::size_t>(fine.cell(i, j))];
      depths += fine.depth_at(i, j);
    }
  const auto [dry, wet, outside] = count;
  const int all = dry + wet + outside;
  if (2 * wet >= all) return {Cell::wet, depths / wet};
  return {2 * outside >= all ? Cell::outside : Cell::dry, 0.0};
}

std::vector<std::size_t> wet_beside_outside(const Basin& basin) {
  std::vector<std::size_t> found;
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i)
      if (basin.wet(i, j) && basin.beside_outside(i, j)) found.push_back(basin.index(i, j));
  return found;
}

/// All cells that belong to the sea of cell (i, j), as indices; they are marked in `seen`.
std::vector<std::size_t> sea_around(const Basin& basin, int i, int j, std::vector<bool>& seen) {
  std::vector<std::size_t> found;
  const auto visit = [&](int x, int y) {
    if (!basin.wet(x, y) || seen[basin.index(x, y)]) return;
    seen[basin.index(x, y)] = true;
    found.push_back(basin.index(x, y));
  };
  visit(i, j);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const int x = static_cast<int>(found[next] % static_cast<std::size_t>(basin.grid.nx));
    const int y = static_cast<int>(found[next] / static_cast<std::size_t>(basin.grid.nx));
    visit(x + 1, y);
    visit(x - 1, y);
    visit(x, y + 1);
    visit(x, y - 1);
  }
  return found;
}

}  // namespace

double Basin::depth_at(int i, int j) const {
  if (!wet(i, j)) return 0;
  const std::size_t n = index(i, j);
  if (n >= depth.size())
    throw std::logic_error(fmt::format("the depth of cell (i={}, j={}) is not held here", i, j));
  return depth[n];
}

std::vector<double> handed_out(std::span<const double> whole, const Box& cells, int each,
                               const Box& needed, const Communicator& comm) {
  if (cells.empty()) return {};
  constexpr int told_at_once = 1 << 17;  // values
  const std::ptrdiff_t row = std::ptrdiff_t{cells.width()} * each;
  const int height = static_cast<int>(std::max(std::ptrdiff_t{1}, told_at_once / row));
  const auto who = static_cast<int>(comm.max(std::int64_t{whole.empty() ? -1 : comm.rank()}));
  std::vector<double> told, mine;
  for (int j = cells.y0; j < cells.y1; j += height) {
    const Box rows{cells.x0, cells.x1, j, std::min(cells.y1, j + height)};
    told.resize(static_cast<std::size_t>(rows.height() * row));
    if (!whole.empty()) std::copy_n(whole.data() + (j - cells.y0) * row, told.size(), told.data());
    comm.broadcast(std::span<double>(told), who);
    const Box kept = intersection(rows, needed);
    for (int y = kept.y0; y < kept.y1; ++y) {
      const auto from = told.begin() + (y - j) * row;
      mine.insert(mine.end(), from + std::ptrdiff_t{kept.x0 - cells.x0} * each,
                  from + std::ptrdiff_t{kept.x1 - cells.x0} * each);
    }
  }
  return mine;
}

Basin handed_out(const Basin& whole, const Box& needed, const Communicator& comm) {
  Basin mine{.grid = whole.grid.cut_to(needed),
             .longitude = whole.longitude,
             .latitude = whole.latitude,
             .depth = {}};
  mine.depth = handed_out(whole.depth, whole.grid.box(), 1, mine.grid.held(), comm);
  return mine;
}

Basin coarsened(const Basin& fine, int factor) {
  Basin coarse{.grid = fine.grid,
               .longitude = merged(fine.longitude, factor),
               .latitude = merged(fine.latitude, factor),
               .depth = {}};
  Grid& grid = coarse.grid;
  grid.nx /= factor;
  grid.ny /= factor;
  grid.dx *= factor;
  grid.dy *= factor;
  grid.cells.clear();
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) {
      const Box square{i * factor, (i + 1) * factor, j * factor, (j + 1) * factor};
      const auto [cell, depth] = merged(fine, square);
      grid.cells.push_back(cell);
      coarse.depth.push_back(depth);
    }
  if (wet_beside_outside(fine).empty())
    for (const std::size_t n : wet_beside_outside(coarse)) grid.cells[n] = Cell::dry;
  return coarse;
}

void keep_largest_sea(Basin& basin) {
  std::vector<bool> seen(basin.grid.cells.size(), false);
  std::vector<std::size_t> largest;
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i)
      if (std::vector<std::size_t> sea = sea_around(basin, i, j, seen); sea.size() > largest.size())
        largest = std::move(sea);
  for (Cell& cell : basin.grid.cells)
    if (cell == Cell::wet) cell = Cell::dry;
  for (const std::size_t n : largest) basin.grid.cells[n] = Cell::wet;
}

SeaMetrics on_sphere(const std::vector<double>& latitude, double dlon, double dlat) {
  SeaMetrics m{.dy = earth_radius * dlat * degree, .dx = {}, .dx_north = {}, .coriolis = {}};
  for (const double phi : latitude) {
    m.dx.push_back(earth_radius * dlon * degree * std::cos(phi * degree));
    m.dx_north.push_back(earth_radius * dlon * degree * std::cos((phi + dlat / 2) * degree));
    m.coriolis.push_back(2 * earth_rotation * std::sin(phi * degree));
    m.bend.push_back(std::tan(phi * degree) / earth_radius);
  }
  return m;
}

SeaMetrics on_plane(int rows, double dx, double dy, double coriolis, double beta) {
  const auto count = static_cast<std::size_t>(rows);
  SeaMetrics m{.dy = dy,
               .dx = std::vector<double>(count, dx),
               .dx_north = std::vector<double>(count, dx),
               .coriolis = {}};
  for (int j = 0; j < rows; ++j)
    m.coriolis.push_back(coriolis + beta * (j + 0.5 - 0.5 * rows) * dy);
  return m;
}

SeaMetrics metrics_of(const Basin& basin, Earth earth) {
  const double dx = basin.grid.dx, dy = basin.grid.dy;
  if (earth == Earth::sphere) return on_sphere(basin.latitude, dx, dy);
  const double middle = 0.5 * (basin.latitude.front() + basin.latitude.back());
  const SeaMetrics there = on_sphere({middle}, dx, dy);
  const double beta = 2 * earth_rotation * std::cos(middle * degree) / earth_radius;
  return on_plane(basin.grid.ny, there.dx[0], there.dy, there.coriolis[0],
                  earth == Earth::beta_plane ? beta : 0);
}

}  // namespace seafret
