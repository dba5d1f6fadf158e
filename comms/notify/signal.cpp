// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "comms/base/progress.hpp"
#include "comms/notify/options.hpp"
#include "decomposition/base/error.hpp"

namespace seafret::notify {
namespace {

const Awaited one_of_several("one of several signals");
/// Looks at a counter before others may run: to ask the kernel takes as long as a short message.
constexpr int bare_looks = 1000;

}  // namespace

SignalTable::SignalTable(std::span<Counters> counters, CounterLayout layout, bool rounds)
    : counters_(counters), layout_(layout), rounds_(rounds), signals_(counters.size(), nullptr) {}

void SignalTable::add(const Notice& notice) {
  if (notice.signal >= counters_.size())
    throw std::out_of_range(
        fmt::format("a put tells signal {}, and there are {}", notice.signal, counters_.size()));
  counters_[notice.signal].add(notice.addend, notice.odd);
}

bool SignalTable::is_odd(std::uint64_t number) const {
  return rounds_ && (signals_[number]->round() & 1) != 0;
}

void SignalTable::insist_on_bits(const std::string& signal, std::int64_t events,
                                 std::int64_t sub_messages) const {
  if (events < 1) throw InputError(fmt::format("signal '{}' is of {} events", signal, events));
  if (events > layout_.most_events())
    throw OptionError(
        "event_bits",
        fmt::format("{} cannot count the {} events of signal '{}'; {} can", layout_.event_bits(),
                    events, signal, std::bit_width(static_cast<std::uint64_t>(events))));
  if (sub_messages > layout_.most_sub_messages(events))
    throw OptionError("event_bits",
                      fmt::format("{} leave too few to count the {} sub-messages of each of the {} "
                                  "events of signal '{}'",
                                  layout_.event_bits(), sub_messages, events, signal));
}

std::int32_t SignalTable::take(const Signal& signal) {
  insist_on_bits(signal.options_.name, signal.options_.events);
  const auto free = std::ranges::find(signals_, nullptr);
  if (free == signals_.end())
    throw OptionError("signals",
                      fmt::format("all {} signals of a rank are taken", signals_.size()));
  *free = &signal;
  return static_cast<std::int32_t>(free - signals_.begin());
}

Signal::Signal(SignalTable& table, SignalOptions options)
    : table_(table),
      options_(std::move(options)),
      number_(table.take(*this)),
      counters_(table.counters_[static_cast<std::size_t>(number_)]),
      awaited_("the signal '" + options_.name + "'", options_.peers, [this] { return detail(); }) {
  // Its number may have been another's.
  for (std::size_t c = 0; c < asked_.size(); ++c) asked_[c] = -counters_.of_round[c].load();
  ask();
}

void Signal::take_notice(const Where& where) {
  if (waited_) complain("waited for again without a reset", where);
  waited_ = true;
}

void Signal::look_until_fired(const Where& where) {
  awaited_.begin();
  file_.store(where.file);
  line_.store(where.line);
  const Wait wait(awaited_);
  if (!Progressing::any())
    for (int look = 0; look < bare_looks; ++look)
      if (test(where)) return;
  for (Polling polling; !test(where); polling.again()) continue;
}

void Signal::wait(const Where& where) {
  if (!test(where)) look_until_fired(where);
  take_notice(where);
}

std::size_t wait_any(std::span<Signal* const> signals, const Where& where) {
  const auto is_new = [&](const Signal* s) { return !s->waited_ && s->test(where); };
  const Wait wait(one_of_several);
  auto fired = std::ranges::find_if(signals, is_new);
  for (Polling polling; fired == signals.end(); fired = std::ranges::find_if(signals, is_new))
    polling.again();
  (*fired)->take_notice(where);
  return static_cast<std::size_t>(fired - signals.begin());
}

void Signal::ask() {
  std::atomic<std::int64_t>& asked = asked_[which()];
  asked.store(asked.load(std::memory_order_relaxed) + options_.events, std::memory_order_relaxed);
}

void Signal::reset(const Where& where) {
  if (const std::int64_t found = left(); found != 0)
    complain(table_.layout().overflowed(found) ? too_much : "reset before it has fired", where);
  round_.store(round() + 1, std::memory_order_relaxed);
  ask();
  waited_ = false;
  if (left() != options_.events) complain("something has come before its round was begun", where);
}

std::string Signal::state() const {
  return fmt::format("signal '{}' ({}) in round {}", options_.name, left_in_words(), round());
}

std::string Signal::left_in_words() const { return table_.layout().taken_apart(left()); }

/// For the watch.
std::string Signal::detail() const {
  const Where where{file_.load(), line_.load()};
  return fmt::format("{}, round {}, {}", where.in_words(), round(), left_in_words());
}

void Signal::complain(const char* what, const Where& where) const {
  throw NotifyError(where, state() + ": " + what);
}

}  // namespace seafret::notify
