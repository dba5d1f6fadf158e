// SPDX-License-Identifier: BSD-3-Clause
#include "tests/conformance/epoch_recorder.hpp"

#include <cstring>
#include <numeric>

namespace seafret::conformance {
namespace {

constexpr int all_targets = -1;

/// The ranks of a group, as its window's communicator counts them.
std::vector<int> ranks_of(MPI_Group group, MPI_Comm comm) {
  int size = 0;
  MPI_Group all;
  PMPI_Group_size(group, &size);
  std::vector<int> there(static_cast<std::size_t>(size)), ranks(there.size());
  std::iota(there.begin(), there.end(), 0);
  PMPI_Comm_group(comm, &all);
  PMPI_Group_translate_ranks(group, size, there.data(), all, ranks.data());
  PMPI_Group_free(&all);
  return ranks;
}

}  // namespace

Recorder& recorder() {
  static Recorder of_this_program;
  return of_this_program;
}

void Recorder::open(MPI_Win win, MPI_Comm comm, const void* base, MPI_Aint bytes) {
  Window w{.comm = comm, .base = static_cast<const std::byte*>(base), .bytes = bytes};
  PMPI_Comm_rank(comm, &w.rank);
  PMPI_Comm_size(comm, &w.ranks);
  w.id = ++ids_;
  ++calls_.made;
  PMPI_Bcast(&w.id, 1, MPI_INT64_T, 0, comm);
  comms_.try_emplace(comm, Channel{.id = w.id});
  windows_.insert_or_assign(win, std::move(w));
}

void Recorder::close(MPI_Win win) {
  if (Window* const w = find(win)) end_promise(*w);
  windows_.erase(win);
}

Recorder::Window* Recorder::find(MPI_Win win) {
  const auto known = windows_.find(win);
  return known == windows_.end() ? nullptr : &known->second;
}

void Recorder::put(const void* from, MPI_Aint bytes, int target, MPI_Aint place, MPI_Win win) {
  ++calls_.puts;
  if (Window* const w = find(win)) operate(Touch::put, from, bytes, target, place, *w);
}

void Recorder::get(const void* to, MPI_Aint bytes, int target, MPI_Aint place, MPI_Win win) {
  if (Window* const w = find(win)) operate(Touch::get, to, bytes, target, place, *w);
}

void Recorder::operate(Touch there, const void* here, MPI_Aint bytes, int target, MPI_Aint place,
                       Window& w) {
  if (!w.reachable.contains(target))
    mistakes_.insert("rank " + std::to_string(w.rank) + (there == Touch::put ? " puts" : " gets") +
                     " outside an epoch");
  const auto address = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(here));
  w.flying.push_back(
      {target, begin(there == Touch::put ? Touch::load : Touch::store, {0, w.rank}, address, bytes),
       begin(there, {w.id, target}, place, bytes, w.held_by[target])});
}

void Recorder::end_operations(Window& w, int target) {
  std::erase_if(w.flying, [&](const Operation& o) {
    if (target != all_targets && o.target != target) return false;
    end(o.here);
    end(o.there);
    return true;
  });
}

void Recorder::check_no_store(Window& w, int assertions) {
  if ((assertions & MPI_MODE_NOSTORE) != 0 && w.is_stored)
    mistakes_.insert("rank " + std::to_string(w.rank) + " has stored, despite MPI_MODE_NOSTORE");
  w.is_stored = false;
}

void Recorder::end_promise(Window& w) {
  if (std::exchange(w.has_promised, false)) end(w.promise);
}

/// By the letter an access after a fence with MPI_MODE_NOPRECEDE must still not come before its
/// target has called that fence; no MPI sees to that, so here such a fence tells nobody anything.
void Recorder::fence(int assertions, MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  ++calls_.fences;
  check_no_store(*w, assertions);
  end_promise(*w);
  sync(*w, Event::Kind::publishes);
  if ((assertions & MPI_MODE_NOPRECEDE) == 0) {
    end_operations(*w, all_targets);
    const Signal s{.kind = Signal::Kind::fence, .of = w->id, .number = w->fences++};
    give(s);
    await(s, w->ranks);
  }
  sync(*w, Event::Kind::fetches);
  w->reachable.clear();
  if ((assertions & MPI_MODE_NOSUCCEED) == 0) begin_access_epochs(*w);
  if ((assertions & MPI_MODE_NOPUT) == 0) return;
  w->promise = begin(Touch::promise, {w->id, w->rank}, 0, w->bytes);
  w->has_promised = true;
}

void Recorder::begin_access_epochs(Window& w) {
  for (int r = 0; r < w.ranks; ++r) w.reachable.insert(r);
}

void Recorder::post(MPI_Group writers, int assertions, MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  check_no_store(*w, assertions);
  sync(*w, Event::Kind::publishes);
  w->writers = ranks_of(writers, w->comm);
  for (const int writer : w->writers)
    give({Signal::Kind::post, w->id, w->posts[writer]++, w->rank, writer});
}

