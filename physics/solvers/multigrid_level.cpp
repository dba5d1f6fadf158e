// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/multigrid_level.hpp"

#include <limits>

#include "decomposition/fields/arena.hpp"

namespace seafret {
namespace {

constexpr double over_relaxation = 1.08;

/// The correction of a finer grid is read from four columns, of which one is diagonal.
Halo pressure_halo(bool finest) { return finest ? one_column : Halo::all(1); }

/// The columns to the east and north that make a coarse column together with mine.
Halo residual_halo(Coarsening step) { return {0, step.x - 1, 0, step.y - 1, true}; }

FieldDescription pressure_of(int levels, bool finest) {
  return {.levels = levels, .halo = pressure_halo(finest)};
}
FieldDescription residual_of(int levels, Coarsening step) {
  return {.levels = levels, .halo = residual_halo(step)};
}

/// Whether some rank has only a part of what makes a coarse column.
bool parts_coarse_columns(const Decomposition& owners, Coarsening step) {
  for (int r = 0; r < owners.ranks(); ++r) {
    const Box& b = owners.owned(r);
    if (!b.empty() && (b.x0 % step.x + b.x1 % step.x + b.y0 % step.y + b.y1 % step.y) != 0)
      return true;
  }
  return false;
}

/// A row of one column has no neighbours but itself, and so no slope.
PressureOperator equation_of(const VerticalGrid& levels, const Grid& g) {
  constexpr double far = std::numeric_limits<double>::infinity();
  return {levels, g.nx == 1 && g.ny > 1 ? far : g.dx, g.ny == 1 && g.nx > 1 ? far : g.dy};
}

/// The coarse columns from which a fine one is interpolated along one axis, and how much it takes.
struct Between {
  Between(int fine, int step)
      : near(fine / step),
        far(step == 1 ? near : near + (fine % 2 == 0 ? -1 : 1)),
        of_near(step == 1 ? 1 : 0.75),
        of_far(1 - of_near) {}
  int near, far;
  double of_near, of_far;
};

}  // namespace

MultigridLevel::MultigridLevel(const Setup& setup)
    : domain_(setup.ranks.over(setup.grid.owners)),
      step_(setup.to_coarser),
      reported_(setup.finest || !setup.grid.whole),
      columns_(domain_, equation_of(setup.levels, setup.grid.grid()), setup.halo,
               pressure_halo(setup.finest), setup.grid.whole && !setup.finest),
      lines_(columns_.equation()),
      p_(setup.finest ? Box{} : columns_.owned(),
         setup.finest ? FieldDescription{.levels = setup.levels.levels()}
                      : pressure_of(setup.levels.levels(), false),
         setup.finest || setup.grid.whole ? std::pmr::get_default_resource() : setup.memory),
      b_(columns_.owned(), {}, setup.levels.levels()) {
  for (const int colour : {0, 1}) {
    const auto has = [&](int i, int j) { return (i + j) % 2 == colour; };
    const auto c = static_cast<std::size_t>(colour);
    inner_columns_[c] = columns_of(columns_.inner(), has);
    rim_columns_[c] = columns_of(columns_.rim(), has);
  }
  if (!parts_coarse_columns(setup.grid.owners, step_)) return;
  residual_ = std::make_unique<Field<>>(columns_.owned(), residual_of(setup.levels.levels(), step_),
                                        setup.memory);
  residual_exchange_ = std::make_unique<HaloExchange>(
      domain_, std::vector{Swapped::of(residual_->view(), residual_halo(step_))},
      setup.halo.named(setup.halo.name + ", residual"));
}

Held MultigridLevel::held(const MultigridGrid& grid, int rank, int levels, bool finest,
                          Coarsening to_coarser) {
  const Box& owned = grid.owners.owned(grid.whole ? 0 : rank);
  Held held{.work = FieldDescription{.levels = levels}.bytes(owned)};
  const FieldDescription p = pressure_of(levels, finest);
  if (!finest && grid.whole) held.work += p.bytes(owned);
  if (!finest && !grid.whole) held.arena += Arena::room_for(p, owned);
  if (parts_coarse_columns(grid.owners, to_coarser))
    held.arena += Arena::room_for(residual_of(levels, to_coarser), owned);
  return held;
}

void MultigridLevel::clear() {
  for_each_column(p().box, [&](int i, int j) { std::fill_n(p().column(i, j), p().levels, 0.0); });
}

void MultigridLevel::take_source() {
  for_each_column(columns_.owned(), [&](int i, int j) {
    std::copy_n(b().column(i, j), b().levels, p().column(i, j));
  });
}

/// While the halo is being filled the inner columns change; those that travel are of the rim.
void MultigridLevel::smooth(FieldView<double> p, bool halo_is_filled) {
  for (const std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    const auto inner = [&](std::span<const Box>) { smooth(p, inner_columns_[colour]); };
    if (halo_is_filled && colour == 0)
      inner({});
    else
      columns_.swap(p, inner);
    smooth(p, rim_columns_[colour]);
  }
}

void MultigridLevel::smooth(FieldView<double> p, std::span<const ColumnAt> columns) const {
  solve_lines(
      lines_, columns, p.levels, [&](int i, int j, double* tile) { residual(p, i, j, tile); },
      [&](int i, int j, const double* tile) {
        add_scaled(over_relaxation, tile, p.column(i, j), p.levels);
      });
}

void MultigridLevel::residual(FieldView<const double> p, int i, int j, double* out) const {
  columns_.equation().apply(p, i, j, out);
  const double* const b = b_.view().column(i, j);
#pragma omp simd
  for (int k = 0; k < p.levels; ++k) out[k] = b[k] - out[k];
}

void MultigridLevel::restrict_residual(FieldView<const double> p, FieldView<double> coarse) {
  if (residual_ == nullptr) {
    average(coarse, [&](int i, int j, double* tile) -> const double* {
      residual(p, i, j, tile);
      return tile;
    });
    return;
  }
  const auto r = residual_->view();
  for_each_column(columns_.owned(), [&](int i, int j) { residual(p, i, j, r.column(i, j)); });
  const Columns columns = r;
  residual_exchange_->start({&columns, 1});
  residual_exchange_->finish();
  average(coarse, [&](int i, int j, double*) -> const double* { return r.column(i, j); });
}

/// residual(i, j, tile) returns a column of the residual, perhaps in the tile.
template <class Residual>
void MultigridLevel::average(FieldView<double> coarse, Residual residual) const {
  const double share = 1.0 / step_.columns();
  for_each_column(coarse.box, [&](int i, int j) {
    double* const to = coarse.column(i, j);
    double* const tile = thread_tile(static_cast<std::size_t>(coarse.levels));
    std::fill_n(to, coarse.levels, 0.0);
    for (int y = 0; y < step_.y; ++y)
      for (int x = 0; x < step_.x; ++x)
        add_scaled(share, residual(step_.x * i + x, step_.y * j + y, tile), to, coarse.levels);
  });
}

void MultigridLevel::add_correction(FieldView<const double> coarse, FieldView<double> p) const {
  for_each_column(columns_.owned(), [&](int i, int j) {
    const Between x(i, step_.x), y(j, step_.y);
    const double* const a = coarse.column(x.near, y.near);
    const double* const b = coarse.column(x.far, y.near);
    const double* const c = coarse.column(x.near, y.far);
    const double* const d = coarse.column(x.far, y.far);
    double* const to = p.column(i, j);
#pragma omp simd
    for (int k = 0; k < p.levels; ++k)
      to[k] += y.of_near * (x.of_near * a[k] + x.of_far * b[k]) +
               y.of_far * (x.of_near * c[k] + x.of_far * d[k]);
  });
}

std::vector<const Exchange*> MultigridLevel::exchanges() const {
  std::vector<const Exchange*> all;
  if (reported_) all.push_back(columns_.exchange());
  if (residual_exchange_) all.push_back(residual_exchange_.get());
  return all;
}

}  // namespace seafret
