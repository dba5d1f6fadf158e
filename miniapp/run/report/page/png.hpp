// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace seafret {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0, opacity = 255;

  friend bool operator==(const Colour&, const Colour&) = default;
};

/// A picture of at most 256 colours.
struct IndexedImage {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels = {};  ///< row by row from the top: which colour of the palette
  std::vector<Colour> palette = {};
};

/// A PNG as a data URI, a third longer than its pixels: they are not compressed, which needs no
/// library.
std::string as_data_uri(const IndexedImage& image);

}  // namespace seafret
