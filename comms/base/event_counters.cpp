// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/event_counters.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace seafret {
namespace {

struct Event {
  const char* name;
  std::uint32_t type;
  std::uint64_t number;
};
constexpr std::array<Event, EventCounters::events> known_events{
    {{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
     {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
     {"cache misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
     {"page faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
     {"context switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES}}};

/// -1 where it cannot be; errno says why.
int open_event(const Event& event) {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = event.type;
  what.config = event.number;
  what.inherit = 1;
  what.exclude_hv = 1;
  // The kernel counts its own only for those who may see it; page faults are its own.
  what.exclude_kernel = event.type == PERF_TYPE_HARDWARE;
  return static_cast<int>(::syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

const char* EventCounters::name(std::size_t event) { return known_events[event].name; }

std::string EventCounters::open() {
  close();
  std::vector<std::string> missing;
  int why = 0;
  for (std::size_t e = 0; e < events; ++e) {
    files_[e] = open_event(known_events[e]);
    if (files_[e] >= 0) continue;
    why = errno;
    missing.emplace_back(known_events[e].name);
  }
  is_on_ = missing.size() < events;
  if (missing.empty()) return "";
  const char* const advice =
      why == EACCES || why == EPERM ? "; see /proc/sys/kernel/perf_event_paranoid"
      : why == ENOENT               ? "; few virtual machines show the counters of their processor"
                                    : "";
  return fmt::format("this machine does not count {} ({}{})", fmt::join(missing, ", "),
                     std::strerror(why), advice);
}

void EventCounters::close() {
  for (int& file : files_)
    if (file >= 0) ::close(std::exchange(file, -1));
  is_on_ = false;
}

}  // namespace seafret
