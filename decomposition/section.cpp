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

/// Calls visit(n, box) for each part of a cut.
template <class Share, class Visit>
void for_each_part(const CellCount& wet, const Box& box, bool along_x, std::size_t parts,
                   const Share& share, const Visit& visit) {
  std::int64_t whole = 0, so_far = 0;
  for (std::size_t n = 0; n < parts; ++n) whole += share(n);
  int from = along_x ? box.x0 : box.y0;
  for (std::size_t n = 0; n < parts; ++n) {
    so_far += share(n);
    const int to =
        n + 1 == parts ? (along_x ? box.x1 : box.y1) : line_at(wet, box, along_x, so_far, whole);
    visit(n, along_x ? Box{from, to, box.y0, box.y1} : Box{box.x0, box.x1, from, to});
    from = to;
  }
}

void add(const CellCount& wet, const Box& box, const Section& section, std::vector<Box>& boxes) {
  if (section.parts.empty()) return boxes.push_back(box);
  for_each_part(
      wet, box, section.along_x, section.parts.size(),
      [&](std::size_t n) { return section.shares[n]; },
      [&](std::size_t n, const Box& part) { add(wet, part, section.parts[n], boxes); });
}

void add(const CellCount& wet, const Box& box, std::span<const Cut> cuts, std::vector<Box>& boxes) {
  if (cuts.empty()) return boxes.push_back(box);
  const auto [parts, along_x] = cuts.front();
  for_each_part(
      wet, box, along_x, static_cast<std::size_t>(parts), [](std::size_t) { return 1; },
      [&](std::size_t, const Box& part) { add(wet, part, cuts.subspan(1), boxes); });
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

std::vector<Box> divide(const CellCount& wet, const Box& box, std::span<const Cut> cuts) {
  std::vector<Box> boxes;
  add(wet, box, cuts, boxes);
  return boxes;
}

void trim(const CellCount& wet, std::span<Box> boxes) {
  for (Box& b : boxes) b = wet.trimmed(b);
}

}  // namespace seafret
