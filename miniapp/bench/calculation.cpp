// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/calculation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
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
constexpr double calculation_rate = 25e6;  // of model NICs: slow, for ranks that share cores
constexpr int most_slots = 4, ranks_of_node = 2;

const Awaited the_partner("the partner of a ping-pong with calculation");

/// How a figure is played.
struct CalculationFigure {
  const char* name;
  int slots;      // half of them are begun by each rank of a pair
  double jitter;  // of the time of a calculation
  double later;   // in calculations: when the second rank of a node begins
};
/// In 5a one rank of a node calculates while the other sends.  Ranks that begin together fall into
/// that by themselves where a NIC serves one message after the other; where it divides itself
/// fairly among them, as TCP does, they may stay in step.
constexpr CalculationFigure calculation_figures[] = {{"5a", 2, 0, 0.75},
                                                     {"5a, in step", 2, 0, 0},
                                                     {"5b, steady", 4, 0, 0},
                                                     {"5b, jitter", 4, 0.3, 0}};

notify::NotifyOptions model_nics(bool shared) {
  notify::NotifyOptions options{.channels = {"emulated"}};
  options.emulated.timed = true;
  options.emulated.rate = calculation_rate;
  options.emulated.rails = shared ? ranks_of_node : 1;
  options.emulated.sharers = shared ? ranks_of_node : 1;
  options.sub_messages = options.emulated.rails;
  options.cut_from = 1;
  return options;
}

notify::NotifyOptions real_nics(const std::vector<std::string>& rails) {
  notify::NotifyOptions options{.channels = {"libfabric"}};
  options.libfabric.rails = rails;
  options.sub_messages = static_cast<int>(rails.size());
  options.cut_from = 1;
  return options;
}

/// Ranks that have an endpoint together, this one and its partner among them.
struct Players {
  const Node& node;
  int partner = 0;  // in node.everyone()

  const Communicator& comm() const { return node.everyone(); }
};

