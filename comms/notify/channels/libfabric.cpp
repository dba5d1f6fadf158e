// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/libfabric.hpp"

#include <algorithm>
#include <cstdlib>

#include "comms/base/progress.hpp"
#include "comms/base/together.hpp"
#include "decomposition/base/error.hpp"

namespace seafret::notify {
namespace {

constexpr std::size_t most_under_way = 256, receives_of_a_rail = 64;
const Awaited introductions("the ranks' addresses on a network");

/// How many bits a write brings to its target; the same for all ranks.
int bits_of(const Networks& networks, const Communicator& ranks) {
  std::size_t bytes = 8;
  for (const fi_info* rail : networks.rails)
    bytes = std::min(bytes, rail->domain_attr->cq_data_size);
  // It says that it has 8 bytes, and refuses to write them unless it is told so.
  const bool cxi = networks.rails.front()->fabric_attr->prov_name == std::string("cxi");
  if (cxi && std::getenv("FI_CXI_ENABLE_WRITEDATA") == nullptr) bytes = 0;
  const std::int64_t least = -ranks.max(-static_cast<std::int64_t>(bytes));
  return static_cast<int>(8 * least);
}

/// Everybody's, one behind the other; all are as long as the longest.
std::string everybodys(const std::string& address, const Communicator& ranks, std::size_t size) {
  std::string mine = address, all(size * static_cast<std::size_t>(ranks.size()), '\0');
  mine.resize(size);
  const CollectiveWait wait(introductions, ranks.get());
  MPI_Allgather(mine.data(), static_cast<int>(size), MPI_BYTE, all.data(), static_cast<int>(size),
                MPI_BYTE, ranks.get());
  return all;
}

}  // namespace

LibfabricChannel::LibfabricChannel(const ChannelSetup& setup)
    : listener_(setup.listener),
      first_key_(setup.first_key),
      networks_(choose_networks(setup.libfabric, setup.node)),
      layout_(std::min(setup.bits, bits_of(networks_, setup.node.everyone())), setup.rounds,
              setup.index_bits),
      operations_(most_under_way + receives_of_a_rail * networks_.rails.size()) {
  const Communicator& ranks = setup.node.everyone();
  together<InputError>(ranks, [&] {
    for (fi_info* network : networks_.rails) rails_.emplace_back(*network, ranks.size(), desk());
  });
  for (Rail& rail : rails_) introduce(rail, ranks);
  ordered_ = rails_.size() == 1 && rails_.front().sends_after_writes();
  waiting_.reserve(operations_.size());
  for (std::size_t n = 0; n < most_under_way; ++n) free_.push_back(&operations_[n]);
  for (std::size_t n = most_under_way; n < operations_.size(); ++n) {
    operations_[n].rail = (n - most_under_way) / receives_of_a_rail;
    post_or_wait(operations_[n]);
  }
}

void LibfabricChannel::introduce(Rail& rail, const Communicator& ranks) const {
  std::string address;
  together<InputError>(ranks, [&] { address = rail.address(); });
  const auto size = static_cast<std::size_t>(ranks.max(std::ssize(address)));
  const std::string all = everybodys(address, ranks, size);
  together<InputError>(ranks, [&] {
    for (int rank = 0; rank < ranks.size(); ++rank)
      rail.introduce(rank, all.substr(static_cast<std::size_t>(rank) * size, size));
  });
}

void LibfabricChannel::add_region(std::int32_t region, std::span<std::byte> memory,
                                  Block::Keys& keys) {
  if (memory.empty()) memory = desk().first(1);  // what is told needs an address all the same
  regions_.resize(static_cast<std::size_t>(region) + 1);
  keys[first_key_] =
      rails_.front().names_by_address()
          ? static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(memory.data()))
          : 0;
  for (std::size_t n = 0; n < rails_.size(); ++n) {
    regions_.back().push_back(
        rails_[n].registered(memory, FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE,
                             static_cast<std::uint64_t>(region) + 1));
    keys[first_key_ + 1 + n] = fi_mr_key(regions_.back().back().get());
  }
}

}  // namespace seafret::notify
