// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/ordered_arrays.hpp"

#include <utility>

namespace seafret {

OrderedArrays::OrderedArrays(const Grid& grid, const Box& owned, int depth, int fields,
                             std::string order)
    : order_(std::move(order)),
      grid_(grid),
      owned_(owned),
      held_(owned.grown(depth)),
      values_(static_cast<std::size_t>(fields),
              std::vector<double>(static_cast<std::size_t>(held_.area() * grid.nz))) {
  std::ptrdiff_t next = sizeof(double);
  for (const char index : order_) {
    (index == 'i' ? stride_.i : index == 'j' ? stride_.j : stride_.k) = next;
    next *= index == 'i' ? held_.width() : index == 'j' ? held_.height() : grid.nz;
  }
  for (std::size_t f = 0; f < values_.size(); ++f)
    for_each(owned, [&](int i, int j, int k) { at(f, i, j, k) = truth(f, i, j, k); });
}

std::vector<seafret_array> OrderedArrays::where() {
  std::vector<seafret_array> all;
  for (std::size_t f = 0; f < values_.size(); ++f) {
    all.push_back(stride_);
    all.back().first = &at(f, owned_.x0, owned_.y0, 0);
  }
  return all;
}

std::vector<Columns> OrderedArrays::columns() {
  std::vector<Columns> all;
  for (std::vector<double>& values : values_) {
    Columns c(reinterpret_cast<std::byte*>(values.data()), held_, column_bytes());
    c.next_column = stride_.i;
    c.next_row = stride_.j;
    if (order_ == "ijk") c.slices = grid_.nz, c.next_slice = stride_.k;
    all.push_back(c);
  }
  return all;
}

bool OrderedArrays::is_right() {
  bool right = true;
  for (std::size_t f = 0; f < values_.size(); ++f)
    for_each(held_, [&](int i, int j, int k) { right &= at(f, i, j, k) == truth(f, i, j, k); });
  return right;
}

/// The number of that place of that field, none of which is 0.
double OrderedArrays::truth(std::size_t f, int i, int j, int k) const {
  const int x = (i % grid_.nx + grid_.nx) % grid_.nx, y = (j % grid_.ny + grid_.ny) % grid_.ny;
  const double level = static_cast<double>(f + 1) * grid_.nz + k;
  return (level * grid_.ny + y) * grid_.nx + x;
}

template <class Visit>
void OrderedArrays::for_each(const Box& box, Visit visit) const {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i)
      for (int k = 0; k < grid_.nz; ++k) visit(i, j, k);
}

double& OrderedArrays::at(std::size_t f, int i, int j, int k) {
  const std::ptrdiff_t bytes =
      (i - held_.x0) * stride_.i + (j - held_.y0) * stride_.j + k * stride_.k;
  return values_[f][static_cast<std::size_t>(bytes) / sizeof(double)];
}

}  // namespace seafret
