// SPDX-License-Identifier: BSD-3-Clause
// Every wait of a rank for others passes through here, in MPI or in memory that ranks share.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "comms/base/stopwatch.hpp"
#include "comms/base/wait.hpp"

namespace seafret {

/// Something that moves only while this rank looks after it, as puts that travel as messages of
/// MPI do.  While it lives every wait of this rank calls `progress` again and again, on the main
/// thread: no wait is left to MPI, all poll, and ranks meet() before a blocking collective.
///
/// Therefore all ranks of the job make it, and drop it, at the same place in the order of their
/// collective calls.  `progress` moves what can be moved now and returns: it waits for nobody and
/// places no Wait, by which the watch would take somebody for having come.  The last member of its
/// class, so that nothing is called that is not made yet or is gone.
class Progressing {
 public:
  explicit Progressing(std::function<void()> progress);
  ~Progressing();
  Progressing(const Progressing&) = delete;
  Progressing& operator=(const Progressing&) = delete;

  static bool any() { return !all_.empty(); }
  /// Moves all of them on; does nothing if called by one of them.
  static void all();

 private:
  static inline std::vector<const Progressing*> all_ = {};
  static inline bool busy_ = false;

  std::function<void()> progress_;
};

/// A rank has not been heard of in time.  Thrown by one rank alone, out of the midst of a swap or a
/// collective: what was waiting must not be used again.
struct LostRank : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// While it lives no wait of this rank lasts longer than so many seconds (0: for ever, but polling
/// and meeting as all others do, whose waits may end): then it throws LostRank, and so does at once
/// whoever waits after that.  For a library, which must not end its caller's program; a program has
/// its WaitWatch.  Every wait polls meanwhile, and ranks meet() before calls of MPI that nobody can
/// test.  A rank that is lost between the two can be seen by a WaitWatch alone: the limit is Wait's
/// too.  One at a time.
class Patience {
 public:
  explicit Patience(double seconds) { set_limit(seconds); }
  ~Patience() {
    limit_ = 0;
    lost_.clear();
    Wait::set_limit(before_);
  }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  /// From now on.
  static void set_limit(double seconds);
  static bool ends() { return limit_ > 0; }
  /// Throws when a wait has lasted for so long, and whenever one has before.
  static void check(double seconds = 0);
  /// For a destructor, in the handler of what it must not throw: the next wait, or check(), does.
  /// Where there is no Patience this ends the program, and says what is being handled.
  static void keep_for_later() noexcept;
  /// The same of what is told.
  static void keep_for_later(const std::string& why) noexcept;

 private:
  static inline double limit_ = 0;       // 0: none lives
  static inline std::string lost_ = {};  // what was said of the wait that was too long

  double before_ = Wait::limit();
};

/// As MPI_Waitany: the number of a request that is done, MPI_UNDEFINED if none is left.
int wait_any(std::span<MPI_Request> requests);
/// As MPI_Waitall.
void wait_all(std::span<MPI_Request> requests);
/// Takes back a receive that nothing has come to, if there is one; waits for nobody.
void cancel(MPI_Request& receive);
/// As MPI_Win_wait.
void wait_exposed(MPI_Win window);

/// Comes before a blocking collective of MPI, which calls no `progress` and has no end of its own:
/// does nothing where nothing is Progressing and Patience has no end; else waits, polling, until
/// all ranks of the communicator have come here.  None of them then waits for anything but the
/// collective; so it ends, whatever moves meanwhile or does not.  Each has its own: a rank may be
/// lost between two.
void meet(MPI_Comm comm);

/// A wait for all ranks of a communicator, in a blocking collective of MPI.
class CollectiveWait {
 public:
  CollectiveWait(const Awaited& what, MPI_Comm comm) : wait_(what) { meet(comm); }

 private:
  Wait wait_;
};

/// The same in a destructor, which must not throw: where a rank is lost, what was to be given back
/// stays, for MPI may still touch it.
class LastWait {
 public:
  LastWait(const Awaited& what, MPI_Comm comm) noexcept : LastWait(what, comm, [] {}) {}
  /// Waits in `work` too, when all have come.
  template <class Work>
  LastWait(const Awaited& what, MPI_Comm comm, Work work) noexcept : wait_(what) {
    try {
      meet(comm);
      work();
    } catch (...) {
      all_came_ = false;
      Patience::keep_for_later();
    }
  }

  bool all_came() const { return all_came_; }

 private:
  Wait wait_;
  bool all_came_ = true;
};

/// One wait that polls: lets others run after a while, and gives MPI a chance to move the messages
/// of other swaps.
class Polling {
 public:
  explicit Polling(MPI_Comm comm = MPI_COMM_SELF) : comm_(comm) {}
  ~Polling() {
    if (Patience::ends()) Wait::goes_on();
  }
  Polling(const Polling&) = delete;
  Polling& operator=(const Polling&) = delete;

  /// To be called whenever nobody was found ready yet.
  void again();

 private:
  MPI_Comm comm_;
  std::int64_t turns_ = 0;
  std::optional<Stopwatch> since_ = {};  // from when on it is slow
};

/// Asks work(p) of every pending peer, again and again, until it has returned true for each.
template <class Peer, class Work>
void poll(std::vector<Peer>& pending, MPI_Comm comm, Work work) {
  for (Polling polling(comm); !pending.empty();)
    if (std::erase_if(pending, work) == 0) polling.again();
}

}  // namespace seafret
