// SPDX-License-Identifier: BSD-3-Clause
// What only a model NIC shows: every number of custom bits, every order of arrival, and time.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <vector>

#include "comms/notify/channels/lane.hpp"
#include "comms/notify/plan.hpp"
#include "decomposition/base/error.hpp"
#include "endpoints.hpp"

namespace seafret::notify {
namespace {

/// A number of custom bits, how they are shared, and what comes of it.
struct Budget {
  int bits = 128, index_bits = 0;
  bool adds = false;
  Level level = Level::half_and_half;
  std::uint64_t signals = 0;  ///< that it can name, if few
  bool cuts = true;           ///< a message may be cut
};

constexpr std::uint64_t many = 1000;
constexpr std::array<Budget, 11> budgets = {{{0, 0, false, Level::ordered_message, 0},
                                             {8, 0, false, Level::index_only, 128, false},
                                             {16, 0, false, Level::index_only, many, false},
                                             {32, 0, false, Level::one_word, many, false},
                                             {32, 3, false, Level::one_word, 4},
                                             {32, 9, false, Level::one_word, 256},
                                             {32, 20, false, Level::one_word, many},
                                             {64, 0, false, Level::half_and_half, many},
                                             {64, 20, false, Level::half_and_half, many},
                                             {128, 0, false, Level::half_and_half, many},
                                             {8, 0, true, Level::adds_itself, many}}};

NotifyOptions options_of(const Budget& budget) {
  NotifyOptions options{.channels = {"emulated"}, .signals = 400, .counter = CounterLayout(4)};
  options.bits = budget.bits;
  options.index_bits = budget.index_bits;
  options.emulated.adds = budget.adds;
  return options;
}

/// The same numbers for all who ask in the same order.
class Sizes {
 public:
  explicit Sizes(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  std::mt19937_64 random_;
};

/// Puts some pieces of random sizes a round to the next rank and gets one from there; every byte is
/// looked at when the signal says so, and what was sent is spoilt when the other does.
class Stress {
 public:
  static constexpr std::size_t puts = 3, slot = 3000;

  Stress(const NotifyOptions& options, std::size_t signals_before)
      : on(options, 0), out(on.endpoint.add_region(puts * slot)) {
    for (std::size_t n = 0; n < signals_before; ++n)
      before_.push_back(std::make_unique<Signal>(on.endpoint.signals(), SignalOptions()));
    const auto make = [&](const char* name, std::int64_t events) {
      return std::make_unique<Signal>(on.endpoint.signals(), SignalOptions{name, events, {}});
    };
    filled_ = make("filled", puts);
    sent_ = make("sent", puts);
    taken_ = make("taken", 1);
    here_ = make("here", 1);
    read_ = make("read", 1);
    to_ = mailed(on.endpoint.block(in, 0, puts * slot, nullptr, filled_.get()), on.before(),
                 on.after());
    from_ = mailed(on.endpoint.block(store, 0, slot, read_.get()), on.before(), on.after());
    giver_ = mailed(on.endpoint.block(in, 0, 0, nullptr, taken_.get()), on.after(), on.before());
    fill(on.endpoint.memory(store), on.rank(), -1);
    on.node.everyone().barrier();
  }

  /// Returns how many bytes were wrong.
  std::size_t round(std::int64_t round) {
    Endpoint& endpoint = on.endpoint;
    Sizes sizes(static_cast<std::uint64_t>(round));
    fill(endpoint.memory(out), on.rank(), round);
    std::array<std::size_t, puts> lengths;
    for (std::size_t n = 0; n < puts; ++n) {
      lengths[n] = sizes.below(slot + 1);
      endpoint.put(endpoint.block(out, n * slot, lengths[n], sent_.get()),
                   to_.slice(n * slot, lengths[n]), round);
    }
    const std::size_t got = sizes.below(slot + 1);
    endpoint.get(endpoint.block(mine, 0, got, nullptr, here_.get()), from_.slice(0, got), round);
    sent_->wait();
    std::ranges::fill(endpoint.memory(out), std::byte{0xEE});
    filled_->wait();
    std::size_t wrong = 0;
    for (std::size_t n = 0; n < puts; ++n)
      for (std::size_t i = n * slot; i < n * slot + lengths[n]; ++i)
        wrong += endpoint.memory(in)[i] != byte_of(on.before(), round, i);
    filled_->reset();
    here_->wait();
    wrong += wrong_bytes(endpoint.memory(mine).first(got), on.after(), -1);
    std::ranges::fill(endpoint.memory(mine), std::byte{0xEE});
    read_->wait();
    for (Signal* const signal : {sent_.get(), here_.get(), read_.get()}) signal->reset();
    endpoint.notify(giver_, round);
    taken_->wait();
    taken_->reset();
    return wrong;
  }

