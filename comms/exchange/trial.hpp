// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/base/stopwatch.hpp"
#include "comms/carriers/exchange.hpp"
#include "comms/exchange/halo_options.hpp"
#include "comms/exchange/trials.hpp"
#include "comms/exchange/way.hpp"

namespace seafret {

/// Finds out how a swap is over soonest, while a model works: every way gives the same bits.
///
/// First it goes the safe way, then each of its candidates for a few swaps, of which the first does
/// not count; each is judged by the shortest of the others, on the slowest rank: of so few swaps
/// most may have been disturbed.  What cannot be made on some rank is left out on all.  Of the
/// candidates one is alive at a time, beside the safe way. All ranks change at the same swap, for
/// the same reasons: they decide by reduced numbers.
///
/// It keeps account of what it costs (Trials): all that it does between swaps, and what swaps by
/// its candidates, and the first by the one that is kept, take longer than by the best known way.
class Trial {
 public:
  using Make = std::function<std::unique_ptr<Way>(const HaloOptions&)>;
  /// Of one swap of the exchange.
  struct Subject {
    int fields = 0;
    bool small = false;    ///< it is over in microseconds
    double making_s = 0;   ///< what making the safe way took
    Stopwatch begun = {};  ///< since its trial has cost time, together on all ranks
  };

  /// `make` makes a way; it throws, and `tried` is kept, by the exchange, which outlives this.  The
  /// same arguments on all ranks.
  Trial(const Domain& domain, const HaloOptions& asked, const Subject& subject, Make make,
        std::vector<Tried>& tried);

  /// Puts another way in the place of the one in use, where it is time.  Before every swap.
  /// Collective where it is time.
  void before_swap(std::unique_ptr<Way>& way);
  /// Does a part of the swap that the caller waits for.
  template <class Work>
  void time(Work work) {
    const Stopwatch watch;
    work();
    exposed_s_ += watch.seconds();
  }
  /// After every swap.
  void after_swap();
  /// From now on the way in use is the one that is kept.
  bool is_over() const { return stage_ == Stage::over; }

 private:
  enum class Stage { counted_swaps, waiting, first_swap, settled, over };

  const Communicator& comm() const { return domain_.comm; }
  void look(std::unique_ptr<Way>& way);
  void judge();
  bool is_worth_more_swaps();
  bool may_begin();
  void turn_to_next(std::unique_ptr<Way>& way);
  bool has_next();
  bool make(std::size_t candidate, std::unique_ptr<Way>& way);
  void settle(std::unique_ptr<Way>& way);
  void refuse(const std::string& why) { tried_[now_].refused = why; }
  double account();
  void end_candidate();
  void reserve(double seconds);
  void note_period();
  void close();
  std::size_t best() const;
  void add(const HaloOptions& candidate);
  void add_combined();

  Domain domain_;
  HaloOptions asked_;
  Subject subject_;
  Make make_;
  std::vector<Tried>& tried_;
  std::vector<HaloOptions> ways_;  // as many; the first is the safe one
  std::vector<double> made_s_;     // as many: what it cost until its first swap was over
  std::shared_ptr<Trials> trials_;
  std::size_t number_ = 0;  // among them
  bool on_one_node_;
  int counted_;  // swaps, after the first
  bool has_combined_ = false;

  Stage stage_ = Stage::counted_swaps;
  std::size_t now_ = 0;        // which way is in use
  std::unique_ptr<Way> safe_;  // while it is not
  std::int64_t swaps_ = 0, look_at_;
  Stopwatch since_second_;                // swap began
  double spent_before_ = 0;               // by all trials until then
  std::vector<double> times_s_;           // of the way in use
  double exposed_s_ = 0;                  // of the swap under way
  double making_s_ = 0, swapping_s_ = 0;  // not accounted for yet
  double cost_s_ = 0, reserved_s_ = 0;    // of the way in use
  double expected_cost_s_, fastest_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace seafret
