// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/endpoint.hpp"

#include <doctest/doctest.h>

#include "comms/notify/plan.hpp"
#include "decomposition/base/error.hpp"
#include "endpoints.hpp"

namespace seafret::notify {
namespace {

/// Sizes on both sides of what goes in a letter, and of what is cut.
std::size_t bytes_in(std::int64_t round) {
  constexpr std::array<std::size_t, 9> sizes = {0, 1, 8, 99, 100, 4096, 4097, 70000, 1 << 20};
  return sizes[static_cast<std::size_t>(round) % sizes.size()];
}

constexpr std::size_t most_bytes = 1 << 20;

}  // namespace

TEST_CASE(
    "what is put is there when the signal says so, and may be sent anew when the other does") {
  for (const auto& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t out = endpoint.add_region(most_bytes), in = endpoint.add_region(most_bytes);
    Signal filled(endpoint.signals(), {.name = "filled"}),
        sent(endpoint.signals(), {.name = "sent"}), taken(endpoint.signals(), {.name = "taken"});
    const Block to =
        mailed(endpoint.block(in, 0, most_bytes, nullptr, &filled), on.before(), on.after());
    const Block giver = mailed(endpoint.block(in, 0, 0, nullptr, &taken), on.after(), on.before());
    for (std::int64_t round = 0; round < 18; ++round) {
      CAPTURE(round);
      const std::size_t bytes = bytes_in(round);
      fill(endpoint.memory(out).first(bytes), on.rank(), round);
      endpoint.put(endpoint.block(out, 0, bytes, &sent), to.slice(0, bytes), round);
      filled.wait();
      CHECK(wrong_bytes(endpoint.memory(in).first(bytes), on.before(), round) == 0);
      filled.reset();
      endpoint.notify(giver, round);
      taken.wait();
      taken.reset();
      sent.wait();
      sent.reset();
    }
  }
}

TEST_CASE("what is got is here when the signal says so, and its owner hears of it") {
  for (const auto& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t out = endpoint.add_region(most_bytes), in = endpoint.add_region(most_bytes);
    Signal here(endpoint.signals(), {.name = "here"}), read(endpoint.signals(), {.name = "read"});
    const Block from = mailed(endpoint.block(out, 0, most_bytes, &read), on.before(), on.after());
    for (std::int64_t round = 0; round < 9; ++round) {
      CAPTURE(round);
      const std::size_t bytes = bytes_in(round);
      fill(endpoint.memory(out).first(bytes), on.rank(), round);
      on.node.everyone().barrier();
      endpoint.get(endpoint.block(in, 0, bytes, nullptr, &here), from.slice(0, bytes), round);
      here.wait();
      CHECK(wrong_bytes(endpoint.memory(in).first(bytes), on.after(), round) == 0);
      here.reset();
      read.wait();
      read.reset();
    }
  }
}

TEST_CASE("a plan is started again and again; its puts are events of one signal") {
  constexpr std::size_t pieces = 5;
  constexpr std::size_t piece = 3000;
  for (const auto& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t out = endpoint.add_region(pieces * piece),
                       in = endpoint.add_region(pieces * piece);
    Signal filled(endpoint.signals(), {.name = "filled", .events = std::int64_t{pieces}}),
        taken(endpoint.signals(), {.name = "taken"});
    const Block to =
        mailed(endpoint.block(in, 0, pieces * piece, nullptr, &filled), on.before(), on.after());
    const Block giver = mailed(endpoint.block(in, 0, 0, nullptr, &taken), on.after(), on.before());
    Plan plan(endpoint), thanks(endpoint);
    for (std::size_t n = 0; n < pieces; ++n)
      plan.put(endpoint.block(out, n * piece, piece), to.slice(n * piece, piece));
    thanks.notify(giver);
    for (std::int64_t round = 0; round < 6; ++round) {
      fill(endpoint.memory(out), on.rank(), round);
      plan.start();
      filled.wait();
      CHECK(wrong_bytes(endpoint.memory(in), on.before(), round) == 0);
      filled.reset();
      thanks.start();
      taken.wait();
      taken.reset();
      endpoint.quiet();
    }
    CHECK(plan.round() == 6);
  }
}

TEST_CASE("who waits in a reduction looks after the puts and gets of others") {
  for (const auto& variant : variants()) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t region = endpoint.add_region(most_bytes),
                       in = endpoint.add_region(most_bytes);
    fill(endpoint.memory(region), on.rank(), 0);
    Signal here(endpoint.signals(), {.name = "here"});
    const Block from = mailed(endpoint.block(region, 0, most_bytes), on.before(), on.after());
    on.node.everyone().barrier();
    if (on.rank() == 0) {
      endpoint.get(endpoint.block(in, 0, most_bytes, nullptr, &here), from);
      here.wait();
      CHECK(wrong_bytes(endpoint.memory(in), on.after(), 0) == 0);
    }
    CHECK(on.node.everyone().sum(std::int64_t{1}) == on.size());
  }
}

