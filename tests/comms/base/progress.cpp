// SPDX-License-Identifier: BSD-3-Clause
// Whatever ranks wait in, they look after what is Progressing.
#include "comms/base/progress.hpp"

#include <doctest/doctest.h>

#include <array>
#include <stdexcept>
#include <string>

#include "comms/base/mpi_errors.hpp"
#include "comms/base/node_board.hpp"
#include "comms/base/region_times.hpp"
#include "comms/base/reproducible_sum.hpp"
#include "comms/base/wait_board.hpp"
#include "comms/transports/availability.hpp"
#include "tests/questions.hpp"

using namespace seafret;
using seafret::test::Questions;
using seafret::test::with_each_late;

namespace {

/// Makes a T, and drops it.
template <class T, class... Arguments>
void live(Questions& questions, Arguments&&... arguments) {
  questions.ask();
  const T made(std::forward<Arguments>(arguments)...);
  questions.ask();
}

void swap_once(Transport& transport, const std::vector<Peer>& peers) {
  transport.begin();
  for (int p = 0; p < static_cast<int>(peers.size()); ++p) transport.packed(p, 0);
  transport.start();
  transport.finish([](int, int, auto) {});
}

}  // namespace

TEST_CASE("ranks in a collective look after what progresses") {
  const Communicator comm(MPI_COMM_WORLD);
  Questions questions(comm);
  using Collective = void (*)(const Communicator&);
  const std::pair<std::string, Collective> collectives[] = {
      {"max", [](const Communicator& c) { c.max(1.); }},
      {"min", [](const Communicator& c) { c.min(1.); }},
      {"mean", [](const Communicator& c) { c.mean(1.); }},
      {"max of integers", [](const Communicator& c) { c.max(std::int64_t{1}); }},
      {"sum of integers", [](const Communicator& c) { c.sum(std::int64_t{1}); }},
      {"least", [](const Communicator& c) { c.least(1, 1); }},
      {"sum of vectors",
       [](const Communicator& c) {
         std::array<std::int64_t, 3> values{};
         c.sum(values);
       }},
      {"exact sum",
       [](const Communicator& c) {
         std::array<ReproducibleSum, 1> sums;
         ReproducibleSum::over_ranks(sums, c);
       }},
      {"broadcast of values",
       [](const Communicator& c) {
         std::array<double, 3> values{};
         c.broadcast(values);
       }},
      {"broadcast of a text",
       [](const Communicator& c) {
         std::string text = "t";
         c.broadcast(text);
       }},
      {"all", [](const Communicator& c) { c.all(1); }},
      {"gather", [](const Communicator& c) { c.gather("text"); }},
      {"barrier", [](const Communicator& c) { c.barrier(); }},
      {"agreement", [](const Communicator& c) { refusal(MPI_SUCCESS, c.get()); }},
      {"names of regions", [](const Communicator& c) { region_times(c); }}};
  for (const auto& [name, collective] : collectives)
    with_each_late(questions, name, [&, work = collective] {
      questions.ask();
      work(comm);
    });
}

TEST_CASE("ranks that make or end what they have in common look after what progresses") {
  const Communicator comm(MPI_COMM_WORLD);
  Questions questions(comm);
  const Node node(comm.get());
  SharedMemory memory(node);
  const auto each = [&](const std::string& what, auto work) {
    with_each_late(questions, what, work);
  };
  each("a duplicate", [&] { live<Communicator>(questions, comm.get()); });
  each("a new order", [&] { live<Communicator>(questions, comm, -comm.rank()); });
  each("a node", [&] { live<Node>(questions, comm.get(), 2); });
  each("the same node", [&] { live<Node>(questions, comm.get(), node); });
  each("a board of mates", [&] { live<NodeBoard>(questions, node, std::size_t{64}); });
  each("a board of waits", [&] { live<WaitBoard>(questions, comm.get()); });
  each("shared memory", [&] {
    questions.ask();
    void* const block = memory.allocate(64);
    questions.ask();
    memory.deallocate(block, 64);
  });
}

TEST_CASE("ranks that wait for a request or a turn look after what progresses") {
  const Communicator comm(MPI_COMM_WORLD);
  Questions questions(comm);
  const auto each = [&](const std::string& what, auto wait) {
    with_each_late(questions, what, [&] {
      questions.ask();
      MPI_Request barrier = MPI_REQUEST_NULL;
      MPI_Ibarrier(comm.get(), &barrier);
      wait(barrier);
      CHECK(barrier == MPI_REQUEST_NULL);
    });
  };
  each("wait_any", [](MPI_Request& r) {
    std::array<MPI_Request, 2> two{MPI_REQUEST_NULL, r};
    CHECK(wait_any(two) == 1);
    CHECK(wait_any(two) == MPI_UNDEFINED);
    r = two[1];
  });
  each("wait_all", [](MPI_Request& r) { wait_all({&r, 1}); });
  each("a poll", [&](MPI_Request& r) {
    std::vector<int> pending{1};
    poll(pending, comm.get(), [&](int) {
      int done = 0;
      MPI_Test(&r, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  });
}

TEST_CASE("ranks in a swap by any transport look after what progresses") {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<Peer> peers;
  PartSizes few;
  few.add(8);
  for (int r = 0; r < comm.size(); ++r)
    if (r != comm.rank()) peers.push_back({r, few, few});
  for (const std::string& name : transports().names()) {
    const TransportKind& kind = transports().at(name);
    if (!obstacle(kind, {}, comm).empty()) continue;
    Questions questions(comm);
    with_each_late(questions, name, [&] {
      questions.ask();
      auto transport = kind.make(peers, comm.get(), {});
      for (int swap = 0; swap < 3; ++swap) {
        questions.ask();
        swap_once(*transport, peers);
      }
      questions.ask();
      transport.reset();
    });
  }
}

TEST_CASE("what progresses may come to a wait itself, and may throw; what is gone is not called") {
  int calls = 0;
  {
    const Progressing waits([&] {
      ++calls;
      Polling().again();
    });
    Polling().again();
    CHECK(calls == 1);
    {
      const Progressing throws([] { throw std::runtime_error("lost"); });
      CHECK_THROWS_WITH(Polling().again(), "lost");
    }
    Polling().again();
    CHECK(calls == 3);
    CHECK(Progressing::any());
  }
  CHECK_FALSE(Progressing::any());
  Polling().again();
  CHECK(calls == 3);
}
