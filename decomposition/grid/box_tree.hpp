// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "decomposition/grid/box.hpp"

namespace seafret {

/// Finds those of many boxes that a given box meets.  Boxes with near numbers should lie near each
/// other, as those of a partition do: then a search takes O(found * log boxes).
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const Box> boxes) { build(boxes); }

  /// As a new tree, in the memory of the old one.
  void build(std::span<const Box> boxes) {
    leaves_ = std::bit_ceil(boxes.size());
    hulls_.assign(2 * leaves_, Box{});
    std::copy(boxes.begin(), boxes.end(), hulls_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t n = leaves_ - 1; n > 0; --n)
      hulls_[n] = hull(hulls_[2 * n], hulls_[2 * n + 1]);
  }

  const Box& box(std::size_t number) const { return hulls_[leaves_ + number]; }
  /// Box `number` is another one now.
  void set(std::size_t number, const Box& box) {
    hulls_[leaves_ + number] = box;
    for (std::size_t n = (leaves_ + number) / 2; n > 0; n /= 2)
      hulls_[n] = hull(hulls_[2 * n], hulls_[2 * n + 1]);
  }

  /// Calls visit(number, what they share) for each box that `wanted` meets, in ascending order.
  template <class Visit>
  void for_each(const Box& wanted, const Visit& visit) const {
    const std::span<const Box> hulls(hulls_);
    const std::size_t leaves = leaves_;
    for (std::size_t node = 1;;) {
      const Box shared = intersection(wanted, hulls[node]);
      if (!shared.empty() && node < leaves) {
        node *= 2;
        continue;
      }
      if (!shared.empty()) visit(static_cast<int>(node - leaves), shared);
      ++node;  // beside this one; past a last child, beside the nearest ancestor that is none
      node >>= std::countr_zero(node);
      if (node == 1) return;
    }
  }

 private:
  // Hulls of runs of boxes, as a binary tree in an array: the children of node n are 2n and 2n + 1.
  std::vector<Box> hulls_ = std::vector<Box>(2);
  std::size_t leaves_ = 1;
};

}  // namespace seafret
