// SPDX-License-Identifier: BSD-3-Clause
// Plans that several threads start, and a thread that looks after what the main one does not.
#include <doctest/doctest.h>

#include <deque>
#include <thread>

#include "comms/base/main_thread.hpp"
#include "comms/base/progress.hpp"
#include "comms/base/stopwatch.hpp"
#include "comms/notify/plan.hpp"
#include "decomposition/base/error.hpp"
#include "endpoints.hpp"

namespace seafret::notify {
namespace {

constexpr std::size_t threads = 3, puts = 20, piece = 2000, bytes_of_thread = puts * piece;

/// What each thread starts: puts of its share of the bytes.
std::deque<Plan> shared_out(Endpoint& endpoint, std::int32_t out, const Block& to) {
  std::deque<Plan> plans;
  for (std::size_t t = 0; t < threads; ++t) {
    Plan& plan = plans.emplace_back(endpoint);
    for (std::size_t n = 0; n < puts; ++n) {
      const std::size_t at = t * bytes_of_thread + n * piece;
      plan.put(endpoint.block(out, at, piece), to.slice(at, piece));
    }
  }
  return plans;
}

std::size_t wrong_rounds(Made& on) {
  Endpoint& endpoint = on.endpoint;
  constexpr std::size_t bytes = threads * bytes_of_thread;
  const std::int32_t out = endpoint.add_region(bytes), in = endpoint.add_region(bytes);
  Signal filled(endpoint.signals(), {.name = "filled", .events = std::int64_t{threads * puts}}),
      taken(endpoint.signals(), {.name = "taken"});
  const Block to = mailed(endpoint.block(in, 0, bytes, nullptr, &filled), on.before(), on.after());
  const Block giver = mailed(endpoint.block(in, 0, 0, nullptr, &taken), on.after(), on.before());
  std::deque<Plan> plans = shared_out(endpoint, out, to);
  std::size_t wrong = 0;
  for (std::int64_t round = 0; round < 4; ++round) {
    fill(endpoint.memory(out), on.rank(), round);
    std::vector<std::thread> at_once;
    for (Plan& plan : plans) at_once.emplace_back([&] { plan.start(); });
    filled.wait();
    for (std::thread& t : at_once) t.join();
    wrong += wrong_bytes(endpoint.memory(in), on.before(), round) > 0;
    filled.reset();
    endpoint.notify(giver, round);
    taken.wait();
    taken.reset();
    endpoint.quiet();
  }
  return wrong;
}

}  // namespace

TEST_CASE("several threads start plans at once") {
  for (const PollingThread thread : {PollingThread::none, PollingThread::pausing})
    for (Variant variant : variants()) {
      CAPTURE(variant.what);
      CAPTURE(name_of(thread));
      variant.options.thread = thread;
      Made on(variant.options, variant.cores_per_node);
      CHECK(wrong_rounds(on) == 0);
      std::int64_t carried = 0;
      for (const ChannelReport& channel : on.endpoint.report()) carried += channel.bytes;
      CHECK(carried == 4 * std::int64_t{threads * bytes_of_thread});
    }
}

TEST_CASE("a thread looks after puts while its rank computes") {
  Made on({.channels = {"emulated"}, .thread = PollingThread::pausing}, 0);
  const std::int32_t region = on.endpoint.add_region(8);
  Signal filled(on.endpoint.signals(), {.name = "filled"});
  const Block to =
      mailed(on.endpoint.block(region, 0, 8, nullptr, &filled), on.before(), on.after());
  on.endpoint.put(on.endpoint.block(region, 0, 8), to);
  const Stopwatch since;
  while (!filled.test() && since.seconds() < 60) std::this_thread::yield();  // calls nobody
  CHECK(filled.test());
}

TEST_CASE("a thread that finds no room does not wait for ever, and says who is lost") {
  Made on({.channels = {"emulated"}}, 0);
  const std::int32_t region = on.endpoint.add_region(8);
  const Block to = mailed(on.endpoint.block(region, 0, 8), on.before(), on.after());
  MPI_Barrier(MPI_COMM_WORLD);
  std::string said;
  if (on.size() > 1 && on.rank() == 0) {
    const double before = Wait::limit();
    Wait::set_limit(0.2);
    std::thread([&] {
      try {
        for (;;) on.endpoint.put(on.endpoint.block(region, 0, 8), to);
      } catch (const LostRank& e) {
        said = e.what();
      }
    }).join();
    Wait::set_limit(before);
    CHECK(said ==
          "a thread has waited for room for a put or a get at rank 1 for 0.2 s; it is lost or "
          "stuck");
  }
  MPI_Barrier(MPI_COMM_WORLD);  // until then the others look after nothing
}

TEST_CASE("what the thread has met is thrown to the main one") {
  Made on({.channels = {"emulated"}, .thread = PollingThread::pausing}, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t out = endpoint.add_region(8), in = endpoint.add_region(8);
  Block beyond = endpoint.block(in, 0, 8);
  beyond.offset = 8;
  endpoint.put(endpoint.block(out, 0, 8), beyond);
  const auto look = [&] {
    while (!endpoint.idle()) endpoint.progress();
    endpoint.progress();
  };
  CHECK_THROWS_WITH_AS(look(), doctest::Contains("bytes 8 to 16 of region 1, which has 8"),
                       NotifyError);
  look();
}

TEST_CASE("a thread that spins is refused where it would take somebody's core") {
  const Node node(MPI_COMM_WORLD);
  const bool room =
      2 * node.machine().size() <= static_cast<int>(std::thread::hardware_concurrency());
  const auto make = [&] { Endpoint(node, {.thread = PollingThread::spinning}); };
  if (room)
    CHECK_NOTHROW(make());
  else
    CHECK_THROWS_WITH_AS(make(), doctest::Contains("needs a core of its own"), InputError);
}

TEST_CASE("calls come from one thread after the other") {
  for (const char* const channel : {"mpi", "shared_memory"}) {
    CAPTURE(channel);
    Made on({.channels = {channel}}, 0);
    Endpoint& endpoint = on.endpoint;
    constexpr std::size_t bytes = 20000;
    const std::int32_t out = endpoint.add_region(bytes), in = endpoint.add_region(bytes);
    Signal filled(endpoint.signals(), {.name = "filled"});
    const Block to =
        mailed(endpoint.block(in, 0, bytes, nullptr, &filled), on.before(), on.after());
    fill(endpoint.memory(out), on.rank(), 0);
    const auto by_another = [](auto call) {
      std::thread([&] {
        MainThread::becomes_this();
        call();
      }).join();
    };
    by_another([&] { endpoint.put(endpoint.block(out, 0, bytes), to); });
    by_another([&] { filled.wait(); });
    by_another([&] { endpoint.quiet(); });
    MainThread::becomes_this();
    CHECK(wrong_bytes(endpoint.memory(in), on.before(), 0) == 0);
  }
}

TEST_CASE("what nobody waits for has come when the endpoint goes") {
  for (const std::size_t bytes : {std::size_t{6000}, std::size_t{300000}}) {
    std::vector<std::byte> in(bytes);
    int from = 0;
    {
      Made on({.channels = {"mpi"}}, 0);
      from = on.before();
      const std::int32_t out = on.endpoint.add_region(bytes), into = on.endpoint.add_region(in);
      fill(on.endpoint.memory(out), on.rank(), 0);
      on.endpoint.put(on.endpoint.block(out, 0, bytes),
                      mailed(on.endpoint.block(into, 0, bytes), on.before(), on.after()));
    }
    CHECK(wrong_bytes(in, from, 0) == 0);
  }
}

}  // namespace seafret::notify
