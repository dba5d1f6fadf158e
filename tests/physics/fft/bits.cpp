// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "physics/fft/real_fft.hpp"

namespace seafret {
namespace {

/// Of all bits of a transform there and back.
std::uint64_t bits_of_transforms(int points) {
  const RealFft fft(points);
  std::vector<double> data(fft.room()), work(fft.room());
  for (std::size_t n = 0; n < data.size(); ++n)
    data[n] = static_cast<double>(7919 * n % 1009) / 1009;
  std::uint64_t all = 0;
  const auto add = [&](const double* block, int numbers) {
    for (int n = 0; n < numbers; ++n)
      all = 0x100000001b3u * (all ^ std::bit_cast<std::uint64_t>(block[n]));
  };
  double* const modes = fft.forward(data.data(), work.data());
  add(modes, fft.modes() * static_cast<int>(Fft::point));
  add(fft.backward(modes, modes == data.data() ? work.data() : data.data()), points * Fft::lanes);
  return all;
}

}  // namespace

/// GCC has fused products and sums of complex numbers in spite of -ffp-contract=off.
TEST_CASE("a transform has the bits of the operations it is written in, whoever compiles it") {
  CHECK(bits_of_transforms(50) == 0xc978c1d9a6d05a68u);
  CHECK(bits_of_transforms(64) == 0x40d1e862de35a76u);
  CHECK(bits_of_transforms(77) == 0xf169fb610d6b6627u);
  CHECK(bits_of_transforms(108) == 0x9641b7773f3f488fu);
}

}  // namespace seafret
