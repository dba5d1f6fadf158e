// SPDX-License-Identifier: BSD-3-Clause
// What the C interface moves: any order of indices, any transport, holes, edges, what is refused.
#include <doctest/doctest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "comms/base/progress.hpp"
#include "comms/c/seafret.h"
#include "decomposition/partition/partitioner.hpp"
#include "tests/c/arrays.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;
using namespace seafret::test;

namespace {

const Communicator& all() {
  static const Communicator& world = *new Communicator(MPI_COMM_WORLD);  // outlives MPI
  return world;
}

seafret_grid plain(const Grid& g) { return {g.nx, g.ny, g.periodic_x, g.periodic_y}; }
seafret_box plain(const Box& b) { return {b.x0, b.x1, b.y0, b.y1}; }

void good(int status) {
  const std::string message = seafret_message();
  CAPTURE(message);
  CHECK(status == SEAFRET_OK);
}

std::string refusal_of(int status) { return status == SEAFRET_REFUSED ? seafret_message() : ""; }

/// A domain of uneven boxes, and what it is made of.
struct Sea {
  explicit Sea(const std::string& options = "", bool periodic = true,
               std::vector<unsigned char> holes = {})
      : grid{.nx = 13, .ny = 11, .nz = 1, .periodic_x = periodic, .periodic_y = true},
        boxes(partitioners().at("blocks")(grid, all().size())),
        owned(boxes[static_cast<std::size_t>(all().rank())]),
        wet(std::move(holes)) {
    std::vector<unsigned char> mine;
    for (int j = owned.y0; j < owned.y1 && !wet.empty(); ++j)
      for (int i = owned.x0; i < owned.x1; ++i) mine.push_back(is_wet(i, j));
    good(seafret_domain_init(all().get(), plain(grid), plain(owned),
                             wet.empty() ? nullptr : mine.data(), options.c_str(), &domain));
  }
  ~Sea() { good(seafret_domain_free(&domain)); }

  bool is_wet(int i, int j) const {
    return wet.empty() || wet[static_cast<std::size_t>(j * grid.nx + i)] != 0;
  }

  Grid grid;
  std::vector<Box> boxes;
  Box owned;
  std::vector<unsigned char> wet;
  seafret_domain* domain = nullptr;
};

struct Way {
  std::string order = "kij", options = {};
  int levels = 3;
  seafret_halo halo{2, 2, 2, 2, 1};
};

/// How many elements of three arrays are wrong after two swaps of different arrays.
template <class T>
int wrong_after_swaps(Sea& sea, const Way& way) {
  const seafret_shape shape{sizeof(T), way.levels, way.halo};
  const std::vector<seafret_shape> shapes(3, shape);
  seafret_exchange* exchange = nullptr;
  good(seafret_exchange_init(sea.domain, "three", 3, shapes.data(), way.order.c_str(),
                             way.options.c_str(), &exchange));
  int wrong = 0;
  for (int turn = 0; turn < 2 && exchange != nullptr; ++turn) {
    std::vector<Array<T>> arrays;
    std::vector<seafret_array> where;
    for (int a = 0; a < 3; ++a) {
      arrays.emplace_back(sea.owned, 2 + turn, way.levels, way.order).fill(a + turn);
      where.push_back(arrays.back().where());
    }
    good(seafret_start(exchange, where.data()));
    good(seafret_finish(exchange));
    for (int a = 0; a < 3; ++a)
      wrong += arrays[static_cast<std::size_t>(a)].wrong(
          sea.grid, way.halo, a + turn, [&](int i, int j) { return sea.is_wet(i, j); });
  }
  good(seafret_exchange_free(&exchange));
  return wrong;
}

}  // namespace

TEST_CASE("any order of the indices, any size of an element, any halo") {
  Sea sea;
  for (const std::string order : {"kij", "kji", "ijk", "jik", "ikj", "jki"})
    for (const seafret_halo halo :
         {seafret_halo{2, 2, 2, 2, 1}, {1, 1, 1, 1, 0}, {2, 0, 0, 1, 1}}) {
      CAPTURE(order);
      CAPTURE(halo.east);
      CHECK(wrong_after_swaps<double>(sea, {.order = order, .halo = halo}) == 0);
      CHECK(wrong_after_swaps<float>(sea, {.order = order, .halo = halo}) == 0);
      CHECK(wrong_after_swaps<int>(sea, {.order = order, .levels = 1, .halo = halo}) == 0);
    }
  CHECK(wrong_after_swaps<double>(sea, {.order = "ij", .levels = 1}) == 0);
  CHECK(wrong_after_swaps<short>(sea, {.order = "ji", .levels = 1}) == 0);
}

