// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/report/provenance.hpp"
#include "miniapp/validate/compare.hpp"

namespace seafret {

/// What else went wrong with a case: a check of a run itself did not pass, a run could not go on.
struct ValidationFailure {
  std::string the_case, level, what;
};

/// How long a case took, with all its runs.
struct ValidationTime {
  std::string the_case, level;
  double seconds = 0;
};

/// All that a validation has found.
struct ValidationResult {
  std::vector<ValidationRow> rows;
  std::vector<ValidationFailure> failures;
  std::vector<ValidationTime> times;

  bool passed() const;
  double seconds(const std::string& level) const;  ///< of its cases
};

/// The references, the regressions, and what else failed.
std::string as_table(const ValidationResult& result);
Json to_json(const ValidationRow& row);
std::string as_json(const ValidationResult& result, const Provenance& provenance);
/// `text` with the tables of each level that was run between that level's two comments,
/// <!-- ci: begin --> and <!-- ci: end -->.  Throws std::runtime_error where they are not.
std::string with_tables(std::string text, const ValidationResult& result,
                        const Provenance& provenance);

}  // namespace seafret
