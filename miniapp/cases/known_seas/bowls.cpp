// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/bowls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

double Bowl::depth(double x, double y) const {
  const double r = std::hypot(east(x), north(y)) / options_.extent;
  return options_.depth * (1 - r * r);
}

void Bowl::insist_on_room(double reach) const {
  const auto [dx, dy] = options_.rectangle.spacing;
  const double room = 0.5 * std::min(length(0), length(1)), radius = options_.extent;
  if (room < reach * radius)
    throw KeyError("sea.extent",
                   fmt::format("is {:g} m: its water comes {:.6g} m from the middle of a sea that "
                               "ends at {:.6g} m; at most {:.6g} m has room",
                               radius, reach * radius, room, room / reach));
  if (std::max(dx, dy) > 0.5 * radius)
    throw KeyError(
        "grid.spacing",
        fmt::format("is {:g} and {:g} m: in this bowl at most half of sea.extent, {:g} m, "
                    "tells anything",
                    dx, dy, 0.5 * radius));
}

std::vector<Measure> Bowl::measures(const Domain& domain, const DepthMeanFlow& flow,
                                    double time) const {
  const FlowView<const double> now = flow.now();
  // Of the distance from the exact surface, and of that from rest; of transports the same.
  std::array<ReproducibleSum, 4> sums;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5), rest = depth(x, y);
    const double exact = std::max(0., rest + at(x, y, time).eta);
    sums[0].add(std::abs(rest + now.eta(i, j) - exact));
    sums[1].add(std::abs(exact - std::max(0., rest)));
  });
  const double half_a_step = 0.5 * flow.rules().dt;  // so much later are the transports
  const auto add_transport = [&](double x, double y, double found, auto component) {
    const State exact = at(x, y, time + half_a_step);
    const double right = exact.*component * std::max(0., depth(x, y) + exact.eta);
    sums[2].add(std::abs(found - right));
    sums[3].add(std::abs(right));
  };
  for_each_point(flow.sea().east_faces, flow.owned(), [&](int i, int j) {
    add_transport(x_of(i + 1), y_of(j + 0.5), now.u(i, j), &State::u);
  });
  for_each_point(flow.sea().north_faces, flow.owned(), [&](int i, int j) {
    add_transport(x_of(i + 0.5), y_of(j + 1), now.v(i, j), &State::v);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return {{"eta_l1", sums[0].value() / sums[1].value(), "1"},
          {"transport_l1", sums[2].value() / sums[3].value(), "1"}};
}

/// The water spreads until its middle is as far below rest as it stood above, or the other way
/// round, as (h0 + height)/h0 says.
CurvedBowl::CurvedBowl(const SeaOptions& options) : Bowl(options) {
  const double at_first = options.depth + options.height;
  if (at_first <= 0)
    throw KeyError("sea.height", fmt::format("is {:g} m: above -{:g} there is water in the middle",
                                             options.height, options.depth));
  insist_on_room(std::sqrt(std::max(at_first / options.depth, options.depth / at_first)));
}

/// With w^2 = f^2 + 8 g h0/a^2 and C from the height in the middle.
KnownSea::State CurvedBowl::at(double x, double y, double time) const {
  const double h0 = options_.depth, a = options_.extent, f = options_.coriolis;
  const double w = std::sqrt(f * f + 8 * gravity * h0 / (a * a));
  const double top = (h0 + options_.height) * (h0 + options_.height), rest = h0 * h0;
  const double c = (top - rest) / (top + rest), still = std::sqrt(1 - c * c);
  const double d = 1 - c * std::cos(w * time), ex = east(x), no = north(y);
  const double r2 = (ex * ex + no * no) / (a * a);
  const double turning = 0.5 * f * (still + c * std::cos(w * time) - 1) / d,
               spreading = 0.5 * w * c * std::sin(w * time) / d;
  return {h0 * (still / d - 1 - r2 * (still * still / (d * d) - 1)), spreading * ex - turning * no,
          spreading * no + turning * ex};
}

double CurvedBowl::highest() const {
  const double h0 = options_.depth;
  return h0 * h0 / (h0 + options_.height) - h0;
}

PlanarBowl::PlanarBowl(const SeaOptions& options) : Bowl(options) {
  insist_on_room(1 + 0.5 * std::abs(options.height) / options.depth);
}

/// The middle of the water goes round, clockwise, at s = height a/(2 h0) from that of the bowl.
KnownSea::State PlanarBowl::at(double x, double y, double time) const {
  const double h0 = options_.depth, a = options_.extent, f = options_.coriolis;
  const double w = 0.5 * (f + std::sqrt(f * f + 8 * gravity * h0 / (a * a)));
  const double s = 0.5 * options_.height * a / h0;
  const double c = std::cos(w * time), z = std::sin(w * time);
  return {s * h0 / (a * a) * (2 * east(x) * c - 2 * north(y) * z - s), -s * w * z, -s * w * c};
}

}  // namespace seafret
