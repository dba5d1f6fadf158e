// SPDX-License-Identifier: BSD-3-Clause
// Converted calls leave in memory, byte by byte, what the calls of MPI leave there.
#include "comms/notify/convert.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "endpoints.hpp"
#include "random_types.hpp"

namespace seafret::notify {
namespace {

/// Memory to send from and to receive in, its middle as a buffer.
struct Memory {
  explicit Memory(Made& made)
      : on(made), out(made.endpoint.memory(first)), in(made.endpoint.memory(second)) {}

  /// Of round `round`; what is received there later must leave the rest as it is.
  void fill_both(std::int64_t round) const {
    fill(out, on.rank(), round);
    fill(in, on.rank() + 50, round);
  }
  /// What `call` leaves behind.
  template <class Call>
  std::vector<std::byte> after(std::int64_t round, Call call) const {
    fill_both(round);
    call();
    return {in.begin(), in.end()};
  }
  /// The same from some rounds of the plan.
  template <class Call>
  void compare(ConvertedPlan& plan, Call call, std::int64_t rounds = 2) const {
    for (std::int64_t round = 0; round < rounds; ++round) {
      CAPTURE(round);
      const std::vector<std::byte> wanted = after(round, call);
      plan.wait_sent();
      fill_both(round);
      on.node.everyone().barrier();  // nobody puts to what is yet to be filled
      plan.start();
      plan.wait();
      CHECK(std::ranges::equal(in, wanted));
      plan.release();
      on.node.everyone().barrier();
    }
    plan.finish();
  }

  static constexpr std::size_t bytes = 60000;
  Made& on;
  std::int32_t first = on.endpoint.add_region(bytes), second = on.endpoint.add_region(bytes);
  std::span<std::byte> out, in;
  std::byte* from = out.data() + bytes / 2;
  std::byte* to = in.data() + bytes / 2;
};

/// So many values of a type.
struct Some {
  Some(RandomTypes& types, int ints, int deep)
      : count(types.divisor(ints)), type(types.type(ints / count, deep)) {}
  int count;
  MPI_Datatype type;
};

/// The ranks the other way round.
struct Reversed {
  Reversed() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
  }
  ~Reversed() { MPI_Comm_free(&comm); }
  Reversed(const Reversed&) = delete;
  Reversed& operator=(const Reversed&) = delete;

  MPI_Comm comm = MPI_COMM_NULL;
};

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

void freed(MPI_Datatype type) { MPI_Type_free(&type); }

MPI_Datatype ints_apart(int count, int length, int stride) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_vector(count, length, stride, MPI_INT, &type);
  return committed(type);
}

/// Of a start, with 12 ints there and back.
std::int64_t puts_of(Endpoint& endpoint, const Memory& memory, MPI_Datatype out, MPI_Datatype in) {
  Conversion calls(endpoint);
  calls.sendrecv_convert(memory.from, 1, out, memory.on.after(), 0, memory.to, 1, in,
                         memory.on.before(), 0, MPI_COMM_WORLD);
  return ConvertedPlan(calls).puts();
}

}  // namespace

TEST_CASE("a converted MPI_Sendrecv does what it did, whatever the datatypes of both ends") {
  constexpr int ints = 24;
  constexpr int deep = 3;
  const Reversed reversed;
  for (unsigned seed = 0; const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    const Memory memory(on);
    for (const unsigned end = seed + 5; seed < end; ++seed) {
      CAPTURE(seed);
      RandomTypes types(seed);
      const Some out(types, ints, deep), in(types, ints, deep);
      const MPI_Comm comm = seed % 2 == 0 ? MPI_COMM_WORLD : reversed.comm;
      const int to = seed % 3 == 0 ? on.rank() : on.after(),
                from = seed % 3 == 0 ? on.rank() : on.before();
      int self = 0;
      MPI_Comm_rank(comm, &self);
      const auto in_comm = [&](int rank) {
        return comm == MPI_COMM_WORLD ? rank : on.size() - 1 - rank;
      };
      Conversion calls(on.endpoint, {.answers = seed % 4 == 0});
      calls.sendrecv_convert(memory.from, out.count, out.type, in_comm(to), 7, memory.to, in.count,
                             in.type, in_comm(from), 7, comm);
      ConvertedPlan plan(calls);
      memory.compare(plan, [&] {
        MPI_Sendrecv(memory.from, out.count, out.type, in_comm(to), 7, memory.to, in.count, in.type,
                     in_comm(from), 7, comm, MPI_STATUS_IGNORE);
      });
    }
  }
}

