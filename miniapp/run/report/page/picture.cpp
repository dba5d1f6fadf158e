// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "miniapp/run/report/page/html.hpp"
#include "miniapp/run/report/page/shades.hpp"

namespace seafret {
namespace {

using html::escaped;

/// A side as people read it: metres become kilometres where there are many.
Plane::Side readable(Plane::Side side) {
  if (side.unit == "m" && std::max(std::abs(side.first), std::abs(side.last)) >= 5000) {
    side.first /= 1000;
    side.last /= 1000;
    side.unit = "km";
  }
  side.unit = html::unit(side.unit);
  return side;
}

/// The words beside a side: its name, and its ends where it has two.
struct Words {
  std::string first, name, last;
};
Words words_of(const Plane::Side& side) {
  if (side.first == side.last)
    return {"", escaped(fmt::format("{} = {} {}", side.name, told(side.first, 0), side.unit)), ""};
  const double range = side.last - side.first;
  return {told(side.first, range), escaped(side.name + (side.unit.empty() ? "" : ", " + side.unit)),
          told(side.last, range)};
}

IndexedImage coloured(const Plane& plane, const std::optional<Plane>& mask, const Shades& shades) {
  const bool is_known = mask && !plane.is_cut && mask->values.size() == plane.values.size();
  IndexedImage image{.width = plane.columns, .height = plane.rows, .palette = shades.palette()};
  for (std::size_t row = plane.rows; row-- > 0;)
    for (std::size_t n = row * plane.columns; n < (row + 1) * plane.columns; ++n) {
      const bool is_outside =
          is_known && std::isnan(plane.values[n]) && mask->values[n] == double(Cell::outside);
      image.pixels.push_back(
          is_outside || std::isinf(plane.values[n]) ? Shades::nothing : shades.of(plane.values[n]));
    }
  return image;
}

std::string caption(const Plane& plane) {
  const std::string& name = plane.long_name.empty() ? plane.field : plane.long_name;
  return escaped(name + (plane.where.empty() ? "" : ", at " + plane.where));
}

}  // namespace

std::string told(double value, double range) {
  const double size = std::abs(range);
  if (std::abs(value) < 1e-3 * size) return "0";
  if (!(size >= 1e-3 && std::max(std::abs(value), size) < 1e6)) return fmt::format("{:.3g}", value);
  const int decimals = 2 - static_cast<int>(std::floor(std::log10(size)));
  std::string text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 5));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

double shape_of(const Plane& plane) {
  const auto length = [](const Plane::Side& side, std::size_t points) {
    const double cells = static_cast<double>(points);
    return std::abs(side.last - side.first) * cells / std::max(1., cells - 1);
  };
  constexpr double usual = 2;
  const bool is_map = plane.across.unit == plane.up.unit || plane.up.unit == "degrees_north";
  const double across = length(plane.across, plane.columns), up = length(plane.up, plane.rows);
  if (!is_map || across == 0 || up == 0) return usual;
  // Seas are far too shallow to be cut as they are.
  if (plane.is_cut && across > 4 * up) return usual;
  const double middle = (plane.up.first + plane.up.last) / 2 * std::numbers::pi / 180;
  return across / up * (plane.up.unit == "degrees_north" ? std::cos(middle) : 1);
}

std::string as_figure(const Plane& plane, const std::optional<Plane>& mask) {
  const Shades shades(plane.values);
  const Words across = words_of(readable(plane.across)), up = words_of(readable(plane.up));
  const double range = shades.most() - shades.least();
  const std::string unit = html::unit(plane.unit);
  return fmt::format(
      "<figure style=\"--shape:{:.3f}\">\n<figcaption>{}</figcaption>\n<div class=\"plot\">\n"
      "<div class=\"up\"><span>{}</span><span>{}</span><span>{}</span></div>\n"
      "<img width=\"{}\" height=\"{}\" alt=\"{}\" src=\"{}\">\n"
      "<div class=\"ends\"><span>{}</span><span>{}</span><span>{}</span></div>\n</div>\n"
      "{}<div class=\"ends\"><span>{}</span><span>{}</span><span>{}</span></div>\n</figure>\n",
      std::clamp(shape_of(plane), 0.5, 4.), caption(plane), up.last, up.name, up.first,
      plane.columns, plane.rows, caption(plane), as_data_uri(coloured(plane, mask, shades)),
      across.first, across.name, across.last, shades.as_bar("shades-of-" + escaped(plane.field)),
      told(shades.least(), range), escaped(plane.field + (unit.empty() ? "" : ", " + unit)),
      told(shades.most(), range));
}

}  // namespace seafret
