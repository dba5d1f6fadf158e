// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "miniapp/run/report/page/plane.hpp"

namespace seafret {

/// A figure of the page: the plane in colours, its axes and what the colours mean. `mask`, if any,
/// tells land from what lies outside, as fields.h5 has it; it holds for planes seen from above.
std::string as_figure(const Plane& plane, const std::optional<Plane>& mask);

/// How wide a map is to its height, as its places on the ground are; 2 of what is no map, and of a
/// cut that is far wider than high.
double shape_of(const Plane& plane);

/// A number so that it can be told from others of a range.
std::string told(double value, double range);

}  // namespace seafret
