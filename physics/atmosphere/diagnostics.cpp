// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/worse.hpp"
#include "physics/atmosphere/components/subgrid.hpp"
#include "physics/columns.hpp"

namespace seafret {
namespace {

/// One after the other.
template <class Work>
void visit_columns(const Box& where, Work work) {
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) work(i, j);
}

/// Bottom up, always in this order.
template <class Term>
double column_sum(int levels, Term term) {
  double sum = 0;
  for (int k = 0; k < levels; ++k) sum += term(k);
  return sum;
}

double column_mass(const VerticalGrid& levels, const double* q) {
  const double *rho = levels.rho.data(), *dz = levels.dz.data();
  return column_sum(levels.levels(), [=](int k) { return rho[k] * q[k] * dz[k]; });
}

/// Of one cell: see fastest().
struct Haste {
  double courant;
  bool waves;
  double swing;
};
Haste haste(const Mesh& mesh, const Wind::Faces& wind, std::span<const double* const> viscosities,
            const Swings& swings, double dt, int k) {
  const VerticalGrid& levels = mesh.levels;
  const auto n = static_cast<std::size_t>(k);
  const double below = k > 0 ? levels.rho_half[n - 1] * wind.top[k - 1] : 0.0;
  const double above = levels.rho_half[n] * wind.top[k];
  const double leaving = outgoing(wind.east[k], wind.west[k]) / mesh.dx +
                         outgoing(wind.north[k], wind.south[k]) / mesh.dy +
                         outgoing(above, below) / (levels.rho[n] * levels.dz[n]);
  const double crossed = std::abs(wind.east[k]) / mesh.dx + std::abs(wind.north[k]) / mesh.dy +
                         std::abs(wind.top[k]) / levels.dz_half[n];
  const double waves = swings.waves.empty() ? 0 : swings.waves[n], swing = crossed + waves;
  double mixed[2] = {0, 0}, any = swing;  // momentum, scalars
  for (std::size_t v = 0; v < viscosities.size(); ++v) {
    mixed[v] = Subgrid::mixed(mesh, viscosities[v], k);
    any += mixed[v];
  }
  // No comparison finds what is not a number.
  if (std::isnan(any)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {infinity, false, infinity};
  }
  const double scalars = 2 * (leaving + mixed[1]);
  const double momentum = swing / swings.longest_turn + 2 * mixed[0];
  return {dt * std::max(scalars, momentum), waves > 0 && momentum > scalars, waves > 0 ? swing : 0};
}

/// Of so many; of none it is not known.
double mean_of(double sum, double count) {
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

/// On a tie the first in memory is meant, whichever thread met it.
bool is_before(const Fastest& a, const Fastest& b) {
  return std::tuple(-a.courant, a.j, a.i, a.k) < std::tuple(-b.courant, b.j, b.i, b.k);
}

}  // namespace

std::vector<double> masses(const Domain& domain, const VerticalGrid& levels, Fields fields) {
  std::vector<ReproducibleSum> sums(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f)
    visit_columns(domain.owned(),
                  [&](int i, int j) { sums[f].add(column_mass(levels, fields[f].column(i, j))); });
  ReproducibleSum::over_ranks(sums, domain.comm);
  std::vector<double> values;
  for (const ReproducibleSum& sum : sums) values.push_back(sum.value());
  return values;
}

std::vector<Range> ranges(const Domain& domain, Fields fields) {
  std::vector<double> ends;  // of each field the highest value, and minus the lowest
  for (const FieldView<double>& field : fields) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    std::int64_t unknown = 0;
    visit_columns(domain.owned(), [&](int i, int j) {
      const double* const q = field.column(i, j);
#pragma omp simd reduction(min : low) reduction(max : high) reduction(+ : unknown)
      for (int k = 0; k < field.levels; ++k) {
        unknown += std::isnan(q[k]) ? 1 : 0;
        low = q[k] < low ? q[k] : low;
        high = q[k] > high ? q[k] : high;
      }
    });
    if (unknown > 0) low = high = std::numeric_limits<double>::quiet_NaN();
    ends.insert(ends.end(), {high, -low});
  }
  domain.comm.max(ends);
  std::vector<Range> all;
  for (std::size_t n = 0; n < ends.size(); n += 2) all.push_back({0 - ends[n + 1], ends[n]});
  return all;
}

