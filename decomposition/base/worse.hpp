// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

namespace seafret {

/// The larger one; NaN where either is, so that no check passes over it.
inline double worse(double a, double b) { return std::isnan(a) || b <= a ? a : b; }

}  // namespace seafret
