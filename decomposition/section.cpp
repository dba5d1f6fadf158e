// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/section.hpp"

#include <numeric>

namespace seafret {
namespace {

/// The line below which the wet count is nearest to share/whole of that of the box; on a tie the
/// later one.
int line_at(const CellCount& wet, const Box& box, bool along_x, std::int64_t share,
            std::int64_t whole) {
  const std::int64_t target = wet(box) * share;
  const auto below = [&](int line) {
    return whole *
           (along_x ? wet({box.x0, line, box.y0, box.y1}) : wet({box.x0, box.x1, box.y0, line}));
  };
  int low = along_x ? box.x0 : box.y0, high = along_x ? box.x1 : box.y1;
  while (high - low > 1) {  // below(low) <= target < below(high), as far as that can be had
    const int middle = low + (high - low) / 2;
    (below(middle) <= target ? low : high) = middle;
  }
  return target - below(low) < below(high) - target ? low : high;
}

void add(const CellCount& wet, const Box& box, const Section& section, std::vector<Box>& boxes) {
  if (section.parts.empty()) return boxes.push_back(box);
  const auto& [along_x, parts, shares] = section;
  const std::int64_t whole = std::reduce(shares.begin(), shares.end());
  std::int64_t so_far = 0;
  Box rest = box;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    so_far += shares[n];
    Box part = rest;
    if (n + 1 < parts.size()) {
      const int line = line_at(wet, box, along_x, so_far, whole);
      (along_x ? part.x1 : part.y1) = (along_x ? rest.x0 : rest.y0) = line;
    }
    add(wet, part, parts[n], boxes);
  }
}

}  // namespace

int Section::ranks() const {
  if (parts.empty()) return 1;
  return std::accumulate(parts.begin(), parts.end(), 0,
                         [](int sum, const Section& part) { return sum + part.ranks(); });
}

Section equal_sections(std::span<const Cut> cuts) {
  if (cuts.empty()) return {};
  const auto parts = static_cast<std::size_t>(cuts.front().parts);
  return {cuts.front().along_x,
          {parts, equal_sections(cuts.subspan(1))},
          std::vector<std::int64_t>(parts, 1)};
}

std::vector<Box> divide(const CellCount& wet, const Box& box, const Section& section) {
  std::vector<Box> boxes;
  add(wet, box, section, boxes);
  return boxes;
}

void trim(const CellCount& wet, std::span<Box> boxes) {
  for (Box& b : boxes) b = wet.trimmed(b);
}

}  // namespace seafret
