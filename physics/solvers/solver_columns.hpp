// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <type_traits>

#include "comms/base/reproducible_sum.hpp"
#include "comms/exchange/halo_exchange.hpp"
#include "physics/columns.hpp"
#include "physics/poisson.hpp"
#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

/// What the operator reads beside a box.
inline constexpr Halo one_column{1, 1, 1, 1, false};

/// y += a x in a column.
inline void add_scaled(double a, const double* x, double* y, int levels) {
#pragma omp simd
  for (int k = 0; k < levels; ++k) y[k] += a * x[k];
}

/// What every solver has of a grid: the equation, a rank's own columns and those round them, the
/// swap of the latter behind the columns that do not need it, and sums over all ranks.
class SolverColumns {
 public:
  explicit SolverColumns(const SolverSetup& setup);
  /// A field that is swapped is held with `halo`.  Where `alone`, every column counts as needing
  /// it.
  SolverColumns(const Domain& domain, PressureOperator equation, const HaloOptions& swap,
                const Halo& halo, bool alone);

  const PressureOperator& equation() const { return equation_; }
  const Box& owned() const { return owned_; }
  std::span<const Box> inner() const { return {&inner_, 1}; }
  /// The owned columns that need the halo.
  std::span<const Box> rim() const { return rim_; }
  /// The owned box, then its halo of one column.
  std::span<const Box> held() const { return held_; }
  const Exchange* exchange() const { return &exchange_; }

  /// Fills the halo of a field, and calls work(boxes) meanwhile for the columns that do not need
  /// it.
  template <class Work>
  void swap(FieldView<double> field, Work work) {
    const Columns columns = field;
    exchange_.start({&columns, 1});
    work(inner());
    exchange_.finish();
  }

  /// The sum of what column(i, j) returns, a number or two of them, over the columns of all ranks.
  template <class Column>
  auto sum(Column column) const {
    SumsOf<Column> total;
    add_columns(total, {&owned_, 1}, column);
    return over_ranks(total);
  }
  /// The same; fills the halo of a field meanwhile, which the columns of the rim wait for.
  template <class Column>
  auto sum_behind_swap(FieldView<double> field, Column column) {
    SumsOf<Column> total;
    const auto add = [&](std::span<const Box> where) { add_columns(total, where, column); };
    swap(field, add);
    add(rim_);
    return over_ranks(total);
  }
  double over_ranks(ReproducibleSum& sum) const;
  std::array<double, 2> over_ranks(std::array<ReproducibleSum, 2>& sums) const;

  /// b = dz source.  Returns the square of its norm.
  double load(FieldView<const double> source, FieldView<double> b) const;
  /// p = 0, in its halo of one column too.
  void clear(FieldView<double> p) const;

 private:
  template <class Column>
  using SumsOf = std::conditional_t<std::is_same_v<std::invoke_result_t<Column, int, int>, double>,
                                    ReproducibleSum, std::array<ReproducibleSum, 2>>;

  const Communicator& comm_;
  PressureOperator equation_;
  Box owned_, inner_;
  std::array<Box, 4> rim_;
  std::array<Box, 5> held_;
  HaloExchange exchange_;
};

}  // namespace seafret
