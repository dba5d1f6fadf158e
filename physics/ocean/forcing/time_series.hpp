// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/fields/field.hpp"
#include "decomposition/grid/grid.hpp"
#include "physics/knots.hpp"
#include "physics/ocean/basin/wet_runs.hpp"

namespace seafret {

/// A quantity that is given at some times, for the whole sea or for each cell of a box: linear
/// between the times, the same as at the first of them before it and as at the last after it.
class TimeSeries {
 public:
  /// `times` ascend, s. `values` are one for each time, or for each time those of all cells, row by
  /// row.
  explicit TimeSeries(std::vector<double> times = {0}, std::vector<double> values = {0},
                      const Box& cells = {})
      : times_(std::move(times)), values_(std::move(values)), cells_(cells) {}

  BetweenKnots at(double time) const { return BetweenKnots::find(times_, time); }
  bool of_each_cell() const { return !cells_.empty(); }
  /// Cell (i, j) of those that it is given for.
  double value(const BetweenKnots& moment, int i, int j) const {
    return moment.between(*row(moment.before, i, j), *row(moment.after, i, j));
  }
  /// On wet faces of a box, the mean of the two cells; nothing is written elsewhere.
  void find_on_faces(const WetRuns& faces, Place place, const Box& where,
                     const BetweenKnots& moment, FieldView<double> out) const;

  void divide(double by);
  /// Rank 0 tells all what it has, but for values that are of each cell. Collective.
  void tell(const Communicator& comm);
  /// Of what is needed of it on a rank.
  std::size_t bytes(const Box& needed) const;
  /// What a box needs of a series that one rank alone has all of. Collective.
  friend TimeSeries handed_out(const TimeSeries& whole, const Box& needed,
                               const Communicator& comm);

 private:
  /// From cell (i, j) on to the east.
  const double* row(std::size_t time, int i, int j) const {
    const std::ptrdiff_t n =
        of_each_cell() ? std::ptrdiff_t{j - cells_.y0} * cells_.width() + (i - cells_.x0) : 0;
    return values_.data() + time * values_a_time() + n;
  }
  std::size_t values_a_time() const {
    return of_each_cell() ? static_cast<std::size_t>(cells_.area()) : 1;
  }

  std::vector<double> times_, values_;
  Box cells_;
};

TimeSeries handed_out(const TimeSeries& whole, const Box& needed, const Communicator& comm);

}  // namespace seafret
