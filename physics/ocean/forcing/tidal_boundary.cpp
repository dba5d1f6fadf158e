// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/forcing/tidal_boundary.hpp"

#include <algorithm>
#include <cmath>

namespace seafret {

std::vector<TidalForcing> TideOptions::forcings() const {
  std::vector<TidalForcing> all;
  const bool flat = std::ranges::all_of(amplitude, [](double a) { return a == 0; });
  if (!flat || more.empty()) {
    all.emplace_back();
    for (std::size_t k = 0; k < amplitude.size(); ++k)
      all.back().elevation.push_back(tidal_constant(amplitude[k], phase[k]));
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

double grown(double time) {
  return time >= m2_period ? 1 : 0.5 * (1 - std::cos(0.5 * m2.angle(time)));
}

TidalMoment::TidalMoment(std::span<const Constituent> constituents, double time) {
  const double size = grown(time);
  for (std::size_t n = 0; n < constituents.size(); ++n) {
    const double angle = constituents[n].angle(time);
    turned_[n] = {size * std::cos(angle), -size * std::sin(angle)};
  }
}

double TidalMoment::height(std::span<const std::complex<double>> constants) const {
  double sum = 0;
  for (std::size_t n = 0; n < constants.size(); ++n)
    sum += constants[n].real() * turned_[n].real() + constants[n].imag() * turned_[n].imag();
  return sum;
}

TidalBoundary::TidalBoundary(std::span<const OpenCell> cells,
                             std::span<const TidalForcing> forcings, const Box& box, double level)
    : level_(level) {
  for (const TidalForcing& forcing : forcings) constituents_.push_back(forcing.constituent);
  for (const OpenCell& c : cells) {
    if (!box.contains(c.i, c.j)) continue;
    Cell& cell = cells_.emplace_back(Cell{c.i, c.j, {}});
    for (const TidalForcing& forcing : forcings)
      cell.constants.push_back(between_knots(forcing.elevation, c.arc));
  }
  std::ranges::sort(cells_, {}, &Cell::j);
}

void TidalBoundary::prescribe(const Box& where, double time, FieldView<double> eta) const {
  auto c = std::ranges::lower_bound(cells_, where.y0, {}, &Cell::j);
  if (c == cells_.end() || c->j >= where.y1) return;
  const TidalMoment moment(constituents_, time);  // takes longer than a row of cells
  for (; c != cells_.end() && c->j < where.y1; ++c)
    if (where.contains(c->i, c->j)) eta(c->i, c->j) = level_ + moment.height(c->constants);
}

}  // namespace seafret
