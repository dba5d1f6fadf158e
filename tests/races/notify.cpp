// SPDX-License-Identifier: BSD-3-Clause
// Puts through memory that ranks share, of all ranks at once, under the thread sanitizer: it tells
// of every byte that is not handed over in order, whether or not it was the right one.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "comms/base/progress.hpp"
#include "tests/notify/endpoints.hpp"
#include "tests/races/ranks_as_threads.hpp"

using namespace seafret;
using namespace seafret::notify;

namespace {

constexpr std::size_t bytes = 3000;

/// What rank `number` has given.
Block given_by(int number, const Block& mine, int ranks) {
  std::vector<Block> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
  return all[static_cast<std::size_t>(number)];
}

/// Puts to the next rank, which answers, by a rank that looks after its endpoint itself: what a
/// wait would do is not for several threads.  Returns how many bytes were wrong.
std::size_t put_in_a_ring(const NotifyOptions& options, std::atomic<int>& idle) {
  Made on(options, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t out = endpoint.add_region(bytes), in = endpoint.add_region(bytes),
                     got = endpoint.add_region(bytes), store = endpoint.add_region(bytes);
  Signal filled(endpoint.signals(), {.name = "filled"}), sent(endpoint.signals(), {.name = "sent"}),
      taken(endpoint.signals(), {.name = "taken"}), here(endpoint.signals(), {.name = "here"});
  const Block to = given_by(on.after(), endpoint.block(in, 0, bytes, nullptr, &filled), on.size());
  const Block giver = given_by(on.before(), endpoint.block(in, 0, 0, nullptr, &taken), on.size());
  fill(endpoint.memory(store), on.rank(), -2);
  const Block from = given_by(on.after(), endpoint.block(store, 0, bytes), on.size());
  const auto await = [&](Signal& signal) {
    for (; !signal.test(); std::this_thread::yield()) endpoint.progress();
  };
  std::size_t wrong = 0;
  all_at_once([&] {
    for (std::int64_t round = 0; round < 8; ++round) {
      fill(endpoint.memory(out), on.rank(), round);
      endpoint.put(endpoint.block(out, 0, bytes, &sent), to, round);
      await(sent);
      sent.reset();
      fill(endpoint.memory(out), on.rank(), -1);
      await(filled);
      wrong += wrong_bytes(endpoint.memory(in), on.before(), round);
      filled.reset();
      endpoint.get(endpoint.block(got, 0, bytes, nullptr, &here), from, round);
      await(here);
      wrong += wrong_bytes(endpoint.memory(got), on.after(), -2);
      here.reset();
      endpoint.notify(giver, round);
      await(taken);
      taken.reset();
    }
    for (; !endpoint.idle(); std::this_thread::yield()) endpoint.progress();
    for (++idle; idle < on.size(); std::this_thread::yield()) endpoint.progress();
  });
  return wrong;
}

}  // namespace

TEST_CASE("what is put through memory that ranks share is handed over in order") {
  const Progressing of_all_ranks([] {});  // lest some have one when others have none
  std::vector<NotifyOptions> ways;
  for (const auto& [name, kind] : channels())
    if (!kind.leaves_node) ways.push_back({.channels = {name}, .sub_messages = 3, .cut_from = 1});
  for (const int bits : {0, 8}) ways.push_back({.channels = {"emulated"}, .bits = bits});
  for (NotifyOptions& way : ways) way.emulated.rails = 2;
  ways.push_back(ways.back());
  ways.back().emulated.reordering = true;
  ways.push_back(ways.back());
  ways.back().emulated.timed = true;
  for (const NotifyOptions& options : ways)
    for (const int ranks : {2, 3}) {
      CAPTURE(options.channels.front());
      CAPTURE(ranks);
      std::atomic<std::size_t> wrong = 0;
      std::atomic<int> idle = 0;
      run_ranks_as_threads(ranks, [&](int) { wrong += put_in_a_ring(options, idle); });
      CHECK(wrong == 0);
    }
}

TEST_CASE("a region may be added while a thread lands what is put into another") {
  const Progressing of_all_ranks([] {});
  run_ranks_as_threads(1, [](int) {
    Made on({.channels = {"emulated"}, .thread = PollingThread::pausing}, 0);
    const std::int32_t region = on.endpoint.add_region(16);
    for (int n = 0; n < 5; ++n) {
      on.endpoint.put(on.endpoint.block(region, 0, 8), on.endpoint.block(region, 8, 8));
      for (const int milliseconds : {0, 3}) {  // before it has landed and behind that
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        on.endpoint.add_region(8);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(3));  // meets the thread nowhere
    }
    while (!on.endpoint.idle()) std::this_thread::yield();
  });
}
