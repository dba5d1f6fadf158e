// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comms/notify/block.hpp"

namespace seafret::notify {

/// Memory of a rank that peers may write and read.
struct Region {
  std::span<std::byte> memory = {};
  Block::Keys keys = {};
  bool own = false;    ///< is freed when it is dropped
  bool alive = false;  ///< has not been dropped
};

/// The regions of a rank by their numbers, which are those of all other ranks' too, and are not
/// given again.
class Regions {
 public:
  std::int32_t add(const Region& region) {
    regions_.push_back(region);
    return static_cast<std::int32_t>(regions_.size() - 1);
  }
  /// Returns what it was.
  Region forget(std::int32_t number) {
    return std::exchange(regions_[static_cast<std::size_t>(number)], {});
  }

  std::int32_t count() const { return static_cast<std::int32_t>(regions_.size()); }
  /// Throws NotifyError where there is none, or it has been dropped.
  const Region& at(std::int32_t number, const Where& where) const {
    if (number < 0 || number >= count()) not_added(number, where);
    const Region& region = regions_[static_cast<std::size_t>(number)];
    if (!region.alive) dropped(number, where);
    return region;
  }
  /// The first that holds what is at an address, and how far from its beginning; where it is of no
  /// bytes, the first.  Throws NotifyError where there is none.
  std::pair<std::int32_t, std::size_t> find(std::uintptr_t address, std::size_t bytes,
                                            const Where& where) const {
    for (std::int32_t number = 0; number < count(); ++number) {
      const Region& region = regions_[static_cast<std::size_t>(number)];
      if (region.alive && bytes == 0) return {number, 0};
      const std::size_t offset =
          address - reinterpret_cast<std::uintptr_t>(region.memory.data());  // wraps before it
      if (region.alive && offset < region.memory.size()) return {number, offset};
    }
    throw NotifyError(where, std::to_string(bytes) + " bytes at address " +
                                 std::to_string(address) +
                                 " lie in no region of this rank: add_region() makes one of them");
  }
  /// Throws NotifyError also where it is not so large.
  std::span<std::byte> slice(std::int32_t number, std::uint64_t offset, std::uint64_t bytes,
                             const Where& where) const {
    const std::span<std::byte> all = at(number, where).memory;
    if (offset > all.size() || bytes > all.size() - offset) too_small(number, offset, bytes, where);
    return all.subspan(offset, bytes);
  }

 private:
  [[noreturn]] void not_added(std::int32_t number, const Where& where) const {
    throw NotifyError(where, "region " + std::to_string(number) + " is not one of the " +
                                 std::to_string(count()) + " that were added");
  }
  [[noreturn]] static void dropped(std::int32_t number, const Where& where) {
    throw NotifyError(where, "region " + std::to_string(number) + " has been dropped");
  }
  [[noreturn]] void too_small(std::int32_t number, std::uint64_t offset, std::uint64_t bytes,
                              const Where& where) const {
    throw NotifyError(where, "bytes " + std::to_string(offset) + " to " +
                                 std::to_string(offset + bytes) + " of region " +
                                 std::to_string(number) + ", which has " +
                                 std::to_string(at(number, where).memory.size()));
  }

  std::vector<Region> regions_;
};

}  // namespace seafret::notify
