// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/validate/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "decomposition/base/worse.hpp"

namespace seafret {
namespace {

std::set<std::string> names_of_all(const MeasuresOfRuns& measures) {
  std::set<std::string> names;
  for (const auto& [run, found] : measures)
    for (const Measure& m : found) names.insert(m.name);
  return names;
}

double measured(const ValidationPlan& plan, const Quantity& quantity, const std::string& run,
                const MeasuresOfRuns& measures) {
  const std::vector<Measure>& found = measures.at(run);
  const auto it = std::ranges::find(found, quantity.measured_as(), &Measure::name);
  if (it == found.end())
    plan.file.refuse("quantities." + quantity.name,
                     fmt::format("is not measured by {}; there are: {}", plan.case_file,
                                 fmt::join(names_of_all(measures), ", ")));
  return it->value;
}

/// The number that the quantity is.
double number_of(const ValidationPlan& plan, const Quantity& quantity,
                 const MeasuresOfRuns& measures) {
  std::vector<double> values;
  for (const std::string& run : quantity.spread_over)
    values.push_back(measured(plan, quantity, run, measures));
  if (!values.empty()) {
    double highest = values.front(), least = values.front();
    for (const double value : values) {
      highest = worse(highest, value);
      least = lower(least, value);
    }
    return highest - least;
  }
  const double value = measured(plan, quantity, quantity.run, measures);
  if (quantity.order_from.empty()) return value;
  return std::log2(measured(plan, quantity, quantity.order_from, measures) / value);
}

/// Whatever is measured must be compared, or be named as not compared; and nothing else.
void check_that_all_are_named(const ValidationPlan& plan, const MeasuresOfRuns& measures) {
  std::set<std::string> named(plan.not_compared.begin(), plan.not_compared.end());
  const std::set<std::string> found = names_of_all(measures);
  for (const std::string& name : named)
    if (!found.contains(name))
      plan.file.refuse("validation.not_compared",
                       fmt::format("names '{}', which {} does not measure", name, plan.case_file));
  for (const Quantity& quantity : plan.quantities) named.insert(quantity.measured_as());
  for (const std::string& name : found)
    if (!named.contains(name))
      plan.file.refuse("quantities", fmt::format("have no '{}', which {} measures; give it a "
                                                 "reference or name it in validation.not_compared",
                                                 name, plan.case_file));
}

}  // namespace

std::vector<ValidationRow> compare(const ValidationPlan& plan, const MeasuresOfRuns& measures) {
  check_that_all_are_named(plan, measures);
  std::vector<ValidationRow> rows;
  for (const Quantity& quantity : plan.quantities)
    rows.push_back({plan.name, plan.level, quantity, number_of(plan, quantity, measures)});
  return rows;
}

}  // namespace seafret
