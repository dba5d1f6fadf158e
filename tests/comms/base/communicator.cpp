// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "comms/base/growing_list.hpp"
#include "comms/base/mpi.hpp"
#include "comms/base/node.hpp"
#include "comms/base/progress.hpp"

using namespace seafret;

namespace {

/// Every third rank, from rank 0 on, has nothing to say.
std::string text_of(int rank) {
  return rank % 3 == 0 ? "" : std::string(static_cast<std::size_t>(rank), 'x') + '\0' + "end";
}

}  // namespace

TEST_CASE("a communicator has the same ranks as the one it was made from, and is another") {
  const Communicator comm(MPI_COMM_WORLD), second(comm.get());
  int rank = -1, size = -1, likeness = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(comm.rank() == rank);
  CHECK(comm.size() == size);
  MPI_Comm_compare(comm.get(), second.get(), &likeness);
  CHECK(likeness == MPI_CONGRUENT);
}

TEST_CASE("what MPI says to a caller who has its errors returned is told by the next wait") {
  MPI_Comm theirs = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &theirs);
  MPI_Comm_set_errhandler(theirs, MPI_ERRORS_RETURN);
  {
    const Communicator comm(theirs), again(comm.get());
    const Patience patience(60);
    Patience::check();
    const int nothing = 0;
    MPI_Send(&nothing, 1, MPI_INT, again.size(), 0, again.get());
    std::string told;
    try {
      meet(comm.get());
    } catch (const LostRank& e) {
      told = e.what();
    }
    CHECK(told.starts_with("MPI failed: "));
    CHECK(told.find("rank") != std::string::npos);
  }
  MPI_Comm_free(&theirs);
}

TEST_CASE("greatest, least, mean and sum over the ranks") {
  const Communicator comm(MPI_COMM_WORLD);
  const int ranks = comm.size(), me = comm.rank();
  CHECK(comm.max(-1.5 * me) == 0);
  CHECK(comm.min(-1.5 * me) == -1.5 * (ranks - 1));
  CHECK(comm.max(std::numeric_limits<double>::lowest()) == std::numeric_limits<double>::lowest());
  CHECK(comm.mean(2.0 * me) == ranks - 1);
  const std::int64_t large = std::int64_t{1} << 60;
  CHECK(comm.max(large + me) == large + ranks - 1);
  CHECK(comm.sum(std::int64_t{me} + 1) == ranks * (ranks + 1) / 2);
  CHECK(comm.least(-1.0 * me, 100 + me) == std::pair(1.0 - ranks, 99 + ranks));
  CHECK(comm.least(2.5, 7 - me) == std::pair(2.5, 8 - ranks));
}

TEST_CASE("what is no number on any rank is none of all, and infinity is one") {
  const Communicator comm(MPI_COMM_WORLD);
  constexpr double infinite = std::numeric_limits<double>::infinity(),
                   none = std::numeric_limits<double>::quiet_NaN();
  for (int odd = 0; odd < comm.size(); ++odd) {
    const auto but = [&](double value) { return comm.rank() == odd ? value : 1. + comm.rank(); };
    CHECK(std::isnan(comm.max(but(none))));
    CHECK(std::isnan(comm.min(but(none))));
    CHECK(comm.max(but(infinite)) == infinite);
    CHECK(comm.min(but(-infinite)) == -infinite);
    std::array<double, 3> several{but(0.5), but(none), -but(infinite)};
    comm.max(several);
    CHECK(several[0] == (comm.size() == 1 ? 0.5 : comm.size() - (odd == comm.size() - 1 ? 1 : 0)));
    CHECK(std::isnan(several[1]));
    CHECK(several[2] == (comm.size() == 1 ? -infinite : odd == 0 ? -2. : -1.));
  }
}

TEST_CASE("any: one is enough") {
  const Communicator comm(MPI_COMM_WORLD);
  CHECK(comm.any(comm.rank() == comm.size() - 1));
  CHECK(comm.any(true));
  CHECK_FALSE(comm.any(false));
}

TEST_CASE("vectors are added element by element, the empty one too") {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<std::int64_t> values{comm.rank(), 1, -5};
  comm.sum(values);
  const std::int64_t n = comm.size();
  CHECK(values == std::vector<std::int64_t>{n * (n - 1) / 2, n, -5 * n});
  std::vector<std::int64_t> none;
  comm.sum(none);
  CHECK(none.empty());
}

TEST_CASE("a text goes from any rank to all, whatever they held before") {
  const Communicator comm(MPI_COMM_WORLD);
  for (int root = 0; root < comm.size(); ++root)
    for (const std::string& sent :
         {std::string(), std::string("u\0v", 3), std::string(100000, '~')}) {
      std::string text = comm.rank() == root ? sent : "what was here before";
      comm.broadcast(text, root);
      CHECK(text == sent);
    }
}

