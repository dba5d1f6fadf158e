// SPDX-License-Identifier: BSD-3-Clause
// What the tests of endpoints have in common: every way of making one, and bytes that tell whose
// they are.
#pragma once
#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "comms/notify/endpoint.hpp"

namespace seafret::notify {

/// An endpoint with all that it stands on.
struct Made {
  Made(NotifyOptions options, int cores_per_node)
      : node(MPI_COMM_WORLD, cores_per_node), endpoint(node, std::move(options)) {}

  int rank() const { return node.everyone().rank(); }
  int size() const { return node.everyone().size(); }
  int after() const { return (rank() + 1) % size(); }
  int before() const { return (rank() + size() - 1) % size(); }

  Node node;
  Endpoint endpoint;
};

/// A way of making one.
struct Variant {
  std::string what;
  NotifyOptions options = {};
  int cores_per_node = 0;
  bool keeps_order = true;  ///< of puts to one rank
};

/// How many custom bits a channel takes by itself; 0 also where it needs none.
inline int bits_of(const std::string& channel) {
  return Made({.channels = {channel}}, 0).endpoint.report().front().bits;
}

/// So many custom bits, and how many of them are for signals (CustomLayout).
struct Width {
  int bits = 128, index_bits = 0;
};
constexpr std::array<Width, 7> widths = {
    {{0}, {8}, {16}, {32}, {.bits = 32, .index_bits = 10}, {64}, {128}}};

/// Those of a channel that has custom bits: with none, and with too few for all that is told.
inline std::vector<Variant> with_few_bits(const std::string& channel) {
  std::vector<Variant> all;
  const int has = bits_of(channel);
  for (const auto& [bits, index_bits] : {Width{0}, Width{.bits = 32, .index_bits = 10}})
    if (bits < has)
      all.push_back({channel + ", " + std::to_string(bits) + " bits, cut in 3",
                     {.channels = {channel},
                      .bits = bits,
                      .index_bits = index_bits,
                      .sub_messages = 3,
                      .cut_from = 100}});
  return all;
}

/// Every channel that there is, behind the one of the node and alone; on nodes of one and of two
/// ranks; whole and in sub-messages; with few custom bits.
inline std::vector<Variant> variants() {
  std::vector<Variant> all;
  const auto add = [&](const std::string& what, std::vector<std::string> names, int cores) {
    all.push_back({what, {.channels = names}, cores});
    all.push_back(
        {what + ", cut in 3", {.channels = names, .sub_messages = 3, .cut_from = 100}, cores});
  };
  for (const auto& [name, kind] : channels()) {
    add(name, {name}, 0);
    if (name == "shared_memory") continue;
    if (kind.leaves_node)
      add("shared_memory and " + name + " between pairs", {"shared_memory", name}, 2);
    all.push_back({"shared_memory and " + name + " at once",
                   {.channels = {"shared_memory", name},
                    .sub_messages = 4,
                    .cut_from = 8,
                    .across_channels = true}});
    for (Variant& variant : with_few_bits(name)) all.push_back(std::move(variant));
    if (name != "libfabric") continue;
    for (const int bits : {0, 128})
      all.push_back({"libfabric, two rails, " + std::to_string(bits) + " bits",
                     {.channels = {name},
                      .bits = bits,
                      .sub_messages = 4,
                      .cut_from = 100,
                      .libfabric = {.rails = {"lo", "lo"}}},
                     0,
                     false});
  }
  return all;
}

/// Byte number `i` of what rank `rank` sends in round `round`.
inline std::byte byte_of(int rank, std::int64_t round, std::size_t i) {
  std::uint64_t x =
      (static_cast<std::uint64_t>(rank) << 40) ^ (static_cast<std::uint64_t>(round) << 24) ^ i;
  x *= 0x9E3779B97F4A7C15U;
  return static_cast<std::byte>(x >> 56);
}

inline void fill(std::span<std::byte> bytes, int rank, std::int64_t round) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_of(rank, round, i);
}

inline std::size_t wrong_bytes(std::span<const std::byte> bytes, int rank, std::int64_t round) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) wrong += bytes[i] != byte_of(rank, round, i);
  return wrong;
}

/// Mails a block to a rank, and gets the one that another has mailed.
inline Block mailed(const Block& block, int to, int from) {
  Block got;
  MPI_Sendrecv(&block, sizeof block, MPI_BYTE, to, 0, &got, sizeof got, MPI_BYTE, from, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return got;
}

}  // namespace seafret::notify
