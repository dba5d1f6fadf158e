// SPDX-License-Identifier: BSD-3-Clause
#include "physics/momentum/piacsek_williams.hpp"

#include <cassert>

#include "physics/columns.hpp"
#include "physics/vectors.hpp"

namespace seafret {

PiacsekWilliams::PiacsekWilliams(const MomentumSetup& setup)
    : along_x_(0.25 / setup.mesh.dx),
      along_y_(0.25 / setup.mesh.dy),
      per_x_(1 / setup.mesh.dx),
      per_y_(1 / setup.mesh.dy) {
  const VerticalGrid& levels = setup.mesh.levels;
  for (std::size_t k = 0; k < levels.rho.size(); ++k) {
    const double mass_half = levels.rho_half[k] * levels.dz_half[k];
    rho_half_.push_back(levels.rho_half[k]);
    mass_.push_back(levels.rho[k] * levels.dz[k]);
    per_mass_.push_back(0.25 / mass_[k]);
    per_mass_half_.push_back(k + 1 < levels.rho.size() ? 0.25 / mass_half : 0);
  }
  mass_.push_back(0);  // above the lid
  rho_half_.push_back(0);
}

/// All that a level needs is loaded once for u, v and w. Nothing comes through the ground, and
/// nothing through the lid, where w is zero: what is read beyond a column's end, of the next one,
/// is multiplied by zero. w is carried sideways by the mass flux of the two half levels that make
/// up its cell, so that the mass balance of that cell is the mean of those of its two levels.
void PiacsekWilliams::advect_column(const Wind& wind, int i, int j, double* du, double* dv,
                                    double* dw) const {
  const ColumnsAround u(wind.u, i, j), v(wind.v, i, j), w(wind.w, i, j);
  const double *const u_northwest = wind.u.column(i - 1, j + 1), *const v_southeast =
                                                                     wind.v.column(i + 1, j - 1);
  const double *const rho_half = rho_half_.data(), *const mass = mass_.data(),
                      *const per_mass = per_mass_.data(),
                      *const per_mass_half = per_mass_half_.data();
  double u_rising = 0, v_rising = 0, w_below = 0;  // of the level below
  const int levels = wind.u.levels;
  over_levels(0, levels, [&]<class V>(int k) {
    const auto at = [k](const double* from) { return load<V>(from + k); };
    const auto above = [k](const double* from) { return load<V>(from + k + 1); };
    const V u0 = at(u.here), u_w = at(u.west), u_e = at(u.east), u_s = at(u.south),
            u_n = at(u.north);
    const V v0 = at(v.here), v_w = at(v.west), v_e = at(v.east), v_s = at(v.south),
            v_n = at(v.north);
    const V w0 = at(w.here), rho = at(rho_half), per = at(per_mass);
    const V w_e = at(w.east), w_n = at(w.north);
    const V u_up = above(u.here), v_up = above(v.here);

    const V rises_u = rho * (w0 + w_e), rises_v = rho * (w0 + w_n);
    const V from_u = u0 * rises_u, from_v = v0 * rises_v;
    const V u_below = shifted_in(u_rising, from_u), v_below = shifted_in(v_rising, from_v);
    u_rising = last_of(from_u);
    v_rising = last_of(from_v);
    add_at(du + k, along_x_ * (u_w * (u_w + u0) - u_e * (u0 + u_e)) +
                       along_y_ * (u_s * (v_s + at(v_southeast)) - u_n * (v0 + v_e)) +
                       (u_below - u_up * rises_u) * per);
    add_at(dv + k, along_y_ * (v_s * (v_s + v0) - v_n * (v0 + v_n)) +
                       along_x_ * (v_w * (u_w + at(u_northwest)) - v_e * (u0 + u_n)) +
                       (v_below - v_up * rises_v) * per);

    const int next = k + levels;  // of the next column
    fetch(u.north + next, v.north + next, w.north + next);
    fetch_to_change(du + next, dv + next, dw + next);
    const V m = at(mass), m_up = above(mass), w_up = above(w.here);
    const V here = rho * w0, rises_w = here + above(rho_half) * w_up;
    const V from_w = w0 * rises_w;
    const V below = shifted_in(w_below, from_w);
    w_below = last_of(from_w);
    const V by_west = m * u_w + m_up * above(u.west), by_east = m * u0 + m_up * u_up;
    const V by_south = m * v_s + m_up * above(v.south), by_north = m * v0 + m_up * v_up;
    add_at(dw + k, (per_x_ * (at(w.west) * by_west - w_e * by_east) +
                    per_y_ * (at(w.south) * by_south - w_n * by_north) + (below - w_up * rises_w)) *
                       at(per_mass_half));
  });
}

void PiacsekWilliams::advect(const Box& where, const Wind& /*past*/, const Wind& now, double /*dt*/,
                             std::span<const FieldView<double>> tendencies) {
  assert(tendencies.size() == 3);
  for_each_column(where, [&](int i, int j) {
    advect_column(now, i, j, tendencies[0].column(i, j), tendencies[1].column(i, j),
                  tendencies[2].column(i, j));
  });
}

}  // namespace seafret