TEST_CASE("every transport, and what goes with it") {
  for (const std::string& name : transports_here()) {
    CAPTURE(name);
    Sea sea("transport=" + name);
    for (const std::string order : {"kij", "kji", "ijk"})
      CHECK(wrong_after_swaps<double>(sea, {.order = order, .options = "combine=2"}) == 0);
  }
  Sea sea;
  for (const std::string order : {"kij", "kji", "ijk"})
    CHECK(wrong_after_swaps<double>(sea, {.order = order, .options = "packing=datatype"}) == 0);
}

TEST_CASE("beyond an edge that is not periodic, and in holes, halos stay as they are") {
  std::vector<unsigned char> wet;
  for (int n = 0; n < 13 * 11; ++n) wet.push_back(n % 3 != 0 && n % 7 != 1);
  for (const bool periodic : {true, false}) {
    Sea open("", periodic), holes("", periodic, wet);
    for (const std::string order : {"kij", "kji", "ijk"}) {
      CAPTURE(order);
      CHECK(wrong_after_swaps<double>(open, {.order = order}) == 0);
      CHECK(wrong_after_swaps<double>(holes, {.order = order}) == 0);
      CHECK(wrong_after_swaps<double>(holes, {.order = order, .options = "points=wet"}) == 0);
    }
  }
}

TEST_CASE("a partitioner shares out a grid with land") {
  const Grid grid{.nx = 30, .ny = 20, .nz = 1};
  std::vector<unsigned char> wet(600, 1);
  for (std::size_t n = 0; n < 200; ++n) wet[n] = 0;
  seafret_domain* domain = nullptr;
  good(seafret_domain_partition(all().get(), plain(grid), wet.data(), "partitioner=k_section",
                                &domain));
  std::int64_t owned = 0;
  for (int r = 0; r < all().size() && domain != nullptr; ++r) {
    seafret_box box{};
    good(seafret_domain_owned(domain, r, &box));
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) owned += wet[static_cast<std::size_t>(j * 30 + i)];
  }
  CHECK(owned == 400);
  good(seafret_domain_free(&domain));
}

TEST_CASE("memory that node mates share, for direct copy") {
  Sea sea("on_node=direct");
  const seafret_shape shape{sizeof(double), 4, {1, 1, 1, 1, 1}};
  seafret_exchange* exchange = nullptr;
  good(seafret_exchange_init(sea.domain, "direct", 1, &shape, "ijk", nullptr, &exchange));
  Array<double> array(sea.owned, 1, 4, "ijk");
  array.fill(0);
  CHECK(seafret_start(exchange, &array.where()) == SEAFRET_MISUSED);  // lies elsewhere
  CHECK(std::string(seafret_message()) ==
        "exchange 'direct': array 0 does not lie in memory from seafret_allocate, which "
        "on_node=direct needs");
  void* memory = nullptr;
  good(seafret_allocate(sea.domain, array.bytes(), &memory));
  array.place(memory);
  array.fill(0);
  good(seafret_start(exchange, &array.where()));
  good(seafret_finish(exchange));
  CHECK(array.wrong(sea.grid, shape.halo, 0, [](int, int) { return true; }) == 0);
  good(seafret_exchange_free(&exchange));
  good(seafret_deallocate(sea.domain, &memory));
  CHECK(memory == nullptr);
}

TEST_CASE("a rank without columns needs no memory that mates share") {
  const int owners = std::max(1, all().size() - 1), rank = all().rank();
  const Grid grid{.nx = owners, .ny = 4, .nz = 1, .periodic_x = true, .periodic_y = true};
  const Box own = rank < owners ? Box{rank, rank + 1, 0, 4} : Box{0, 0, 0, 0};
  const seafret_shape shape{sizeof(double), 2, {1, 1, 1, 1, 1}};
  seafret_domain* domain = nullptr;
  seafret_exchange* exchange = nullptr;
  good(seafret_domain_init(all().get(), plain(grid), plain(own), nullptr, "on_node=direct",
                           &domain));
  good(seafret_exchange_init(domain, "direct", 1, &shape, "ijk", nullptr, &exchange));
  Array<double> array(own, 1, 2, "ijk");
  void* memory = nullptr;
  good(seafret_allocate(domain, array.bytes(), &memory));
  if (!own.empty()) array.place(memory);
  array.fill(1);
  const seafret_array nowhere{};
  for (int n = 0; n < 2; ++n) {
    good(seafret_start(exchange, own.empty() ? &nowhere : &array.where()));
    good(seafret_finish(exchange));
  }
  if (!own.empty()) CHECK(array.wrong(grid, shape.halo, 1, [](int, int) { return true; }) == 0);
  good(seafret_exchange_free(&exchange));
  good(seafret_deallocate(domain, &memory));
  good(seafret_domain_free(&domain));
}

TEST_CASE("ranks that have something to look after meet those that have not, for ever if need be") {
  std::optional<Progressing> something;
  if (all().rank() == 0) something.emplace([] {});
  Sea sea("timeout=0");
  CHECK(wrong_after_swaps<double>(sea, {.options = "transport=fence"}) == 0);
}

