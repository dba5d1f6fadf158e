// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/shades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace seafret {
namespace {

constexpr Colour land_colour{184, 177, 163};
constexpr std::array<Colour, 6> one_way{{{27, 42, 73},
                                         {31, 86, 115},
                                         {58, 138, 140},
                                         {141, 181, 128},
                                         {227, 209, 138},
                                         {251, 243, 212}}};
constexpr std::array<Colour, 7> two_ways{{{29, 63, 114},
                                          {79, 131, 185},
                                          {169, 200, 224},
                                          {243, 241, 236},
                                          {232, 183, 156},
                                          {201, 105, 79},
                                          {122, 31, 43}}};
constexpr int first_shade = 2, shades = 254;
/// What is less on one side of zero than this part of the other is not worth half the colours.
constexpr double worth_a_side = 0.1;
/// What differs by less than this share of its size is the same but for rounding.
constexpr double worth_a_shade = 1e-9;

std::uint8_t between(std::uint8_t a, std::uint8_t b, double part) {
  return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
}

}  // namespace

Shades::Shades(std::span<const double> values) : stops_(one_way) {
  least_ = std::numeric_limits<double>::infinity();
  most_ = -least_;
  for (const double value : values)
    if (std::isfinite(value)) {
      least_ = std::min(least_, value);
      most_ = std::max(most_, value);
    }
  if (least_ > most_) least_ = most_ = 0;
  if (most_ - least_ <= worth_a_shade * std::max(-least_, most_)) most_ = least_;
  if (std::min(-least_, most_) <= worth_a_side * std::max(-least_, most_)) return;
  stops_ = two_ways;
  most_ = std::max(-least_, most_);
  least_ = -most_;
}

std::uint8_t Shades::of(double value) const {
  if (!std::isfinite(value)) return land;
  if (least_ == most_) return first_shade + shades / 2;
  const double part = (value - least_) / (most_ - least_);
  return static_cast<std::uint8_t>(first_shade + std::lround(part * (shades - 1)));
}

Colour Shades::at(double part) const {
  const double place = part * static_cast<double>(stops_.size() - 1);
  const auto n = std::min(static_cast<std::size_t>(place), stops_.size() - 2);
  const double rest = place - static_cast<double>(n);
  const Colour &a = stops_[n], &b = stops_[n + 1];
  return {between(a.red, b.red, rest), between(a.green, b.green, rest),
          between(a.blue, b.blue, rest)};
}

std::vector<Colour> Shades::palette() const {
  std::vector<Colour> all = {{0, 0, 0, 0}, land_colour};
  for (int n = 0; n < shades; ++n) all.push_back(at(n / (shades - 1.)));
  return all;
}

std::string Shades::as_bar(const std::string& name) const {
  std::string stops;
  for (std::size_t n = 0; n < stops_.size(); ++n)
    stops += fmt::format("<stop offset=\"{:.3f}\" stop-color=\"#{:02x}{:02x}{:02x}\"/>",
                         static_cast<double>(n) / static_cast<double>(stops_.size() - 1),
                         stops_[n].red, stops_[n].green, stops_[n].blue);
  return fmt::format(
      "<svg class=\"shades\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" "
      "aria-hidden=\"true\"><defs><linearGradient id=\"{0}\">{1}</linearGradient></defs>"
      "<rect width=\"100\" height=\"4\" fill=\"url(#{0})\"/></svg>\n",
      name, stops);
}

}  // namespace seafret
