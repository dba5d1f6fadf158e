// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/last_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "miniapp/run/report/page/html.hpp"

namespace seafret {
namespace {

constexpr double largest_value = 9e36;  // netCDF's fill value is above it

}  // namespace

Coordinates::Coordinates(const NumberFile& file, const std::string& axis, std::size_t points)
    : name(axis.substr(0, axis.find('_'))) {
  if (file.has(axis)) {
    const NumberSet data = file.open(axis);
    unit = data.text("units");
    data.read({0}, data.extent(), values);
  }
  for (std::size_t n = values.size(); n < points; ++n) values.push_back(static_cast<double>(n));
}

std::string Coordinates::at(std::size_t n) const {
  if (unit.starts_with("degrees_")) return fmt::format("{:.5g} {}", values[n], html::unit(unit));
  return fmt::format("{} = {:.5g}{}", name, values[n], unit == "m" ? " m" : "");
}

LastRecord::LastRecord(const NumberFile& file, const std::string& name) : data(file.open(name)) {
  const std::vector<std::string>& axes = data.axes();
  first_ = axes.empty() || axes.front() != "time" ? 0 : 1;
  extent_ = {data.extent().begin() + static_cast<std::ptrdiff_t>(first_), data.extent().end()};
}

Coordinates LastRecord::coordinates(const NumberFile& file, std::size_t n) const {
  return {file, axis(n), data.extent()[data.extent().size() - 1 - n]};
}

void LastRecord::add(std::size_t level, std::size_t row, std::vector<double>& to) {
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

}  // namespace seafret
