// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "comms/notify/endpoint.hpp"

namespace seafret::notify {

/// Memory that is a region of an endpoint as long as it is allocated.  Allocating and freeing are
/// collective over the endpoint's ranks, each of whom may ask for another number of bytes.
class RegisteredMemory final : public std::pmr::memory_resource {
 public:
  /// The endpoint must outlive it.
  explicit RegisteredMemory(Endpoint& endpoint) : endpoint_(endpoint) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t /*alignment: that of a page*/) override {
    return endpoint_.memory(endpoint_.add_region(bytes)).data();
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t) override {
    endpoint_.drop_region(endpoint_.block_at(reinterpret_cast<std::uintptr_t>(p), bytes).region);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  Endpoint& endpoint_;
};

}  // namespace seafret::notify
