// SPDX-License-Identifier: BSD-3-Clause
// What an exchange says and refuses. That it moves the right data is the business of conformance.
#include "comms/exchange/halo_exchange.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <optional>
#include <stdexcept>

#include "decomposition/partition/partitioner.hpp"
#include "tests/comms/exchange/ways.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;

namespace {

const Halo from_the_west{1, 0, 0, 0, false};

/// 16 x 16 columns a rank, as square as may be.
Decomposition squares(int ranks) {
  int py = 1;
  for (int p = 1; p * p <= ranks; ++p)
    if (ranks % p == 0) py = p;
  const Grid g{.nx = 16 * (ranks / py), .ny = 16 * py, .nz = 256};
  return {g, partitioners().at("blocks")(g, ranks)};
}

/// Boxes of 4 x 3 columns in a row from west to east, with open ends; in each, land is the
/// columns whose bits are set.
Decomposition line(int ranks, unsigned land = 0) {
  Grid g{.nx = 4 * ranks, .ny = 3, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (int n = 0; land != 0 && n < 3 * g.nx; ++n)
    g.cells.push_back((land >> n % 4 & 1) != 0 ? Cell::dry : Cell::wet);
  std::vector<Box> boxes;
  for (int r = 0; r < ranks; ++r) boxes.push_back({4 * r, 4 * r + 4, 0, 3});
  return {g, boxes};
}

void for_each_column(const Box& box, auto visit) {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) visit(i, j);
}

}  // namespace

TEST_CASE("traffic of 30 fields of 16 x 16 x 256, two deep with corners, periodic") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() != 1 && comm.size() != 2 && comm.size() != 4) return;
  const Decomposition d = squares(comm.size());
  const std::vector<Swapped> fields(30, Swapped{Halo::all(2), 256 * sizeof(double)});
  const std::int64_t one_column = 30 * 256 * 8, all = (20 * 20 - 16 * 16) * one_column;
  for (const std::string& name : transports_here()) {
    const Traffic t = HaloExchange({d, comm}, fields, {.transport = name}).traffic();
    CAPTURE(name);
    CHECK(t.bytes + t.bytes_in_place == all);
    CHECK(t.neighbours == comm.size() - 1);
    CHECK(t.messages == t.neighbours);
    CHECK(t.swaps == 0);
    if (comm.size() == 1) CHECK(t.bytes == 0);
    if (comm.size() == 2) CHECK(t.bytes == (2 + 2) * 20 * one_column);  // whole lines of y
    if (comm.size() == 2) CHECK(t.bytes_in_place == 16 * (2 + 2) * one_column);
    if (comm.size() == 4) CHECK(t.bytes_in_place == 0);
  }
}

TEST_CASE("where data go one way both ends are neighbours, and one of them sends") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = line(comm.size());
  const bool first = comm.rank() == 0, last = comm.rank() == comm.size() - 1;
  for (const std::string& name : transports_here()) {
    const Traffic t = HaloExchange({d, comm}, {{from_the_west, 8}}, {.transport = name}).traffic();
    CHECK(t.neighbours == 2 - first - last);
    CHECK(t.messages == !last);
    CHECK(t.bytes == (last ? 0 : 3 * 8));
  }
}

TEST_CASE("ranks that no field brings together are no neighbours") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  const std::vector<Swapped> fields{{{1, 1, 0, 0, false}, 8}, {{0, 0, 1, 1, true}, 8}};
  for (const std::string& name : transports_here()) {
    const Traffic t = HaloExchange({d, comm}, fields, {.transport = name}).traffic();
    CHECK(t.bytes + t.bytes_in_place == 2 * (16 + 16) * 8);
    if (comm.size() == 4) CHECK(t.neighbours == 2);  // the one across the corner is not among them
  }
}

