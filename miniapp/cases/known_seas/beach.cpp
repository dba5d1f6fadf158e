// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/beach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"

namespace seafret {

Beach::Beach(const SeaOptions& options) : KnownSea(options) {
  wave().insist_on_no_breaking();
  wave().insist_on_columns(options.rectangle, options.extent, options.extent / 3);
  if (options.dry_depth > 0.1 * options.height)
    throw KeyError(
        "sea.dry_depth",
        fmt::format("is {:g} m: to see the shore it takes at most a tenth of sea.height, "
                    "{:.4g} m",
                    options.dry_depth, 0.1 * options.height));
}

double Beach::depth(double x, double /*y*/) const { return options_.depth - slope() * x; }

KnownSea::State Beach::at(double x, double /*y*/, double time) const {
  const BeachWave::State state = wave().at(x - options_.extent, time);
  return {state.eta, state.u, 0};
}

std::vector<Measure> Beach::measures(const Domain& domain, const DepthMeanFlow& flow,
                                     double time) const {
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 2> sums;  // of the error, and of the cells
  double highest = -options_.depth;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5);
    if (depth(x, y) + eta(i, j) > 10 * options_.dry_depth) highest = std::max(highest, eta(i, j));
    if (x < 2. / 3 * options_.extent) return;
    sums[0].add(std::abs(eta(i, j) - at(x, y, time).eta));
    sums[1].add(1);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return {{"run_up", domain.comm.max(highest) / options_.height, "1"},
          {"eta_l1", sums[0].value() / (sums[1].value() * options_.height), "1"}};
}

}  // namespace seafret