TEST_CASE("a converted MPI_Alltoallv does what it did, where some ranks send nothing too") {
  constexpr int ints = 6;
  const Reversed reversed;
  for (unsigned seed = 0; const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    const Memory memory(on);
    for (const unsigned end = seed + 3; seed < end; ++seed) {
      CAPTURE(seed);
      RandomTypes types(seed);
      const MPI_Comm comm = seed % 2 == 0 ? MPI_COMM_WORLD : reversed.comm;
      int rank = 0;
      MPI_Comm_rank(comm, &rank);
      const MPI_Datatype out = types.type(ints, 2), in = types.type(ints, 2);
      std::vector<int> out_counts, in_counts, out_at, in_at;
      for (int a = 0; a < on.size(); ++a)
        for (int b = 0; b < on.size(); ++b) {
          const int count = seed % 7 == 5 ? 0 : types.below(4);
          if (a == rank) out_counts.push_back(count), out_at.push_back(5 * b - 1);
          if (b == rank) in_counts.push_back(count), in_at.push_back(4 * (on.size() - a));
        }
      Conversion calls(on.endpoint);
      calls.alltoallv_convert(memory.from, out_counts.data(), out_at.data(), out, memory.to,
                              in_counts.data(), in_at.data(), in, comm);
      ConvertedPlan plan(calls);
      memory.compare(plan, [&] {
        MPI_Alltoallv(memory.from, out_counts.data(), out_at.data(), out, memory.to,
                      in_counts.data(), in_at.data(), in, comm);
      });
      CHECK((plan.filled() == nullptr) ==
            std::ranges::all_of(in_counts, [](int count) { return count == 0; }));
    }
  }
}

TEST_CASE("messages of one conversion match in their order, to both sides, with the same tag") {
  constexpr std::size_t messages = 6;
  const MPI_Datatype column = ints_apart(20, 1, 10);
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    const Memory memory(on);
    const std::array<int, 3> to = {on.after(), on.before(), MPI_PROC_NULL},
                             from = {on.before(), on.after(), MPI_PROC_NULL};
    const auto send = [&](auto call) {
      for (std::size_t m = 0; m < messages; ++m) call(memory.from + 4 * m, to[m % 3]);
    };
    const auto receive = [&](auto call) {
      for (std::size_t m = 0; m < messages; ++m) call(memory.to + 100 * m, from[m % 3]);
    };
    Conversion calls(on.endpoint);
    send([&](std::byte* at, int peer) {
      calls.isend_convert(at, 1, column, peer, 3, MPI_COMM_WORLD);
    });
    receive([&](std::byte* at, int peer) {
      calls.irecv_convert(at, 20, MPI_INT, peer, MPI_ANY_TAG, MPI_COMM_WORLD);
    });
    ConvertedPlan plan(calls);
    CHECK(plan.puts() == 80);
    memory.compare(plan, [&] {
      std::vector<MPI_Request> requests;
      receive([&](std::byte* at, int peer) {
        MPI_Irecv(at, 20, MPI_INT, peer, 3, MPI_COMM_WORLD, &requests.emplace_back());
      });
      send([&](std::byte* at, int peer) {
        MPI_Isend(at, 1, column, peer, 3, MPI_COMM_WORLD, &requests.emplace_back());
      });
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    });
  }
  freed(column);
}

TEST_CASE("absolute addresses reach several regions, and a wild card whoever sends") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    const Memory memory(on);
    const std::array<int, 2> lengths = {3, 4};
    std::array<MPI_Aint, 2> at = {};
    MPI_Get_address(memory.from, &at[0]);
    MPI_Get_address(memory.to, &at[1]);
    MPI_Datatype both = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(2, lengths.data(), at.data(), MPI_SHORT_INT, &both);
    both = committed(both);
    std::byte* const there = memory.to + 100;
    const int last = on.size() - 1;
    Conversion calls(on.endpoint);
    if (on.rank() == last) calls.isend_convert(MPI_BOTTOM, 1, both, 0, 5, MPI_COMM_WORLD);
    if (on.rank() == 0)
      calls.irecv_convert(there, 7, MPI_SHORT_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD);
    ConvertedPlan plan(calls);
    memory.compare(plan, [&] {
      MPI_Sendrecv(MPI_BOTTOM, on.rank() == last ? 1 : 0, both,
                   on.rank() == last ? 0 : MPI_PROC_NULL, 5, there, 7, MPI_SHORT_INT,
                   on.rank() == 0 ? last : MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    freed(both);
  }
}

TEST_CASE("a put is as long as both ends allow") {
  Made on({}, 0);
  const Memory memory(on);
  const MPI_Datatype dense = ints_apart(3, 4, 4), threes = ints_apart(4, 3, 5),
                     fours = ints_apart(3, 4, 6);
  CHECK(puts_of(on.endpoint, memory, dense, dense) == 1);
  CHECK(puts_of(on.endpoint, memory, dense, fours) == 3);
  CHECK(puts_of(on.endpoint, memory, threes, dense) == 4);
  CHECK(puts_of(on.endpoint, memory, threes, fours) == 6);
  for (MPI_Datatype type : {dense, threes, fours}) freed(type);
}

TEST_CASE("with answers nothing is overwritten before it is read, however slow its reader") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    const Memory memory(on);
    constexpr int bytes = 5000;
    Conversion calls(on.endpoint, {.name = "line", .answers = true});
    const bool first = on.rank() == 0, last = on.rank() + 1 == on.size();
    calls.sendrecv_convert(memory.from, bytes, MPI_BYTE, last ? MPI_PROC_NULL : on.after(), 0,
                           memory.to, bytes, MPI_BYTE, first ? MPI_PROC_NULL : on.before(), 0,
                           MPI_COMM_WORLD);
    ConvertedPlan plan(calls);
    for (std::int64_t round = 0; round < 10; ++round) {
      plan.wait_sent();
      fill({memory.from, bytes}, on.rank(), round);
      plan.start();
      plan.wait();
      for (int n = 0; n < 20 * on.rank(); ++n) on.endpoint.progress();  // the next has its time
      if (!first) CHECK(wrong_bytes({memory.to, bytes}, on.before(), round) == 0);
      plan.release();
    }
    CHECK(plan.round() == 10);
    plan.finish();
  }
}

