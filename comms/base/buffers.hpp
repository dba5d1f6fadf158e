// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "decomposition/base/huge_pages.hpp"

namespace seafret {

/// Cuts one block of memory into a slice a peer, each on a cache line of its own.
class Slices {
 public:
  static constexpr std::size_t alignment = 64;

  void add(std::size_t bytes) {
    size_.push_back(bytes);
    first_.push_back(first_.back() + (bytes + alignment - 1) / alignment * alignment);
  }
  std::size_t total() const { return first_.back(); }
  std::size_t offset(int p) const { return first_[static_cast<std::size_t>(p)]; }
  std::size_t size(int p) const { return size_[static_cast<std::size_t>(p)]; }
  template <class Byte>
  std::span<Byte> of(Byte* base, int p) const {
    return {base + offset(p), size(p)};
  }

 private:
  std::vector<std::size_t> first_{0}, size_;
};

/// Memory for such slices, on a page of its own; not initialised.  In large pages, where there are:
/// MPI looks at each page of what it copies from another process.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes)
      : bytes_(bytes),
        data_(static_cast<std::byte*>(HugePages::instance()->allocate(bytes, page))) {}
  ~Buffer() { HugePages::instance()->deallocate(data_, bytes_, page); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::byte* data() const { return data_; }

 private:
  static constexpr std::size_t page = 4096;
  std::size_t bytes_;
  std::byte* data_;
};

}  // namespace seafret
