// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/stretched_grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace seafret {
namespace {

/// The heights of all faces, the ground included.
using Faces = std::vector<double>;

void fill_linearly(Faces& faces, const Knot& from, const Knot& to) {
  for (int k = from.face + 1; k <= to.face; ++k)
    faces[static_cast<std::size_t>(k)] =
        from.height + (to.height - from.height) * (k - from.face) / (to.face - from.face);
}

void smooth(Faces& faces) {
  const Faces rough = faces;
  for (std::size_t k = 1; k + 1 < faces.size(); ++k)
    faces[k] = 0.25 * (rough[k - 1] + 2 * rough[k] + rough[k + 1]);
}

VerticalGrid grid_of(const Faces& faces) {
  const std::size_t levels = faces.size() - 1;
  VerticalGrid grid;
  grid.z_half.assign(faces.begin() + 1, faces.end());
  for (std::size_t k = 0; k < levels; ++k) {
    const bool inside = k > 0 && k + 1 < levels;
    grid.dz.push_back(faces[k + 1] - faces[k]);
    grid.z.push_back(inside ? (9 * (faces[k] + faces[k + 1]) - faces[k + 2] - faces[k - 1]) / 16
                            : 0.5 * (faces[k] + faces[k + 1]));
  }
  for (std::size_t k = 0; k < levels; ++k)
    grid.dz_half.push_back(k + 1 < levels ? grid.z[k + 1] - grid.z[k] : grid.dz[k]);
  grid.rho.assign(levels, 1.0);
  grid.rho_half.assign(levels, 1.0);
  return grid;
}

}  // namespace

bool ascend(std::span<const Knot> knots, int levels, double top) {
  Knot below;
  for (const Knot& knot : knots) {
    const bool is_top = knot.face == levels && knot.height == top;
    const bool is_inside = knot.face < levels && knot.height < top;
    if (knot.face <= below.face || knot.height <= below.height || !(is_top || is_inside))
      return false;
    below = knot;
  }
  return true;
}

bool centres_lie_inside(const VerticalGrid& grid) {
  double below = 0;
  for (std::size_t k = 0; k < grid.z.size(); ++k) {
    if (!(below < grid.z[k] && grid.z[k] < grid.z_half[k])) return false;
    below = grid.z_half[k];
  }
  return true;
}

std::vector<Knot> LevelOptions::knots() const {
  std::vector<Knot> all;
  for (std::size_t n = 0; n < std::min(faces.size(), heights.size()); ++n)
    all.push_back({faces[n], heights[n]});
  return all;
}

VerticalGrid stretched_grid(int levels, double top, std::span<const Knot> knots, int passes) {
  if (!ascend(knots, levels, top)) throw std::logic_error("knots of a grid that do not ascend");
  Faces faces(static_cast<std::size_t>(levels) + 1, 0.0);
  Knot below;
  for (const Knot& knot : knots) {
    fill_linearly(faces, below, knot);
    below = knot;
  }
  fill_linearly(faces, below, {levels, top});  // nothing where the last knot is the top
  for (int pass = 0; pass < passes; ++pass) smooth(faces);
  return grid_of(faces);
}

}  // namespace seafret