TEST_CASE("dry points are not sent, and ranks with land between them are no neighbours") {
  const Communicator comm(MPI_COMM_WORLD);
  const bool first = comm.rank() == 0, last = comm.rank() == comm.size() - 1;
  const Decomposition west = line(comm.size(), 0b0001), both = line(comm.size(), 0b1001);
  for (const auto& way : names_of<HaloPoints>) {
    const HaloPoints points = way.second;
    CAPTURE(way.first);
    const bool all = points == HaloPoints::all;
    // The western edge of each box is land: to the east go 3 columns, to the west none.
    const Traffic one_way =
        HaloExchange({west, comm}, {{Halo::all(1), 8}}, {.points = points}).traffic();
    CHECK(one_way.neighbours == 2 - first - last);
    CHECK(one_way.messages == !last + (all && !first));
    CHECK(one_way.bytes == 3 * 8 * one_way.messages);
    CHECK(one_way.x_faces == one_way.bytes);
    CHECK(one_way.columns.rectangles == 3 * (!last + !first));
    CHECK(one_way.columns.clipped == 3 * !last);
    CHECK(one_way.columns.wet == 3 * !last);
    CHECK(one_way.bytes_saved == (all ? 0 : 3 * 8 * !first));
    // Land at both edges.
    const Traffic none =
        HaloExchange({both, comm}, {{Halo::all(1), 8}}, {.points = points}).traffic();
    CHECK(none.neighbours == (all ? 2 - first - last : 0));
    CHECK(none.messages == none.neighbours);
  }
}

TEST_CASE("of a coast with a gap a rectangle has all columns, wet boxes have its wet ones") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  // The middle row of three is land.
  Decomposition open = line(comm.size());
  Grid g = open.grid();
  for (int n = 0; n < 3 * g.nx; ++n) g.cells.push_back(n / g.nx == 1 ? Cell::dry : Cell::wet);
  std::vector<Box> boxes;
  for (int r = 0; r < comm.size(); ++r) boxes.push_back(open.owned(r));
  const Decomposition d(g, boxes);
  const std::int64_t neighbours = 2 - (comm.rank() == 0) - (comm.rank() == comm.size() - 1);
  const std::vector<Swapped> fields{{Halo::all(1), 8}, {Halo::all(2), 80}};
  for (const auto& way : names_of<HaloPoints>) {
    const HaloPoints points = way.second;
    CAPTURE(way.first);
    const bool rectangles = points == HaloPoints::all || points == HaloPoints::clipped;
    const Traffic t = HaloExchange({d, comm}, fields, {.points = points}).traffic();
    CHECK(t.bytes == neighbours * (rectangles ? 3 : 2) * (8 + 2 * 80));
    CHECK(t.columns.clipped == neighbours * 3 * (1 + 2));
    CHECK(t.columns.wet == neighbours * 2 * (1 + 2));
    CHECK(t.bytes_saved == neighbours * (rectangles ? 0 : 8 + 2 * 80));
  }
  const Node node(comm.get());
  SharedMemory shared(node);
  const Traffic direct =
      HaloExchange({d, comm, &shared}, fields,
                   {.on_node = HaloOptions::OnNode::direct, .points = HaloPoints::wet})
          .traffic();
  CHECK(direct.bytes_direct == neighbours * 2 * (8 + 2 * 80));
  CHECK(direct.bytes_saved == neighbours * (8 + 2 * 80));
}

TEST_CASE("masks that MPI's datatypes cannot look at are refused") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = line(comm.size());
  HaloOptions how{.packing = HaloOptions::Packing::datatype, .points = HaloPoints::masked};
  CHECK_THROWS_WITH_AS(HaloExchange({d, comm}, {}, how),
                       doctest::Contains("points masked goes with packing packed"), InputError);
}

TEST_CASE("an exchange counts its swaps") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  Field<> f(d.owned(comm.rank()), Halo::all(1), 3);
  for (const std::string& name : transports_here()) {
    HaloExchange exchange({d, comm}, {Swapped::of(f.view(), Halo::all(1))}, {.transport = name});
    for (int n = 0; n < 3; ++n) {
      exchange.start(std::array<Columns, 1>{f.view()});
      exchange.finish();
    }
    CHECK(exchange.traffic().swaps == 3);
  }
}

