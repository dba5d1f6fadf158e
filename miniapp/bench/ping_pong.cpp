// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/ping_pong.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comms/base/progress.hpp"
#include "miniapp/bench/drawn_bytes.hpp"
#include "miniapp/bench/messenger.hpp"

namespace seafret {
namespace {

/// A messenger that is timed.
struct Player {
  std::unique_ptr<Messenger> messenger;
  bool origin_only = false;
  int trips = 1;  ///< in a block

  double legs() const { return trips * (origin_only ? 1.0 : 2.0); }
};

void play(Messenger& m, bool origin_only, bool first, int trips) {
  const Wait wait(the_other);
  for (int n = 0; n < trips; ++n)
    if (first) {
      m.send();
      if (!origin_only) m.receive();
    } else if (!origin_only) {
      m.receive();
      m.send();
    }
}

/// Sends in turn, and compares every byte as soon as it is said to be there.
bool brings_every_byte(Messenger& m, const Communicator& comm) {
  constexpr int rounds = 8;
  const Wait wait(the_other);
  std::int64_t wrong = 0;
  for (int round = 1; round <= rounds; ++round) {
    if (comm.rank() == round % 2) {
      draw(m.outgoing(), round);
      m.send();
      m.tell();
    } else {
      m.receive();
      wrong += wrong_bytes(m.incoming(), round);
    }
  }
  return comm.sum(wrong) == 0;
}

/// How often it goes to and fro in a block.
int trips_of(Messenger& m, bool origin_only, double block_ms, const Communicator& comm) {
  constexpr int few = 5, most = 20000;
  double least = 0;
  for (int n = 0; n < few; ++n) {
    const double trip =
        time_one([&] { play(m, origin_only, comm.rank() == 0, few); }, 1, comm) / few;
    least = n == 0 ? trip : std::min(least, trip);
  }
  return static_cast<int>(std::clamp(1e-3 * block_ms / least, 1.0, double{most}));
}

/// All modes for one number of bytes.
class Game {
 public:
  Game(const PingPongOptions& options, const Pair& pair, PingPongTable& table)
      : options_(options), pair_(pair), table_(table) {
    try {
      bare_ = player(make_bare_messenger(pair), false);
    } catch (const InputError&) {  // nothing to compare with
    }
    p2p_ = player(messengers().at("p2p").make(pair, {}), false);
  }

  /// What needs progress is timed at once and dropped, lest the others' waits look after it.
  void add(const PingPongMode& mode) {
    PingPongRow row{.mode = mode, .bytes = pair_.bytes};
    std::unique_ptr<Messenger> messenger = make(row);
    const auto number = table_.rows.size();
    table_.rows.push_back(std::move(row));
    if (messenger == nullptr) return;
    std::vector<Entry> entry;
    entry.push_back({player(std::move(messenger), mode.origin_only), number});
    if (Progressing::any())
      time(entry);
    else
      quiet_.push_back(std::move(entry.front()));
  }

  void finish() {
    const std::vector<double> bare = time(quiet_);
    if (!bare.empty()) table_.floors.push_back({pair_.bytes, median(bare), spread(bare)});
  }

 private:
  struct Entry {
    Player player;
    std::size_t row;
  };

  Player player(std::unique_ptr<Messenger> messenger, bool origin_only) const {
    const int trips = trips_of(*messenger, origin_only, options_.block_ms, pair_.comm());
    return {std::move(messenger), origin_only, trips};
  }

  /// Null where it cannot be had or brings something else.
  std::unique_ptr<Messenger> make(PingPongRow& row) const {
    std::unique_ptr<Messenger> messenger;
    try {
      messenger = messengers().at(row.mode.mode).make(pair_, row.mode.puts);
    } catch (const InputError& e) {
      row.refused = e.what();
      return nullptr;
    }
    row.correct = brings_every_byte(*messenger, pair_.comm());
    if (const auto channel = messenger->channel()) row.went_through(*channel);
    if (!row.correct) messenger.reset();
    return messenger;
  }

  /// Beside the floor and p2p.  Gives the floor's seconds.
  std::vector<double> time(const std::vector<Entry>& entries) {
    std::vector<const Player*> players;
    if (bare_) players.push_back(&*bare_);
    players.push_back(&p2p_);
    const std::size_t p2p = players.size() - 1;
    for (const Entry& e : entries) players.push_back(&e.player);
    std::vector<std::function<void()>> timed;
    for (const Player* p : players)
      timed.emplace_back([p, first = pair_.comm().rank() == 0] {
        play(*p->messenger, p->origin_only, first, p->trips);
      });
    Measurement found = measure_in_blocks(timed, options_.plan, pair_.comm());
    table_.repeated += found.repeated;
    for (std::size_t i = 0; i < players.size(); ++i)
      for (double& seconds : found.series[i].seconds) seconds /= players[i]->legs();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::vector<double>& seconds = found.series[p2p + 1 + i].seconds;
      PingPongRow& row = table_.rows[entries[i].row];
      row.seconds = median(seconds);
      row.spread = spread(seconds);
      row.x_p2p = times(seconds, found.series[p2p].seconds);
      if (bare_) row.x_bare = times(seconds, found.series[0].seconds);
    }
    return bare_ ? found.series[0].seconds : std::vector<double>();
  }

  static double times(const std::vector<double>& these, const std::vector<double>& those) {
    std::vector<double> ratio;
    for (std::size_t b = 0; b < these.size(); ++b) ratio.push_back(these[b] / those[b]);
    return median(ratio);
  }

  const PingPongOptions& options_;
  Pair pair_;
  PingPongTable& table_;
  std::optional<Player> bare_;
  Player p2p_;
  std::vector<Entry> quiet_;
};

}  // namespace

void PingPongRow::went_through(const notify::ChannelReport& channel) {
  level = static_cast<int>(channel.level);
  bits = channel.bits;
  told_apart = channel.told_apart;
  what = channel.what;
}

PingPongTable bench_ping_pong(const std::vector<PingPongMode>& modes,
                              const std::vector<std::size_t>& bytes, const PingPongOptions& options,
                              const Communicator& comm) {
  const Node node(comm.get());
  PingPongTable table;
  for (const std::size_t b : bytes) {
    Game game(options, {node, b}, table);
    for (const PingPongMode& mode : modes) game.add(mode);
    game.finish();
  }
  return table;
}

Word::Word(const Communicator& comm) : in_pairs_(comm.get(), 2), pair_(in_pairs_.mates().get()) {
  if (pair_.everyone().size() == 2) messenger_ = make_bare_messenger({pair_});
}

double Word::time() const {
  if (!goes()) return 0;
  constexpr int trips = 100;
  const Communicator& both = pair_.everyone();
  return time_one([&] { play(*messenger_, false, both.rank() == 0, trips); }, 1, both) /
         (2 * trips);
}

}  // namespace seafret
