// SPDX-License-Identifier: BSD-3-Clause
#include "physics/fft/butterflies.hpp"

#include <cmath>
#include <numbers>

namespace seafret {

Complex root_of_unity(long number, long of) {
  const long double angle = 2 * std::numbers::pi_v<long double> *
                            static_cast<long double>(number % of) / static_cast<long double>(of);
  return {static_cast<double>(std::cos(angle)), static_cast<double>(-std::sin(angle))};
}

}  // namespace seafret
