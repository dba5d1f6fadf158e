// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <vector>

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

/// Memory for such slices, on a page of its own; not initialised.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes)
      : data_(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{page}))) {}
  std::byte* data() const { return data_.get(); }

 private:
  static constexpr std::size_t page = 4096;
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{page}); }
  };
  std::unique_ptr<std::byte, Free> data_;
};

}  // namespace seafret
