// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/level_sums.hpp"

#include <omp.h>

#include <algorithm>
#include <limits>

namespace seafret {

LevelSums::LevelSums(std::vector<double> ranges, int levels, std::int64_t columns)
    : per_unit_(std::move(ranges)),
      most_(std::ldexp(1.0, std::min(51, 62 - static_cast<int>(std::bit_width(
                                                  static_cast<std::uint64_t>(columns)))))),
      columns_(static_cast<double>(columns)),
      stride_(static_cast<std::size_t>(levels) + 1),
      share_size_(per_unit_.size() * stride_ + 8),
      shares_(share_size_ * static_cast<std::size_t>(omp_get_max_threads())) {
  for (double& range : per_unit_) range = most_ / range;
}

void LevelSums::clear() { std::ranges::fill(shares_, 0); }

LevelSums::Share LevelSums::of_this_thread() {
  return {*this, shares_.data() + share_size_ * static_cast<std::size_t>(omp_get_thread_num())};
}

void LevelSums::add_up(const Communicator& comm) {
  const std::size_t size = per_unit_.size() * stride_;
  for (std::size_t share = share_size_; share < shares_.size(); share += share_size_)
    for (std::size_t n = 0; n < size; ++n) shares_[n] += shares_[share + n];
  comm.sum(std::span(shares_).first(size));
}

double LevelSums::mean(std::size_t quantity, int k) const {
  const std::int64_t* const sum = shares_.data() + quantity * stride_;
  if (sum[stride_ - 1] != 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(sum[k]) / (per_unit_[quantity] * columns_);
}

}  // namespace seafret
