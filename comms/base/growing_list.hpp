// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace seafret {

/// A list that one thread makes longer while others look at what is there: nothing in it ever
/// moves.  It stands in rows, each as long as all before it.
template <class T>
class GrowingList {
 public:
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  T& operator[](std::size_t n) const {
    static_cast<void>(size());  // so that all is seen of what was added
    return at(n);
  }

  /// The one behind the last, which nobody else sees before it is added.
  T& next() {
    const std::size_t n = size();
    if (auto& its_row = rows_[row(n)]; its_row == nullptr)
      its_row = std::make_unique<T[]>(n < first_row ? first_row : n);
    return at(n);
  }
  void add_next() { size_.store(size() + 1, std::memory_order_release); }

 private:
  static constexpr std::size_t first_row = 16;
  static constexpr std::size_t row(std::size_t n) {
    return static_cast<std::size_t>(std::bit_width(n / first_row));
  }
  T& at(std::size_t n) const { return rows_[row(n)][n < first_row ? n : n - std::bit_floor(n)]; }

  std::array<std::unique_ptr<T[]>, row(SIZE_MAX) + 1> rows_ = {};
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace seafret
