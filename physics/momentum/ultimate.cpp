// SPDX-License-Identifier: BSD-3-Clause
#include "physics/momentum/ultimate.hpp"

#include <algorithm>
#include <cassert>

#include "physics/columns.hpp"

namespace seafret {
namespace {

constexpr const char* carrying = "ultimate";

// In a column of the cells of w that of half level k has number k + 2: below it are the ground and
// the mirror image of half level 0, above the last, which is the lid, that of the one below it.
constexpr int first_of_w = 2, more_cells_of_w = 3;

// Three of the wind that carries, w on its cells, and what it gains there.
constexpr std::size_t own_fields = 5;

/// `half` at the half levels, `full` at the ground and the lid.
std::vector<double> at_cells_of_w(const std::vector<double>& half,
                                  const std::vector<double>& full) {
  std::vector<double> all{half[0], full[0]};
  all.insert(all.end(), half.begin(), half.end() - 1);
  all.push_back(full.back());
  all.push_back(half[half.size() - 2]);
  return all;
}

/// At the faces between these cells: the centres of the levels, and one beyond either end.
std::vector<double> at_faces_of_w(const std::vector<double>& full) {
  std::vector<double> all{full[0]};
  all.insert(all.end(), full.begin(), full.end());
  all.insert(all.end(), 2, full.back());
  return all;
}

/// None where there is but one level, as w is zero then.
VerticalGrid cells_of_w(const VerticalGrid& levels) {
  VerticalGrid cells;
  if (levels.levels() < 2) return cells;
  cells.dz = at_cells_of_w(levels.dz_half, levels.dz);
  cells.rho = at_cells_of_w(levels.rho_half, levels.rho);
  cells.dz_half = at_faces_of_w(levels.dz);
  cells.rho_half = at_faces_of_w(levels.rho);
  double z = -levels.z_half[0], z_half = -levels.z[0];
  for (std::size_t m = 0; m < cells.dz.size(); ++m) {
    cells.z.push_back(z);
    cells.z_half.push_back(z_half);
    z += cells.dz_half[m];
    z_half += m + 1 < cells.dz.size() ? cells.dz[m + 1] : 0;
  }
  return cells;
}

/// The mean of each column of a box and the one beside it.
void average(const Box& where, const FieldView<const double>& field, int di, int dj,
             const FieldView<double>& mean) {
  for_each_column(where, [&](int i, int j) {
    const double *here = field.column(i, j), *next = field.column(i + di, j + dj);
    double* const to = mean.column(i, j);
#pragma omp simd
    for (int k = 0; k < field.levels; ++k) to[k] = 0.5 * (here[k] + next[k]);
  });
}

/// A column of w on its cells.
void with_mirror_images(const double* w, int levels, double* cells) {
  cells[0] = -w[0];
  cells[1] = 0;
  std::copy_n(w, levels, cells + first_of_w);  // the last one is the lid's
  cells[first_of_w + levels] = -w[levels - 2];
}

}  // namespace

std::vector<FieldDescription> UltimateMomentum::work(int levels) {
  const int cells = levels + more_cells_of_w;
  std::vector<FieldDescription> all(own_fields, {.levels = cells, .halo = Halo::all(2)});
  all.back().halo = {};
  const ScalarAdvectionKind& kind = advection_schemes().at(carrying);
  for (const int height : {levels, cells})
    for (const FieldDescription& field : kind.work(height)) all.push_back(field);
  return all;
}

/// Each of u, v and w has carriers of its own, of which `carrying` finds what cells and faces need
/// (3 + 2 * 2 numbers moved), which its registry leaves out as scalars share it; then it reads that
/// and the carriers, and carries (5 + 1 + 2).  What is written anew is fetched first.
MomentumCost UltimateMomentum::cost() {
  constexpr double of_cells = 21, of_faces = 2 * 15 + 17;
  constexpr double averages = 3 * (1 + 2), carriers_of_w = 3 * (1 + 2), copies_of_w = 3 + 2 + 3;
  constexpr double moved = 3 * (7 + 8) + 2 * averages + carriers_of_w + copies_of_w;
  const double carries = advection_schemes().at(carrying).flops + of_cells + of_faces;
  return {.bytes = moved * 8, .flops = 3 * carries + 2 * 3 * 2 + 3 * 5 + 1};
}

UltimateMomentum::UltimateMomentum(const MomentumSetup& setup)
    : levels_(setup.mesh.levels),
      by_side_(advection_schemes().at(carrying).make({.mesh = setup.mesh, .owned = setup.owned})) {
  const VerticalGrid cells = cells_of_w(levels_);
  const Mesh mesh{cells, setup.mesh.dx, setup.mesh.dy};
  if (cells.levels() > 0)
    upwards_ = advection_schemes().at(carrying).make({.mesh = mesh, .owned = setup.owned});
  const auto own = work(levels_.levels());
  for (std::size_t n = 0; n < own_fields; ++n) memory_.emplace_back(setup.owned, own[n]);
  for (std::size_t k = 0; k < levels_.z.size(); ++k)
    half_mass_.push_back(0.5 * levels_.rho[k] * levels_.dz[k]);
}

void UltimateMomentum::advect(const Box& where, const Wind& past, const Wind& now, double dt,
                              std::span<const FieldView<double>> tendencies) {
  assert(tendencies.size() == 3);
  if (where.empty()) return;
  carry_side(where, past.u, now, dt, 1, 0, tendencies[0]);
  carry_side(where, past.v, now, dt, 0, 1, tendencies[1]);
  if (upwards_) carry_w(where, past.w, now, dt, tendencies[2]);
}

void UltimateMomentum::carry_side(const Box& where, const FieldView<const double>& past,
                                  const Wind& now, double dt, int di, int dj,
                                  const FieldView<double>& tendency) {
  // The last column has no next one, and is not asked for.
  const Box held = where.grown(Halo{2, 2 - di, 2, 2 - dj});
  average(held, now.u, di, dj, memory_[0].view());
  average(held, now.v, di, dj, memory_[1].view());
  average(held, now.w, di, dj, memory_[2].view());
  by_side_->advect(where, carriers(), dt, {&past, 1}, {&tendency, 1});
}

void UltimateMomentum::carry_w(const Box& where, const FieldView<const double>& past,
                               const Wind& now, double dt, const FieldView<double>& tendency) {
  const FieldView<double> carried = memory_[3].view(), gained = memory_[4].view();
  for_each_column(where.grown(2), [&](int i, int j) {
    find_carriers_of_w(now, i, j);
    with_mirror_images(past.column(i, j), past.levels, carried.column(i, j));
  });
  for_each_column(where,
                  [&](int i, int j) { std::fill_n(gained.column(i, j), gained.levels, 0.); });
  const FieldView<const double> w = carried;
  upwards_->advect(where, carriers(), dt, {&w, 1}, {&gained, 1});
  for_each_column(where, [&](int i, int j) {
    const double* const of_w = gained.column(i, j) + first_of_w;
    double* const to = tendency.column(i, j);
#pragma omp simd
    for (int k = 0; k < past.levels - 1; ++k) to[k] += of_w[k];
  });
}

/// All that has the same sign beyond ground and lid is the same there, what blows up or down is the
/// opposite.
void UltimateMomentum::find_carriers_of_w(const Wind& now, int i, int j) {
  const double *half_mass = half_mass_.data(), *rho = levels_.rho.data(),
               *rho_half = levels_.rho_half.data(), *dz_half = levels_.dz_half.data();
  const int levels = levels_.levels();
  const auto sideways = [=](const double* wind, double* carrier) {
    double* const of_w = carrier + first_of_w;
#pragma omp simd
    for (int k = 0; k < levels - 1; ++k)
      of_w[k] =
          (half_mass[k] * wind[k] + half_mass[k + 1] * wind[k + 1]) / (rho_half[k] * dz_half[k]);
    carrier[0] = of_w[0];
    carrier[1] = wind[0];
    of_w[levels - 1] = wind[levels - 1];
    of_w[levels] = of_w[levels - 2];
  };
  sideways(now.u.column(i, j), memory_[0].view().column(i, j));
  sideways(now.v.column(i, j), memory_[1].view().column(i, j));
  const double* const w = now.w.column(i, j);
  double *const rising = memory_[2].view().column(i, j), *const at_centres = rising + 1;
  at_centres[0] = 0.5 * rho_half[0] * w[0] / rho[0];
#pragma omp simd
  for (int k = 1; k < levels; ++k)
    at_centres[k] = 0.5 * (rho_half[k - 1] * w[k - 1] + rho_half[k] * w[k]) / rho[k];
  rising[0] = -at_centres[0];
  at_centres[levels] = -at_centres[levels - 1];
  at_centres[levels + 1] = 0;
}

Wind UltimateMomentum::carriers() const {
  return {memory_[0].view(), memory_[1].view(), memory_[2].view()};
}

}  // namespace seafret
