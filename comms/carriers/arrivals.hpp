// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/carriers/plan.hpp"

namespace seafret {

/// A swap that is awaited, one peer a message: it has arrived when all its parts have that are not
/// empty.
class Arrivals {
 public:
  /// `awaited` must outlive it.
  Arrivals(Awaited& awaited, const std::vector<Message>& messages) : awaited_(awaited) {
    for (const Message& m : messages)
      parts_.push_back(
          std::ranges::count_if(m.receive, [](const Part& part) { return part.bytes > 0; }));
  }

  /// Of another swap all is yet to come.
  void begin() {
    awaited_.begin();
    to_come_ = parts_;
    for (std::size_t p = 0; p < to_come_.size(); ++p)
      if (to_come_[p] == 0) awaited_.arrived(p);
  }
  /// A part of message number `p` has come.
  void came(std::size_t p) {
    if (--to_come_[p] == 0) awaited_.arrived(p);
  }

 private:
  Awaited& awaited_;
  std::vector<std::ptrdiff_t> parts_, to_come_;
};

}  // namespace seafret
