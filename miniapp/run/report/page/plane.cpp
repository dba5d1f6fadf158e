// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace seafret {
namespace {

constexpr std::size_t most_points = 400;
constexpr double largest_value = 9e36;  // netCDF's fill value is above it
constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::size_t stride_of(std::size_t points) { return (points + most_points - 1) / most_points; }

/// The coordinates along an axis; their numbers where the file has none. On faces, too, x is x.
struct Coordinates {
  Coordinates(const NumberFile& file, const std::string& axis, std::size_t points)
      : name(axis.substr(0, axis.find('_'))) {
    if (file.has(axis)) {
      const NumberSet data = file.open(axis);
      unit = data.text("units");
      data.read({0}, data.extent(), values);
    }
    for (std::size_t n = values.size(); n < points; ++n) values.push_back(static_cast<double>(n));
  }
  Plane::Side side() const { return {name, unit, values.front(), values.back()}; }
  std::string at(std::size_t n) const {
    return fmt::format("{} = {:.5g}{}", name, values[n],
                       unit == "m" ? " m" : "");  // degrees and shares say what they are
  }

  std::string name, unit = "";
  std::vector<double> values = {};
};

/// The last record of a field, read row by row.
class LastRecord {
 public:
  LastRecord(const NumberFile& file, const std::string& name) : data(file.open(name)) {
    const std::vector<std::string>& axes = data.axes();
    first_ = axes.empty() || axes.front() != "time" ? 0 : 1;
    extent_ = {data.extent().begin() + static_cast<std::ptrdiff_t>(first_), data.extent().end()};
  }
  bool is_of_a_grid() const {
    return (extent_.size() == 2 || extent_.size() == 3) && product(data.extent()) > 0;
  }
  bool has_levels() const { return extent_.size() == 3; }
  std::size_t levels() const { return has_levels() ? extent_.front() : 1; }
  std::size_t rows() const { return extent_[extent_.size() - 2]; }
  std::size_t columns() const { return extent_.back(); }
  /// Of the n-th axis from behind: 0 is x.
  Coordinates coordinates(const NumberFile& file, std::size_t n) const {
    const std::size_t axis = data.axes().size() - 1 - n;
    return {file, data.axes()[axis], data.extent()[axis]};
  }

  /// Adds what is kept of a row.
  void add(std::size_t level, std::size_t row, std::vector<double>& to) {
    std::vector<hsize_t> first, count;
    if (first_ == 1) first.push_back(data.extent().front() - 1);
    if (has_levels()) first.push_back(level);
    first.insert(first.end(), {row, 0});
    count.assign(first.size() - 1, 1);
    count.push_back(columns());
    data.read(first, count, row_);
    for (std::size_t i = 0; i < columns(); i += stride_of(columns()))
      to.push_back(std::abs(row_[i]) < largest_value ? row_[i] : none);
  }

  const NumberSet data;

 private:
  std::size_t first_ = 0;  // axis after that of time
  std::vector<hsize_t> extent_;
  std::vector<double> row_;
};

double spread(const std::vector<double>& values) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double value : values)
    if (!std::isnan(value)) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  return most - least;  // minus infinity where there are none
}

std::size_t liveliest_level(LastRecord& record) {
  std::size_t liveliest = 0;
  double largest = 0;
  for (std::size_t k = 0; k < record.levels(); ++k) {
    std::vector<double> row;
    record.add(k, record.rows() / 2, row);
    if (const double here = spread(row); here > largest) {
      largest = here;
      liveliest = k;
    }
  }
  return liveliest;
}

void read_from_above(const NumberFile& file, LastRecord& record, Plane& plane) {
  const std::size_t level = liveliest_level(record);
  if (record.has_levels()) plane.where = record.coordinates(file, 2).at(level);
  plane.up = record.coordinates(file, 1).side();
  for (std::size_t j = 0; j < record.rows(); j += stride_of(record.rows()))
    record.add(level, j, plane.values);
}

/// Rows of one height each, thinner than the thinnest level if there is room: each is that of the
/// level that is nearest.
void read_section(const NumberFile& file, LastRecord& record, Plane& plane) {
  const std::size_t middle = record.rows() / 2;
  plane.where = record.coordinates(file, 1).at(middle);
  const Coordinates up = record.coordinates(file, 2);
  plane.up = up.side();
  const std::vector<double>& heights = up.values;
  const double whole = heights.back() - heights.front();
  double thinnest = std::abs(whole);
  for (std::size_t k = 1; k < heights.size(); ++k)
    thinnest = std::min(thinnest, std::abs(heights[k] - heights[k - 1]));
  const double wanted = thinnest > 0 ? std::round(std::abs(whole) / thinnest) + 1 : 1;
  const auto rows = static_cast<std::size_t>(std::min<double>(wanted, most_points));
  for (std::size_t r = 0; r < rows; ++r) {
    const double height = heights.front() + whole * static_cast<double>(r) /
                                                std::max(1., static_cast<double>(rows) - 1);
    const auto nearest = std::ranges::min_element(
        heights, {}, [height](double level) { return std::abs(level - height); });
    record.add(static_cast<std::size_t>(nearest - heights.begin()), middle, plane.values);
  }
}

}  // namespace

std::optional<Plane> read_plane(const NumberFile& file, const Picture& picture) {
  if (!file.has(picture.field)) return {};
  LastRecord record(file, picture.field);
  if (!record.is_of_a_grid()) return {};
  Plane plane{.field = picture.field,
              .long_name = record.data.text("long_name"),
              .unit = record.data.text("units"),
              .across = record.coordinates(file, 0).side()};
  const bool is_cut =
      record.has_levels() && (picture.view == Picture::View::section || record.rows() == 1);
  if (is_cut)
    read_section(file, record, plane);
  else
    read_from_above(file, record, plane);
  plane.columns =
      (record.columns() + stride_of(record.columns()) - 1) / stride_of(record.columns());
  plane.rows = plane.values.size() / plane.columns;
  return plane;
}

}  // namespace seafret