  Made on;
  std::int32_t out, in = on.endpoint.add_region(puts * slot), mine = on.endpoint.add_region(slot),
                    store = on.endpoint.add_region(slot);

 private:
  std::vector<std::unique_ptr<Signal>> before_;
  std::unique_ptr<Signal> filled_, sent_, taken_, here_, read_;
  Block to_, from_, giver_;
};

}  // namespace

TEST_CASE("with any custom bits, rails and order every byte is there when its signal fires") {
  constexpr std::int64_t rounds = 12;
  int number = 0;
  for (const Budget& budget : budgets)
    for (const std::size_t signals_before : {std::size_t{0}, std::size_t{200}}) {
      NotifyOptions options = options_of(budget);
      options.cut_from = 1;
      options.sub_messages = 1 + ++number % 4;
      options.emulated.rails = 1 + number % 3;
      options.emulated.reordering = number % 5 < 3;
      options.emulated.seed = static_cast<std::uint64_t>(number);
      CAPTURE(number);
      CAPTURE(budget.bits);
      CAPTURE(budget.index_bits);
      CAPTURE(signals_before);
      Stress stress(options, signals_before);
      std::size_t wrong = 0;
      for (std::int64_t round = 0; round < rounds; ++round) wrong += stress.round(round);
      CHECK(wrong == 0);
      const ChannelReport report = stress.on.endpoint.report().front();
      CHECK(report.level == budget.level);
      CHECK((report.transfers > rounds * std::int64_t{Stress::puts + 2}) ==
            (budget.cuts && options.sub_messages > 1));
      const bool all = signals_before >= budget.signals, some = budget.signals < signals_before + 5;
      CHECK(report.told_apart >= (all ? report.transfers : some ? 1 : 0));
      CHECK(report.told_apart <= (all ? report.transfers : some ? report.transfers - 1 : 0));
    }
}

TEST_CASE("what is due first lands first, in the order of its rail, and what is behind all last") {
  Lane lane;
  Arrivals arrivals(lane);
  CHECK_FALSE(arrivals.next(false));
  lane.begin({.rail = 0, .due = 50});
  lane.begin({.rail = 0, .due = 20});
  lane.begin({.rail = 1, .due = 40});
  lane.begin({.behind_all = true, .rail = 2, .due = 10});
  arrivals.look(1000);
  CHECK(arrivals.due(1) == 1020);
  const auto order = [&](bool reordering) {
    Lane its_own;
    for (std::uint64_t n = 0; n < 4; ++n) its_own.begin(lane.flight(n));
    Arrivals left(its_own);
    left.look(0);
    std::vector<std::uint64_t> landed;
    for (auto next = left.next(reordering); next; next = left.next(reordering)) {
      landed.push_back(*next);
      left.land(*next);
    }
    return landed;
  };
  CHECK(order(false) == std::vector<std::uint64_t>{2, 0, 1, 3});
  CHECK(order(true) == std::vector<std::uint64_t>{1, 2, 0, 3});
}

TEST_CASE("what the custom bits cannot name is told in messages, and counted") {
  constexpr std::size_t signals = 200, named = 128;
  Made on(options_of({8}), 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t region = endpoint.add_region(1);
  std::vector<std::unique_ptr<Signal>> filled;
  std::vector<Block> to;
  for (std::size_t n = 0; n < signals; ++n) {
    filled.push_back(std::make_unique<Signal>(endpoint.signals(), SignalOptions()));
    to.push_back(mailed(endpoint.block(region, 0, 1, nullptr, filled.back().get()), on.before(),
                        on.after()));
  }
  for (const std::int64_t round : {0, 1, 2}) {
    for (const Block& block : to) endpoint.notify(block, round);
    for (const auto& signal : filled) signal->wait();
    endpoint.quiet();
    for (const auto& signal : filled) signal->reset();
    on.node.everyone().barrier();
  }
  CHECK(endpoint.report().front().told_apart == std::int64_t{3 * (signals - named)});
}

namespace {

/// How often a signal has fired for a round that was not complete, and how often neither test() nor
/// reset() said so.
struct Misled {
  int early = 0, unnoticed = 0;
};

/// A message in three sub-messages is put twice at once, for two rounds.
Misled two_rounds_at_once(bool rounds, bool reordering) {
  constexpr std::size_t bytes = 3 * 64;
  NotifyOptions options{
      .channels = {"emulated"}, .rounds = rounds, .sub_messages = 3, .cut_from = 1};
  options.emulated = {.rails = 3, .reordering = reordering, .most_looks = 8, .seed = 5};
  Made on(options, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t out = endpoint.add_region(2 * bytes), in = endpoint.add_region(2 * bytes);
  Misled count;
  for (int trial = 0; trial < 300; ++trial) {
    Signal filled(endpoint.signals(), {.name = "filled"});
    const Block me = endpoint.block(in, 0, 2 * bytes, nullptr, &filled);
    fill(endpoint.memory(out), on.rank(), trial);
    for (const std::size_t round : {0U, 1U})
      endpoint.put(endpoint.block(out, round * bytes, bytes), me.slice(round * bytes, bytes),
                   static_cast<std::int64_t>(round));
    try {
      while (!filled.test()) endpoint.progress();
      const bool early = wrong_bytes(endpoint.memory(in).first(bytes), on.rank(), trial) > 0;
      count.early += early;
      filled.reset();
      count.unnoticed += early;
    } catch (const NotifyError&) {
    }
    endpoint.quiet();
  }
  return count;
}

}  // namespace

TEST_CASE("a put one round early deceives the published protocol, and not where rounds are told") {
  for (const bool reordering : {false, true}) {
    CHECK(two_rounds_at_once(false, reordering).unnoticed > 0);
    CHECK(two_rounds_at_once(true, reordering).early == 0);
  }
}

namespace {

/// In which order puts of this rank to itself arrive: by their numbers.
std::vector<int> arrivals(const EmulatedOptions& nic, int puts) {
  Made on({.channels = {"emulated"}, .emulated = nic}, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t region = endpoint.add_region(1);
  std::vector<std::unique_ptr<Signal>> filled;
  for (int n = 0; n < puts; ++n) {
    filled.push_back(std::make_unique<Signal>(endpoint.signals(), SignalOptions()));
    endpoint.notify(endpoint.block(region, 0, 1, nullptr, filled.back().get()));
  }
  std::vector<int> order;
  while (!endpoint.idle()) {
    endpoint.progress();
    const std::size_t before = order.size();
    for (int n = 0; n < puts; ++n)
      if (filled[static_cast<std::size_t>(n)]->test() && std::ranges::find(order, n) == order.end())
        order.push_back(n);
    CHECK(order.size() <= before + 1);  // one a look
  }
  return order;
}

}  // namespace

TEST_CASE("the order of arrival is that of the seed, or that of beginning") {
  constexpr int puts = 20;
  const auto by_seed = [](std::uint64_t seed) {
    return arrivals({.reordering = true, .seed = seed}, puts);
  };
  CHECK(by_seed(1) == by_seed(1));
  CHECK(by_seed(1) != by_seed(2));
  const std::vector<int> in_order = arrivals({}, puts);
  CHECK(in_order.size() == puts);
  CHECK(std::ranges::is_sorted(in_order));
}

namespace {

/// How many seconds it takes until both of two puts of every rank to the next have come.
double seconds_of_two_puts(const EmulatedOptions& nic, std::size_t bytes, bool get) {
  Made on({.channels = {"emulated"}, .sub_messages = 2, .cut_from = 1, .emulated = nic}, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t out = endpoint.add_region(2 * bytes), in = endpoint.add_region(2 * bytes);
  Signal filled(endpoint.signals(), {.name = "filled"});
  const Block to =
      mailed(endpoint.block(in, 0, 2 * bytes, nullptr, &filled), on.before(), on.after());
  fill(endpoint.memory(out), on.rank(), 0);
  on.node.everyone().barrier();
  const auto begin = std::chrono::steady_clock::now();
  if (get)
    endpoint.get(endpoint.block(in, 0, 2 * bytes, nullptr, &filled), to.telling(-1, -1));
  else
    endpoint.put(endpoint.block(out, 0, 2 * bytes), to);
  filled.wait();
  const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
  const double end = seconds(std::chrono::steady_clock::now().time_since_epoch());
  if (!get) CHECK(wrong_bytes(endpoint.memory(in), on.before(), 0) == 0);
  return on.node.everyone().max(end) +
         on.node.everyone().max(-seconds(begin.time_since_epoch()));  // since the first began
}

}  // namespace

TEST_CASE("with a clock a message takes its time, on two rails half of it, and a get asks first") {
  constexpr std::size_t bytes = 100000;
  constexpr double latency = 1e-3, one = 2e-3;  // s, of a put of so many bytes
  EmulatedOptions nic{.timed = true, .rate = bytes / one, .latency_s = latency};
  const double on_one_rail = latency + 2 * one;
  CHECK(seconds_of_two_puts(nic, bytes, false) >= on_one_rail);
  CHECK(seconds_of_two_puts(nic, bytes, true) >= on_one_rail + latency);
  nic.rails = 2;
  double soonest = 1;
  for (int attempt = 0; attempt < 100 && soonest >= on_one_rail; ++attempt)
    soonest = std::min(soonest, seconds_of_two_puts(nic, bytes, false));
  CHECK(soonest >= latency + one);
  CHECK(soonest < on_one_rail);
  nic.jitter_s = 5 * one;
  double longest = 0;
  for (nic.seed = 0; nic.seed < 4; ++nic.seed)
    longest = std::max(longest, seconds_of_two_puts(nic, bytes, false));
  CHECK(longest >= latency + one + nic.jitter_s / 2);
}

TEST_CASE("with a clock those who share a NIC share its rate, and no others") {
  constexpr std::size_t bytes = 100000;
  constexpr double latency = 1e-3, one = 2e-3;  // s, of a put of so many bytes
  const int ranks = Communicator(MPI_COMM_WORLD).size();
  for (int sharers = 1; sharers <= ranks; ++sharers) {
    CAPTURE(sharers);
    const EmulatedOptions nic{
        .timed = true, .sharers = sharers, .rate = bytes / one, .latency_s = latency};
    const double shared = latency + 2 * sharers * one, more = shared + 2 * one;
    double soonest = more;
    for (int attempt = 0; attempt < 100 && soonest >= more; ++attempt)
      soonest = std::min(soonest, seconds_of_two_puts(nic, bytes, false));
    CHECK(soonest >= shared);
    CHECK(soonest < more);
  }
}

TEST_CASE("a NIC that cannot be is refused by name") {
  const auto refuses = [](const EmulatedOptions& nic, const char* why) {
    CHECK_THROWS_WITH_AS(Made({.channels = {"emulated"}, .emulated = nic}, 0),
                         doctest::Contains(why), InputError);
  };
  refuses({.rails = 0}, "1 to 64 rails");
  refuses({.rails = 65}, "1 to 64 rails");
  refuses({.sharers = 0}, "a rank at least");
  refuses({.rate = 0}, "a rate is positive");
  refuses({.jitter_s = -1}, "not negative");
  refuses({.most_looks = -1}, "not negative");
}

TEST_CASE("a put to memory that is gone is an error where it arrives") {
  const Node node(MPI_COMM_WORLD);
  SharedMemory memory(node);
  std::pmr::vector<std::byte> both(16, &memory);
  Endpoint endpoint(node, {.channels = {"emulated"}}, &memory);
  const std::span<std::byte> all(both);
  const std::int32_t out = endpoint.add_region(all.first(8)), in = endpoint.add_region(all.last(8));
  endpoint.put(endpoint.block(out, 0, 8), endpoint.block(in, 0, 8));
  endpoint.drop_region(in);
  const auto look = [&] {
    while (!endpoint.idle()) endpoint.progress();
  };
  CHECK_THROWS_WITH_AS(look(), doctest::Contains("region 1 has been dropped"), NotifyError);
  look();
}

}  // namespace seafret::notify
