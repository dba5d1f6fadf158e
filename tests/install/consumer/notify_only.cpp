// SPDX-License-Identifier: BSD-3-Clause
// Another project that waits for two events of its own: 0 if the signal fires.
#include "comms/notify/signal.hpp"

int main() {
  seafret::notify::Counters counters;
  seafret::notify::SignalTable table({&counters, 1});
  const seafret::notify::Signal signal(table, {.events = 2});
  for (int event = 0; event < 2; ++event) counters.add(-1, false);
  return signal.test() ? 0 : 1;
}
