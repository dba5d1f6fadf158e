// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace seafret {

/// Memory that begins with a cache line, so that no vector of it lies across two.
template <class T>
struct OnACacheLine {
  using value_type = T;  // NOLINT(readability-identifier-naming): the name that std asks for
  static constexpr std::align_val_t alignment{64};

  OnACacheLine() = default;
  template <class Other>
  OnACacheLine(const OnACacheLine<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T* memory, std::size_t /*count*/) { ::operator delete(memory, alignment); }
  bool operator==(const OnACacheLine& /*other*/) const { return true; }
};

using AlignedVector = std::vector<double, OnACacheLine<double>>;

}  // namespace seafret
