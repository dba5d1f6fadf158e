// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <vector>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// Packs the halos of some arrays, as for others, and unpacks them, as from others; nothing else.
class HaloPacking {
 public:
  /// Of columns of all arrays together so large.
  HaloPacking(const Box& held, int depth, std::size_t column_bytes);

  /// As a swap does it.
  void of(const std::vector<Columns>& fields);
  /// As a model's author would write it for arrays (i, j, k), whose widths the compiler knows.
  template <int depth, int width>
  void by_hand(std::vector<std::vector<double>>& arrays, int levels);

 private:
  Box held_;
  std::vector<Box> pieces_;  // eight
  std::vector<std::byte> buffer_;
};

/// Copies so many rows of a fixed length, from or to a field.
template <int width>
std::byte* copy_rows(bool pack, std::byte* bytes, double* there, std::ptrdiff_t row, int rows) {
  constexpr std::size_t run = width * sizeof(double);
  for (; rows > 0; --rows, there += row, bytes += run) {
    if (pack)
      std::memcpy(bytes, there, run);
    else
      std::memcpy(there, bytes, run);
  }
  return bytes;
}

template <int depth, int width>
void HaloPacking::by_hand(std::vector<std::vector<double>>& arrays, int levels) {
  const std::ptrdiff_t row = held_.width(), level = row * held_.height();
  for (const bool pack : {true, false}) {
    std::byte* bytes = buffer_.data();
    for (std::vector<double>& f : arrays)
      for (const Box& box : pieces_) {
        double* there = f.data() + (box.y0 - held_.y0) * row + (box.x0 - held_.x0);
        for (int k = 0; k < levels; ++k, there += level)
          bytes = box.width() == depth ? copy_rows<depth>(pack, bytes, there, row, box.height())
                                       : copy_rows<width>(pack, bytes, there, row, box.height());
      }
  }
}

}  // namespace seafret
