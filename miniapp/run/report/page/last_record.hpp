// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "miniapp/files/number_file.hpp"
#include "miniapp/run/report/page/plane.hpp"

namespace seafret {

/// The coordinates along an axis; their numbers where the file has none. On faces, too, x is x.
struct Coordinates {
  Coordinates(const NumberFile& file, const std::string& axis, std::size_t points);

  Plane::Side side() const { return {name, unit, values.front(), values.back()}; }
  /// "y = 1275 m", "54.75 °N".
  std::string at(std::size_t n) const;

  std::string name, unit = "";
  std::vector<double> values = {};
};

/// The last record of a field, read row by row and thinned out.
class LastRecord {
 public:
  static constexpr std::size_t most_points = 400;  ///< that are kept of an axis
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  static std::size_t stride_of(std::size_t points) {
    return (points + most_points - 1) / most_points;
  }

  LastRecord(const NumberFile& file, const std::string& name);

  bool is_of_a_grid() const {
    return (extent_.size() == 2 || extent_.size() == 3) && product(data.extent()) > 0;
  }
  bool has_levels() const { return extent_.size() == 3; }
  std::size_t levels() const { return has_levels() ? extent_.front() : 1; }
  std::size_t rows() const { return extent_[extent_.size() - 2]; }
  std::size_t columns() const { return extent_.back(); }
  std::size_t columns_kept() const {
    return (columns() + stride_of(columns()) - 1) / stride_of(columns());
  }
  /// The name of the n-th axis from behind: 0 is that of x.
  const std::string& axis(std::size_t n) const { return data.axes()[data.axes().size() - 1 - n]; }
  /// Of the n-th axis from behind.
  Coordinates coordinates(const NumberFile& file, std::size_t n) const;

  /// Adds what is kept of a row, `none` where it has no value.
  void add(std::size_t level, std::size_t row, std::vector<double>& to);

  const NumberSet data;

 private:
  std::size_t first_ = 0;  // axis after that of time
  std::vector<hsize_t> extent_;
  std::vector<double> row_;
};

}  // namespace seafret
