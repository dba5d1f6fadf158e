// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/pressure_operator.hpp"

#include <algorithm>
#include <array>

#include "physics/columns.hpp"
#include "physics/vectors.hpp"

namespace seafret {
namespace {

/// One level of four columns; a block is four levels of them, or four columns of four levels.
using Four [[gnu::vector_size(32)]] = double;
using Block = std::array<Four, 4>;
constexpr std::size_t together = LinePreconditioner::together, fours = together / 4;

/// Wherever they may lie; by reference, as not every machine can hand on four at once.
void get_four(const double* from, Four& to) {
  to = *reinterpret_cast<const Unaligned<Four>::Type*>(from);
}
void put_four(const Four& values, double* to) {
  *reinterpret_cast<Unaligned<Four>::Type*>(to) = values;
}

Block turn(const Block& b) {
  const Four even01 = __builtin_shufflevector(b[0], b[1], 0, 4, 2, 6),
             odd01 = __builtin_shufflevector(b[0], b[1], 1, 5, 3, 7),
             even23 = __builtin_shufflevector(b[2], b[3], 0, 4, 2, 6),
             odd23 = __builtin_shufflevector(b[2], b[3], 1, 5, 3, 7);
  return {__builtin_shufflevector(even01, even23, 0, 1, 4, 5),
          __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5),
          __builtin_shufflevector(even01, even23, 2, 3, 6, 7),
          __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7)};
}

/// Four levels, or one, of four columns that lie so far apart.
template <std::size_t levels>
Block read_block(const double* from, std::size_t apart) {
  if constexpr (levels == 1) return {Four{from[0], from[apart], from[2 * apart], from[3 * apart]}};
  Block columns;
  for (std::size_t c = 0; c < 4; ++c) get_four(from + c * apart, columns[c]);
  return turn(columns);
}
template <std::size_t levels>
void write_block(const Block& block, double* to, std::size_t apart) {
  if constexpr (levels == 1) {
    for (std::size_t c = 0; c < 4; ++c) to[c * apart] = block[0][c];
  } else {
    const Block columns = turn(block);
    for (std::size_t c = 0; c < 4; ++c) put_four(columns[c], to + c * apart);
  }
}

/// Of columns hand in hand: where they stand, and the level that was done last.
struct Sweep {
  explicit Sweep(const LinePreconditioner::Factors& of)
      : factors(of), levels(of.inverse.size()), whole_blocks(levels / 4 * 4) {}

  /// Brings the same levels of all columns of another group near.
  void fetch_levels(const double* group, std::size_t first) const {
    for (std::size_t c = 0; c < together; ++c) fetch(group + c * levels + first);
  }

  std::array<Four, fours> last = {};
  const LinePreconditioner::Factors& factors;
  std::size_t levels, whole_blocks;

  /// y_k = r_k / pivot_k - lower_k y_(k-1), turned.
  template <std::size_t count>
  void up(std::size_t first, const double* r, double* turned) {
    const double* const inverse = factors.inverse.data() + first;
    const double* const lower = factors.lower.data() + first;
    for (std::size_t f = 0; f < fours; ++f) {
      const Block block = read_block<count>(r + 4 * f * levels + first, levels);
      double* const to = turned + first * together + 4 * f;
      Four y = last[f];
      for (std::size_t k = 0; k < count; ++k) {
        y = block[k] * inverse[k] - lower[k] * y;
        put_four(y, to + k * together);
      }
      last[f] = y;
    }
  }

  /// z_k = y_k - upper_k z_(k+1), turned back.
  template <std::size_t count>
  void down(std::size_t first, const double* turned, double* z) {
    const double* const upper = factors.upper.data() + first;
    for (std::size_t f = 0; f < fours; ++f) {
      const double* const from = turned + first * together + 4 * f;
      Block block;
      Four above = last[f];
      for (std::size_t k = count; k-- > 0;) {
        Four here;
        get_four(from + k * together, here);
        block[k] = above = here - upper[k] * above;
      }
      last[f] = above;
      write_block<count>(block, z + 4 * f * levels + first, levels);
    }
  }
};

