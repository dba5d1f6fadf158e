// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// Several runs beside each other: a column a run, the first of which the others are compared with.
struct SideBySide {
  struct Row {
    std::string label;
    std::vector<std::string> values;  ///< of each run; none: the label is a heading
    std::vector<double> sizes = {};   ///< of each run's bar, from 0 to 1; none: there are no bars
  };
  /// What compare_files() finds between the fields of the first run and those of another.
  struct Difference {
    std::string folder, what;
    bool is_same = false;
  };
  std::vector<std::string> folders;
  std::vector<Row> rows;
  std::vector<Difference> differences;
};

/// Reads the results and the fields of runs. Throws std::runtime_error, one line, where a folder
/// has no result.json of a run. For one rank.
SideBySide side_by_side(const std::vector<std::string>& folders);

/// For a terminal.
std::string as_table(const SideBySide& runs);
/// A page of its own.
std::string as_html(const SideBySide& runs);

}  // namespace seafret
