// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/fields/arena.hpp"

#include <stdexcept>
#include <string>

namespace seafret {
namespace {

constexpr std::size_t block_alignment = 4096;

/// Fields of one size would otherwise start a multiple of a page apart (16 x 16 x 256 with a halo
/// of two is exactly 200 pages), and the same column of 30 fields would fight for one cache set.
constexpr std::size_t stagger = 5 * Field<>::alignment;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::size_t stride(std::size_t bytes) { return rounded_up(bytes, Field<>::alignment) + stagger; }

}  // namespace

Arena::Arena(std::size_t bytes, std::pmr::memory_resource* upstream)
    : upstream_(upstream),
      size_(bytes),
      block_(static_cast<std::byte*>(upstream->allocate(bytes, block_alignment))) {}

Arena::~Arena() { upstream_->deallocate(block_, size_, block_alignment); }

std::size_t Arena::room_for(const FieldDescription& field, const Box& owned) {
  return static_cast<std::size_t>(field.time_levels) * stride(field.bytes(owned));
}

std::size_t Arena::room_for(std::span<const FieldDescription> fields, const Box& owned) {
  std::size_t bytes = 0;
  for (const FieldDescription& f : fields) bytes += room_for(f, owned);
  return bytes;
}

void* Arena::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment > Field<>::alignment || used_ + bytes > size_)
    throw std::length_error("the field arena holds " + std::to_string(size_) + " bytes, " +
                            std::to_string(used_) + " are taken, a field wants " +
                            std::to_string(bytes) + " more: it is not in the descriptions");
  void* const place = block_ + used_;
  used_ += stride(bytes);
  return place;
}

}  // namespace seafret
