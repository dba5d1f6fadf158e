// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/forcing/time_series.hpp"

#include <algorithm>

#include "physics/ocean/basin/basin.hpp"

namespace seafret {

void TimeSeries::find_on_faces(const WetRuns& faces, Place place, const Box& where,
                               const BetweenKnots& moment, FieldView<double> out) const {
  const int di = place == Place::east_face, dj = 1 - di;
  for_each_run(faces, where, [&](int j, int i0, int n) {
    double* const face = out.column(i0, j);
    if (!of_each_cell()) {
      std::fill_n(face, n, value(moment, i0, j));
      return;
    }
    const double *const here0 = row(moment.before, i0, j), *const here1 = row(moment.after, i0, j);
    const double* const ahead0 = row(moment.before, i0 + di, j + dj);
    const double* const ahead1 = row(moment.after, i0 + di, j + dj);
#pragma omp simd
    for (int i = 0; i < n; ++i)
      face[i] = 0.5 * (moment.between(here0[i], here1[i]) + moment.between(ahead0[i], ahead1[i]));
  });
}

void TimeSeries::divide(double by) {
  for (double& value : values_) value /= by;
}

void TimeSeries::tell(const Communicator& comm) {
  comm.broadcast(times_);
  std::vector<Box> cells{cells_};
  comm.broadcast(cells);
  cells_ = cells[0];
  if (of_each_cell() && comm.rank() != 0) values_.clear();
  if (!of_each_cell()) comm.broadcast(values_);
}

std::size_t TimeSeries::bytes(const Box& needed) const {
  const auto cells = static_cast<std::size_t>(intersection(cells_, needed).area());
  return times_.size() * (1 + (of_each_cell() ? cells : 1)) * sizeof(double);
}

TimeSeries handed_out(const TimeSeries& whole, const Box& needed, const Communicator& comm) {
  if (!whole.of_each_cell()) return whole;
  const bool teller = !whole.values_.empty();
  const std::size_t count = whole.values_a_time();
  std::vector<double> mine;
  for (std::size_t n = 0; n < whole.times_.size(); ++n) {
    const std::span<const double> all =
        teller ? std::span(whole.values_).subspan(n * count, count) : std::span<const double>();
    const std::vector<double> part = handed_out(all, whole.cells_, 1, needed, comm);
    mine.insert(mine.end(), part.begin(), part.end());
  }
  return TimeSeries(whole.times_, std::move(mine), intersection(whole.cells_, needed));
}

}  // namespace seafret