TEST_CASE("numbers go from any rank to all") {
  const Communicator comm(MPI_COMM_WORLD);
  const int root = comm.size() - 1;
  std::array<double, 3> values{1.0 * comm.rank(), -0.0, 3};
  comm.broadcast(values, root);
  CHECK(values == std::array<double, 3>{1.0 * root, -0.0, 3});
}

TEST_CASE("lists of any length go from any rank to all") {
  const Communicator comm(MPI_COMM_WORLD);
  for (int root = 0; root < comm.size(); ++root) {
    std::vector<std::int16_t> values(static_cast<std::size_t>(comm.rank()), std::int16_t{7});
    comm.broadcast(values, root);
    CHECK(values == std::vector<std::int16_t>(static_cast<std::size_t>(root), std::int16_t{7}));
  }
}

TEST_CASE("everybody's numbers are known to all, in the order of the ranks") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<int> numbers = comm.all(10 * comm.rank());
  REQUIRE(std::ssize(numbers) == comm.size());
  for (int r = 0; r < comm.size(); ++r) CHECK(numbers[static_cast<std::size_t>(r)] == 10 * r);
}

TEST_CASE("ranks are numbered anew, and node mates find each other by the new numbers") {
  const Communicator comm(MPI_COMM_WORLD);
  const Node node(comm.get(), 2);
  const Communicator turned(comm, -comm.rank());
  CHECK(turned.rank() == comm.size() - 1 - comm.rank());
  const Node same(turned.get(), node);
  CHECK(same.mates().size() == node.mates().size());
  for (int r = 0; r < comm.size(); ++r)
    CHECK((same.mate(turned.size() - 1 - r) >= 0) == (node.mate(r) >= 0));
}

TEST_CASE("ranks of different parts of a node are no mates") {
  const Communicator comm(MPI_COMM_WORLD);
  const Node node(comm.get(), 0, comm.rank() % 2);
  for (int r = 0; r < comm.size(); ++r) CHECK((node.mate(r) >= 0) == (r % 2 == comm.rank() % 2));
}

TEST_CASE("every rank knows on which node each is") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<int> node_of = Node(comm.get(), 2).node_of_all();
  REQUIRE(std::ssize(node_of) == comm.size());
  for (int r = 0; r < comm.size(); ++r) CHECK(node_of[static_cast<std::size_t>(r)] == r / 2);
}

TEST_CASE("texts are gathered on rank 0 in the order of the ranks, empty ones too") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<std::string> texts = comm.gather(text_of(comm.rank()));
  std::vector<std::string> expected;
  for (int r = 0; r < (comm.rank() == 0 ? comm.size() : 0); ++r) expected.push_back(text_of(r));
  CHECK(texts == expected);
  const std::vector<std::string> silence = comm.gather("");
  CHECK(silence.size() == (comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 0));
}

TEST_CASE("what is longer than MPI counts goes in parts") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::size_t most = std::exchange(Communicator::most_at_once, 7);
  std::vector<std::int64_t> values;
  for (std::int64_t v = 0; v < 23; ++v) values.push_back(v);
  std::vector<std::int64_t> same = comm.rank() == 0 ? values : std::vector<std::int64_t>{};
  comm.broadcast(same);
  CHECK(same == values);
  comm.sum(values);
  for (std::int64_t v = 0; v < 23; ++v)
    CHECK(values[static_cast<std::size_t>(v)] == v * comm.size());
  const auto text = [](int rank) {
    return std::string(static_cast<std::size_t>(rank % 2 == 0 ? 40 : 0),
                       static_cast<char>('a' + rank)) +
           "end";
  };
  const std::vector<std::string> texts = comm.gather(text(comm.rank()));
  for (int r = 0; r < static_cast<int>(texts.size()); ++r)
    CHECK(texts[static_cast<std::size_t>(r)] == text(r));
  CHECK(std::ssize(texts) == (comm.rank() == 0 ? comm.size() : 0));
  Communicator::most_at_once = most;
}

TEST_CASE("what is in a list that grows stays where it is, and what is not added is not in it") {
  GrowingList<std::size_t> list;
  std::vector<const std::size_t*> places;
  for (std::size_t n = 0; n < 100; ++n) {
    list.next() = 1000;
    list.next() = n;
    CHECK(list.size() == n);
    list.add_next();
    places.push_back(&list[n]);
  }
  for (std::size_t n = 0; n < list.size(); ++n) {
    CHECK(list[n] == n);
    CHECK(&list[n] == places[n]);
  }
}
