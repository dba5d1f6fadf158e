// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/tidal_boundary.hpp"

#include <algorithm>
#include <cmath>

#include "physics/ocean/tide.hpp"

namespace seafret {
namespace {

/// From 0 to 1 within the first tide, smoothly at both ends: a sudden start rings for days.
double ramp(double time) {
  return time >= m2_period ? 1 : 0.5 * (1 - std::cos(0.5 * m2_angle(time)));
}

}  // namespace

std::vector<std::complex<double>> TideOptions::knots() const {
  std::vector<std::complex<double>> all;
  for (std::size_t k = 0; k < amplitude.size(); ++k)
    all.push_back(tidal_constant(amplitude[k], phase[k]));
  return all;
}

TidalBoundary::TidalBoundary(std::span<const OpenCell> cells,
                             std::span<const std::complex<double>> knots, const Box& box) {
  for (const OpenCell& c : cells) {
    if (!box.contains(c.i, c.j)) continue;
    const std::complex<double> constant = between_knots(knots, c.arc);
    cells_.push_back({c.i, c.j, constant.real(), -constant.imag()});
  }
  std::ranges::sort(cells_, {}, &Cell::j);
}

void TidalBoundary::prescribe(const Box& where, double time, FieldView<double> eta) const {
  const double cosine = ramp(time) * std::cos(m2_angle(time));
  const double sine = ramp(time) * std::sin(m2_angle(time));
  for (auto c = std::ranges::lower_bound(cells_, where.y0, {}, &Cell::j);
       c != cells_.end() && c->j < where.y1; ++c)
    if (where.contains(c->i, c->j))
      eta(c->i, c->j) = c->in_phase * cosine + c->in_quadrature * sine;
}

}  // namespace seafret
