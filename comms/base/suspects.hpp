// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/base/wait_board.hpp"

namespace seafret {

/// Says how long the present wait has lasted, in the time that this rank has been let run: the
/// intervals must not be longer than they would be then.
class WaitAge {
 public:
  /// To be told again and again, with the seconds since the last time.
  double after(const Wait::Present& now, double seconds);

 private:
  std::uint64_t turn_ = 0;
  double seconds_ = 0;
};

/// Whoever a wait has been too long for.
struct Overdue {
  double seconds;  ///< beyond the limit
  double limit;
  std::vector<int> missing;  ///< ranks of the job; empty: nobody in particular
};

/// Finds out, from what node mates show of themselves, who is to blame for a wait: not who waits
/// itself.  Who knows whom it waits for speaks first.
class Suspects {
 public:
  static constexpr int others = -1;

  explicit Suspects(int ranks_of_job) : ranks_(ranks_of_job) {}

  /// To be told again and again, with the seconds since the last time.
  void observe(std::span<const Mate> mates, double seconds);
  /// A rank of the job, or `others`; nothing as long as somebody else may know better.
  std::optional<int> blame(const Overdue& wait) const;

 private:
  struct Seen {
    std::uint64_t beat = 0;
    double silent = 0;  // s, since the last sign of life
    double busy = 0;    // s, since it was last seen waiting
  };
  std::optional<int> first_guilty(std::span<const int> ranks, double still) const;

  int ranks_;
  std::vector<int> mates_;  // all that show themselves
  std::map<int, Seen> seen_;
};

}  // namespace seafret
