// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seafret::html {

/// Text as it may stand in an element or between the quotes of an attribute.
std::string escaped(std::string_view text);

/// "1 234 567", so that the eye finds the thousands.
std::string counted(std::int64_t number);
/// Four digits; JSON has no word for what is not finite, and the page says so.
std::string figures(double number);
/// "4.1 %" of a whole.
std::string share(double part, double whole);
/// "m/s" for CF's "m s-1", "°C" for "degree_Celsius"; empty for "1".
std::string unit(const std::string& cf);

/// A table. What stands in its cells is HTML already.
class Table {
 public:
  struct Column {
    std::string title;
    /// A number stands to the right, in digits of one width. What is aside is left out where the
    /// page is narrow.
    bool is_number = false, is_aside = false;
    /// Where the page is narrow a note goes below its row, beside the column before it: the last
    /// of seven.
    bool is_note = false;
  };
  explicit Table(std::vector<Column> columns);
  void add(const std::vector<std::string>& cells);
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::string rows_;
};

/// A section of the page under its heading; nothing where it would be empty.
std::string section(const std::string& title, const std::string& content);

/// A part of a bar, from and to a share of the whole.
struct Part {
  std::string kind;  ///< a class of the style sheet
  double from = 0, to = 0;
  bool is_thin = false;
};
std::string bar(const std::vector<Part>& parts);

}  // namespace seafret::html
