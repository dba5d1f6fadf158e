// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/report/provenance.hpp"
#include "miniapp/validate/compare.hpp"

namespace seafret {

/// A check of a run itself that did not pass.
struct FailedCheck {
  std::string the_case, run;
  Check check;
};

/// All that a validation has found.
struct ValidationResult {
  std::vector<ValidationRow> rows;
  std::vector<FailedCheck> failed_checks;

  bool passed() const;
};

/// The references, the regressions, and what else failed.
std::string as_table(const ValidationResult& result);
std::string as_json(const ValidationResult& result, const Provenance& provenance);
/// `text` with the tables of each level that was run between that level's two comments,
/// <!-- ci: begin --> and <!-- ci: end -->.  Throws std::runtime_error where they are not.
std::string with_tables(std::string text, const ValidationResult& result,
                        const Provenance& provenance);

}  // namespace seafret