TEST_CASE("many puts at once find room, whoever is in the way of whom") {
  constexpr int puts = 100;
  constexpr std::size_t bytes = 50000;
  for (auto variant : variants()) {
    CAPTURE(variant.what);
    variant.options.most_in_flight = 1;
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t out = endpoint.add_region(bytes), in = endpoint.add_region(bytes * puts);
    Signal filled(endpoint.signals(), {.name = "filled", .events = puts});
    const Block to =
        mailed(endpoint.block(in, 0, bytes * puts, nullptr, &filled), on.before(), on.after());
    fill(endpoint.memory(out), on.rank(), 0);
    for (std::size_t n = 0; n < puts; ++n)
      endpoint.put(endpoint.block(out, 0, bytes), to.slice(n * bytes, bytes));
    filled.wait();
    std::size_t wrong = 0;
    for (std::size_t n = 0; n < puts; ++n)
      wrong += wrong_bytes(endpoint.memory(in).subspan(n * bytes, bytes), on.before(), 0);
    CHECK(wrong == 0);
    endpoint.quiet();
    on.node.everyone().barrier();
  }
}

TEST_CASE("a block that is not what it should be is refused in the line that uses it") {
  Made on({}, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t region = endpoint.add_region(100), dropped = endpoint.add_region(100);
  const Block whole = endpoint.block(region, 0, 100), gone = endpoint.block(dropped, 0, 100);
  endpoint.drop_region(dropped);
  const auto refuses = [](auto use, const char* why) {
    CHECK_THROWS_WITH_AS(use(), doctest::Contains(why), NotifyError);
    CHECK_THROWS_WITH_AS(use(), doctest::Contains("endpoint.cpp:"), NotifyError);
  };
  refuses([&] { endpoint.put(whole, whole.slice(0, 99)); }, "of 100 bytes here and of 99 on rank");
  refuses([&] { endpoint.put(whole, gone); }, "region 1 has been dropped");
  refuses([&] { endpoint.get(gone, whole); }, "region 1 has been dropped");
  refuses([&] { endpoint.block(region, 1, 100); }, "bytes 1 to 101 of region 0, which has 100");
  refuses([&] { whole.slice(101, 0); }, "bytes 101 to 101 of a block of 100");
  refuses([&] { endpoint.drop_region(dropped); }, "region 1 has been dropped");
  Block other = whole;
  other.rank = on.size();
  refuses([&] { endpoint.put(whole, other); }, "a block of rank");
  refuses([&] { endpoint.put(other, whole); }, "a put from a block of rank");
  refuses([&] { endpoint.get(other, whole); }, "a get to a block of rank");
  other = whole;
  other.region = 7;
  refuses([&] { endpoint.put(whole, other); }, "region 7 is not one of the 2");
  refuses([&] { endpoint.put(whole.telling(5, -1), whole); }, "signal 5 of this rank is gone");
  refuses([&] { endpoint.put(whole, whole.telling(-1, 5000)); }, "tells signal 5000");
  refuses([&] { endpoint.notify(whole); }, "without a receive signal");
}

TEST_CASE("channels that are not there are refused by name") {
  CHECK_THROWS_WITH_AS(Made({.channels = {"pigeon"}}, 0), doctest::Contains("no channel 'pigeon'"),
                       InputError);
  const Node node(MPI_COMM_WORLD);
  Endpoint endpoint(node, {.channels = {"mpi"}});
  CHECK(endpoint.report().front().name == "mpi");
}

}  // namespace seafret::notify
