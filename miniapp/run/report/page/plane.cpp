// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/plane.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "miniapp/run/report/page/last_record.hpp"
#include "miniapp/run/report/page/sea_section.hpp"

namespace seafret {
namespace {

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
  for (std::size_t j = 0; j < record.rows(); j += LastRecord::stride_of(record.rows()))
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
  const auto rows = static_cast<std::size_t>(std::min<double>(wanted, LastRecord::most_points));
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
  plane.is_cut =
      record.has_levels() && (picture.view == Picture::View::section || record.rows() == 1);
  if (!plane.is_cut)
    read_from_above(file, record, plane);
  else if (!read_sea_section(file, record, plane))
    read_section(file, record, plane);
  plane.columns = record.columns_kept();
  plane.rows = plane.values.size() / plane.columns;
  return plane;
}

}  // namespace seafret
