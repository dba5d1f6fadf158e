// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/first_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/atmosphere/projection.hpp"
#include "physics/columns.hpp"

namespace seafret {
namespace {

/// A place in the box as shares of its length, width and height.
using Place3 = std::array<double, 3>;

/// The n-th passive tracer, kg/kg: a puff somewhere in the box, where others are not.  Every second
/// one has a sharp edge, which tries the limiter of the advection; the others are smooth hills.
double puff(int n, const Place3& at) {
  constexpr double amount = 1e-3;
  constexpr Place3 radius{0.25, 0.25, 0.2}, stride{0.618034, 0.754878, 0.569840};
  double distance = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double middle = (n + 1) * stride[d] - std::floor((n + 1) * stride[d]);
    double off = std::abs(at[d] - middle);
    if (d < 2) off = std::min(off, 1 - off);  // across the periodic edge it may be nearer
    distance += off * off / (radius[d] * radius[d]);
  }
  if (distance >= 1) return 0;
  return n % 2 == 0 ? amount
                    : amount * 0.5 * (1 + std::cos(std::numbers::pi * std::sqrt(distance)));
}

}  // namespace

double noise(std::uint64_t seed, int i, int j, int k) {
  std::uint64_t bits = seed;
  for (const int index : {i, j, k}) {
    bits +=
        0x9e3779b97f4a7c15 * (static_cast<std::uint64_t>(static_cast<std::uint32_t>(index)) + 1);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    bits ^= bits >> 31;
  }
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

Field<> noise_field(const Grid& grid, const Box& owned, const Halo& halo, std::uint64_t seed) {
  Field<> made(owned, halo, grid.nz);
  const FieldView<double> f = made.view();
  for_each_column(f.box, [&](int i, int j) {
    for (int k = 0; k < f.levels; ++k)
      f(i, j, k) = noise(seed, wrapped(i, grid.nx), wrapped(j, grid.ny), k);
  });
  return made;
}

Field<> divergence_of_noise(const Grid& grid, const Mesh& mesh, const Box& owned) {
  std::array<Field<>, 3> wind{noise_field(grid, owned, Halo::all(1), 1),
                              noise_field(grid, owned, Halo::all(1), 2),
                              noise_field(grid, owned, Halo::all(1), 3)};
  const FieldView<double> w = wind[2].view();
  for_each_column(w.box, [&](int i, int j) { w(i, j, w.levels - 1) = 0; });  // the lid
  Field<> found(owned, Halo{}, w.levels);
  divergence(owned, mesh, {wind[0].view(), wind[1].view(), w}, 1, found.view());
  return found;
}

Sounding FirstState::column(const VerticalGrid& levels) const {
  Sounding column = sounding(levels);
  if (column.u.empty()) {
    column.u.assign(levels.z.size(), wind[0]);
    column.v.assign(levels.z.size(), wind[1]);
  }
  for (double& east : column.u) east -= frame[0];
  for (double& north : column.v) north -= frame[1];
  return column;
}

void FirstState::fill(const Grid& grid, const VerticalGrid& levels, double theta_ref,
                      StratusFields& fields) const {
  using namespace stratus;
  const Sounding column = this->column(levels);
  const auto seed_of_noise = static_cast<std::uint64_t>(seed);
  const auto& f = fields.now.fields;
  for_each_column(fields.p.box, [&](int i, int j) {
    const int gi = wrapped(i, grid.nx), gj = wrapped(j, grid.ny);
    for (int k = 0; k < levels.levels(); ++k) {
      const auto n = static_cast<std::size_t>(k);
      const double shaken = levels.z[n] < noise_below ? noise : 0;
      const double theta_l = column.theta_l[n] + shaken * seafret::noise(seed_of_noise, gi, gj, k);
      const MoistAir air = condense(theta_l, column.total[n], column.exner[n], column.pressure[n]);
      f[u](i, j, k) = column.u[n];
      f[v](i, j, k) = column.v[n];
      f[w](i, j, k) = 0;
      f[theta](i, j, k) = air.theta - theta_ref;
      f[vapour](i, j, k) = air.vapour;
      f[liquid](i, j, k) = air.liquid;
      const Place3 at{(gi + 0.5) / grid.nx, (gj + 0.5) / grid.ny,
                      levels.z[n] / levels.z_half.back()};
      for (std::size_t q = liquid + 1; q < f.size(); ++q)
        f[q](i, j, k) = puff(static_cast<int>(q - liquid), at);
      fields.p(i, j, k) = 0;
      if (!disturbance) continue;
      for (std::size_t q = 0; q < f.size(); ++q) f[q](i, j, k) += disturbance(q, gi, gj, k);
    }
  });
  for (std::size_t n = 0; n < f.size(); ++n)
    std::copy_n(f[n].data, fields.p.box.area() * f[n].levels, fields.past.fields[n].data);
}

}  // namespace seafret
