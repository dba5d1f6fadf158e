// SPDX-License-Identifier: BSD-3-Clause
// What a channel's custom bits do not tell goes in messages, and what libfabric has not is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "comms/notify/endpoint.hpp"
#include "decomposition/base/error.hpp"
#include "endpoints.hpp"

namespace seafret::notify {
namespace {

constexpr std::size_t signals_told = 300, bytes_told = 100;

NotifyOptions cut_in_3(const std::string& channel, const Width& width) {
  return {.channels = {channel},
          .bits = width.bits,
          .index_bits = width.index_bits,
          .sub_messages = 3,
          .cut_from = static_cast<int>(bytes_told)};
}

/// How many sub-messages do not fit, if the first signals are each told of a message once.
std::int64_t not_fitting(const Width& width) {
  const CounterLayout counter;
  const CustomLayout layout(width.bits, true, width.index_bits);
  const bool any = width.bits == 0 || layout.most_sub_messages(counter) >= 3;
  std::int64_t count = 0;
  for (std::uint64_t signal = 0; signal < signals_told; ++signal)
    for (int n = 0; n < (any ? 3 : 1); ++n)
      count += !layout.fits({signal, counter.addend(n, any ? 3 : 1)});
  return count;
}

/// Tells each of a rank's signals of a message; returns how many bytes were wrong.
std::size_t tell_all_signals(Made& on) {
  Endpoint& endpoint = on.endpoint;
  const std::int32_t out = endpoint.add_region(bytes_told),
                     in = endpoint.add_region(bytes_told * signals_told);
  fill(endpoint.memory(out), on.rank(), 0);
  std::vector<std::unique_ptr<Signal>> signals;
  std::vector<Block> to;
  for (std::size_t n = 0; n < signals_told; ++n) {
    signals.push_back(std::make_unique<Signal>(endpoint.signals(), SignalOptions{}));
    const Block mine = endpoint.block(in, n * bytes_told, bytes_told, nullptr, &*signals.back());
    to.push_back(mailed(mine, on.before(), on.after()));
  }
  for (const Block& block : to) endpoint.put(endpoint.block(out, 0, bytes_told), block);
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < signals_told; ++n) {
    signals[n]->wait();
    wrong += wrong_bytes(endpoint.memory(in).subspan(n * bytes_told, bytes_told), on.before(), 0);
  }
  endpoint.quiet();
  on.node.everyone().barrier();
  return wrong;
}

}  // namespace

TEST_CASE("what does not fit the custom bits is told apart, and nothing else is") {
  for (const std::string& name : channels().names()) {
    const int has = bits_of(name);
    CAPTURE(name);
    for (const Width& width : widths) {
      if (width.bits > has || has == 0) continue;
      CAPTURE(width.bits);
      CAPTURE(width.index_bits);
      Made on(cut_in_3(name, width), 0);
      CHECK(tell_all_signals(on) == 0);
      const ChannelReport report = on.endpoint.report().front();
      CHECK(report.bits == width.bits);
      CHECK(report.level == CustomLayout(width.bits, true, width.index_bits).level());
      CHECK(report.told_apart == not_fitting(width));
    }
  }
}

TEST_CASE("who is read is told when he may write again, and not before") {
  constexpr std::size_t bytes = 1 << 24;  // more than a socket takes at once
  std::vector<Variant> few_bits;
  for (const std::string& name : channels().names())
    for (Variant& variant : with_few_bits(name)) few_bits.push_back(std::move(variant));
  for (const Variant& variant : few_bits) {
    CAPTURE(variant.what);
    Made on(variant.options, variant.cores_per_node);
    Endpoint& endpoint = on.endpoint;
    const std::int32_t out = endpoint.add_region(bytes), in = endpoint.add_region(bytes);
    Signal here(endpoint.signals(), {.name = "here"}), read(endpoint.signals(), {.name = "read"});
    const Block from = mailed(endpoint.block(out, 0, bytes, &read), on.before(), on.after());
    for (std::int64_t round = 0; round < 2; ++round) {
      fill(endpoint.memory(out), on.rank(), round);
      on.node.everyone().barrier();
      endpoint.get(endpoint.block(in, 0, bytes, nullptr, &here), from, round);
      read.wait();
      fill(endpoint.memory(out), on.rank(), -1);
      here.wait();
      CHECK(wrong_bytes(endpoint.memory(in), on.after(), round) == 0);
      read.reset();
      here.reset();
    }
  }
}

TEST_CASE("a network that is not on all ranks is refused, and what there is is said") {
  if (std::ranges::count(channels().names(), "libfabric") == 0) return;
  const Node node(MPI_COMM_WORLD);
  const auto make = [&](const LibfabricOptions& options) {
    Endpoint endpoint(node, {.channels = {"libfabric"}, .libfabric = options});
    return endpoint.report().front().what;
  };
  CHECK(make({.rails = {"lo"}}).ends_with(" on lo"));
  CHECK(make({.rails = {"127.0.0.1/32", "lo"}}).ends_with(" on lo, lo"));
  CHECK_THROWS_WITH_AS(make({.providers = {"pigeon", "raven"}}),
                       doctest::Contains("no provider of pigeon, raven is there on all ranks; "
                                         "this rank has: "),
                       InputError);
  // Somebody's rail alone is nobody's.
  const std::string rail = node.everyone().rank() == 0 ? "lo" : "pigeon";
  if (node.everyone().size() > 1)
    CHECK_THROWS_WITH_AS(make({.rails = {rail}}), doctest::Contains(("with rails " + rail).c_str()),
                         InputError);
  CHECK_THROWS_WITH_AS(make({.rails = {"lo", "lo", "lo", "lo", "lo", "lo", "lo", "lo"}}),
                       doctest::Contains("no room for the keys"), InputError);
}

}  // namespace seafret::notify
