// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The faces on one side of columns: which way they look, and the wind through and along them.
struct SideFaces {
  FieldView<const double> normal, along;
  double spacing = 1, along_spacing = 1;  ///< m
  int di = 0, dj = 0;                     ///< from a column to the one beyond the face
};

/// What the operators of a sweep divide by, inverted once.
struct SweepGrid {
  explicit SweepGrid(const Mesh& mesh)
      : per_step(mesh.levels.z.size() + 1, 0.),
        rho_half(mesh.levels.rho_half),
        dx(mesh.dx),
        dy(mesh.dy) {
    const VerticalGrid& levels = mesh.levels;
    for (std::size_t k = 0; k < levels.z.size(); ++k) {
      per_mass.push_back(1 / (levels.rho[k] * levels.dz[k]));
      if (k > 0) per_step[k] = 1 / levels.dz_half[k - 1];
    }
  }
  int levels() const { return static_cast<int>(per_mass.size()); }

  std::vector<double> per_mass;  ///< 1/(rho dz)
  std::vector<double> per_step;  ///< 1/dz_half; that of half level k is at k + 1, ends are 0
  std::vector<double> rho_half;
  double dx, dy;
};

}  // namespace seafret
