// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/counter.hpp"

#include <fmt/format.h>

#include "decomposition/base/error.hpp"

namespace seafret::notify {

CounterLayout::CounterLayout(int event_bits) : event_bits_(event_bits) {
  if (event_bits < 1 || event_bits > 61)
    throw InputError(fmt::format(
        "event_bits {}: a counter of 64 bits has 1 to 61 of them for its events", event_bits));
}

std::string CounterLayout::taken_apart(std::int64_t counter) const {
  const std::int64_t sub_messages = counter >> (event_bits_ + 1);
  const std::int64_t events = counter & most_events();
  if (overflowed(counter))
    return fmt::format("{:#x}: {} events too many, {} sub-messages left",
                       static_cast<std::uint64_t>(counter), most_events() + 1 - events,
                       sub_messages + 1);
  return fmt::format("{:#x}: {} events and {} sub-messages left",
                     static_cast<std::uint64_t>(counter), events, sub_messages);
}

}  // namespace seafret::notify
