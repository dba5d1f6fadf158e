// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <limits>
#include <string>

#include "miniapp/run/report/page/html.hpp"
#include "miniapp/run/report/report.hpp"

namespace seafret {

/// Values of a result.json as the page shows them.

/// NaN for null.
inline double number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}
inline std::string text(const Json& value) { return html::escaped(value.get<std::string>()); }
inline std::string counted(const Json& value) { return html::counted(value.get<std::int64_t>()); }
inline std::string figures(const Json& value) { return html::figures(number(value)); }
inline std::string size_of(const Json& bytes) { return as_bytes(number(bytes)); }
inline std::string seconds(const Json& value) { return fmt::format("{:.4f}", number(value)); }

}  // namespace seafret
