// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
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

/// A part of a text: from here, to before there.
struct TablePlace {
  std::size_t from, to;
};
/// Between the comments <!-- ci: begin --> and <!-- ci: end -->, for this level.  Throws
/// std::runtime_error where they are not.
TablePlace place_of_tables(const std::string& text, const std::string& level);
/// `text` with the tables of each level that was run in their places.
std::string with_tables(std::string text, const ValidationResult& result,
                        const Provenance& provenance);

}  // namespace seafret