void Recorder::start(MPI_Group readers, MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  ++calls_.starts;
  w->readers = ranks_of(readers, w->comm);
  for (const int reader : w->readers) {
    w->reachable.insert(reader);
    w->held_by[reader] = {Signal::Kind::post, w->id, w->starts[reader]++, reader, w->rank};
  }
}

void Recorder::complete(MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  end_operations(*w, all_targets);
  for (const int reader : w->readers) {
    w->reachable.erase(reader);
    w->held_by.erase(reader);
    give({Signal::Kind::complete, w->id, w->starts[reader], w->rank, reader});
  }
}

void Recorder::wait(MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  for (const int writer : w->writers)
    await({Signal::Kind::complete, w->id, w->posts[writer], writer, w->rank}, 1);
  sync(*w, Event::Kind::fetches);
}

void Recorder::lock(int target, MPI_Win win) {
  ++calls_.locks;
  if (Window* const w = find(win)) w->reachable.insert(target);
}
void Recorder::lock_all(MPI_Win win) {
  ++calls_.locks;
  if (Window* const w = find(win)) begin_access_epochs(*w);
}
void Recorder::unlock(int target, MPI_Win win) { leave(win, target, true); }
void Recorder::unlock_all(MPI_Win win) { leave(win, all_targets, true); }
void Recorder::flush(int target, MPI_Win win) { leave(win, target, false); }
void Recorder::flush_all(MPI_Win win) { leave(win, all_targets, false); }
void Recorder::sync(MPI_Win win) {
  Window* const w = find(win);
  if (w == nullptr) return;
  if (!w->reachable.contains(w->rank))
    mistakes_.insert("rank " + std::to_string(w->rank) + " synchronises outside an epoch");
  sync(*w, Event::Kind::publishes);
  sync(*w, Event::Kind::fetches);
}

void Recorder::leave(MPI_Win win, int target, bool for_good) {
  Window* const w = find(win);
  if (w == nullptr) return;
  end_operations(*w, target);
  // A lock fetches nothing here, though by the letter it does: with MPI_MODE_NOCHECK it may be no
  // call at all.
  if (for_good && w->reachable.contains(w->rank) && (target == all_targets || target == w->rank))
    sync(*w, Event::Kind::publishes);
  if (for_good)
    std::erase_if(w->reachable, [&](int r) { return target == all_targets || r == target; });
}

void Recorder::touching(Touch touch, std::span<const std::byte> message) {
  const auto address = [](const std::byte* p) {
    return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(p));
  };
  const auto bytes = static_cast<std::int64_t>(message.size());
  Memory memory;
  std::int64_t first = address(message.data());
  for (auto& [win, w] : windows_) {
    memory.owner = w.rank;
    const std::int64_t place = address(message.data()) - address(w.base);
    if (place < 0 || place >= w.bytes) continue;
    memory.window = w.id;
    first = place;
    w.is_stored |= touch == Touch::store;
    break;
  }
  touching_[message.data()] = begin(touch, memory, first, bytes);
}

void Recorder::touched(std::span<const std::byte> message) { end(touching_.at(message.data())); }

Access Recorder::begin(Touch touch, Memory memory, std::int64_t first, std::int64_t bytes,
                       const Signal& held_by) {
  const Access access{touch, memory, first, first + bytes, ++accesses_};
  log_.push_back({.kind = Event::Kind::begins, .signal = held_by, .access = access});
  return access;
}

void Recorder::end(const Access& access) {
  log_.push_back({.kind = Event::Kind::ends, .access = access});
}

void Recorder::sync(const Window& w, Event::Kind which) {
  log_.push_back({.kind = which, .access = {.memory = {w.id, w.rank}}});
}

void Recorder::give(const Signal& signal) {
  log_.push_back({.kind = Event::Kind::gives, .signal = signal});
}

void Recorder::await(const Signal& signal, int givers) {
  log_.push_back({.kind = Event::Kind::awaits, .signal = signal, .givers = givers});
}

std::string Recorder::report(const Communicator& comm) {
  std::string mine(log_.size() * sizeof(Event), '\0'), all;
  if (!log_.empty()) std::memcpy(mine.data(), log_.data(), mine.size());
  std::vector<EpochLog> logs;
  for (const std::string& text : comm.gather(mine)) {
    logs.emplace_back(text.size() / sizeof(Event));
    if (!text.empty()) std::memcpy(logs.back().data(), text.data(), text.size());
  }
  std::string mistakes;
  for (const std::string& line : mistakes_) mistakes += line + "\n";
  for (const std::string& lines : comm.gather(mistakes)) all += lines;
  for (const std::string& line : judge(logs)) all += line + "\n";
  comm.broadcast(all);
  log_.clear();
  mistakes_.clear();
  return all;
}

}  // namespace seafret::conformance
