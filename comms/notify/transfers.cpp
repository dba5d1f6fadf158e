// SPDX-License-Identifier: BSD-3-Clause
// What an endpoint does with a put or a get: checks it, cuts it, chooses who carries it.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "comms/base/main_thread.hpp"
#include "comms/base/progress.hpp"
#include "comms/base/stopwatch.hpp"
#include "comms/base/wait.hpp"
#include "comms/notify/endpoint.hpp"
#include "comms/notify/plan.hpp"

namespace seafret::notify {
namespace {

const Awaited some_room("room for a put or a get");

/// Where piece `number` of so many begins, on a cache line: the last also has what is left over.
std::size_t edge(std::size_t bytes, int number, int of) {
  constexpr std::size_t line = 64;
  if (number == 0) return 0;
  if (number == of) return bytes;
  return bytes / static_cast<std::size_t>(of) * static_cast<std::size_t>(number) / line * line;
}

[[noreturn]] void no_such_rank(const Block& there, int ranks, const Where& where) {
  throw NotifyError(where,
                    fmt::format("a block of rank {}, where there are {} ranks", there.rank, ranks));
}

[[noreturn]] void no_such_signal(const Block& there, std::int32_t told, std::int32_t signals,
                                 const Where& where) {
  throw NotifyError(where, fmt::format("a block of rank {} tells signal {}, and ranks have {}",
                                       there.rank, told, signals));
}

[[noreturn]] void anothers(const Block& here, bool put, int rank, const Where& where) {
  throw NotifyError(where, fmt::format("a {} {} a block of rank {} by rank {}", put ? "put" : "get",
                                       put ? "from" : "to", here.rank, rank));
}

[[noreturn]] void other_size(const Block& here, const Block& there, const Where& where) {
  throw NotifyError(where, fmt::format("a block of {} bytes here and of {} on rank {}", here.bytes,
                                       there.bytes, there.rank));
}

}  // namespace

void Endpoint::check_other(const Block& there, std::int32_t told, const Where& where) const {
  if (const int ranks = node_.everyone().size(); there.rank < 0 || there.rank >= ranks)
    no_such_rank(there, ranks, where);
  static_cast<void>(regions_.at(there.region, where));
  if (told < Block::no_signal || told >= options_.signals)
    no_such_signal(there, told, options_.signals, where);
}

void Endpoint::check_own(Kind kind, const Block& here, const Block& there,
                         const Where& where) const {
  const bool put = kind == Kind::put;
  if (const int rank = node_.everyone().rank(); here.rank != rank) anothers(here, put, rank, where);
  if (here.bytes != there.bytes) other_size(here, there, where);
  const std::int32_t done = put ? here.send_signal : here.receive_signal;
  if (done != Block::no_signal && !signals_.has(static_cast<std::uint64_t>(done)))
    throw NotifyError(where, fmt::format("signal {} of this rank is gone", done));
}

Way& Endpoint::first_way(const Block& there, const Where& where) {
  for (Way& way : ways_)
    if (way.channel().reaches(there)) return way;
  throw NotifyError(where,
                    fmt::format("no channel of {} reaches region {} of rank {}",
                                fmt::join(options_.channels, ", "), there.region, there.rank));
}

int Endpoint::pieces(const Block& there, const Channel& channel) const {
  const bool cut =
      options_.sub_messages > 1 && there.bytes >= static_cast<std::uint64_t>(options_.cut_from);
  // MPI counts in int.
  const auto at_least = static_cast<std::int64_t>(there.bytes / Communicator::most_at_once) + 1;
  if (!cut) return static_cast<int>(at_least);
  const auto most = static_cast<std::int64_t>(std::min<std::uint64_t>(
      there.bytes, static_cast<std::uint64_t>(channel.most_sub_messages(options_.counter))));
  return static_cast<int>(std::max(std::min<std::int64_t>(options_.sub_messages, most), at_least));
}

/// Of the rails of all channels that take part, one after the other, and from the beginning again.
void Endpoint::choose_rail(Step& step, int number) {
  Transfer& t = step.transfer;
  if (!options_.across_channels) {
    t.rail = number % step.way->channel().rails();
    return;
  }
  const auto takes_part = [&](const Way& way) { return way.channel().reaches(t.there); };
  int all = 0;
  for (const Way& way : ways_) all += takes_part(way) ? way.channel().rails() : 0;
  t.rail = number % all;
  for (Way& way : ways_) {
    if (!takes_part(way)) continue;
    step.way = &way;
    if (t.rail < way.channel().rails()) return;
    t.rail -= way.channel().rails();
  }
}

/// The whole of a message, on the first rail of the first way.
Endpoint::Step Endpoint::whole(Kind kind, const Block& here, const Block& there, Told told,
                               const Where& where) {
  check_other(there, told.there, where);
  Way& way = first_way(there, where);
  if (told.there != Block::no_signal) way.channel().prepare(there.rank, told.there);
  check_own(kind, here, there, where);
  Step step{.way = &way,
            .transfer = {.kind = kind,
                         .region = here.region,
                         .here = regions_.slice(here.region, here.offset, here.bytes, where),
                         .there = there}};
  const auto tell = [](std::optional<Notice>& notice, std::int32_t signal) {
    if (signal != Block::no_signal) notice.emplace().signal = static_cast<std::uint64_t>(signal);
  };
  tell(step.transfer.told, told.there);
  tell(step.transfer.done, told.here);
  return step;
}

/// Makes it number so many of the sub-messages of one message.
void Endpoint::count_in(Step& step, int number, int of) {
  for (std::optional<Notice>* const notice : {&step.transfer.told, &step.transfer.done})
    if (*notice) (*notice)->addend = options_.counter.addend(number, of);
  if (number > 0) choose_rail(step, number);
}

template <class Visit>
void Endpoint::for_each_step(Kind kind, const Block& here, const Block& there, const Where& where,
                             Visit visit) {
  const bool put = kind == Kind::put;
  Step step = whole(kind, here, there,
                    {.there = put ? there.receive_signal : there.send_signal,
                     .here = put ? here.send_signal : here.receive_signal},
                    where);
  const std::span<std::byte> memory = step.transfer.here;
  const int of = pieces(there, step.way->channel());
  if (of == 1) return visit(step);
  for (int n = 0; n < of; ++n) {
    const std::size_t begin = edge(memory.size(), n, of), end = edge(memory.size(), n + 1, of);
    step.transfer.here = memory.subspan(begin, end - begin);
    step.transfer.there.offset = there.offset + begin;
    step.transfer.there.bytes = end - begin;
    count_in(step, n, of);
    visit(step);
  }
}

void Endpoint::put(std::span<const Slice> slices, const Block& told, std::int64_t round,
                   const Where& where) {
  check_other(told, told.receive_signal, where);
  const auto of = static_cast<int>(slices.size());
  for (int n = 0; n < of; ++n) {
    const auto& [from, to] = slices[static_cast<std::size_t>(n)];
    Step step = whole(Kind::put, from, to, {.there = told.receive_signal}, where);
    count_in(step, n, of);
    run_once(step, round);
  }
}

Endpoint::Step Endpoint::step_of_notice(const Block& to, const Where& where) {
  check_other(to, to.receive_signal, where);
  if (to.receive_signal == Block::no_signal)
    throw NotifyError(where, "a notice to a block without a receive signal");
  Step step{&first_way(to, where), {.there = to}};
  step.transfer.told = Notice{.signal = static_cast<std::uint64_t>(to.receive_signal)};
  return step;
}

void Endpoint::put(const Block& from, const Block& to, std::int64_t round, const Where& where) {
  for_each_step(Kind::put, from, to, where, [&](Step& step) { run_once(step, round); });
}

void Endpoint::get(const Block& to, const Block& from, std::int64_t round, const Where& where) {
  for_each_step(Kind::get, to, from, where, [&](Step& step) { run_once(step, round); });
}

void Endpoint::notify(const Block& to, std::int64_t round, const Where& where) {
  Step step = step_of_notice(to, where);
  run_once(step, round);
}

std::byte* Endpoint::mapped(const Block& to) const {
  for (const Way& way : ways_)
    if (way.channel().reaches(to)) return way.channel().mapped(to);
  return nullptr;
}

/// By any thread.  Only the main one calls MPI, and its waits are watched; another ends its own.
template <class Try>
void Endpoint::insist(int rank, Try attempt) {
  if (attempt()) return;
  if (MainThread::is_this()) {
    const Wait wait(some_room);
    for (Polling polling; !attempt(); polling.again()) progress();
  } else {
    const Stopwatch since;
    for (; !attempt(); std::this_thread::yield()) {
      if (const double limit = Wait::limit(); limit > 0 && since.seconds() > limit)
        throw LostRank(
            fmt::format("a thread has waited for room for a put or a get at rank {} for {:g} s; "
                        "it is lost or stuck",
                        rank, limit));
      for (Way& way : ways_) way.progress();
    }
  }
}

void Endpoint::run(Step& step, std::int64_t round) {
  Transfer& t = step.transfer;
  Way& way = *step.way;
  if (t.told) t.told->odd = signals_.rounds() && (round & 1) != 0;
  if (t.done) t.done->odd = signals_.is_odd(t.done->signal);
  if (!t.told || way.channel().carries(*t.told)) {
    insist(t.there.rank, [&] { return way.begin(t); });
    return;
  }
  const Notice told = *t.told;
  t.told.reset();
  insist(t.there.rank, [&] { return way.begin(t); });
  t.told = told;
  insist(t.there.rank, [&] { return way.tell(t.there.rank, told); });
}

void Endpoint::run_once(Step& step, std::int64_t round) {
  run(step, round);
  step.way->count(step.transfer, 1);
}

Plan::Plan(Endpoint& endpoint) : endpoint_(endpoint) { endpoint_.plans_.push_back(this); }

Plan::~Plan() {
  count();
  std::erase(endpoint_.plans_, this);
}

void Plan::count() {
  for (const Endpoint::Step& step : steps_) step.way->count(step.transfer, round_ - counted_);
  counted_ = round_;
}

void Plan::put(const Block& from, const Block& to, const Where& where) {
  add(Transfer::Kind::put, from, to, where);
}

void Plan::get(const Block& to, const Block& from, const Where& where) {
  add(Transfer::Kind::get, to, from, where);
}

void Plan::add(Transfer::Kind kind, const Block& here, const Block& there, const Where& where) {
  count();
  endpoint_.for_each_step(kind, here, there, where,
                          [&](const Endpoint::Step& step) { steps_.push_back(step); });
}

void Plan::notify(const Block& to, const Where& where) {
  count();
  steps_.push_back(endpoint_.step_of_notice(to, where));
}

void Plan::start() {
  for (Endpoint::Step& step : steps_) endpoint_.run(step, round_);
  ++round_;
}

}  // namespace seafret::notify
