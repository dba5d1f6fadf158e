// SPDX-License-Identifier: BSD-3-Clause
// What a channel of libfabric does once it stands.
#include <fmt/format.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include <algorithm>
#include <array>
#include <utility>

#include "comms/notify/channels/libfabric.hpp"

namespace seafret::notify {

LibfabricChannel::Operation& LibfabricChannel::begun(What what, int rank, std::size_t bytes) {
  Operation& operation = *free_.back();
  free_.pop_back();
  operation.what = what;
  operation.rank = rank;
  operation.rail = 0;
  operation.bytes = std::max(bytes, std::size_t{1});
  operation.number = begun_++;
  operation.behind = 0;
  operation.posted = false;
  operation.told.reset();
  operation.done.reset();
  bytes_ += operation.bytes;
  return operation;
}

bool LibfabricChannel::begin(const Transfer& t) {
  const bool get = t.kind == Transfer::Kind::get;
  if (t.here.empty() && (get || !t.told)) {
    if (t.told && !tell(t.there.rank, *t.told)) return false;
    if (t.done) listener_.add(*t.done);
    return true;
  }
  if (free_.empty()) return false;
  Operation& operation = begun(get ? What::get : What::put, t.there.rank, t.here.size());
  operation.rail = static_cast<std::size_t>(t.rail) % rails_.size();
  operation.told = t.told;
  operation.done = t.done;
  say_where(operation, t);
  post_or_wait(operation);
  return true;
}

void LibfabricChannel::say_where(Operation& operation, const Transfer& t) const {
  const bool bare = t.here.empty();
  operation.here = {.iov_base = t.here.data(), .iov_len = t.here.size()};
  operation.local =
      bare ? nullptr
           : fi_mr_desc(regions_[static_cast<std::size_t>(t.region)][operation.rail].get());
  operation.there = {.addr = t.there.keys[first_key_] + (bare ? 0 : t.there.offset),
                     .len = t.here.size(),
                     .key = t.there.keys[first_key_ + 1 + operation.rail]};
}

bool LibfabricChannel::tell(int rank, const Notice& notice) {
  if (free_.empty()) return false;
  const auto behind = std::ranges::count_if(operations_, [&](const Operation& other) {
    return other.rank == rank && holds_letters_up(other);
  });
  write(rank, notice, static_cast<int>(behind));
  return true;
}

void LibfabricChannel::write(int rank, Notice notice, int behind) {
  Operation& letter = begun(What::letter, rank, 0);
  letter.text = notice;
  letter.behind = behind;
  post_or_wait(letter);
}

bool LibfabricChannel::holds_letters_up(const Operation& operation) const {
  if (operation.what == What::put) return !ordered_ || !operation.posted;
  return operation.what == What::get;
}

/// When an operation does not hold letters up any more.
void LibfabricChannel::let_letters_go(const Operation& operation) {
  for (Operation* letter : waiting_)
    if (letter != nullptr && letter->rank == operation.rank && letter->number > operation.number &&
        letter->behind > 0)
      --letter->behind;
}

/// A first message to a rank is refused until it has answered.  The caller is not kept meanwhile:
/// that rank may be waiting for him.
void LibfabricChannel::post_or_wait(Operation& operation) {
  if (stands_behind(operation, waiting_) || !post(operation)) waiting_.push_back(&operation);
}

/// Puts and gets to one rank keep their order on a rail.
bool LibfabricChannel::stands_behind(const Operation& operation, std::span<Operation*> queue) {
  const auto moves = [](const Operation& o) { return o.what == What::put || o.what == What::get; };
  if (!moves(operation)) return operation.behind > 0;
  return std::ranges::any_of(queue, [&](const Operation* other) {
    return other != nullptr && moves(*other) && other->rank == operation.rank &&
           other->rail == operation.rail;
  });
}

/// False where there is no room.
bool LibfabricChannel::post(Operation& operation) {
  const Rail& rail = rails_[operation.rail];
  const ssize_t status = asked(operation, rail);
  if (status == -FI_EAGAIN) return false;
  insist(status, rail.network(), in_words(operation).c_str());
  operation.posted = true;
  if (operation.what == What::put && ordered_) let_letters_go(operation);
  return true;
}

ssize_t LibfabricChannel::asked(Operation& operation, const Rail& rail) const {
  Notice& text = operation.text;
  const auto rank = static_cast<fi_addr_t>(operation.rank);
  switch (operation.what) {
    case What::receive:
      return fi_recv(rail.endpoint(), &text, sizeof text, rail.desk(), FI_ADDR_UNSPEC, &operation);
    case What::letter:
      return fi_send(rail.endpoint(), &text, sizeof text, rail.desk(), rank, &operation);
    case What::get:
      return fi_read(rail.endpoint(), operation.here.iov_base, operation.here.iov_len,
                     operation.local, rank, operation.there.addr, operation.there.key, &operation);
    case What::put:
      break;
  }
  const fi_msg_rma message = {.msg_iov = &operation.here,
                              .desc = &operation.local,
                              .iov_count = 1,
                              .addr = rank,
                              .rma_iov = &operation.there,
                              .rma_iov_count = 1,
                              .context = &operation,
                              .data = operation.told ? layout_.encode(*operation.told)[0] : 0};
  const std::uint64_t tells = operation.told ? FI_REMOTE_CQ_DATA : 0;
  const std::uint64_t completes = operation.told || ordered_ ? 0 : FI_DELIVERY_COMPLETE;
  return fi_writemsg(rail.endpoint(), &message, FI_COMPLETION | tells | completes);
}

void LibfabricChannel::progress() {
  for (const Rail& rail : rails_) take_events(rail);
  post_what_waits();
}

void LibfabricChannel::post_what_waits() {
  if (waiting_.empty()) return;
  const std::span<Operation*> queue = waiting_;
  for (std::size_t n = 0; n < queue.size(); ++n)
    if (!stands_behind(*queue[n], queue.first(n)) && post(*queue[n])) queue[n] = nullptr;
  std::erase(waiting_, nullptr);
}

void LibfabricChannel::take_events(const Rail& rail) {
  std::array<fi_cq_data_entry, 32> events;
  for (ssize_t count = std::ssize(events); count == std::ssize(events);) {
    count = fi_cq_read(rail.events(), events.data(), events.size());
    if (count == -FI_EAGAIN) return;
    if (count == -FI_EAVAIL) complain(rail);
    insist(count, rail.network(), "fi_cq_read");
    for (const fi_cq_data_entry& event : std::span(events).first(static_cast<std::size_t>(count)))
      take_event(event);
  }
}

/// Of data that a write brings, neither the length nor the context says anything.
void LibfabricChannel::take_event(const fi_cq_data_entry& event) {
  if ((event.flags & FI_REMOTE_CQ_DATA) != 0) {
    listener_.add(layout_.decode({event.data, 0}));
    return;
  }
  Operation& operation = *static_cast<Operation*>(event.op_context);
  if (operation.what != What::receive) {
    land(operation);
  } else {
    listener_.add(operation.text);
    post_or_wait(operation);
  }
}

void LibfabricChannel::land(Operation& operation) {
  if (holds_letters_up(operation)) let_letters_go(operation);
  if (operation.done) listener_.add(*operation.done);
  bytes_ -= operation.bytes;
  const int rank = std::exchange(operation.rank, nobody);
  free_.push_back(&operation);
  // Its place is free again, so that there is room.
  if (operation.what == What::get && operation.told) write(rank, *operation.told, 0);
}

std::string LibfabricChannel::in_words(const Operation& operation) {
  constexpr std::array kinds = {"a put to", "a get from", "a message to",
                                "the reading of messages"};
  const char* const kind = kinds[static_cast<std::size_t>(operation.what)];
  if (operation.rank == nobody) return kind;
  return fmt::format("{} rank {} ({} bytes)", kind, operation.rank, operation.bytes);
}

void LibfabricChannel::complain(const Rail& rail) const {
  fi_cq_err_entry error = {};
  fi_cq_readerr(rail.events(), &error, 0);
  const auto* const operation = static_cast<const Operation*>(error.op_context);
  std::array<char, 256> room = {};
  const char* const detail =
      fi_cq_strerror(rail.events(), error.prov_errno, error.err_data, room.data(), room.size());
  throw FabricError(
      rail.network(),
      fmt::format("{}: {} ({})", operation != nullptr ? in_words(*operation) : "an event",
                  Library::get().strerror(error.err),
                  detail != nullptr ? detail : "no more is known"));
}

}  // namespace seafret::notify
