// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace seafret::html {
namespace {

std::string class_of(const Table::Column& column) {
  std::string names;
  const auto add = [&](bool is_so, const char* name) {
    if (is_so) names += (names.empty() ? "" : " ") + std::string(name);
  };
  add(column.is_number, "number");
  add(column.is_aside, "aside");
  add(column.is_note, "note");
  return names.empty() ? "" : fmt::format(" class=\"{}\"", names);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string counted(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  if (text.size() < 5) return text;
  for (std::size_t n = text.size(); n > 3 && text[n - 4] != '-';) text.insert(n -= 3, "\u202f");
  return text;
}

std::string figures(double number) {
  return std::isfinite(number) ? fmt::format("{:.4g}", number) : "not finite";
}

std::string share(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f}\u202f%", 100 * part / whole) : "";
}

std::string unit(const std::string& cf) {
  if (cf == "1") return "";
  if (cf == "degree_Celsius") return "°C";
  if (cf.starts_with("degrees_")) return cf == "degrees_east" ? "°E" : "°N";
  std::istringstream words(cf);
  std::string text;
  for (std::string word; words >> word;)
    if (const std::size_t power = word.find('-'); power != std::string::npos)
      text += "/" + word.substr(0, power) + (word.ends_with("-1") ? "" : word.substr(power + 1));
    else
      text += (text.empty() ? "" : " ") + word;
  return text;
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(const std::vector<std::string>& cells) {
  rows_ += "<tr>";
  for (std::size_t n = 0; n < cells.size(); ++n)
    rows_ += fmt::format("<td{}>{}</td>", class_of(columns_[n]), cells[n]);
  rows_ += "</tr>\n";
}

std::string Table::text() const {
  if (rows_.empty()) return "";
  std::string head;
  for (const Column& column : columns_)
    head += fmt::format("<th{}>{}</th>", class_of(column), column.title);
  const bool is_noted = std::ranges::any_of(columns_, &Column::is_note);
  return fmt::format(
      "<div class=\"scroll\"><table{}>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n"
      "</table></div>\n",
      is_noted ? " class=\"noted\"" : "", head, rows_);
}

std::string section(const std::string& title, const std::string& content) {
  if (content.empty()) return "";
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escaped(title), content);
}

std::string bar(const std::vector<Part>& parts) {
  std::string text =
      "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect class=\"track\" width=\"100\" height=\"10\"/>";
  for (const Part& part : parts)
    text += fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\"/>",
                        part.kind, 100 * part.from, part.is_thin ? 4 : 0,
                        100 * (part.to - part.from), part.is_thin ? 2 : 10);
  return text + "</svg>";
}

}  // namespace seafret::html
