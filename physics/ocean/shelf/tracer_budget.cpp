// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/tracer_budget.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace seafret {
namespace {

double as_it_is(double value) { return value; }
double without_sign(double value) { return std::abs(value); }

/// On this rank.
ReproducibleSum contents(const ShelfSea& sea, int tracer, double (*counted)(double) = as_it_is) {
  ReproducibleSum sum;
  const WaterColumns water = sea.water();
  const LocalSea& flat = sea.flow().sea();
  for_each_point(flat.wet_cells, sea.owned(), [&](int i, int j) {
    const double* const values = sea.tracer(tracer).column(i, j);
    for (int k = 0; k < sea.levels().count(); ++k)
      sum.add(flat.metrics.area(j) * water.at(i, j).thickness(sea.levels(), k) *
              counted(values[k]));
  });
  return sum;
}

ReproducibleSum come_in(const ShelfSea& sea, int tracer) {
  ReproducibleSum sum;
  for (const double gained : sea.outside().gained(tracer)) sum.add(gained);
  for (const double gained : sea.sponge().gained(tracer)) sum.add(gained);
  return sum;
}

}  // namespace

TracerBudget::TracerBudget(const ShelfSea& sea, int tracer)
    : tracer_(tracer), at_start_(contents(sea, tracer)) {
  at_start_.subtract(come_in(sea, tracer));
}

double TracerBudget::imbalance(const ShelfSea& sea, const Communicator& comm) const {
  std::array<ReproducibleSum, 3> sums{contents(sea, tracer_, without_sign), at_start_,
                                      contents(sea, tracer_)};
  ReproducibleSum& too_much = sums[2];
  too_much.subtract(come_in(sea, tracer_));
  too_much.subtract(at_start_);
  ReproducibleSum::over_ranks(sums, comm);
  const double most = std::max(sums[0].value(), std::abs(sums[1].value()));
  if (most == 0) return std::abs(too_much.value());  // fresh water
  return std::abs(too_much.value() / most);
}

}  // namespace seafret
