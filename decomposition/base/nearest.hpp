// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seafret {

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn
/// one word into the other (the optimal string alignment distance).
inline std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[to.size()];
}

/// The known name a mistyped one was probably meant to be (the first of equally near ones), or ""
/// when none is near: more than a third of the letters would have to change.
inline std::string nearest_name(std::string_view wanted, std::span<const std::string> known) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  if (wanted.size() > 64) return nearest;  // nobody mistypes so long a word
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(wanted, name);
    if (distance < least && distance < std::max(wanted.size(), name.size())) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/// "; did you mean 'known'?", to end a message about a name that nothing has; "" when none is near.
inline std::string or_nearest(std::string_view wanted, std::span<const std::string> known) {
  const std::string near = nearest_name(wanted, known);
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

/// "there are: known, names", and which of them was probably meant.
inline std::string there_are(std::string_view wanted, std::span<const std::string> known) {
  std::string all = "there are: ";
  for (const std::string& name : known) all += (&name == known.data() ? "" : ", ") + name;
  return all + or_nearest(wanted, known);
}

}  // namespace seafret
