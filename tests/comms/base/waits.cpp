// SPDX-License-Identifier: BSD-3-Clause
// Who is to blame for a wait that does not end, by what its watch can see.
#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

#include "comms/base/suspects.hpp"
#include "comms/base/wait_board.hpp"
#include "comms/carriers/packed.hpp"
#include "tests/comms/files_in_memory.hpp"

using namespace seafret;

namespace {

constexpr double tick = 0.05;

/// Ranks of one node, all alive and waiting; but for those that a test says something else of.
struct Ranks {
  explicit Ranks(int n, int of) : suspects(of) {
    for (int r = 0; r < n; ++r) mates.push_back({.rank = r, .beat = 1, .waits = true});
  }
  Mate& of(int rank) { return mates[static_cast<std::size_t>(rank)]; }
  /// For so long, while the hearts of all but one beat.
  void watch(double seconds, int dead = -1) {
    for (double s = 0; s < seconds; s += tick) {
      for (Mate& mate : mates) mate.beat += mate.beat > 0 && mate.rank != dead;
      suspects.observe(mates, tick);
    }
  }

  std::vector<Mate> mates;
  Suspects suspects;
};

}  // namespace

TEST_CASE("who knows the lost rank names it at once; who waits for one that waits is silent") {
  Ranks row(4, 4);
  row.watch(2.5, 3);
  CHECK(row.suspects.blame({0, 2, {1, 3}}) == 3);  // rank 2
  CHECK_FALSE(row.suspects.blame({0, 2, {0, 2}}));
  CHECK_FALSE(row.suspects.blame({2.9, 2, {0, 2}}));
  CHECK(row.suspects.blame({3, 2, {0, 2}}) == 3);  // should nobody have spoken
}

TEST_CASE("a rank that is alive and does not wait is named, unless another is dead") {
  Ranks some(4, 4);
  some.of(1).waits = false;
  some.watch(2.5);
  CHECK(some.suspects.blame({0, 2, {2, 1}}) == 1);
  CHECK_FALSE(some.suspects.blame({0, 2, {2, 3}}));
  some.watch(2.5, 3);
  CHECK(some.suspects.blame({0, 2, {1, 3}}) == 3);
  some.of(1).waits = true;
  some.watch(0.5);
  CHECK_FALSE(some.suspects.blame({0, 2, {1}}));  // it has been seen waiting
}

TEST_CASE("who knows nobody in particular speaks a second later") {
  Ranks all(3, 3);
  all.watch(2.5, 2);
  CHECK_FALSE(all.suspects.blame({0.9, 2, {}}));
  CHECK(all.suspects.blame({1, 2, {}}) == 2);
  all.watch(2.5);
  CHECK(all.suspects.blame({1, 2, {}}) == Suspects::others);
  all.watch(0.5, 2);  // it may have fallen silent just now
  CHECK_FALSE(all.suspects.blame({1.5, 2, {}}));
  all.watch(0.5, 2);
  CHECK(all.suspects.blame({2, 2, {}}) == 2);
}

TEST_CASE("ranks of other nodes are named later, and in the end somebody speaks in any case") {
  Ranks half(2, 4);
  half.watch(2.5);
  CHECK_FALSE(half.suspects.blame({1.9, 2, {1, 3}}));
  CHECK(half.suspects.blame({2, 2, {1, 3}}) == 3);
  CHECK_FALSE(half.suspects.blame({4.9, 2, {}}));  // a mate of the lost one may know
  CHECK(half.suspects.blame({5, 2, {}}) == Suspects::others);
  CHECK_FALSE(half.suspects.blame({4.9, 2, {1}}));
  CHECK(half.suspects.blame({5, 2, {1}}) == Suspects::others);
}

TEST_CASE("a heart must stand still for half the limit, and not longer than five seconds") {
  Ranks pair(2, 2);
  pair.watch(4.9, 1);
  CHECK_FALSE(pair.suspects.blame({0, 300, {1}}));
  CHECK(pair.suspects.blame({0, 8, {1}}) == 1);
  pair.watch(0.3, 1);
  CHECK(pair.suspects.blame({0, 300, {1}}) == 1);
}

TEST_CASE("a rank that shows nothing is as good as on another node") {
  Ranks pair(2, 2);
  pair.of(1).beat = 0;
  pair.watch(3);
  CHECK_FALSE(pair.suspects.blame({1, 2, {1}}));
  CHECK(pair.suspects.blame({2, 2, {1}}) == 1);
}

