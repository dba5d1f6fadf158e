// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "comms/carriers/exchange.hpp"
#include "comms/carriers/plan.hpp"
#include "comms/exchange/halo_options.hpp"
#include "comms/exchange/way.hpp"

namespace seafret {

class Trial;

/// Fills the halos of a list of fields from the neighbours that own those points.
///
/// The fields may differ in levels, type and halo; all that goes to one rank goes in one message,
/// or in parts where options say so (HaloOptions::combine). Several exchanges may be in flight at
/// once: each has communicators of its own.  Making and destroying one is collective over the
/// domain's communicator; afterwards nothing is allocated, but by one that tries how to go about it
/// (HaloOptions::by_trial): until that is over some of its start() are collective and allocate.
class HaloExchange final : public Exchange {
 public:
  /// Throws InputError where a name is unknown, a choice does not go with another, or this MPI or
  /// this machine cannot do what is chosen.  The decomposition must outlive it, and what else the
  /// domain refers to must outlive its trial.
  HaloExchange(const Domain& domain, std::vector<Swapped> fields, const HaloOptions& options);
  /// Ends the program where a swap was started and never finished: its halos hold old values.
  ~HaloExchange();
  HaloExchange(const HaloExchange&) = delete;
  HaloExchange& operator=(const HaloExchange&) = delete;

  /// Packs and sends; finish() must follow.  Never waits for a peer's data.  Throws
  /// std::logic_error, before anything is sent, where the last swap is not finished or fields are
  /// not those that the exchange was made for; LostRank, as finish() does.  The fields (in the
  /// order and with the columns that the exchange was made for; any time level) are read-only until
  /// finish() returns: a transport may still be reading them.
  void start(std::span<const Columns> fields);
  /// Waits for the neighbours and fills the halos.  Throws std::logic_error where nothing was
  /// started; LostRank, where Patience ends (progress.hpp): then it must not be used again.
  void finish();

  HaloPoints points() const { return points_; }
  /// From now on every swap is timed, however small; for benchmarks that want to know.
  void time_every_swap() { small_ = false; }

 private:
  void make(const Domain& domain, const HaloOptions& asked);
  static void check(const Domain& domain, const HaloOptions& options);
  Plan plan(const Domain& domain, const HaloOptions& options) const;
  std::unique_ptr<Way> make_way(const Domain& domain, const HaloOptions& options,
                                std::vector<Message> messages);
  void add_messages(Way& way, const Domain& domain, const HaloOptions& options,
                    std::vector<Message> messages);
  void begin_trial(const Domain& domain, const HaloOptions& asked, double making_s);
  void choose_way();
  void go_by_way();
  void count_directions(const Domain& domain, const std::vector<Message>& messages);
  void check(std::span<const Columns> fields) const;
  void expect_in_flight(bool expected) const;
  void begin();
  void end();

  HaloPoints points_;
  Box owned_;
  std::vector<Swapped> swapped_;
  bool small_ = false, in_flight_ = false;
  std::unique_ptr<Way> way_;
  std::unique_ptr<Trial> trial_;  // until it is over
  Part in_place_;
  std::vector<Columns> fields_;  // of the swap in flight
};

}  // namespace seafret
