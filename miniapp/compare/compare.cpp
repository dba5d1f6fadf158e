// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "miniapp/files/number_file.hpp"

namespace seafret {
namespace {

constexpr std::size_t values_at_once = std::size_t{1} << 22;

/// Counts two values in; true where none before were as far apart.
bool add(double a, double b, const Tolerance& tolerance, FieldComparison& found) {
  const bool nan_a = std::isnan(a), nan_b = std::isnan(b);
  if (!nan_a) found.largest = std::max(found.largest, std::abs(a));
  if (!nan_b) found.largest = std::max(found.largest, std::abs(b));
  found.nan_first += nan_a;
  found.nan_second += nan_b;
  if (a == b) found.other_zeros += std::signbit(a) != std::signbit(b);
  if (a == b || (nan_a && nan_b)) return false;
  const bool one_nan = nan_a || nan_b;
  const double largest = std::max(std::abs(a), std::abs(b));
  const double difference = one_nan ? std::numeric_limits<double>::infinity() : std::abs(a - b);
  const bool is_relative = !one_nan && std::isfinite(largest);
  const bool is_worst = difference > found.most_absolute;
  found.most_absolute = std::max(found.most_absolute, difference);
  found.most_relative =
      std::max(found.most_relative, is_relative ? difference / largest : difference);
  // Infinities are never near each other, however large the tolerance makes the right-hand side.
  const bool near =
      std::isfinite(difference) && difference <= tolerance.absolute + tolerance.relative * largest;
  found.different += !near;
  return is_worst;
}

std::string shape(const std::vector<hsize_t>& extent) {
  return extent.empty() ? "one value" : fmt::format("{}", fmt::join(extent, " x "));
}

FieldComparison compare(const std::string& name, const NumberSet& a, const NumberSet& b,
                        const Tolerance& tolerance) {
  if (a.extent() != b.extent())
    return {name, fmt::format("is {} in the first, {} in the second", shape(a.extent()),
                              shape(b.extent()))};
  FieldComparison found{.name = name, .values = static_cast<std::int64_t>(a.size())};
  std::size_t next = 0, worst = 0;
  std::vector<double> in_a, in_b;
  for_each_slab(a.extent(), values_at_once, [&](const auto& first, const auto& count) {
    a.read(first, count, in_a);
    b.read(first, count, in_b);
    for (std::size_t n = 0; n < in_a.size(); ++n, ++next)
      if (add(in_a[n], in_b[n], tolerance, found)) worst = next;
  });
  if (found.most_absolute > 0) found.where = a.where(worst);
  return found;
}

}  // namespace

Comparison compare_files(const std::string& first, const std::string& second,
                         const Tolerance& tolerance) {
  const NumberFile a(first), b(second);
  Comparison comparison;
  bool one_in_common = false;
  for (const std::string& name : a.names()) {
    if (!b.has(name)) {
      comparison.fields.push_back({name, "is in the first file only"});
      continue;
    }
    const NumberSet in_a = a.open(name), in_b = b.open(name);
    one_in_common |= !in_a.is_axis();
    comparison.fields.push_back(compare(name, in_a, in_b, tolerance));
  }
  for (const std::string& name : b.names())
    if (!a.has(name)) comparison.fields.push_back({name, "is in the second file only"});
  if (!one_in_common)
    throw std::runtime_error(first + " and " + second + " have no field in common");
  return comparison;
}

std::string as_table(const Comparison& comparison) {
  std::string text =
      fmt::format("{:<24}{:>12}{:>12}{:>14}{:>14}{:>8}{:>8}  {}\n", "field", "values", "different",
                  "max abs", "max rel", "NaN 1", "NaN 2", "where");
  for (const FieldComparison& f : comparison.fields) {
    text += fmt::format("{:<24}", f.name);
    if (!f.trouble.empty()) {
      text += f.trouble + '\n';
      continue;
    }
    text += fmt::format("{:>12}{:>12}{:>14.6g}{:>14.6g}{:>8}{:>8}  {}\n", f.values, f.different,
                        f.most_absolute, f.most_relative, f.nan_first, f.nan_second, f.where);
    if (f.other_zeros > 0)
      text += fmt::format("{:<24}differences of zeros in their sign, which count as equal: {}\n",
                          "", f.other_zeros);
  }
  return text + (comparison.is_same() ? "same\n" : "DIFFERENT\n");
}

}  // namespace seafret
