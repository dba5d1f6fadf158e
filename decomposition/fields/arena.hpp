// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory_resource>
#include <span>

#include "decomposition/base/huge_pages.hpp"
#include "decomposition/fields/field.hpp"

namespace seafret {

/// One block of memory a rank, out of which all fields come that are ever swapped: its size is
/// known before the first of them is made, so that it can be memory which node mates map together.
class Arena final : public std::pmr::memory_resource {
 public:
  /// Takes one block of `bytes` from `upstream` and gives it back at the end.
  explicit Arena(std::size_t bytes, std::pmr::memory_resource* upstream = HugePages::instance());
  ~Arena() override;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// What the fields of a description take on this box, all their time levels.
  static std::size_t room_for(const FieldDescription& field, const Box& owned);
  static std::size_t room_for(std::span<const FieldDescription> fields, const Box& owned);

  std::size_t used() const { return used_; }
  std::size_t size() const { return size_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}  // all at once, at the end
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_;
  std::size_t size_;
  std::size_t used_ = 0;
  std::byte* block_;
};

}  // namespace seafret
