// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "decomposition/base/error.hpp"

namespace seafret {

/// One line of a table of comma-separated values whose columns have names.
struct TableRow {
  std::vector<std::string_view> columns, cells;
  std::string place;  ///< file:line

  bool has(std::string_view column) const;
  std::string_view text(std::string_view column) const;
  double number(std::string_view column) const;
  double number(std::string_view column, double low, double high) const;
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> why, Args&&... args) const {
    throw InputError(place + ": " + fmt::format(why, std::forward<Args>(args)...));
  }
};

/// The rows of a table: lines that begin with # are comments, the first other one names the
/// columns, which must be among those known. They point into `table`; `path` is for what is
/// refused.
std::vector<TableRow> table_rows(std::string_view table, const std::string& path,
                                 const std::vector<std::string>& known);

}  // namespace seafret
