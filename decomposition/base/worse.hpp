// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

namespace seafret {

/// The larger one; NaN where either is, so that no check passes over it.  That traps nobody.
inline double worse(double a, double b) { return std::isnan(a) || std::islessequal(b, a) ? a : b; }
/// The smaller one, likewise.
inline double lower(double a, double b) { return -worse(-a, -b); }

}  // namespace seafret
