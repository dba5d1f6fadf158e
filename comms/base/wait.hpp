// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace seafret {

/// What a rank may have to wait for: a swap with some ranks, or what all take part in.  It is made
/// before the steps; noting who has come costs two stores.
class Awaited {
 public:
  /// All ranks take part.
  explicit Awaited(std::string what) : Awaited(std::move(what), {}) {}
  /// `peers` are numbered as in the job (job.hpp).  `detail` adds words to the story of a wait that
  /// does not end.  The thread of the watch calls it, so it reads atomics; it may do so until this
  /// is destroyed, so the Awaited is declared behind all that its detail refers to.
  Awaited(std::string what, std::vector<int> peers, std::function<std::string()> detail = {});
  ~Awaited();
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

  /// It is awaited once more: no peer has come yet.
  void begin() { round_.store(round_.load(relaxed) + 1, relaxed); }
  /// Peer number `p` of the list has done its part.
  void arrived(std::size_t p);

  /// What it is, with its detail in brackets.
  std::string in_words() const;
  /// The peers that have not come.  Where all have, and the wait goes on all the same, it is they
  /// who have not taken what was sent: then all.  Empty: nobody in particular.
  std::vector<int> missing() const;

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;

  std::string what_;
  std::vector<int> peers_;
  std::function<std::string()> detail_;
  std::vector<std::atomic<std::int64_t>> came_in_;  // of each peer, the round in which it came last
  std::atomic<std::int64_t> round_ = 0;
};

/// Stands wherever this rank may wait for others, so that a watch (wait_watch.hpp) can see from
/// another thread what it waits for.  An inner wait hides the one around it.  On the main thread;
/// takes a few stores, and never looks at the clock.
class Wait {
 public:
  explicit Wait(const Awaited& what) : outer_(now_.load(std::memory_order_relaxed)) { show(&what); }
  ~Wait() { show(outer_); }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

  /// A wait within it is over, be it one of which nobody is told.
  static void goes_on() { count_turn(); }

  /// How long a wait may last, in seconds; 0: for ever.
  static void set_limit(double seconds) { limit_.store(seconds); }
  static double limit() { return limit_.load(); }
  /// Which step the model is in, for what is said of a wait that does not end.
  static void set_step(std::int64_t step) { step_.store(step, std::memory_order_relaxed); }

  /// What the main thread is about.  While `turn` stays the same nobody has come.
  struct Present {
    bool waits = false;
    std::uint64_t turn = 0;
  };
  static Present present();
  /// What is waited for now, in words; nothing if that is no longer the wait of `turn`.
  struct Story {
    std::string what, when;
    std::vector<int> missing;
  };
  static std::optional<Story> story(std::uint64_t turn);

 private:
  friend class Awaited;
  static void count_turn() {
    turn_.store(turn_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  static void show(const Awaited* what) {
    now_.store(what, std::memory_order_release);
    count_turn();
  }

  static constexpr std::int64_t no_step = -1;
  static inline std::atomic<const Awaited*> now_ = nullptr;
  static inline std::atomic<std::uint64_t> turn_ = 0;
  static inline std::atomic<std::int64_t> step_ = no_step;
  static inline std::atomic<double> limit_ = 300;

  const Awaited* outer_;
};

inline void Awaited::arrived(std::size_t p) {
  came_in_[p].store(round_.load(relaxed), relaxed);
  Wait::count_turn();
}

}  // namespace seafret
