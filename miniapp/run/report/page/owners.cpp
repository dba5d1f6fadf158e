// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "miniapp/run/report/page/picture.hpp"
#include "miniapp/run/report/page/png.hpp"

namespace seafret {
namespace {

constexpr double width = 640;     // of the drawing, in its own unit
constexpr std::size_t tints = 5;  // classes of the style sheet
constexpr double letter = 10;     // a digit takes so much

/// From columns to the drawing, whose y points down.
struct Scale {
  double x, y, height;

  double across(int i) const { return x * i; }
  double down(int j) const { return height - y * j; }
  /// A closed path round a box.
  std::string path(const Box& b) const {
    return fmt::format("M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}z", across(b.x0), down(b.y0),
                       across(b.x1), down(b.y1), across(b.x0));
  }
};

/// Land, and nothing elsewhere.
std::string land(const Plane& mask, double height) {
  IndexedImage image{.width = mask.columns,
                     .height = mask.rows,
                     .pixels = {},
                     .palette = {{0, 0, 0, 0}, {184, 177, 163}}};
  for (std::size_t row = mask.rows; row-- > 0;)
    for (std::size_t n = row * mask.columns; n < (row + 1) * mask.columns; ++n)
      image.pixels.push_back(mask.values[n] == double(Cell::dry) ? 1 : 0);
  return fmt::format(
      "<image width=\"{:.0f}\" height=\"{:.1f}\" preserveAspectRatio=\"none\" href=\"{}\"/>\n",
      width, height, as_data_uri(image));
}

std::string numbers(const std::vector<Box>& boxes, const Scale& scale) {
  std::string text;
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    const Box& b = boxes[r];
    const std::string number = fmt::format("{}", r);
    const double room = scale.x * b.width();
    if (room < letter * (static_cast<double>(number.size()) + 1) ||
        scale.y * b.height() < 2 * letter)
      continue;
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", scale.across(b.x0) + room / 2,
                        (scale.down(b.y0) + scale.down(b.y1)) / 2, number);
  }
  return text;
}

}  // namespace

std::vector<std::string> as_texts(const std::vector<Box>& boxes) {
  std::vector<std::string> texts;
  texts.reserve(boxes.size());
  for (const Box& b : boxes) texts.push_back(fmt::format("{}:{} {}:{}", b.x0, b.x1, b.y0, b.y1));
  return texts;
}

Box box_of(const std::string& text) {
  Box b;
  if (std::sscanf(text.c_str(), "%d:%d %d:%d", &b.x0, &b.x1, &b.y0, &b.y1) != 4)
    throw std::runtime_error(fmt::format("'{}' is no box of columns", text));
  return b;
}

std::string map_of_owners(const std::vector<Box>& boxes, int nx, int ny,
                          const std::optional<Plane>& mask) {
  const double shape =
      std::clamp(mask ? shape_of(*mask) : static_cast<double>(nx) / std::max(1, ny), 0.5, 8.);
  const double height = std::round(width / shape);
  const Scale scale{width / nx, height / ny, height};
  std::array<std::string, tints> paths;
  for (std::size_t r = 0; r < boxes.size(); ++r)
    if (!boxes[r].empty()) paths[r % tints] += scale.path(boxes[r]);
  std::string shapes, fills, outlines;
  for (std::size_t n = 0; n < tints; ++n) {
    if (paths[n].empty()) continue;
    shapes += fmt::format("<path id=\"boxes{}\" d=\"{}\"/>\n", n, paths[n]);
    fills += fmt::format("<use class=\"tint{0}\" href=\"#boxes{0}\"/>\n", n);
    outlines += fmt::format("<use class=\"outline\" href=\"#boxes{}\"/>\n", n);
  }
  return fmt::format(
      "<figure style=\"--shape:{:.3f}\">\n<svg class=\"owners\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "role=\"img\" aria-label=\"which columns each of {} ranks owns\">\n<defs>\n{}</defs>\n"
      "{}{}{}{}\n</svg>\n</figure>\n",
      shape, width, height, boxes.size(), shapes, fills, mask ? land(*mask, height) : "", outlines,
      numbers(boxes, scale));
}

}  // namespace seafret