/// Sleeps meanwhile: there may be fewer cores than ranks.
template <class Done>
void look_until(notify::Endpoint& endpoint, Done done) {
  for (endpoint.progress(); !done(); endpoint.progress())
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

/// One rank, its endpoint and what it has agreed with its partner on the other node.
class Calculator {
 public:
  /// `everyone` begins together.
  Calculator(const Communicator& everyone, const Players& players,
             const notify::NotifyOptions& nics)
      : everyone_(everyone),
        rank_(players.comm().rank()),
        partner_(players.partner),
        endpoint_(players.node, nics),
        region_(endpoint_.add_region(2 * most_slots * calculation_bytes)) {
    MPI_Comm comm = players.comm().get();
    std::vector<notify::Block> mine;
    for (int slot = 0; slot < most_slots; ++slot) {
      signals_.push_back(std::make_unique<notify::Signal>(
          endpoint_.signals(),
          notify::SignalOptions{.name = "calculation", .peers = job_ranks(comm, {partner_})}));
      mine.push_back(
          endpoint_.block(region_, place(slot), calculation_bytes, nullptr, signals_.back().get()));
    }
    const Wait wait(the_partner);
    theirs_ = mail(std::vector<int>(most_slots, partner_), mine, comm);
  }

  /// Seconds of a message where nobody calculates, at best.
  double message() {
    constexpr int tries = 10, legs = 4;
    const Wait wait(the_partner);
    double least = std::numeric_limits<double>::max();
    for (int n = 0; n < tries; ++n) {
      everyone_.barrier();
      const Stopwatch stopwatch;
      for (int leg = 0; leg < legs; ++leg)
        if ((rank_ < partner_) == (leg % 2 == 0))
          send(0);
        else
          receive(0);
      least = std::min(least, everyone_.max(stopwatch.seconds()) / legs);
    }
    endpoint_.quiet();
    return least;
  }

  /// Seconds of a step, of the slowest rank, where a calculation takes so long.
  double play(const CalculationFigure& figure, double calculation, int seed) {
    constexpr int rounds = 6;
    std::mt19937 random(static_cast<unsigned>(seed * everyone_.size() + everyone_.rank()));
    std::normal_distribution<double> times(1, figure.jitter > 0 ? figure.jitter : 1);
    const int half = figure.slots / 2;
    const Wait wait(the_partner);
    everyone_.barrier();
    if (everyone_.rank() % ranks_of_node == 1) calculate(figure.later * calculation);
    const Stopwatch stopwatch;
    for (int slot = 0; slot < half; ++slot) send(slot);
    for (int step = 0; step < rounds * figure.slots; ++step) {
      receive(step % figure.slots);
      calculate(calculation * (figure.jitter > 0 ? std::max(0.0, times(random)) : 1));
      send((step + half) % figure.slots);
    }
    for (int slot = 0; slot < half; ++slot) receive(slot);
    endpoint_.quiet();
    return everyone_.max(stopwatch.seconds()) / (rounds * figure.slots);
  }

  notify::ChannelReport channel() { return endpoint_.report().front(); }

  /// Whether every byte has come when its signal says so.
  bool brings_every_byte() {
    const Wait wait(the_partner);
    std::int64_t wrong = 0;
    for (int slot = 0; slot < most_slots; ++slot) {
      const auto bytes = endpoint_.memory(region_);
      draw(bytes.subspan(place(most_slots + slot), calculation_bytes), seed_of(slot, rank_));
      send(slot);
      receive(slot);
      wrong += wrong_bytes(bytes.subspan(place(slot), calculation_bytes), seed_of(slot, partner_));
    }
    return everyone_.sum(wrong) == 0;
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
  void calculate(double seconds) {
    const Stopwatch stopwatch;
    look_until(endpoint_, [&] { return stopwatch.seconds() >= seconds; });
  }

  const Communicator& everyone_;
  int rank_, partner_;
  notify::Endpoint endpoint_;
  std::int32_t region_;
  std::vector<std::unique_ptr<notify::Signal>> signals_;
  std::vector<notify::Block> theirs_;
  std::vector<std::int64_t> sent_ = std::vector<std::int64_t>(most_slots, 0);
};

PingPongRow calculation_row(const std::string& channel) {
  return {.mode = {.mode = "calculation", .channel = channel}, .bytes = calculation_bytes};
}

/// Both ways in turn: a NIC each, and shared.
std::vector<PingPongRow> play_all(Calculator& each, Calculator& shared, int repeats) {
  Calculator* const players[] = {&each, &shared};
  const bool correct[] = {each.brings_every_byte(), shared.brings_every_byte()};
  const double calculation = each.message();
  std::vector<PingPongRow> rows;
  for (const CalculationFigure& figure : calculation_figures) {
    std::vector<double> seconds[2];
    for (int n = 0; n < repeats; ++n)
      for (const int s : {0, 1}) seconds[s].push_back(players[s]->play(figure, calculation, n));
    for (const int s : {0, 1}) {
      PingPongRow& row = rows.emplace_back(calculation_row(players[s]->channel().name));
      row.mode.variant = fmt::format("{}, {}", figure.name, s == 1 ? "NICs shared" : "a NIC each");
      row.correct = correct[s];
      row.seconds = median(seconds[s]);
      row.spread = spread(seconds[s]);
      row.went_through(players[s]->channel());
    }
  }
  return rows;
}

/// All four are on one machine: nodes are a matter of who is whose partner.
std::vector<PingPongRow> with_model_nics(int repeats, const Communicator& comm) {
  const Node node(comm.get());
  if (comm.any(node.mates().size() < comm.size()))
    throw InputError("model NICs are for ranks of one machine; between others: --rails");
  const Players players{node, comm.rank() ^ ranks_of_node};
  Calculator each(comm, players, model_nics(false)), shared(comm, players, model_nics(true));
  return play_all(each, shared, repeats);
}

/// Partners have their endpoints by themselves, since it is not the same rail for all.
std::vector<PingPongRow> with_rails(const CalculationOptions& options, const Communicator& comm) {
  if (std::ssize(options.rails) != ranks_of_node)
    throw InputError(fmt::format("needs {} rails, one for each rank of a node, not {}",
                                 ranks_of_node, options.rails.size()));
  const Node all(comm.get(), ranks_of_node);
  if (all.node_of_all() != std::vector<int>{0, 0, 1, 1})
    throw InputError("needs ranks 0 and 1 on one node, 2 and 3 on another");
  const int mine = comm.rank() % ranks_of_node;
  MPI_Comm pair = MPI_COMM_NULL;
  {
    const CollectiveWait wait(the_partner, comm.get());
    MPI_Comm_split(comm.get(), mine, comm.rank(), &pair);
  }
  const Node node(pair);
  {
    const CollectiveWait wait(the_partner, pair);
    MPI_Comm_free(&pair);
  }
  const Players players{node, 1 - node.everyone().rank()};
  Calculator each(comm, players, real_nics({options.rails[static_cast<std::size_t>(mine)]}));
  Calculator shared(comm, players, real_nics(options.rails));
  return play_all(each, shared, options.repeats);
}

}  // namespace

std::vector<PingPongRow> bench_calculation(const CalculationOptions& options,
                                           const Communicator& comm) {
  try {
    if (comm.size() != 2 * ranks_of_node)
      throw InputError("needs 4 ranks, two on each of two nodes: mpirun -n 4");
    return options.rails.empty() ? with_model_nics(options.repeats, comm)
                                 : with_rails(options, comm);
  } catch (const InputError& e) {
    PingPongRow row = calculation_row(options.rails.empty() ? "emulated" : "libfabric");
    row.refused = e.what();
    return {row};
  }
}

}  // namespace seafret