TEST_CASE("several exchanges are under way at once") {
  Sea sea;
  const seafret_shape deep{sizeof(double), 5, {2, 2, 2, 2, 1}},
      flat{sizeof(float), 1, {1, 1, 1, 1, 0}};
  seafret_exchange *one = nullptr, *two = nullptr, *three = nullptr;
  good(seafret_exchange_init(sea.domain, "one", 1, &deep, "kji", "transport=fence", &one));
  good(seafret_exchange_init(sea.domain, "two", 1, &deep, "kji", nullptr, &two));
  good(seafret_exchange_init(sea.domain, "three", 1, &flat, "ij", nullptr, &three));
  Array<double> a(sea.owned, 2, 5, "kji"), b(sea.owned, 2, 5, "kji");
  Array<float> c(sea.owned, 2, 1, "ij");
  a.fill(1), b.fill(2), c.fill(3);
  good(seafret_start(one, &a.where()));
  good(seafret_start(two, &b.where()));
  good(seafret_start(three, &c.where()));
  good(seafret_finish(two));
  good(seafret_finish(three));
  good(seafret_finish(one));
  const auto all_come = [](int, int) { return true; };
  CHECK(a.wrong(sea.grid, deep.halo, 1, all_come) == 0);
  CHECK(b.wrong(sea.grid, deep.halo, 2, all_come) == 0);
  CHECK(c.wrong(sea.grid, flat.halo, 3, all_come) == 0);
  for (seafret_exchange** e : {&one, &two, &three}) good(seafret_exchange_free(e));
}

TEST_CASE("the environment goes before what the program says, and a report is written") {
  setenv("SEAFRET_HALO", "transport=pscw", 1);
  setenv("SEAFRET_REPORT", "swaps.json", 1);
  {
    Sea sea("transport=fence");
    CHECK(wrong_after_swaps<double>(sea, {.options = "transport=p2p"}) == 0);
  }
  unsetenv("SEAFRET_HALO");
  unsetenv("SEAFRET_REPORT");
  all().barrier();
  std::ifstream file("swaps.json");
  const std::string report{std::istreambuf_iterator<char>(file), {}};
  CHECK(report.find(R"("name": "three", "transport": "pscw")") != std::string::npos);
  CHECK(report.find(R"("swaps": 2,)") != std::string::npos);
  CHECK(report.find(R"({"ranks": )" + std::to_string(all().size())) == 0);
}

TEST_CASE("a trial of the ways there are, while swaps go on") {
  Sea sea("transport=auto,auto=pscw+shared");
  seafret_exchange* exchange = nullptr;
  const seafret_shape shape{sizeof(double), 3, {1, 1, 1, 1, 1}};
  good(seafret_exchange_init(sea.domain, "tried", 1, &shape, "ijk", nullptr, &exchange));
  int wrong = 0;
  for (int n = 0; n < 100; ++n) {
    Array<double> array(sea.owned, 1, 3, "ijk");
    array.fill(n);
    good(seafret_start(exchange, &array.where()));
    good(seafret_finish(exchange));
    wrong += array.wrong(sea.grid, shape.halo, n, [](int, int) { return true; });
  }
  CHECK(wrong == 0);
  good(seafret_exchange_free(&exchange));
}

