// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "comms/base/mpi.hpp"
#include "tests/conformance/epoch_log.hpp"
#include "tests/conformance/watched.hpp"

namespace seafret::conformance {

/// How often this rank has called MPI about windows.
struct WindowCalls {
  int made = 0, fences = 0, puts = 0, starts = 0, locks = 0;
};

/// Writes down what this rank does with windows, and what else tells it about the others: messages
/// and barriers on a communicator that has a window.  The calls of MPI are told to it before they
/// are made (recording_mpi.cpp), reading and packing by the suite.  A communicator is taken to hold
/// all ranks in their order, as those of all exchanges do.
class Recorder final : public Witness {
 public:
  /// Collective over `comm`.
  void open(MPI_Win win, MPI_Comm comm, const void* base, MPI_Aint bytes);
  void close(MPI_Win win);
  void forget(MPI_Comm comm) { comms_.erase(comm); }

  void put(const void* from, MPI_Aint bytes, int target, MPI_Aint place, MPI_Win win);
  void get(const void* to, MPI_Aint bytes, int target, MPI_Aint place, MPI_Win win);

  void fence(int assertions, MPI_Win win);
  void post(MPI_Group writers, int assertions, MPI_Win win);
  void start(MPI_Group readers, MPI_Win win);
  void complete(MPI_Win win);
  void wait(MPI_Win win);
  void lock(int target, MPI_Win win);
  void lock_all(MPI_Win win);
  void unlock(int target, MPI_Win win);
  void unlock_all(MPI_Win win);
  void flush(int target, MPI_Win win);
  void flush_all(MPI_Win win);
  void sync(MPI_Win win);

  void send(int to, int tag, MPI_Comm comm);
  void receive(int from, int tag, MPI_Comm comm, MPI_Request request);
  void barrier(MPI_Comm comm, MPI_Request request);
  /// After MPI has said that it is done.
  void completed(MPI_Request request);

  void packing(std::span<const std::byte> message) override { touching(Touch::store, message); }
  void packed(std::span<const std::byte> message) override { touched(message); }
  void reading(std::span<const std::byte> message) override { touching(Touch::load, message); }
  void has_read(std::span<const std::byte> message) override { touched(message); }

  /// Since they were last asked for.
  WindowCalls take_calls() { return std::exchange(calls_, {}); }
  /// What all ranks did wrong since it was last asked for; the same on all of them.  Collective.
  std::string report(const Communicator& comm);

 private:
  using Numbers = std::map<std::pair<int, int>, std::int64_t>;

  struct Channel {
    std::int64_t id = 0, barriers = 0;
    Numbers sent = {}, received = {};  // by rank and tag
  };
  /// What was begun with one call of MPI_Put or MPI_Get, here and there.
  struct Operation {
    int target = 0;
    Access here, there;
  };
  struct Window {
    std::int64_t id = 0, fences = 0;
    std::int32_t rank = 0, ranks = 0;
    MPI_Comm comm = MPI_COMM_NULL;
    const std::byte* base = nullptr;
    std::int64_t bytes = 0;
    std::set<int> reachable = {};        // in the access epochs that are open now
    std::map<int, Signal> held_by = {};  // until which post an access to that rank may have to wait
    std::vector<int> readers = {}, writers = {};
    std::map<int, std::int64_t> posts = {}, starts = {};  // so far, by the other rank
    std::vector<Operation> flying = {};
    bool has_promised = false, is_stored = false;
    Access promise = {};
  };

  Window* find(MPI_Win win);
  void operate(Touch there, const void* here, MPI_Aint bytes, int target, MPI_Aint place,
               Window& w);
  void end_operations(Window& w, int target);
  void leave(MPI_Win win, int target, bool for_good);
  void begin_access_epochs(Window& w);
  void end_promise(Window& w);
  void check_no_store(Window& w, int assertions);

  Access begin(Touch touch, Memory memory, std::int64_t first, std::int64_t bytes,
               const Signal& held_by = {});
  void end(const Access& access);
  void sync(const Window& w, Event::Kind which);
  void give(const Signal& signal);
  void await(const Signal& signal, int givers);
  void touching(Touch touch, std::span<const std::byte> message);
  void touched(std::span<const std::byte> message);

  WindowCalls calls_;
  EpochLog log_;
  std::set<std::string> mistakes_;  // that this rank can see alone
  std::map<MPI_Win, Window> windows_;
  std::map<MPI_Comm, Channel> comms_;
  std::map<MPI_Request, Event> waiting_;
  std::map<const std::byte*, Access> touching_;
  std::int64_t accesses_ = 0, ids_ = 0;
};

/// Of this program.
Recorder& recorder();

/// Whether the fences of windows that are made from now on are done by other means: a lock of all
/// windows, a flush and a barrier.  Such an MPI does no more than it must: a fence with
/// MPI_MODE_NOPRECEDE does nothing at all, as in Open MPI's osc/rdma.  But it also does what it
/// need not: nothing that is outside an epoch ends the program.
inline bool fences_by_lock = false;

}  // namespace seafret::conformance
