// SPDX-License-Identifier: BSD-3-Clause
// The logs of all ranks are gone through again, each in its own order and no further than the
// signals allow, with a vector clock for each rank: of every other rank it says how far that had
// come when this one last heard from it, directly or by way of others.
#include <algorithm>
#include <map>
#include <set>

#include "tests/conformance/epoch_log.hpp"

namespace seafret::conformance {
namespace {

using Clock = std::vector<std::int64_t>;  // events done, by rank
constexpr std::int64_t never = INT64_MAX;

void hear(Clock& mine, const Clock& other) {
  for (std::size_t r = 0; r < mine.size(); ++r) mine[r] = std::max(mine[r], other[r]);
}

bool writes(Touch t) { return t == Touch::store || t == Touch::put; }

bool conflict(const Access& a, const Access& b) {
  if (a.last <= b.first || b.last <= a.first) return false;
  if (a.touch == Touch::promise) return b.touch == Touch::put;
  if (b.touch == Touch::promise) return a.touch == Touch::put;
  return writes(a.touch) || writes(b.touch);
}

bool is_of_owner(Touch t) { return t == Touch::load || t == Touch::store; }
bool is_from_afar(Touch t) { return t == Touch::get || t == Touch::put; }

/// A message or a barrier puts two such in order, but not what the owner's processor sees of them.
bool wants_sync(const Access& a, const Access& b) {
  return a.memory.window != 0 && ((is_of_owner(a.touch) && is_from_afar(b.touch)) ||
                                  (is_from_afar(a.touch) && is_of_owner(b.touch)));
}

std::string told(int rank, const Access& a) {
  static const std::map<Touch, std::string> verbs{{Touch::load, " reads"},
                                                  {Touch::store, " writes"},
                                                  {Touch::get, " gets"},
                                                  {Touch::put, " puts into"},
                                                  {Touch::promise, " promised no puts into"}};
  const std::string where =
      a.memory.window == 0
          ? " its own memory"
          : " bytes " + std::to_string(a.first) + " to " + std::to_string(a.last) + " of rank " +
                std::to_string(a.memory.owner) + "'s window " + std::to_string(a.memory.window);
  return "rank " + std::to_string(rank) + verbs.at(a.touch) + where;
}

std::string told(const Signal& s) {
  static const std::map<Signal::Kind, std::string> names{
      {Signal::Kind::none, "nothing"},      {Signal::Kind::message, "a message"},
      {Signal::Kind::barrier, "a barrier"}, {Signal::Kind::fence, "a fence"},
      {Signal::Kind::post, "the post"},     {Signal::Kind::complete, "the complete"}};
  return names.at(s.kind) + " of rank " + std::to_string(s.from);
}

class Replay {
 public:
  explicit Replay(const std::vector<EpochLog>& logs)
      : logs_(logs), next_(logs.size()), clocks_(logs.size(), Clock(logs.size())) {}

  std::vector<std::string> run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t r = 0; r < logs_.size(); ++r)
        for (; next_[r] < logs_[r].size() && can_go_on(r); moved = true) go_on(r);
    }
    for (std::size_t r = 0; r < logs_.size(); ++r)
      if (next_[r] < logs_[r].size())
        found_.insert("rank " + std::to_string(r) + " needs " + told(event(r).signal) +
                      ", which never comes");
    return {found_.begin(), found_.end()};
  }

 private:
  struct Given {
    int givers = 0;
    Clock clock;
  };
  struct Past {
    Access access;
    std::size_t rank;
    std::int64_t end = never;     ///< by the clock of its rank
    std::int64_t synced = never;  ///< by the clock of the window's owner
  };

  const Event& event(std::size_t rank) const { return logs_[rank][next_[rank]]; }

  bool can_go_on(std::size_t rank) const {
    const Event& e = event(rank);
    if (e.kind == Event::Kind::gives || e.signal.kind == Signal::Kind::none) return true;
    const auto given = given_.find(e.signal);
    return given != given_.end() && given->second.givers >= e.givers;
  }

  void go_on(std::size_t rank) {
    const Event& e = event(rank);
    Clock& clock = clocks_[rank];
    clock[rank] = static_cast<std::int64_t>(++next_[rank]);
    switch (e.kind) {
      case Event::Kind::gives:
        return give(e.signal, clock);
      case Event::Kind::awaits:
        return hear(clock, given_.at(e.signal).clock);
      case Event::Kind::begins:
        return begin(e, rank);
      case Event::Kind::ends:
        return end(e.access, rank);
      case Event::Kind::publishes:
        return sync(e.access.memory, is_of_owner);
      case Event::Kind::fetches:
        return sync(e.access.memory, is_from_afar);
    }
  }

  void give(const Signal& signal, const Clock& clock) {
    Given& given = given_[signal];
    ++given.givers;
    given.clock.resize(clock.size());
    hear(given.clock, clock);
  }

  void begin(const Event& e, std::size_t rank) {
    Clock known = clocks_[rank];
    if (e.signal.kind != Signal::Kind::none) hear(known, given_.at(e.signal).clock);
    const Access& now = e.access;
    std::vector<Past>& all = accesses_[now.memory];
    for (const Past& past : all) {
      if (!conflict(past.access, now)) continue;
      const bool apart = past.end <= known[past.rank];
      if (apart && (!wants_sync(past.access, now) || past.synced <= known[owner(now)])) continue;
      found_.insert(
          told(static_cast<int>(rank), now) +
          (apart ? " and nobody has synchronised that memory since " : " when it may be that ") +
          told(static_cast<int>(past.rank), past.access));
    }
    // Whatever conflicts with what this one has followed and covers, conflicts with this one too.
    std::erase_if(all, [&](const Past& past) {
      return past.end <= known[past.rank] && now.first <= past.access.first &&
             past.access.last <= now.last && past.access.touch == now.touch;
    });
    all.push_back({now, rank});
  }

  static std::size_t owner(const Access& a) { return static_cast<std::size_t>(a.memory.owner); }

  /// What its owner does for all such accesses to its window that it knows to be over.
  void sync(const Memory& memory, bool (*concerned)(Touch)) {
    const Clock& clock = clocks_[static_cast<std::size_t>(memory.owner)];
    for (Past& past : accesses_[memory])
      if (concerned(past.access.touch) && past.end <= clock[past.rank])
        past.synced = std::min(past.synced, clock[static_cast<std::size_t>(memory.owner)]);
  }

  void end(const Access& access, std::size_t rank) {
    for (Past& past : accesses_[access.memory])
      if (past.rank == rank && past.access.id == access.id) past.end = clocks_[rank][rank];
  }

  const std::vector<EpochLog>& logs_;
  std::vector<std::size_t> next_;
  std::vector<Clock> clocks_;
  std::map<Signal, Given> given_;
  std::map<Memory, std::vector<Past>> accesses_;
  std::set<std::string> found_;
};

}  // namespace

std::vector<std::string> judge(const std::vector<EpochLog>& log_of_rank) {
  return Replay(log_of_rank).run();
}

}  // namespace seafret::conformance