/// `next`: the right-hand sides of the group after this one, if any.
void solve_group(const LinePreconditioner::Factors& factors, const double* r, double* z,
                 double* turned, const double* next = nullptr) {
  constexpr std::size_t line = 8;  // of the cache
  Sweep up(factors), down(factors);
  const std::size_t levels = up.levels, whole = up.whole_blocks;
  for (std::size_t k = 0; k < whole; k += 4) {
    if (next != nullptr && k % line == 0) up.fetch_levels(next, k);
    up.up<4>(k, r, turned);
  }
  for (std::size_t k = whole; k < levels; ++k) up.up<1>(k, r, turned);
  for (std::size_t k = levels; k-- > whole;) down.down<1>(k, turned, z);
  for (std::size_t k = whole; k > 0; k -= 4) down.down<4>(k - 4, turned, z);
}

}  // namespace

PressureOperator::PressureOperator(const Mesh& mesh)
    : dz(mesh.levels.dz.begin(), mesh.levels.dz.end()),
      per_mass(dz.size()),
      x(dz.size()),
      y(dz.size()),
      up(dz.size()),
      down(dz.size()) {
  const VerticalGrid& levels = mesh.levels;
  for (std::size_t k = 0; k < dz.size(); ++k) {
    x[k] = dz[k] * levels.rho[k] / (mesh.dx * mesh.dx);
    y[k] = dz[k] * levels.rho[k] / (mesh.dy * mesh.dy);
    per_mass[k] = 1 / (dz[k] * levels.rho[k]);
    if (k + 1 == dz.size()) break;
    up[k] = down[k + 1] = levels.rho_half[k] / levels.dz_half[k];
  }
}

/// take(k, level k of A p) in one column.
template <class Take>
void PressureOperator::rows(const FieldView<const double>& p, int i, int j, Take take) const {
  const double* const here = p.column(i, j);
  const double* const west = p.column(i - 1, j);
  const double* const east = p.column(i + 1, j);
  const double* const south = p.column(i, j - 1);
  const double* const north = p.column(i, j + 1);
  const double* const ax = x.data();
  const double* const ay = y.data();
  const double* const above = up.data();
  const double* const below = down.data();
  // Nothing lies above the lid or below the ground: there the coefficient is zero, and what is read
  // instead, an end of the column to the east or west, does not matter.
#pragma omp simd simdlen(8)
  for (int k = 0; k < p.levels; ++k) {
    const double c = here[k];
    const double across = ax[k] * ((east[k] - c) - (c - west[k])) +  //
                          ay[k] * ((north[k] - c) - (c - south[k]));
    take(k, across + (above[k] * (here[k + 1] - c) - below[k] * (c - here[k - 1])));
  }
}

void PressureOperator::apply(const FieldView<const double>& p, int i, int j, double* out) const {
  rows(p, i, j, [=](int k, double row) { out[k] = row; });
}

void PressureOperator::residual(const FieldView<const double>& p, const double* b, int i, int j,
                                double* out) const {
  rows(p, i, j, [=](int k, double row) { out[k] = b[k] - row; });
}

double PressureOperator::square_of_divergence(const double* rows) const {
  return sum_of_levels(static_cast<int>(dz.size()), [=, w = per_mass.data()](int k) {
    return (rows[k] * w[k]) * (rows[k] * w[k]);
  });
}

LinePreconditioner::LinePreconditioner(const PressureOperator& a)
    : factors_{a.down, AlignedVector(a.dz.size()), AlignedVector(a.dz.size())} {
  auto& [lower, inverse, upper] = factors_;
  double eliminated = 0;
  for (std::size_t k = 0; k < inverse.size(); ++k) {
    const double diagonal = -(a.up[k] + a.down[k]) - 2 * (a.x[k] + a.y[k]);
    inverse[k] = 1 / (diagonal - eliminated);
    lower[k] = a.down[k] * inverse[k];
    upper[k] = a.up[k] * inverse[k];
    if (k + 1 < inverse.size()) eliminated = a.down[k + 1] * upper[k];
  }
}

void LinePreconditioner::solve(const double* r, double* z, int columns, const double* next) const {
  const std::size_t levels = factors_.inverse.size(), all = together * levels;
  thread_local AlignedVector room;
  if (room.size() < 2 * all) room.resize(2 * all);
  double *const turned = room.data(), *const group = room.data() + all;
  if (columns == together) return solve_group(factors_, r, z, turned, next);
  const std::size_t given = static_cast<std::size_t>(columns) * levels;
  std::fill(std::copy_n(r, given, group), group + all, 0.0);
  solve_group(factors_, group, group, turned);
  std::copy_n(group, given, z);
}

}  // namespace seafret