TEST_CASE("after sixteen small swaps one in sixteen is timed and counts for all, large ones each") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  const Decomposition d = line(comm.size());
  constexpr int small = 1, large = 1 << 12;  // levels: 24 bytes or 98 kB to a neighbour
  const auto times_after = [&](int swaps, int levels, bool all) {
    Field<> f(d.owned(comm.rank()), Halo::all(1), levels);
    HaloExchange exchange({d, comm}, {Swapped::of(f.view(), Halo::all(1))}, {});
    if (all) exchange.time_every_swap();
    for (int n = 0; n < swaps; ++n) {
      exchange.start(std::array<Columns, 1>{f.view()});
      exchange.finish();
    }
    const Phases& phases = exchange.phases();
    CHECK(phases.pack.count == phases.wait.count);
    CHECK(phases.start.count == phases.wait.count);
    return phases.wait.count;
  };
  CHECK(times_after(5, small, false) == 5);
  CHECK(times_after(33, small, false) == 3 * 16);  // sixteen, the 17th and the 33rd
  CHECK(times_after(33, small, true) == 33);
  CHECK(times_after(33, large, false) == 33);
}

TEST_CASE("what dry columns save is the same, whether mates copy or all is sent") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = line(comm.size(), 0b0001);  // to the west goes nothing
  const Node node(comm.get());
  SharedMemory shared(node);
  const bool first = comm.rank() == 0, last = comm.rank() == comm.size() - 1;
  for (const auto on_node : {HaloOptions::OnNode::transport, HaloOptions::OnNode::direct}) {
    const Traffic t =
        HaloExchange({d, comm, &shared}, {{Halo::all(1), 8}}, {.on_node = on_node}).traffic();
    CHECK(t.bytes + t.bytes_direct == 3 * 8 * !last);
    CHECK(t.bytes_saved == 3 * 8 * !first);
  }
}

TEST_CASE("fields other than it was made for are a mistake of the program") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  const Box owned = d.owned(comm.rank());
  Field<> right(owned, Halo::all(2), 4), narrow(owned, {2, 1, 2, 2, true}, 4),
      flat(owned, Halo::all(2), 3), elsewhere(owned.shifted(1, 0), Halo::all(2), 4);
  Field<std::int32_t> integers(owned, Halo::all(2), 8);
  HaloExchange exchange({d, comm}, {Swapped::of(right.view(), Halo::all(2))},
                        {.transport = transports().names().front()});
  using One = std::array<Columns, 1>;
  CHECK_THROWS_WITH_AS(exchange.start({}), doctest::Contains("made for 1 fields, started with 0"),
                       std::logic_error);
  CHECK_THROWS_AS(exchange.start(std::array<Columns, 2>{right.view(), right.view()}),
                  std::logic_error);
  CHECK_THROWS_WITH_AS(exchange.start(One{narrow.view()}), doctest::Contains("field 0"),
                       std::logic_error);
  CHECK_THROWS_AS(exchange.start(One{flat.view()}), std::logic_error);
  CHECK_THROWS_AS(exchange.start(One{elsewhere.view()}), std::logic_error);
  // As many bytes a column, and a halo at least as wide, are enough.
  Field<> wider(owned, Halo::all(3), 4);
  for (const Columns& columns : {Columns(integers.view()), Columns(wider.view())}) {
    exchange.start(One{columns});
    exchange.finish();
  }
  CHECK(exchange.traffic().swaps == 2);
}

TEST_CASE("a swap is finished before the next is started, and only then") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  Field<> f(d.owned(comm.rank()), Halo::all(1), 3);
  const std::array<Columns, 1> fields{f.view()};
  std::optional<HaloExchange> exchange;
  exchange.emplace(Domain{d, comm}, std::vector{Swapped::of(f.view(), Halo::all(1))},
                   HaloOptions{.name = "pressure"});
  CHECK_THROWS_WITH_AS(exchange->finish(),
                       "halo exchange 'pressure': finished before it was started",
                       std::logic_error);
  exchange->start(fields);
  CHECK_THROWS_WITH_AS(exchange->start(fields),
                       "halo exchange 'pressure': started again before it was finished",
                       std::logic_error);
  exchange->finish();
  CHECK(exchange->traffic().swaps == 1);
}

