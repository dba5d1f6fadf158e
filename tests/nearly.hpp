// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

namespace seafret {

/// A number to within a share of its own size (.epsilon(), 1.2e-5 if not said); only of 0 that
/// share is one of 1. doctest's Approx adds 1 to the size: a tolerance in which small numbers
/// vanish, whatever their sign.
inline doctest::Approx nearly(double number) {
  return doctest::Approx(number).scale(number == 0 ? 1 : 0);
}

}  // namespace seafret