double largest_size(const Domain& domain, FieldView<const double> field) {
  double mine = 0;
  visit_columns(domain.owned(), [&](int i, int j) {
    const double* const q = field.column(i, j);
    for (int k = 0; k < field.levels; ++k) mine = worse(mine, std::abs(q[k]));
  });
  return domain.comm.max(mine);
}

double norm_by_density(const Domain& domain, const VerticalGrid& levels,
                       FieldView<const double> field) {
  std::array<ReproducibleSum, 1> sum;
  const double* const rho = levels.rho.data();
  visit_columns(domain.owned(), [&](int i, int j) {
    const double* const f = field.column(i, j);
    sum[0].add(column_sum(field.levels, [=](int k) { return f[k] / rho[k] * (f[k] / rho[k]); }));
  });
  ReproducibleSum::over_ranks(sum, domain.comm);
  return std::sqrt(sum[0].value());
}

Cloud observe_cloud(const Domain& domain, const VerticalGrid& levels,
                    FieldView<const double> vapour, FieldView<const double> liquid) {
  enum { vapour_path, liquid_path, clouds, bases, tops, quantities };
  std::array<ReproducibleSum, quantities> sums;
  visit_columns(domain.owned(), [&](int i, int j) {
    const double* const water = liquid.column(i, j);
    sums[vapour_path].add(column_mass(levels, vapour.column(i, j)));
    sums[liquid_path].add(column_mass(levels, water));
    int lowest = -1, highest = -1;
    for (int k = 0; k < liquid.levels; ++k)
      if (water[k] > cloudy) {
        if (lowest < 0) lowest = k;
        highest = k;
      }
    if (lowest < 0) return;
    sums[clouds].add(1);
    sums[bases].add(lowest > 0 ? levels.z_half[static_cast<std::size_t>(lowest) - 1] : 0);
    sums[tops].add(levels.z_half[static_cast<std::size_t>(highest)]);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  const auto columns = static_cast<double>(domain.grid().box().area());
  const double covered = sums[clouds].value();
  return {sums[vapour_path].value() / columns, sums[liquid_path].value() / columns,
          covered / columns, mean_of(sums[bases].value(), covered),
          mean_of(sums[tops].value(), covered)};
}

double inversion_height(const Domain& domain, const VerticalGrid& levels,
                        FieldView<const double> vapour, FieldView<const double> liquid,
                        double least) {
  std::array<ReproducibleSum, 2> sums;  // of heights, of columns
  add_columns(sums, std::span(&domain.owned(), 1), [&](int i, int j) -> std::array<double, 2> {
    const double *const v = vapour.column(i, j), *const l = liquid.column(i, j);
    const auto is_below = [=](std::size_t k) { return v[k] + l[k] < least; };
    for (std::size_t k = 0; k + 1 < levels.z.size(); ++k) {
      if (is_below(k) || !is_below(k + 1)) continue;
      const double here = v[k] + l[k], next = v[k + 1] + l[k + 1];
      return {levels.z[k] + (here - least) / (here - next) * levels.dz_half[k], 1};
    }
    return {0, 0};
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return mean_of(sums[0].value(), sums[1].value());
}

Fastest fastest(const Box& where, const Mesh& mesh, const Wind& wind,
                std::span<const FieldView<double>> viscosities, const Swings& swings, double dt) {
  Fastest all{0, where.x0, where.y0, 0};
#pragma omp parallel
  {
    Fastest mine{-1, 0, 0, 0};
    std::vector<const double*> columns(viscosities.size());
#pragma omp for schedule(static) nowait
    for (int j = where.y0; j < where.y1; ++j)
      for (int i = where.x0; i < where.x1; ++i) {
        const Wind::Faces faces = wind.faces(i, j);
        for (std::size_t n = 0; n < columns.size(); ++n) columns[n] = viscosities[n].column(i, j);
        for (int k = 0; k < wind.w.levels; ++k) {
          const Haste cell = haste(mesh, faces, columns, swings, dt, k);
          const double swing = std::max(mine.swing, cell.swing);
          if (cell.courant > mine.courant) mine = {cell.courant, i, j, k, cell.waves};
          mine.swing = swing;
        }
      }
#pragma omp critical(seafret_fastest)
    {
      const double swing = std::max(mine.swing, all.swing);
      if (is_before(mine, all)) all = mine;
      all.swing = swing;
    }
  }
  return all;
}

}  // namespace seafret
