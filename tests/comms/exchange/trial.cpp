// SPDX-License-Identifier: BSD-3-Clause
// Exchanges that try how to go about it. This program counts what it allocates, has transports that
// are slow or fail, and can make every message that is sent slow.
#include "comms/exchange/trial.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <thread>

#include "comms/exchange/halo_exchange.hpp"
#include "comms/transports/p2p.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/allocations.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;

namespace {

constexpr std::chrono::milliseconds nap(2);
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

/// A field whose every column says where it is and of which swap.
struct Known {
  Known(const Decomposition& d, const Communicator& comm, int width,
        std::pmr::memory_resource* from)
      : grid(d.grid()),
        owned(d.owned(comm.rank())),
        halo(Halo::all(width)),
        field(owned, halo, 3, from) {}

  double truth(int i, int j, int swap) const {
    return (i + grid.nx) % grid.nx + 100. * ((j + grid.ny) % grid.ny) + 1e4 * swap;
  }
  void fill(int swap) {
    visit(owned, [&](int i, int j) {
      for (int k = 0; k < 3; ++k) field.view()(i, j, k) = truth(i, j, swap) + k * 1e8;
    });
  }
  int wrong(int swap) {
    int count = 0;
    visit(owned.grown(halo), [&](int i, int j) {
      for (int k = 0; k < 3; ++k) count += field.view()(i, j, k) != truth(i, j, swap) + k * 1e8;
    });
    return count;
  }
  static void visit(const Box& box, auto work) {
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) work(i, j);
  }

  Grid grid;
  Box owned;
  Halo halo;
  Field<> field;
};

/// All ranks, boxes of theirs, and memory that node mates share.
struct Ranks {
  explicit Ranks(int cores = 0)
      : node(comm.get(), cores),
        boxes(grid, partitioners().at("blocks")(grid, comm.size())),
        domain{boxes, comm, &shared} {}

  /// Swaps until the trial of the exchange must be over; says how many values were wrong.
  int swap(HaloExchange& exchange, int times = 200) {
    Known known(boxes, comm, 2, &shared);
    return swap(exchange, known, times);
  }
  static int swap(HaloExchange& exchange, Known& known, int times) {
    int wrong = 0;
    for (int n = 0; n < times; ++n) {
      known.fill(n);
      exchange.start(std::array<Columns, 2>{known.field.view(), known.field.view()});
      exchange.finish();
      wrong += known.wrong(n);
    }
    return wrong;
  }
  std::vector<Swapped> two_fields() const {
    return std::vector(2, Swapped{Halo::all(2), 3 * sizeof(double)});
  }

  Grid grid{.nx = 12, .ny = 12, .nz = 3};
  Communicator comm{MPI_COMM_WORLD};
  Node node;
  SharedMemory shared{node};
  Decomposition boxes;
  Domain domain;
};

/// By trial, with all the time in the world.
HaloOptions by_trial(std::vector<std::string> candidates, double share = 1e9) {
  return {.transport = HaloOptions::by_trial,
          .candidates = std::move(candidates),
          .trials = std::make_shared<Trials>(share)};
}

const Tried* kept(const HaloExchange& exchange) {
  for (const Tried& one : exchange.tried())
    if (one.kept) return &one;
  return nullptr;
}

std::vector<std::string> all_ways() {
  std::vector<std::string> all{HaloOptions::direct_copy};
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
    for (const Tried& way : one.tried()) timed += way.refused.empty();
    if (here.comm.size() > 1) CHECK(timed > 3);
    if (here.comm.size() == 1) CHECK(one.tried().empty());
  }
}

TEST_CASE("a way that is slow is not kept, one that is fast is") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange beside_slow(here.domain, here.two_fields(), by_trial({sleepy}));
  CHECK(here.swap(beside_slow) == 0);
  CHECK(kept(beside_slow)->transport == HaloOptions::safe_transport);
  CHECK(kept(beside_slow)->on_node == "transport");
  for (const Tried& way : beside_slow.tried())
    if (way.transport == sleepy) CHECK(way.least_s > 1e-3);

  sends_are_slow = true;
  HaloExchange beside_fast(here.domain, here.two_fields(), by_trial({HaloOptions::direct_copy}));
  CHECK(here.swap(beside_fast, 40) == 0);
  sends_are_slow = false;
  CHECK(kept(beside_fast)->on_node == "direct");
  CHECK(here.comm.any(beside_fast.traffic().bytes_direct > 0));
  CHECK(beside_fast.traffic().bytes == 0);
}

TEST_CASE("what cannot be made on one rank is dropped on all, for the same reason") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({broken, sleepy}));
  CHECK(here.swap(exchange) == 0);
  int found = 0;
  for (const Tried& way : exchange.tried()) {
    if (way.transport == broken) CHECK(way.refused == "rank 0 has no such thing");
    found += way.transport == broken;
  }
  CHECK(found == 1);
  CHECK(kept(exchange)->transport == HaloOptions::safe_transport);
}

TEST_CASE("all ranks have found the same and keep the same") {
  Ranks here;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}));
  here.swap(exchange, 400);
  for (const Tried& way : exchange.tried()) {
    CAPTURE(way.transport);
    CHECK(here.comm.max(way.least_s) == here.comm.min(way.least_s));
    CHECK(here.comm.any(way.kept) == way.kept);
  }
}

TEST_CASE("only what is listed is tried, besides the safe way") {
  Ranks here;
  if (here.comm.size() == 1) return;
  const std::string listed = transports_here().front();
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({listed}));
  here.swap(exchange);
  for (const Tried& way : exchange.tried()) {
    CHECK((way.transport == listed || way.transport == HaloOptions::safe_transport));
    CHECK(way.on_node == "transport");
  }
  CHECK_THROWS_WITH_AS(HaloExchange(here.domain, {}, by_trial({listed + "x"})),
                       doctest::Contains(("did you mean '" + listed + "'?").c_str()), InputError);
}

TEST_CASE("without memory that mates share direct copy is not among what is tried") {
  Ranks here;
  HaloExchange exchange({here.boxes, here.comm}, here.two_fields(), by_trial({}));
  CHECK(here.swap(exchange) == 0);
  for (const Tried& way : exchange.tried()) CHECK(way.on_node == "transport");
}

TEST_CASE("what has not been timed yet does not look as if it had been") {
  Ranks here;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}));
  for (int swaps = 0; swaps < 40; ++swaps) {
    here.swap(exchange, 1);
    for (const Tried& way : exchange.tried()) CHECK(way.refused.empty() == (way.least_s > 0));
  }
}

TEST_CASE("where there is no time for trials nothing is tried") {
  Ranks here;
  if (here.comm.size() == 1) return;
  HaloExchange exchange(here.domain, here.two_fields(), by_trial({}, 0));
  CHECK(here.swap(exchange) == 0);
  for (const Tried& way : exchange.tried())
    CHECK(way.refused == (way.kept ? "" : "its turn did not come"));
  CHECK(kept(exchange)->transport == HaloOptions::safe_transport);
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
