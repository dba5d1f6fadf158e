// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/signal.hpp"

#include <fmt/format.h>

#include "decomposition/base/error.hpp"

namespace seafret::notify {

Signal::Signal(Counters& counters, SignalOptions options)
    : counters_(counters), options_(std::move(options)) {
  if (options_.events < 1 || options_.events > options_.counter.most_events())
    throw InputError(fmt::format("signal '{}': {} events, where {} bits hold 1 to {}",
                                 options_.name, options_.events, options_.counter.event_bits(),
                                 options_.counter.most_events()));
  for (std::atomic<std::int64_t>& c : counters_.of_round) c.store(options_.events);
}

bool Signal::test(const Where& where) const {
  const std::int64_t now = counter().load(std::memory_order_acquire);
  if (options_.counter.overflowed(now)) complain("more has come than was awaited", where);
  return now == 0;
}

void Signal::reset(const Where& where) {
  // What is added meanwhile must not be lost, so that the counter is never stored to.
  const std::int64_t found = counter().fetch_add(options_.events, std::memory_order_acq_rel);
  if (found != 0) {
    counter().fetch_sub(options_.events, std::memory_order_acq_rel);
    complain(options_.counter.overflowed(found) ? "more has come than was awaited"
                                                : "reset before it has fired",
             where);
  }
  ++round_;
  if (const std::int64_t next = counter().load(std::memory_order_acquire); next != options_.events)
    complain("something has come before its round was begun", where);
}

std::string Signal::state() const {
  return fmt::format("signal '{}' ({}) in round {}", options_.name,
                     options_.counter.taken_apart(counter().load(std::memory_order_acquire)),
                     round_);
}

void Signal::complain(const std::string& what, const Where& where) const {
  throw SignalError(fmt::format("{}:{}: {}: {}", where.file, where.line, state(), what));
}

}  // namespace seafret::notify
