// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "miniapp/run/report/page/png.hpp"

namespace seafret {

/// Which colours stand for the values between two ends: where they go well below and above zero
/// two that meet in a pale one at zero, else one that grows lighter. Values that are the same but
/// for rounding have one colour.
class Shades {
 public:
  /// For the finite ones of these values.
  explicit Shades(std::span<const double> values);

  double least() const { return least_; }
  double most() const { return most_; }

  /// 0 stands for nothing, which shows what is behind it, 1 for land.
  static constexpr std::uint8_t nothing = 0, land = 1;
  /// Which colour of the palette a value has; land where it is not finite.
  std::uint8_t of(double value) const;
  std::vector<Colour> palette() const;
  /// A bar of all colours, from the least to the most, as SVG; `name` is its own on the page.
  std::string as_bar(const std::string& name) const;

 private:
  Colour at(double part) const;

  double least_ = 0, most_ = 0;
  std::span<const Colour> stops_;
};

}  // namespace seafret
