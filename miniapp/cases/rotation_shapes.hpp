// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/cases/rotation.hpp"

namespace seafret {

/// What the first state of the rotation case may be made of.
std::vector<std::string> shape_names();

/// The value of a shape, of a range from 0 to 1, in the middle of a cell or as its mean.
double shape_value(const std::string& shape, const RotationConfig& config,
                   const RotationConfig::Place& at);

}  // namespace seafret
