// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/forcing/tide.hpp"

#include <algorithm>
#include <cmath>

namespace seafret {

double time_to_resolve(std::span<const Constituent> constituents) {
  double least = 1e9;  // degrees an hour
  for (std::size_t a = 0; a < constituents.size(); ++a) {
    least = std::min(least, constituents[a].speed);
    for (std::size_t b = 0; b < a; ++b)
      least = std::min(least, std::abs(constituents[a].speed - constituents[b].speed));
  }
  return 360 / least * 3600;
}

}  // namespace seafret