TEST_CASE("what is wrong is refused on all ranks, in one line") {
  const Box own{all().rank(), all().rank() + 1, 0, 4};
  const seafret_grid grid{all().size(), 4, 1, 1};
  seafret_domain* domain = nullptr;
  const auto init = [&](const Box& box, const char* options) {
    return refusal_of(
        seafret_domain_init(all().get(), grid, plain(box), nullptr, options, &domain));
  };
  CHECK(init(own, "transprot=p2p").find("did you mean 'transport'?") != std::string::npos);
  CHECK(init(own, "transport=p2") != "");
  CHECK(init(own, "packing=unpacked") != "");
  const std::string tried = init(own, "transport=auto,auto=pscw+nonsense");
  CHECK(tried.find("no way to swap 'nonsense'; there are: direct, datatype, fence") !=
        std::string::npos);
  CHECK(init(own, "transport=auto,auto=derict").find("did you mean 'direct'?") !=
        std::string::npos);
  CHECK(init(own, "combine=-1").find("options, 'combine=-1': must be") == 0);
  CHECK(init(own, "window").find("name=value") != std::string::npos);
  CHECK(init(own.shifted(1, 0), "").find("not all in the grid") != std::string::npos);
  if (all().size() > 1) {
    CHECK(init({0, 1, 0, 4}, "").find("ranks 0 and 1 both own") != std::string::npos);
    for (const seafret_grid& other : {seafret_grid{2 * grid.nx, 4, 1, 1}, {grid.nx, 4, 0, 1}}) {
      const seafret_grid& mine = all().rank() == 1 ? other : grid;
      CHECK(refusal_of(seafret_domain_init(all().get(), mine, plain(own), nullptr, "", &domain))
                .find("rank 1 wants a grid of ") == 0);
    }
  }
  CHECK(domain == nullptr);
  for (seafret_grid none : {seafret_grid{0, 4, 1, 1}, {4, -5, 1, 1}}) {
    domain = reinterpret_cast<seafret_domain*>(&none);  // as if it had never been set
    CHECK(refusal_of(
              seafret_domain_partition(all().get(), none, nullptr, "partitioner=blocks", &domain))
              .find("columns has none") != std::string::npos);
    CHECK(domain == nullptr);
  }
  std::vector<unsigned char> wet(64, 1);
  if (all().rank() == 1) wet[9] = 0;
  if (all().size() > 1)
    CHECK(refusal_of(
              seafret_domain_partition(all().get(), {8, 8, 1, 1}, wet.data(), nullptr, &domain))
              .find("rank 1 wants a grid of 63 wet columns") == 0);

  good(seafret_domain_init(all().get(), grid, plain(own), nullptr, nullptr, &domain));
  const seafret_shape shape{8, 2, {1, 1, 1, 1, 1}};
  seafret_exchange* exchange = nullptr;
  const auto make = [&](const seafret_shape& s, const char* order, const char* options = nullptr) {
    return refusal_of(seafret_exchange_init(domain, "x", 1, &s, order, options, &exchange));
  };
  for (const char* name : {"a\"b", "a\tb", "a\\b"})
    CHECK(refusal_of(seafret_exchange_init(domain, name, 1, &shape, "kij", nullptr, &exchange))
              .find("control characters") != std::string::npos);
  const int arrays = all().rank() == 0 ? 1 : 0;
  if (all().size() > 1)
    CHECK(refusal_of(seafret_exchange_init(domain, "x", arrays, arrays > 0 ? &shape : nullptr,
                                           "kij", nullptr, &exchange)) != "");
  for (const char* order : {"", "ij", "iij", "ijkl", "kj", "xyz"}) CHECK(make(shape, order) != "");
  CHECK(make({8, 2, {-1, 1, 1, 1, 1}}, "kij").find("halos") != std::string::npos);
  CHECK(make({8, 0, {1, 1, 1, 1, 1}}, "kij") != "");
  CHECK(make(shape, "kij", "packing=datatype,transport=fence") != "");
  if (all().size() > 1)
    CHECK(make({8, all().rank() + 1, {1, 1, 1, 1, 1}}, "kij").find("rank 0 wants") !=
          std::string::npos);
  CHECK(exchange == nullptr);
  good(seafret_domain_free(&domain));
}

TEST_CASE("memory that was not given out is not taken back, and what was is taken back once") {
  Sea sea;
  void *memory = nullptr, *inside = nullptr;
  good(seafret_allocate(sea.domain, 64, &memory));
  inside = static_cast<std::byte*>(memory) + 8;
  CHECK(seafret_deallocate(sea.domain, &inside) == SEAFRET_MISUSED);
  CHECK(inside == static_cast<std::byte*>(memory) + 8);
  good(seafret_deallocate(sea.domain, &memory));
  CHECK(memory == nullptr);
  CHECK(seafret_deallocate(sea.domain, &memory) == SEAFRET_MISUSED);
}

TEST_CASE("calls in the wrong order") {
  Sea sea;
  const seafret_shape shape{8, 2, {1, 1, 1, 1, 1}};
  seafret_exchange* exchange = nullptr;
  good(seafret_exchange_init(sea.domain, "x", 1, &shape, "kij", nullptr, &exchange));
  Array<double> array(sea.owned, 1, 2, "kij"), levels_apart(sea.owned, 1, 2, "ijk");
  CHECK(seafret_finish(exchange) == SEAFRET_MISUSED);
  CHECK(seafret_start(exchange, &levels_apart.where()) == SEAFRET_MISUSED);
  CHECK(seafret_start(exchange, nullptr) == SEAFRET_MISUSED);
  CHECK(seafret_domain_free(&sea.domain) == SEAFRET_MISUSED);
  good(seafret_start(exchange, &array.where()));
  CHECK(seafret_start(exchange, &array.where()) == SEAFRET_MISUSED);
  CHECK(seafret_exchange_free(&exchange) == SEAFRET_MISUSED);
  good(seafret_finish(exchange));
  good(seafret_exchange_free(&exchange));
  seafret_domain* none = nullptr;
  CHECK(seafret_domain_init(MPI_COMM_NULL, {1, 1, 1, 1}, {0, 1, 0, 1}, nullptr, nullptr, &none) ==
        SEAFRET_MISUSED);
}
