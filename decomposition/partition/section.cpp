// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/section.hpp"

#include <numeric>

namespace seafret {
namespace {

/// The line of a box below which the wet count times `all` is nearest to `target`; on a tie the
/// later one.
int line_at(const CellCount& wet, const Box& box, bool along_x, std::int64_t target,
            std::int64_t all) {
  const auto below = [&](int line) {
    return all *
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
  const std::vector<Box> parts = parts_of(wet, box, section);
  for (std::size_t n = 0; n < parts.size(); ++n) add(wet, parts[n], section.parts[n], boxes);
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

std::vector<Box> parts_of(const CellCount& wet, const Box& box, const Section& section) {
  const std::int64_t whole = std::reduce(section.shares.begin(), section.shares.end());
  const std::int64_t all_wet = wet(box);
  std::int64_t so_far = 0;
  std::vector<Box> parts;
  parts.reserve(section.parts.size());
  parts.push_back(box);
  for (std::size_t n = 0; n + 1 < section.parts.size(); ++n) {
    so_far += section.shares[n];
    const int line = line_at(wet, box, section.along_x, all_wet * so_far, whole);
    Box rest = parts.back();
    (section.along_x ? parts.back().x1 : parts.back().y1) = line;
    (section.along_x ? rest.x0 : rest.y0) = line;
    parts.push_back(rest);
  }
  return parts;
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
