// SPDX-License-Identifier: BSD-3-Clause
// Exchanges that try how to go about it. This program counts what it allocates, has transports that
// are slow or fail, and can make every message that is sent slow.
#include "comms/exchange/trial.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "comms/transports/p2p.hpp"
#include "tests/allocations.hpp"
#include "tests/comms/exchange/trial_ranks.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;

namespace {

constexpr std::chrono::milliseconds nap(10);  // longer than a busy machine keeps a rank waiting
bool sends_are_slow = false;

}  // namespace

extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag,
                         MPI_Comm comm, MPI_Request* request) {
  if (sends_are_slow) std::this_thread::sleep_for(nap);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

namespace {

/// As p2p, but for what it does first.
template <void (*first)()>
class Spoilt final : public Transport {
 public:
  Spoilt(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : right_(peers, comm, options) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    if (first == nullptr && rank == 0) throw InputError("rank 0 has no such thing");
  }
  void begin() override {
    if constexpr (first != nullptr) first();
    right_.begin();
  }
  std::span<std::byte> send_buffer(int p, int part) override { return right_.send_buffer(p, part); }
  void packed(int p, int part) override { right_.packed(p, part); }
  void start() override { right_.start(); }
  void finish(const Unpack& unpack) override { right_.finish(unpack); }

 private:
  PointToPoint right_;
};

void sleep() { std::this_thread::sleep_for(nap); }

const std::string sleepy = "sleepy", broken = "broken";
const bool registered = transports().add(sleepy, {.what = "sleeps",
                                                  .make = make_transport<Spoilt<sleep>>,
                                                  .tried_unasked = false}) &&
                        transports().add(broken, {.what = "fails on one rank",
                                                  .make = make_transport<Spoilt<nullptr>>,
                                                  .tried_unasked = false});

const Tried* kept(const HaloExchange& exchange) {
  for (const Tried& one : exchange.tried())
    if (one.kept) return &one;
  return nullptr;
}

std::vector<std::string> all_ways() {
  std::vector<std::string> all{HaloOptions::direct_copy, HaloOptions::datatypes};
  for (const std::string& name : transports_here())
    if (name != broken && name != sleepy) all.push_back(name);
  return all;
}

}  // namespace

TEST_CASE("whatever is tried, the halos are right, also with several swaps in flight") {
  for (const int cores : {0, 1, 2}) {
    Ranks here(cores);
    HaloExchange one(here.domain, here.two_fields(), by_trial(all_ways()));
    HaloExchange other(here.domain, here.two_fields(), by_trial(all_ways()));
    Known a(here.boxes, here.comm, 2, &here.shared), b(here.boxes, here.comm, 2, &here.shared);
    int wrong = 0;
    for (int n = 0; n < 300; ++n) {
      a.fill(n);
      b.fill(-n);
      one.start(std::array<Columns, 2>{a.field.view(), a.field.view()});
      other.start(std::array<Columns, 2>{b.field.view(), b.field.view()});
      if (n % 2 == 0) one.finish();
      other.finish();
      if (n % 2 != 0) one.finish();
      wrong += a.wrong(n) + b.wrong(-n);
    }
    CHECK(wrong == 0);
    std::size_t timed = 0;
    for (const Tried& tried : one.tried()) timed += tried.refused.empty();
    if (here.comm.size() > 1) CHECK(timed > 3);
    if (here.comm.size() == 1) CHECK(one.tried().empty());
  }
}

TEST_CASE("a way that is slow is not kept, one that is fast is") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange beside_slow(here.domain, here.two_fields(), by_trial({sleepy}));
  CHECK(here.swap(beside_slow) == 0);
  CHECK(kept(beside_slow)->way.transport == HaloOptions::safe_transport);
  CHECK(kept(beside_slow)->way.on_node == "transport");
  for (const Tried& one : beside_slow.tried())
    if (one.way.transport == sleepy) CHECK(one.least_s > 1e-3);

  sends_are_slow = true;
  HaloExchange beside_fast(here.domain, here.two_fields(), by_trial({HaloOptions::direct_copy}));
  CHECK(here.swap(beside_fast, 40) == 0);
  sends_are_slow = false;
  CHECK(kept(beside_fast)->way.on_node == "direct");
  CHECK(here.comm.any(beside_fast.traffic().bytes_direct > 0));
  CHECK(beside_fast.traffic().bytes == 0);
}

TEST_CASE("what cannot be made on one rank is dropped on all, for the same reason") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({broken, sleepy}));
  CHECK(here.swap(exchange) == 0);
  int found = 0;
  for (const Tried& one : exchange.tried()) {
    if (one.way.transport == broken) CHECK(one.refused == "rank 0 has no such thing");
    found += one.way.transport == broken;
  }
  CHECK(found == 1);
  CHECK(kept(exchange)->way.transport == HaloOptions::safe_transport);
}

TEST_CASE("all ranks have found the same and keep the same") {
  Ranks here;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}));
  here.swap(exchange, 400);
  for (const Tried& one : exchange.tried()) {
    CAPTURE(one.way.transport);
    CHECK(here.comm.max(one.least_s) == here.comm.min(one.least_s));
    CHECK(here.comm.any(one.kept) == one.kept);
  }
}

TEST_CASE("only what is listed is tried, besides the safe way") {
  Ranks here;
  if (here.comm.size() == 1) return;
  const std::string listed = transports_here().front();
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({listed}));
  here.swap(exchange);
  for (const Tried& one : exchange.tried()) {
    CHECK((one.way.transport == listed || one.way.transport == HaloOptions::safe_transport));
    CHECK(one.way.on_node == "transport");
  }
  HaloExchange typed(here.domain, here.two_fields(), by_trial({HaloOptions::datatypes}));
  here.swap(typed);
  REQUIRE(typed.tried().size() > 1);
  CHECK(typed.tried()[1].way.packing == "datatype");
  for (const Tried& one : typed.tried()) CHECK(one.way.transport == HaloOptions::safe_transport);
  CHECK_THROWS_WITH_AS(HaloExchange(here.domain, {}, by_trial({listed + "x"})),
                       doctest::Contains(("did you mean '" + listed + "'?").c_str()), InputError);
}

TEST_CASE("without memory that mates share direct copy is not among what is tried") {
  Ranks here;
  HaloExchange exchange({here.boxes, here.comm}, here.two_fields(), by_trial({}));
  CHECK(here.swap(exchange) == 0);
  for (const Tried& one : exchange.tried()) CHECK(one.way.on_node == "transport");
}

TEST_CASE("what has not been timed yet does not look as if it had been") {
  Ranks here;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}));
  for (int swaps = 0; swaps < 40; ++swaps) {
    here.swap(exchange, 1);
    for (const Tried& one : exchange.tried()) CHECK(one.refused.empty() == (one.least_s > 0));
  }
}

TEST_CASE("where there is no time for trials nothing is tried") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}, 0));
  CHECK(here.swap(exchange) == 0);
  for (const Tried& one : exchange.tried())
    CHECK(one.refused == (one.kept ? "" : "its turn did not come"));
  CHECK(kept(exchange)->way.transport == HaloOptions::safe_transport);
}

TEST_CASE("when a trial is over a swap allocates nothing") {
  Ranks here;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}));
  Known known(here.boxes, here.comm, 2, &here.shared);
  const long start = allocations();
  Ranks::swap(exchange, known, 400);
  const long before = allocations();
  Ranks::swap(exchange, known, 100);
  const long made = allocations() - before;
  CHECK(made == 0);
  if (here.comm.size() > 1) CHECK(before > start);
}
