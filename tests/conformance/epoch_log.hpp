// SPDX-License-Identifier: BSD-3-Clause
// What one rank does to memory that others may touch, and how the ranks come to know of each other:
// the words in which a run is written down and then judged.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace seafret::conformance {

/// A rank's part of a window, or (window 0) all other memory of a rank, counted by address.
struct Memory {
  std::int64_t window = 0;
  std::int32_t owner = 0;

  auto operator<=>(const Memory&) const = default;
};

enum class Touch : std::int32_t {
  load,
  store,
  get,
  put,
  promise  ///< MPI_MODE_NOPUT: that nobody puts into it
};

/// One access to some bytes.  It may happen at any moment between its beginning and its end.
struct Access {
  Touch touch = Touch::load;
  Memory memory;
  std::int64_t first = 0, last = 0;  ///< half open
  std::int64_t id = 0;               ///< of its rank
};

/// Something that one rank makes known and another waits for, directly or within a fence.
struct Signal {
  enum class Kind : std::int32_t { none, message, barrier, fence, post, complete };

  Kind kind = Kind::none;
  std::int64_t of = 0;      ///< a window, or a communicator
  std::int64_t number = 0;  ///< counts those alike
  std::int32_t from = 0, to = 0, tag = 0;

  auto operator<=>(const Signal&) const = default;
};

struct Event {
  enum class Kind : std::int32_t {
    gives,
    awaits,
    begins,
    ends,
    publishes,  ///< what this rank has loaded and stored in its window is over for the others
    fetches     ///< what it knows to have been put into its window, it can load from now on
  };

  Kind kind = Kind::gives;
  Signal signal = {};       ///< of an access that begins: holds it back, but not its rank
  std::int32_t givers = 1;  ///< how many must have given a signal that is awaited
  Access access = {};       ///< of what is published and fetched, its memory alone
};

using EpochLog = std::vector<Event>;

/// Finds every two accesses of which one writes what the other touches and that nothing keeps
/// apart, whether they met this time or not; and whoever waits for something that never comes.
/// What the owner of a window does and what others do there is not kept apart by order alone: the
/// owner must have published or fetched in between, also where it sees all at once (the unified
/// model of memory).  One line for each; none is none.
std::vector<std::string> judge(const std::vector<EpochLog>& log_of_rank);

}  // namespace seafret::conformance
