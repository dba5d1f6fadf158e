// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/calculation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include "comms/base/job.hpp"
#include "comms/base/mail.hpp"
#include "comms/base/stopwatch.hpp"
#include "comms/notify/endpoint.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/drawn_bytes.hpp"

namespace seafret {
namespace {

constexpr std::size_t calculation_bytes = 262144;
constexpr double calculation_rate = 25e6;  // slow, for ranks that share cores: a message takes T
constexpr double one_message_s = static_cast<double>(calculation_bytes) / calculation_rate;
constexpr int most_slots = 4, ranks_of_node = 2;

const Awaited the_partner("the partner of a ping-pong with calculation");

/// How a figure is played.
struct CalculationFigure {
  const char* name;
  int slots;      // half of them are begun by each rank of a pair
  double jitter;  // of the time of a calculation
};
constexpr CalculationFigure calculation_figures[] = {
    {"5a", 2, 0}, {"5b, steady", 4, 0}, {"5b, jitter", 4, 0.3}};

notify::NotifyOptions nics(bool shared) {
  notify::NotifyOptions options{.channels = {"emulated"}};
  options.emulated.timed = true;
  options.emulated.rate = calculation_rate;
  options.emulated.rails = shared ? ranks_of_node : 1;
  options.emulated.sharers = shared ? ranks_of_node : 1;
  options.sub_messages = options.emulated.rails;
  options.cut_from = 1;
  return options;
}

/// Sleeps meanwhile: there may be fewer cores than ranks.
template <class Done>
void look_until(notify::Endpoint& endpoint, Done done) {
  for (endpoint.progress(); !done(); endpoint.progress())
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

/// One rank, its endpoint and what it has agreed with its partner on the other node.
class Calculator {
 public:
  Calculator(const Node& node, bool shared)
      : comm_(node.everyone()),
        partner_(comm_.rank() ^ ranks_of_node),
        endpoint_(node, nics(shared)),
        region_(endpoint_.add_region(2 * most_slots * calculation_bytes)) {
    std::vector<notify::Block> mine;
    for (int slot = 0; slot < most_slots; ++slot) {
      signals_.push_back(std::make_unique<notify::Signal>(
          endpoint_.signals(), notify::SignalOptions{.name = "calculation",
                                                     .peers = job_ranks(comm_.get(), {partner_})}));
      mine.push_back(
          endpoint_.block(region_, place(slot), calculation_bytes, nullptr, signals_.back().get()));
    }
    theirs_ = mail(std::vector<int>(most_slots, partner_), mine, comm_.get());
  }

  /// Seconds of a step, of the slowest rank.
  double play(const CalculationFigure& figure, int rounds, int seed) {
    std::mt19937 random(static_cast<unsigned>(seed * comm_.size() + comm_.rank()));
    std::normal_distribution<double> times(1, figure.jitter > 0 ? figure.jitter : 1);
    const int half = figure.slots / 2;
    const Wait wait(the_partner);
    comm_.barrier();
    const Stopwatch stopwatch;
    for (int slot = 0; slot < half; ++slot) send(slot);
    for (int step = 0; step < rounds * figure.slots; ++step) {
      receive(step % figure.slots);
      calculate(figure.jitter > 0 ? std::max(0.0, times(random)) : 1);
      send((step + half) % figure.slots);
    }
    for (int slot = 0; slot < half; ++slot) receive(slot);
    endpoint_.quiet();
    return comm_.max(stopwatch.seconds()) / (rounds * figure.slots);
  }

  notify::ChannelReport channel() { return endpoint_.report().front(); }

  /// Whether every byte has come when its signal says so.
  bool brings_every_byte() {
    std::int64_t wrong = 0;
    for (int slot = 0; slot < most_slots; ++slot) {
      const auto bytes = endpoint_.memory(region_);
      draw(bytes.subspan(place(most_slots + slot), calculation_bytes), seed_of(slot, comm_.rank()));
      send(slot);
      receive(slot);
      wrong += wrong_bytes(bytes.subspan(place(slot), calculation_bytes), seed_of(slot, partner_));
    }
    return comm_.sum(wrong) == 0;
  }

 private:
  static std::size_t place(int slot) { return static_cast<std::size_t>(slot) * calculation_bytes; }
  static int seed_of(int slot, int rank) { return 8 * slot + rank + 1; }
  notify::Signal& signal(int slot) { return *signals_[static_cast<std::size_t>(slot)]; }

  void send(int slot) {
    const auto s = static_cast<std::size_t>(slot);
    endpoint_.put(endpoint_.block(region_, place(most_slots + slot), calculation_bytes), theirs_[s],
                  sent_[s]++);
  }
  void receive(int slot) {
    look_until(endpoint_, [&] { return signal(slot).test(); });
    signal(slot).wait();
    signal(slot).reset();
  }
  void calculate(double times) {
    const Stopwatch stopwatch;
    look_until(endpoint_, [&] { return stopwatch.seconds() >= times * one_message_s; });
  }

  const Communicator& comm_;
  int partner_;
  notify::Endpoint endpoint_;
  std::int32_t region_;
  std::vector<std::unique_ptr<notify::Signal>> signals_;
  std::vector<notify::Block> theirs_;
  std::vector<std::int64_t> sent_ = std::vector<std::int64_t>(most_slots, 0);
};

PingPongRow calculation_row() {
  return {.mode = {.mode = "calculation", .channel = "emulated"}, .bytes = calculation_bytes};
}

}  // namespace

PingPongRow refused_calculation() {
  PingPongRow row = calculation_row();
  row.refused = "needs 4 ranks, two on each of two nodes: mpirun -n 4";
  return row;
}

std::vector<PingPongRow> bench_calculation(int repeats, const Communicator& comm) {
  constexpr int rounds = 6;
  const Node node(comm.get());
  Calculator each(node, false), shared(node, true);
  Calculator* const players[] = {&each, &shared};
  const bool correct[] = {each.brings_every_byte(), shared.brings_every_byte()};
  std::vector<PingPongRow> rows;
  for (const CalculationFigure& figure : calculation_figures) {
    std::vector<double> seconds[2];
    for (int n = 0; n < repeats; ++n)
      for (const int s : {0, 1}) seconds[s].push_back(players[s]->play(figure, rounds, n));
    for (const int s : {0, 1}) {
      PingPongRow& row = rows.emplace_back(calculation_row());
      row.mode.variant = fmt::format("{}, {}", figure.name, s == 1 ? "NICs shared" : "a NIC each");
      row.correct = correct[s];
      row.seconds = median(seconds[s]);
      row.spread = spread(seconds[s]);
      row.went_through(players[s]->channel());
    }
  }
  return rows;
}

}  // namespace seafret
