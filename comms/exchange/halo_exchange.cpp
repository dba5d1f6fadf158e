// SPDX-License-Identifier: BSD-3-Clause
#include "comms/exchange/halo_exchange.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "comms/carriers/copying.hpp"
#include "comms/carriers/datatypes.hpp"
#include "comms/carriers/direct.hpp"
#include "comms/carriers/packed.hpp"
#include "comms/carriers/unpacked.hpp"

namespace seafret {
namespace {

using OnNode = HaloOptions::OnNode;
using Packing = HaloOptions::Packing;

/// Swaps of fewer bytes are over in microseconds: one in so many is timed, and counts for all.
constexpr std::int64_t small_swap = 1 << 16;
constexpr int one_timed_of = 16;

/// One rank alone must not throw: the others would wait for it.
void refuse_what_mpi_cannot_count(const Communicator& comm, const std::vector<Message>& messages) {
  std::size_t longest = 0;
  for (const Message& m : messages)
    for (const auto* parts : {&m.send, &m.receive})
      for (const Part& part : *parts) longest = std::max(longest, part.bytes);
  if (const auto bytes = comm.max(static_cast<std::int64_t>(longest));
      bytes > std::numeric_limits<int>::max())
    throw InputError("a halo message of " + std::to_string(bytes) +
                     " bytes is more than MPI counts; use more ranks, or combine fewer fields");
}

/// Takes the messages to and from node mates out of a list.
std::vector<Message> take_mates(std::vector<Message>& messages, const Node& node) {
  const auto others = std::stable_partition(
      messages.begin(), messages.end(), [&](const Message& m) { return node.mate(m.rank) >= 0; });
  std::vector<Message> mates(std::make_move_iterator(messages.begin()),
                             std::make_move_iterator(others));
  messages.erase(messages.begin(), others);
  return mates;
}

}  // namespace

std::optional<OptionError> conflict(const HaloOptions& options) {
  if (options.packing == Packing::packed) return {};
  const std::string packing = name_of(options.packing),
                    transport = options.packing == Packing::datatype ? "p2p" : "notified";
  if (options.transport != transport)
    return OptionError(
        "packing",
        packing + " goes with transport " + transport + ", not with " + options.transport,
        "transport");
  if (options.points == HaloPoints::masked)
    return OptionError("points", "masked goes with packing packed, not with " + packing +
                                     "; wet leaves out the same columns and goes with both");
  return {};
}

HaloExchange::HaloExchange(const Domain& domain, std::vector<Swapped> fields,
                           const HaloOptions& options)
    : Exchange(options.name, std::string(name_of(options.points))),
      points_(options.points),
      owned_(domain.owned()),
      swapped_(std::move(fields)),
      fields_(swapped_.size()) {
  try {
    make(domain, options);
  } catch (OptionError& refused) {
    refused.swap = options.name;
    throw;
  }
}

void HaloExchange::make(const Domain& domain, const HaloOptions& options) {
  static_cast<void>(transports().at(options.transport));
  if (const auto clash = conflict(options)) throw *clash;
  const bool direct = options.on_node == OnNode::direct;
  if (direct && domain.shared == nullptr)
    throw std::logic_error("direct copy: the domain's fields are not in shared memory");
  if (options.packing == Packing::unpacked && domain.endpoint == nullptr)
    throw std::logic_error("unpacked: the domain's fields are not registered with an endpoint");
  const auto most = options.combine > 0 ? static_cast<std::size_t>(options.combine) : SIZE_MAX;
  const std::size_t together = std::clamp(swapped_.size(), std::size_t{1}, most);
  Plan all = make_plan(domain, swapped_, together, points_);
  count_directions(domain, all.messages);
  traffic_.columns = count_columns(domain, swapped_);
  in_place_ = std::move(all.in_place);
  traffic_.bytes_in_place = static_cast<std::int64_t>(in_place_.bytes);
  // The node mates come first: while they copy, the messages to other nodes fly.
  if (direct) add_direct(domain, take_mates(all.messages, domain.shared->node()));
  add_messages(domain, options, std::move(all.messages));
  const std::int64_t bytes = traffic_.bytes + traffic_.bytes_direct;
  traffic_.bytes_saved = traffic_.columns.bytes - bytes;
  small_ = bytes < small_swap;
}

/// A carrier to all ranks that a transport must serve.
void HaloExchange::add_messages(const Domain& domain, const HaloOptions& options,
                                std::vector<Message> messages) {
  refuse_what_mpi_cannot_count(domain.comm, messages);
  if (!domain.comm.any(!messages.empty())) return;
  for (const Message& m : messages)
    for (const Part& part : m.send) {
      traffic_.messages += part.bytes > 0;
      traffic_.bytes += static_cast<std::int64_t>(part.bytes);
    }
  TransportOptions with = options.with;
  with.endpoint = domain.endpoint;
  with.swap = options.name;
  if (options.packing == Packing::datatype)
    carriers_.push_back(std::make_unique<DatatypeCarrier>(messages, domain.comm.get(), phases_));
  else if (options.packing == Packing::unpacked)
    carriers_.push_back(std::make_unique<UnpackedCarrier>(
        std::move(messages), swapped_.size(), *domain.endpoint, domain.comm.get(), phases_));
  else
    carriers_.push_back(std::make_unique<PackedCarrier>(
        std::move(messages), transports().at(options.transport), domain.comm.get(), with, phases_));
}

void HaloExchange::add_direct(const Domain& domain, std::vector<Message> mates) {
  for (const Message& m : mates) traffic_.bytes_direct += static_cast<std::int64_t>(m.send_bytes());
  carriers_.push_back(
      std::make_unique<DirectCarrier>(std::move(mates), swapped_.size(), *domain.shared, phases_));
}

void HaloExchange::count_directions(const Domain& domain, const std::vector<Message>& messages) {
  traffic_.neighbours = static_cast<int>(messages.size());
  for (const Message& m : messages) {
    const Box& theirs = domain.decomposition.owned(m.rank);
    const Part all = as_one(m.send);
    for (const FieldPiece& field_piece : all.field_pieces) {
      const Box& box = field_piece.piece.box;
      const bool beside_x = box.x0 >= theirs.x1 || box.x1 <= theirs.x0;
      const bool beside_y = box.y0 >= theirs.y1 || box.y1 <= theirs.y0;
      std::int64_t& bytes = beside_x && beside_y ? traffic_.corners
                            : beside_x           ? traffic_.x_faces
                                                 : traffic_.y_faces;
      bytes += static_cast<std::int64_t>(field_piece.bytes());
    }
  }
}

void HaloExchange::check(std::span<const Columns> fields) const {
  if (fields.size() != swapped_.size())
    throw std::logic_error("halo exchange: made for " + std::to_string(swapped_.size()) +
                           " fields, started with " + std::to_string(fields.size()));
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (fields[f].column_bytes != swapped_[f].column_bytes ||
        fields[f].slices != swapped_[f].slices ||
        hull(fields[f].box, owned_.grown(swapped_[f].halo)) != fields[f].box)
      throw std::logic_error("halo exchange: field " + std::to_string(f) +
                             " has other columns or a narrower halo than it was made for");
}

HaloExchange::~HaloExchange() {
  if (!in_flight_ || std::uncaught_exceptions() > 0) return;
  try {
    throw std::logic_error("halo exchange '" + name() + "': started and never finished");
  } catch (...) {
    std::terminate();  // says what is being handled; a destructor cannot pass it on
  }
}

void HaloExchange::expect_in_flight(bool expected) const {
  if (in_flight_ != expected)
    throw std::logic_error(
        "halo exchange '" + name() + "': " +
        (expected ? "finished before it was started" : "started again before it was finished"));
}

void HaloExchange::start(std::span<const Columns> fields) {
  expect_in_flight(false);
  check(fields);
  std::copy(fields.begin(), fields.end(), fields_.begin());
  phases_.weight = !small_ ? 1 : traffic_.swaps % one_timed_of == 0 ? one_timed_of : 0;
  for (const auto& carrier : carriers_) carrier->start(fields_);
  in_flight_ = true;
  if (in_place_.bytes == 0) return;
  const Region region(phases_.in_place, phases_.weight);
  copy_in_place(in_place_, fields_);  // while the messages fly
}

void HaloExchange::finish() {
  expect_in_flight(true);
  for (const auto& carrier : carriers_) carrier->finish();
  for (const auto& carrier : carriers_) carrier->await_readers();
  in_flight_ = false;
  ++traffic_.swaps;
}

}  // namespace seafret
