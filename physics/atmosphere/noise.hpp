// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace seafret {

/// Evenly distributed noise in [-1, 1) that is a function of a place alone, not of who asks for it
/// or in which order: the finaliser of SplitMix64 over a seed and three global indices.
inline double noise(std::uint64_t seed, int i, int j, int k) {
  std::uint64_t bits = seed;
  for (const int index : {i, j, k}) {
    bits +=
        0x9e3779b97f4a7c15 * (static_cast<std::uint64_t>(static_cast<std::uint32_t>(index)) + 1);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    bits ^= bits >> 31;
  }
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

}  // namespace seafret
