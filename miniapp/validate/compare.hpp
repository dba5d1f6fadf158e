// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/validate/plan.hpp"

namespace seafret {

/// A quantity beside what came of it.
struct ValidationRow {
  std::string the_case, level;
  Quantity quantity;
  double measured = 0;
  bool passed() const {
    return measured >= quantity.least() && measured <= quantity.most();  // no NaN does
  }
};

using MeasuresOfRuns = std::map<std::string, std::vector<Measure>>;  ///< by the run's name

/// Throws InputError, with the place in the reference file, where a quantity is not measured, or
/// one that is measured is not in the file.
std::vector<ValidationRow> compare(const ValidationPlan& plan, const MeasuresOfRuns& measures);

}  // namespace seafret