TEST_CASE("an exchange that goes before its swap is finished ends the program") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() > 1) return;  // nothing of MPI is in flight on one rank, so that it may be forked
  const Decomposition d = squares(comm.size());
  Field<> f(d.owned(comm.rank()), Halo::all(1), 3);
  std::optional<HaloExchange> exchange;
  exchange.emplace(Domain{d, comm}, std::vector{Swapped::of(f.view(), Halo::all(1))},
                   HaloOptions{.name = "pressure"});
  exchange->start(std::array<Columns, 1>{f.view()});
  constexpr int right = 42, wrong = 43;
  const pid_t child = fork();
  if (child == 0) {
    std::set_terminate([] {
      try {
        throw;
      } catch (const std::logic_error& e) {
        const std::string said = "halo exchange 'pressure': started and never finished";
        _exit(e.what() == said ? right : wrong);
      }
    });
    exchange.reset();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == right);
  exchange->finish();
}

TEST_CASE("fields of another shape at the same address are other fields") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  const Grid& g = d.grid();
  const Box owned = d.owned(comm.rank());
  std::vector<double> memory(static_cast<std::size_t>(owned.grown(Halo::all(3)).area()));
  for (const auto& way : ways_of_swapping()) {
    if (way.second.on_node == HaloOptions::OnNode::direct) continue;
    CAPTURE(way.first);
    HaloExchange exchange({d, comm}, {{Halo::all(1), sizeof(double)}}, way.second);
    for (const int width : {1, 3, 2}) {
      const FieldView<double> f{memory.data(), owned.grown(Halo::all(width)), 1};
      std::ranges::fill(memory, -1);
      const auto truth = [&](int i, int j) {
        return (i + g.nx) % g.nx + 1000. * ((j + g.ny) % g.ny);
      };
      for_each_column(owned, [&](int i, int j) { f(i, j) = truth(i, j); });
      exchange.start(std::array<Columns, 1>{f});
      exchange.finish();
      int wrong = 0;
      for_each_column(owned.grown(Halo::all(1)),
                      [&](int i, int j) { wrong += f(i, j) != truth(i, j); });
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("a message that MPI cannot count is refused by all ranks, whoever sends it") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() < 3) return;
  // All but the last rank lie side by side; that one is alone.
  const Grid g{.nx = 4 * comm.size(), .ny = 1, .nz = 1, .periodic_x = false, .periodic_y = false};
  std::vector<Box> boxes;
  for (int r = 0; r < comm.size(); ++r) boxes.push_back({4 * r, 4 * r + 4, 0, 1});
  ++boxes.back().x0;
  const Decomposition d(g, boxes);
  const std::size_t too_much = std::size_t{1} << 31;
  for (const std::string& name : transports_here())
    CHECK_THROWS_WITH_AS(HaloExchange({d, comm}, {{from_the_west, too_much}}, {.transport = name}),
                         doctest::Contains("2147483648 bytes is more than MPI counts"), InputError);
}

TEST_CASE("an unknown transport is refused with the known ones") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  const std::string right = transports().names().front(), wrong = right + "x";
  CHECK_THROWS_WITH_AS(HaloExchange({d, comm}, {}, {.transport = wrong}),
                       doctest::Contains(("did you mean '" + right + "'?").c_str()), InputError);
}

TEST_CASE("a transport whose calls this MPI has not is refused by its name on every rank") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  int version = 0, subversion = 0;
  MPI_Get_version(&version, &subversion);
  for (const auto& [name, kind] : transports()) {
    const std::string& which = name;
    CAPTURE(which);
    const std::string why = lacking(kind);
    if (version >= 4) CHECK(why == "");
    if (why.empty() || comm.size() == 1) continue;
    CHECK(kind.needs == TransportKind::Needs::partitions);
    CHECK(obstacle(kind, {}, comm) == why);
    CHECK_THROWS_WITH_AS(
        HaloExchange({d, comm}, {{Halo::all(1), 8}}, {.transport = name}),
        ("transport " + name + ": this MPI has no MPI_Psend_init (MPI-4.0); use p2p_persistent")
            .c_str(),
        OptionError);
  }
}

TEST_CASE("an exchange of no fields is one of nothing") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = squares(comm.size());
  for (const std::string& name : transports_here()) {
    HaloExchange exchange({d, comm}, {}, {.transport = name});
    exchange.start({});
    exchange.finish();
    CHECK(exchange.traffic().neighbours == 0);
  }
}
