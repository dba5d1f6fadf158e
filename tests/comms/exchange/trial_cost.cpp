// SPDX-License-Identifier: BSD-3-Clause
// What trials say that they cost, of transports that take known times.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "comms/exchange/trial.hpp"
#include "comms/transports/p2p.hpp"
#include "tests/comms/exchange/trial_ranks.hpp"
#include "tests/nearly.hpp"

using namespace seafret;

namespace {

// Far more than a busy machine keeps a rank from each of a few swaps.
constexpr double nap_s = 6e-3, sleep_s = 30e-3;
bool sends_are_slow = false;

void rest(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

}  // namespace

extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag,
                         MPI_Comm comm, MPI_Request* request) {
  if (sends_are_slow) rest(nap_s);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

namespace {

/// As p2p with sends that are never slow, but it sleeps when it is made, when it is destroyed, and
/// in its first swap, or takes a nap in each.
template <bool always>
class Napping final : public Transport {
 public:
  Napping(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : right_(peers, comm, options) {
    rest(sleep_s);
  }
  ~Napping() override { rest(sleep_s); }
  Napping(const Napping&) = delete;
  Napping& operator=(const Napping&) = delete;

  void begin() override {
    were_slow_ = std::exchange(sends_are_slow, false);
    if (always) rest(nap_s);
    if (!always && !std::exchange(is_warm_, true)) rest(sleep_s);
    right_.begin();
  }
  std::span<std::byte> send_buffer(int p, int part) override { return right_.send_buffer(p, part); }
  void packed(int p, int part) override { right_.packed(p, part); }
  void start() override { right_.start(); }
  void finish(const Unpack& unpack) override {
    right_.finish(unpack);
    sends_are_slow = were_slow_;
  }

 private:
  PointToPoint right_;
  bool were_slow_ = false, is_warm_ = false;
};

template <bool always>
bool add(const std::string& name) {
  return transports().add(
      name, {.what = "naps", .make = make_transport<Napping<always>>, .tried_unasked = false});
}

// In the order in which they are tried.
const std::string once = "nap_a", often = "nap_b";
const std::vector<std::string> all_often{often,   "nap_c", "nap_d", "nap_e",
                                         "nap_f", "nap_g", "nap_h", "nap_i"};
const bool registered = add<false>(once) && std::ranges::all_of(all_often, add<true>);

constexpr int swaps_by_each = 8;  // as the swaps are small

/// All fields together: without more candidates, of fewer fields in a message.
HaloOptions by_trial_together(std::vector<std::string> candidates, double share) {
  HaloOptions how = by_trial(std::move(candidates), share);
  how.combine = 2;
  return how;
}

}  // namespace

TEST_CASE("what trials cost is all that they make a run longer by") {
  Ranks here;
  if (here.comm.size() == 1) return;
  const HaloOptions how = by_trial_together({once, often}, 1e9);
  const Stopwatch watch;
  sends_are_slow = true;
  {
    HaloExchange exchange(here.domain, here.two_fields(), how);
    CHECK(here.swap(exchange, 60) == 0);
    CHECK(exchange.way()->transport == once);
    const TrialCost cost = how.trials->cost();
    const Tried& kept = exchange.tried()[1];
    CHECK(kept.kept);
    // Each is made and destroyed, and the one that is kept is made again.
    CHECK(cost.making_s >= 5 * sleep_s);
    // Its first swap sleeps each time; at first only p2p was known to be better.
    CHECK(cost.swapping_s >= swaps_by_each * (nap_s - kept.least_s) + sleep_s - kept.least_s +
                                 sleep_s - exchange.tried()[0].least_s);
    CHECK(cost.all_s() <= 1.5 * here.comm.max(watch.seconds()));
    CHECK(cost.swaps == 1);
    CHECK(cost.unfinished == 0);
    CHECK_FALSE(cost.cut_short);
  }
  sends_are_slow = false;
}

TEST_CASE("trials end when their share of 500 steps is used up, and say so") {
  Ranks here;
  if (here.comm.size() == 1) return;
  // There is time for two and a half, and for no more than seven where steps take thrice as long.
  constexpr double step_s = 10e-3, a_candidate_s = swaps_by_each * nap_s + 2 * sleep_s,
                   share = 2.5 * a_candidate_s / (Trials::steps * step_s);
  const HaloOptions how = by_trial_together(all_often, share);
  HaloExchange exchange(here.domain, here.two_fields(), how);
  Known known(here.boxes, here.comm, 2, &here.shared);
  for (int step = 0; step < 120; ++step) {
    rest(step_s);
    CHECK(Ranks::swap(exchange, known, 1) == 0);
  }
  const TrialCost cost = how.trials->cost();
  int tried = 0, untried = 0;
  for (const Tried& one : exchange.tried()) {
    tried += one.way.transport != HaloOptions::safe_transport && one.refused.empty();
    untried += one.refused == "its turn did not come";
  }
  CHECK(cost.cut_short);
  CHECK(cost.unfinished == 0);
  CHECK(tried > 0);
  CHECK(untried > 0);
  // A busy machine lets trials count more than they cost, but where that is half, no step is seen.
  CHECK(2 * cost.step_s >= step_s);
  // What a candidate will cost is known when it has been tried, so the last may be too much.
  CHECK(cost.all_s() - cost.all_s() / tried <= share * Trials::steps * cost.step_s);
  CHECK(cost.all_s() >= tried * a_candidate_s * 0.9);
}

TEST_CASE("what one trial is about to spend is not there for another") {
  Trials trials(0.1);
  const std::size_t one = trials.join(), other = trials.join();
  trials.saw_period(one, 1e-3);
  trials.saw_period(other, 2e-3);  // so the budget is 0.1 s
  trials.spend(0.03, 0.02);
  CHECK(trials.cost().all_s() == nearly(0.05));
  CHECK(trials.allow(0.04));
  trials.reserve(0.02);
  CHECK_FALSE(trials.allow(0.04));
  trials.reserve(-0.02);
  CHECK(trials.allow(0.04));
  trials.saw_period(other, 1e-3);
  CHECK_FALSE(trials.allow(0.04));
  CHECK(trials.cost().unfinished == 2);
  trials.leave();
  CHECK(trials.cost().unfinished == 1);
}
