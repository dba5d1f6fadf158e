// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/multigrid_level.hpp"

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

/// p and b of so many columns.
std::int64_t bytes_of(std::int64_t columns, int levels) {
  return columns * levels * 2 * std::int64_t{sizeof(double)};
}

/// As many rows as a second-level cache holds of p and b; all, if they are not many more.
int rows_at_once_of(const Box& box, int levels) {
  constexpr std::int64_t cache = 256 << 10, small = 4 * cache;
  const std::int64_t row = bytes_of(box.width(), levels);
  if (row == 0 || row * box.height() <= small) return std::max(1, box.height());
  return static_cast<int>(std::max(std::int64_t{1}, cache / row));
}

/// Whether p and b of a box are more than what a core has of the third-level cache.
bool lie_far(const Box& box, int levels) {
  constexpr std::int64_t cache = 8 << 20;
  return bytes_of(box.area(), levels) > cache;
}

std::vector<ColumnAt> of_colour(std::span<const Box> boxes, int colour) {
  return columns_of(boxes, [=](int i, int j) { return (i + j) % 2 == colour; });
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
      columns_(domain_, PressureOperator(mesh_of(setup.levels, setup.grid.grid())), setup.halo,
               pressure_halo(setup.finest), setup.grid.whole && !setup.finest),
      inner_(columns_.inner().front()),
      deep_(inner_.grown(-1)),
      deeper_(inner_.grown(-2)),
      rows_at_once_(rows_at_once_of(inner_, setup.levels.levels())),
      far_(lie_far(columns_.owned(), setup.levels.levels())),
      inner_columns_{ColouredRows(inner_, red), ColouredRows(inner_, black)},
      rim_columns_{of_colour(columns_.rim(), red), of_colour(columns_.rim(), black)},
      deep_black_(deep_, black),
      ring_black_(of_colour(rim(inner_, deep_), black)),
      lines_(columns_.equation()),
      p_(setup.finest ? Box{} : columns_.owned(),
         setup.finest ? FieldDescription{.levels = setup.levels.levels()}
                      : pressure_of(setup.levels.levels(), false),
         setup.finest || setup.grid.whole ? std::pmr::get_default_resource() : setup.memory),
      b_(columns_.owned(), {}, setup.levels.levels()) {
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

/// What a stage leaves of the inner columns waits for the rim, and that for the halo.
void MultigridLevel::descend(FieldView<double> p, FieldView<double> coarse) {
  const Box all = restricted(columns_.owned()), inner = restricted(inner_);
  const int fine_rows = residual_ == nullptr ? step_.y : 1;
  Box done{};
  const auto restrict_rest = [&](const Box& where, const Box& but) {
    for (const Box& box : rim(where, but)) restrict_on(box, p, coarse);
  };
  if (step_.columns() > 1) {
    done = restricted(deep_);
    smooth(p, rim_columns_[red]);
    columns_.swap(p, [&](std::span<const Box>) {
      in_stages(
          inner_, rows_at_once_, [&](Rows rows) { smooth(p, inner_columns_[red].of(rows)); },
          [&](Rows rows) { smooth(p, inner_columns_[black].of(rows)); },
          [&](Rows rows) {
            restrict_on(Rows{rows.y0 / fine_rows, rows.y1 / fine_rows}.of(done), p, coarse);
          });
    });
    smooth(p, rim_columns_[black]);
    columns_.swap(p, [&](std::span<const Box>) { restrict_rest(inner, done); });
    done = inner;
  }
  restrict_rest(all, done);
  if (residual_ == nullptr) return;
  const auto r = residual_->view();
  const Columns columns = r;
  residual_exchange_->start({&columns, 1});
  residual_exchange_->finish();
  average(coarse.box, coarse,
          [&](int i, int j, double*) -> const double* { return r.column(i, j); });
}

/// last(rows) follows the stages; what it does is done for deeper_ alone.
template <class Last>
void MultigridLevel::ascend(FieldView<const double> coarse, FieldView<double> p, Last last) {
  if (step_.columns() == 1) return add_correction(coarse, p, columns_.owned());
  for (const Box& box : columns_.rim()) add_correction(coarse, p, box);
  columns_.swap(p, [&](std::span<const Box>) {
    in_stages(
        inner_, rows_at_once_, [&](Rows rows) { add_correction(coarse, p, rows.of(inner_)); },
        [&](Rows rows) { smooth(p, inner_columns_[red].of(rows)); },
        [&](Rows rows) { smooth(p, deep_black_.of(rows)); }, last);
  });
  smooth(p, rim_columns_[red]);
  columns_.swap(p, [&](std::span<const Box>) { smooth(p, ring_black_); });
  smooth(p, rim_columns_[black]);
}

void MultigridLevel::ascend(FieldView<const double> coarse, FieldView<double> p) {
  ascend(coarse, p, [](Rows) {});
}

double MultigridLevel::ascend_to_residual(FieldView<const double> coarse, FieldView<double> p) {
  if (step_.columns() == 1) {
    ascend(coarse, p);
    return square_of_residual(p);
  }
  ReproducibleSum total;
  const auto add = [&](std::span<const Box> boxes) {
    add_columns(total, boxes, [&](int i, int j) { return square_in(p, i, j); });
  };
  ascend(coarse, p, [&](Rows rows) { add(std::array{rows.of(deeper_)}); });
  columns_.swap(p, [&](std::span<const Box>) { add(rim(inner_, deeper_)); });
  add(columns_.rim());
  return columns_.over_ranks(total);
}

double MultigridLevel::square_of_residual(FieldView<double> p) {
  return columns_.sum_behind_swap(p, [&](int i, int j) { return square_in(p, i, j); });
}

/// What the row behind this one will read comes near meanwhile, if it lies far: no machine foresees
/// where the next column of a colour lies.
void MultigridLevel::smooth(FieldView<double> p, std::span<const ColumnAt> columns) const {
  solve_lines(
      lines_, columns, b_.view(),
      [&](int i, int j, double* tile) {
        if (far_) {
          fetch_pair_for_later(p, {i, j + 2});
          fetch_pair_for_later(b_.view(), {i, j + 1});
        }
        residual(p, i, j, tile);
      },
      [&](int i, int j, const double* tile) {
        add_scaled(over_relaxation, tile, p.column(i, j), p.levels);
      });
}

/// out = b - A p in a column.
void MultigridLevel::residual(FieldView<const double> p, int i, int j, double* out) const {
  columns_.equation().residual(p, b_.view().column(i, j), i, j, out);
}

double MultigridLevel::square_in(FieldView<const double> p, int i, int j) const {
  double* const tile = thread_tile(static_cast<std::size_t>(p.levels));
  residual(p, i, j, tile);
  return columns_.equation().square_of_divergence(tile);
}

/// Of the columns of a box those that are restricted by themselves: coarse ones, or where they are
/// made of several ranks' columns these.
Box MultigridLevel::restricted(const Box& fine) const {
  if (residual_ != nullptr || fine.empty()) return fine;
  return {(fine.x0 + step_.x - 1) / step_.x, fine.x1 / step_.x, (fine.y0 + step_.y - 1) / step_.y,
          fine.y1 / step_.y};
}

/// Some of these.
void MultigridLevel::restrict_on(const Box& where, FieldView<const double> p,
                                 FieldView<double> coarse) {
  if (residual_ == nullptr)
    return average(where, coarse, [&](int i, int j, double* tile) -> const double* {
      residual(p, i, j, tile);
      return tile;
    });
  const auto r = residual_->view();
  for_each_column(where, [&](int i, int j) { residual(p, i, j, r.column(i, j)); });
}

/// residual(i, j, tile) returns a column of the residual, perhaps in the tile.
template <class Residual>
void MultigridLevel::average(const Box& where, FieldView<double> coarse, Residual residual) const {
  const double share = 1.0 / step_.columns();
  for_each_column(where, [&](int i, int j) {
    double* const to = coarse.column(i, j);
    double* const tile = thread_tile(static_cast<std::size_t>(coarse.levels));
    std::fill_n(to, coarse.levels, 0.0);
    for (int y = 0; y < step_.y; ++y)
      for (int x = 0; x < step_.x; ++x)
        add_scaled(share, residual(step_.x * i + x, step_.y * j + y, tile), to, coarse.levels);
  });
}

void MultigridLevel::add_correction(FieldView<const double> coarse, FieldView<double> p,
                                    const Box& where) const {
  for_each_column(where, [&](int i, int j) {
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
