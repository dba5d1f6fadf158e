// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory_resource>

namespace seafret {

/// Memory that knows how much of it is out.
class CountingMemory final : public std::pmr::memory_resource {
 public:
  std::size_t bytes_out = 0, strictest_alignment = 0;
  int allocations = 0;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    bytes_out += bytes;
    strictest_alignment = std::max(strictest_alignment, alignment);
    ++allocations;
    return upstream_->allocate(bytes, alignment);
  }
  void do_deallocate(void* place, std::size_t bytes, std::size_t alignment) override {
    bytes_out -= bytes;
    upstream_->deallocate(place, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_ = std::pmr::new_delete_resource();
};

}  // namespace seafret