TEST_CASE("a message without bytes is an event all the same") {
  Made on({}, 0);
  Conversion calls(on.endpoint);
  static_cast<void>(on.endpoint.add_region(8));
  calls.sendrecv_convert(nullptr, 0, MPI_INT, on.after(), 0, nullptr, 0, MPI_INT, on.before(), 0,
                         MPI_COMM_WORLD);
  ConvertedPlan plan(calls);
  REQUIRE(plan.filled() != nullptr);
  CHECK(plan.puts() == 1);
  plan.start();
  plan.wait();
  plan.finish();
}

TEST_CASE("ends that do not agree are both told, in the line of their calls") {
  Made on({}, 0);
  const Memory memory(on);
  const bool first = on.rank() == 0, last = on.rank() + 1 == on.size();
  Conversion calls(on.endpoint);
  int line = 0;
  std::string story;
  if (last) {
    calls.irecv_convert(memory.to, 4, MPI_INT, 0, 0, MPI_COMM_WORLD), line = __LINE__;
    story = "16 bytes are received from rank 0, which sends 12";
  }
  if (first) {
    calls.isend_convert(memory.from, 3, MPI_INT, on.size() - 1, 0, MPI_COMM_WORLD), line = __LINE__;
    story = fmt::format("12 bytes are sent to rank {}, which receives 16", on.size() - 1);
  }
  if (!first && !last) return;
  story = fmt::format("convert.cpp:{}: {}", line, story);
  CHECK_THROWS_WITH_AS(ConvertedPlan{calls}, doctest::Contains(story.c_str()), NotifyError);
}

TEST_CASE("what cannot be converted is refused in the line that asks for it") {
  Made on({.counter = CounterLayout(2)}, 0);
  const Memory memory(on);
  const auto refuses = [](auto use, const char* why) {
    CHECK_THROWS_WITH_AS(use(), doctest::Contains(why), NotifyError);
    CHECK_THROWS_WITH_AS(use(), doctest::Contains("convert.cpp:"), NotifyError);
  };
  Conversion calls(on.endpoint);
  const auto send = [&](const void* buffer, MPI_Datatype type) {
    calls.isend_convert(buffer, 2, type, on.rank(), 0, MPI_COMM_WORLD);
  };
  int local = 0;
  refuses([&] { send(&local, MPI_INT); }, "8 bytes at address ");
  refuses([&] { send(&local, MPI_INT); }, " lie in no region of this rank");
  refuses([&] { send(memory.out.data() + Memory::bytes - 7, MPI_INT); }, "1 bytes at address ");
  const int one = 1, rule = MPI_DISTRIBUTE_NONE, by = MPI_DISTRIBUTE_DFLT_DARG;
  MPI_Datatype spread = MPI_DATATYPE_NULL;
  MPI_Type_create_darray(1, 0, 1, &one, &rule, &by, &one, MPI_ORDER_C, MPI_INT, &spread);
  refuses([&] { send(memory.from, spread); }, "a datatype made by MPI_Type_create_darray");
  MPI_Type_free(&spread);
  refuses(
      [&] {
        calls.alltoallv_convert(MPI_IN_PLACE, nullptr, nullptr, MPI_INT, memory.to, &one, &one,
                                MPI_INT, MPI_COMM_WORLD);
      },
      "MPI_IN_PLACE");
  const MPI_Datatype apart = ints_apart(4, 1, 2);
  calls.sendrecv_convert(memory.from, 1, apart, on.rank(), 0, memory.to, 1, apart, on.rank(), 0,
                         MPI_COMM_WORLD);
  refuses([&] { ConvertedPlan{calls}; },
          "converted: 4 puts, where the 2 bits of a signal for its events count 3");
  freed(apart);
}

TEST_CASE("a peer that has no part in the endpoint is refused") {
  const Node alone(MPI_COMM_SELF);
  Endpoint endpoint(alone, {});
  static_cast<void>(endpoint.add_region(8));
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  Conversion calls(endpoint);
  CHECK_THROWS_WITH_AS(
      calls.isend_convert(nullptr, 0, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD),
      doctest::Contains("has no part in the endpoint"), NotifyError);
}

}  // namespace seafret::notify
