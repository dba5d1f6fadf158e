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
#include "comms/exchange/trial.hpp"

namespace seafret {
namespace {

using OnNode = HaloOptions::OnNode;
using Packing = HaloOptions::Packing;

/// Swaps of fewer bytes are over in microseconds: the first sixteen are timed, as they take
/// longest, then one in sixteen, which counts for all.
constexpr std::int64_t small_swap = 1 << 16;
constexpr int one_timed_of = 16;

/// For how many small swaps that after so many others counts; 0: it is not timed.
int stands_for(std::int64_t before) {
  if (before < one_timed_of) return 1;
  return before % one_timed_of == 0 ? one_timed_of : 0;
}

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

HaloExchange::HaloExchange(const Domain& domain, std::vector<Swapped> fields,
                           const HaloOptions& options)
    : Exchange(options.name, std::string(name_of(options.points))),
      points_(options.points),
      owned_(domain.owned()),
      swapped_(std::move(fields)),
      fields_(swapped_.size()) {
  try {
    make(domain, options.own());
  } catch (OptionError& refused) {
    refused.swap = options.name;
    throw;
  }
}

void HaloExchange::make(const Domain& domain, const HaloOptions& asked) {
  HaloOptions options = asked;
  options.transport = asked.settled_transport();
  std::ranges::for_each(asked.candidates, HaloOptions::check_candidate);
  check(domain, options);
  Plan all = plan(domain, options);
  count_directions(domain, all.messages);
  traffic_.columns = count_columns(domain, swapped_);
  in_place_ = std::move(all.in_place);
  traffic_.bytes_in_place = static_cast<std::int64_t>(in_place_.bytes);
  const Stopwatch making;
  way_ = make_way(domain, options, std::move(all.messages));
  way_in_words_ = in_words(options);
  is_apart_ = options.apart;
  go_by_way();
  const std::int64_t bytes = traffic_.bytes + traffic_.bytes_direct;
  traffic_.bytes_saved = traffic_.columns.bytes - bytes;
  small_ = bytes < small_swap;
  if (asked.is_by_trial()) begin_trial(domain, asked, making.seconds());
}

void HaloExchange::begin_trial(const Domain& domain, const HaloOptions& asked, double making_s) {
  if (!domain.comm.any(traffic_.messages > 0)) return;
  const Stopwatch begun;
  const auto make_another = [this, domain](const HaloOptions& options) {
    check(domain, options);
    return make_way(domain, options, plan(domain, options).messages);
  };
  const Trial::Subject subject{.fields = static_cast<int>(swapped_.size()),
                               .small = !domain.comm.any(!small_),
                               .making_s = domain.comm.max(making_s),
                               .begun = begun};
  trial_ = std::make_unique<Trial>(domain, asked, subject, make_another, tried_);
}

void HaloExchange::check(const Domain& domain, const HaloOptions& options) {
  static_cast<void>(transports().at(options.transport));
  if (const auto clash = conflict(options)) throw *clash;
  if (options.on_node == OnNode::direct && domain.shared == nullptr)
    throw std::logic_error("direct copy: the domain's fields are not in shared memory");
  if (options.packing == Packing::unpacked && domain.endpoint == nullptr)
    throw std::logic_error("unpacked: the domain's fields are not registered with an endpoint");
}

Plan HaloExchange::plan(const Domain& domain, const HaloOptions& options) const {
  const auto most = options.combine > 0 ? static_cast<std::size_t>(options.combine) : SIZE_MAX;
  return make_plan(domain, swapped_, std::clamp(swapped_.size(), std::size_t{1}, most), points_);
}

std::unique_ptr<Way> HaloExchange::make_way(const Domain& domain, const HaloOptions& options,
                                            std::vector<Message> messages) {
  auto way = std::make_unique<Way>();
  // The node mates come first: while they copy, the messages to other nodes fly.
  if (options.on_node == OnNode::direct) {
    std::vector<Message> mates = take_mates(messages, domain.shared->node());
    for (const Message& m : mates) way->bytes_direct += static_cast<std::int64_t>(m.send_bytes());
    way->carriers.push_back(std::make_unique<DirectCarrier>(std::move(mates), swapped_.size(),
                                                            *domain.shared, phases_));
  }
  add_messages(*way, domain, options, std::move(messages));
  return way;
}

/// A carrier to all ranks that a transport must serve.
void HaloExchange::add_messages(Way& way, const Domain& domain, const HaloOptions& options,
                                std::vector<Message> messages) {
  refuse_what_mpi_cannot_count(domain.comm, messages);
  if (!domain.comm.any(!messages.empty())) return;
  for (const Message& m : messages)
    for (const Part& part : m.send) {
      way.messages += part.bytes > 0;
      way.bytes += static_cast<std::int64_t>(part.bytes);
    }
  TransportOptions with = options.with;
  with.endpoint = domain.endpoint;
  with.swap = options.name;
  auto& carriers = way.carriers;
  if (options.packing == Packing::datatype)
    carriers.push_back(std::make_unique<DatatypeCarrier>(messages, domain.comm.get(), phases_));
  else if (options.packing == Packing::unpacked)
    carriers.push_back(std::make_unique<UnpackedCarrier>(
        std::move(messages), swapped_.size(), *domain.endpoint, domain.comm.get(), phases_));
  else
    carriers.push_back(std::make_unique<PackedCarrier>(
        std::move(messages), transports().at(options.transport), domain.comm.get(), with, phases_));
}

/// The way in use is what the report tells of.
void HaloExchange::go_by_way() {
  traffic_.messages = way_->messages;
  traffic_.bytes = way_->bytes;
  traffic_.bytes_direct = way_->bytes_direct;
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
  if (trial_) choose_way();
  if (trial_) return trial_->time([this] { begin(); });
  begin();
}

void HaloExchange::choose_way() {
  trial_->before_swap(way_);
  go_by_way();
  if (!trial_->is_over()) return;
  trial_.reset();
  way_in_words_ = std::ranges::find_if(tried_, &Tried::kept)->way;
}

void HaloExchange::begin() {
  phases_.weight = small_ ? stands_for(traffic_.swaps) : 1;
  for (const auto& carrier : way_->carriers) carrier->start(fields_);
  in_flight_ = true;
  if (in_place_.bytes == 0) return;
  const Region region(phases_.in_place, phases_.weight);
  copy_in_place(in_place_, fields_);  // while the messages fly
}

void HaloExchange::finish() {
  expect_in_flight(true);
  if (!trial_) return end();
  trial_->time([this] { end(); });
  trial_->after_swap();
}

void HaloExchange::end() {
  for (const auto& carrier : way_->carriers) carrier->finish();
  for (const auto& carrier : way_->carriers) carrier->await_readers();
  in_flight_ = false;
  ++traffic_.swaps;
}

}  // namespace seafret