TEST_CASE("a wait ages while it lasts and nobody comes") {
  WaitAge age;
  CHECK(age.after({true, 7}, 1) == 0);
  CHECK(age.after({true, 7}, 1) == 1);
  CHECK(age.after({true, 7}, 0.5) == 1.5);
  CHECK(age.after({true, 8}, 1) == 0);
  CHECK(age.after({true, 8}, 1) == 1);
  CHECK(age.after({false, 9}, 1) == 0);
  CHECK(age.after({false, 9}, 1) == 0);
}

TEST_CASE("waits nest, and tell who is missing") {
  CHECK_FALSE(Wait::present().waits);
  Awaited swap("a swap", {4, 2, 9});
  const Awaited sum("a sum");
  {
    const Wait outer(swap);
    swap.begin();
    CHECK(Wait::story(Wait::present().turn)->missing == std::vector{4, 2, 9});
    const auto before = Wait::present().turn;
    swap.arrived(1);
    CHECK(Wait::present().turn != before);
    CHECK_FALSE(Wait::story(before));
    CHECK(Wait::story(Wait::present().turn)->missing == std::vector{4, 9});
    {
      const Wait inner(sum);
      CHECK(Wait::story(Wait::present().turn)->what == "a sum");
      CHECK(Wait::story(Wait::present().turn)->missing.empty());
    }
    Wait::set_step(17);
    CHECK(Wait::story(Wait::present().turn)->what == "a swap");
    CHECK(Wait::story(Wait::present().turn)->when == " in step 17");
    swap.arrived(0);
    swap.arrived(2);
    // All are there: it is they who do not take what is sent to them.
    CHECK(Wait::story(Wait::present().turn)->missing == std::vector{4, 2, 9});
  }
  CHECK_FALSE(Wait::present().waits);
}

TEST_CASE("what is awaited adds its detail when the story is told") {
  int left = 5;
  const Awaited signal("a signal", {1}, [&] { return std::to_string(left) + " events left"; });
  const Wait wait(signal);
  left = 2;
  CHECK(Wait::story(Wait::present().turn)->what == "a signal (2 events left)");
}

TEST_CASE("a board's memory has no name any more: it cannot be left behind") {
  const WaitBoard board(MPI_COMM_SELF);
  CHECK_FALSE(has_files(::getpid()));
}

TEST_CASE("node mates see each other, from the first on, and one may speak for all") {
  const Communicator comm(MPI_COMM_WORLD);
  WaitBoard board(comm.get());
  for (const Mate& mate : board.look()) CHECK(mate.beat > 0);
  comm.barrier();
  board.beat(comm.rank() % 2 == 1);
  comm.barrier();
  const auto mates = board.look();
  REQUIRE(std::ssize(mates) == comm.size());
  for (int r = 0; r < comm.size(); ++r) {
    const Mate& mate = mates[static_cast<std::size_t>(r)];
    CHECK(mate.rank == r);
    CHECK(mate.beat == 2);
    CHECK(mate.waits == (r % 2 == 1));
  }
  CHECK_FALSE(board.has_been_spoken());
  comm.barrier();
  CHECK(comm.sum(std::int64_t{board.may_speak()}) == 1);
  CHECK(board.has_been_spoken());
}

namespace {

/// Has brought nothing yet when it is looked at first, and then one part after another.
class Brings final : public Transport {
 public:
  Brings(const std::vector<Peer>&, MPI_Comm, const TransportOptions&) {}
  std::span<std::byte> send_buffer(int, int) override { return {}; }
  void finish(const Unpack& unpack) override {
    note();
    for (const auto& [peer, part] : {std::pair(1, 0), {2, 1}, {1, 1}}) {
      unpack(peer, part, {});
      note();
    }
  }

  static inline std::vector<std::vector<int>> missing = {};

 private:
  static void note() { missing.push_back(Wait::story(Wait::present().turn)->missing); }
};

}  // namespace

TEST_CASE("of a swap those are awaited whose message has not come as a whole, in each anew") {
  const Part nothing, something{.bytes = 8};
  const std::vector<Message> messages = {{0, {something, nothing}, {nothing, nothing}},
                                         {1, {nothing, nothing}, {something, something}},
                                         {2, {something, nothing}, {nothing, something}}};
  Phases phases("test");
  PackedCarrier carrier(messages, {.what = "", .make = make_transport<Brings>}, MPI_COMM_WORLD, {},
                        phases);
  for (int swap = 0; swap < 2; ++swap) {
    Brings::missing.clear();
    carrier.start({});
    carrier.finish();
    CHECK(Brings::missing == std::vector<std::vector<int>>{{1, 2}, {1, 2}, {1}, {0, 1, 2}});
  }
}
