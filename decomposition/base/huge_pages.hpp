// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <memory_resource>

namespace seafret {

/// Memory in pages of 2 MB where it is large and the system grants them.  The western and eastern
/// edge of a field lie a row apart, often a page of 4 kB: packing them waits for addresses to be
/// translated more than for the data.
class HugePages final : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t page = 2 << 20;

  static HugePages* instance() {
    static HugePages all;
    return &all;
  }

  /// Asks for such pages where they fit into this memory, whose pages nobody has touched yet.  The
  /// system may decline.
  static void ask_for(void* memory, std::size_t bytes) {
    if (bytes < page) return;
    constexpr std::size_t small_page = 4096;
    void* first = memory;
    std::align(small_page, 0, first, bytes);  // madvise() takes whole pages
    madvise(first, bytes, MADV_HUGEPAGE);
  }

  /// Bytes that are out, and the most that ever were since forget_most().
  std::size_t bytes() const { return out_; }
  std::size_t most_bytes() const { return most_; }
  void forget_most() { most_ = out_.load(); }

 private:
  static std::size_t fitting(std::size_t bytes, std::size_t alignment) {
    return bytes < page ? alignment : std::max(alignment, page);
  }
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const memory =
        std::pmr::new_delete_resource()->allocate(bytes, fitting(bytes, alignment));
    ask_for(memory, bytes);
    const std::size_t out = out_ += bytes;
    std::size_t most = most_;
    while (most < out && !most_.compare_exchange_weak(most, out)) continue;
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    out_ -= bytes;
    std::pmr::new_delete_resource()->deallocate(memory, bytes, fitting(bytes, alignment));
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::atomic<std::size_t> out_ = 0, most_ = 0;
};

}  // namespace seafret
