// SPDX-License-Identifier: BSD-3-Clause
// Every order in which the sub-messages of two rounds can arrive where a sender is one round ahead
// of its reader, and what the reader notices of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "comms/notify/signal.hpp"

using namespace seafret;
using notify::Counters;
using notify::NotifyError;
using notify::Signal;

namespace {

constexpr int event_bits = 3;

/// A sub-message of the message of a round, and the channel it takes.
struct SubMessage {
  int number = 0, round = 0, rail = 0;
};

enum class Rails { fixed, swapped, unordered };

/// Parts that take the same rail arrive in the order in which they were sent.
bool may_arrive(const std::vector<SubMessage>& order) {
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = a + 1; b < order.size(); ++b)
      if (order[a].rail == order[b].rail && order[a].round > order[b].round) return false;
  return true;
}

/// A reader of two rounds, who looks after each arrival.
class Reader {
 public:
  Reader(const std::vector<SubMessage>& order, int sub_messages, bool rounds)
      : order_(order),
        sub_messages_(sub_messages),
        rounds_(rounds),
        table_({&counters_, 1}, notify::CounterLayout(event_bits), rounds),
        signal_(table_, {}) {}

  /// Whether it has taken a round for complete that was not; it resets so many arrivals late.
  bool misled(int late) {
    try {
      if (!fires()) return false;
      const bool premature = come_[0] < sub_messages_;
      for (int n = 0; n < late; ++n) arrives();
      signal_.reset();
      return premature || (fires() && come_[1] < sub_messages_);
    } catch (const NotifyError&) {
      return false;
    }
  }

 private:
  bool fires() {
    while (!signal_.test())
      if (!arrives()) return false;
    return true;
  }
  bool arrives() {
    if (next_ == order_.size()) return false;
    const SubMessage& sub_message = order_[next_++];
    ++come_[static_cast<std::size_t>(sub_message.round)];
    table_.add({.addend = table_.layout().addend(sub_message.number, sub_messages_),
                .odd = rounds_ && sub_message.round == 1});
    return true;
  }

  const std::vector<SubMessage>& order_;
  int sub_messages_;
  bool rounds_;
  Counters counters_;
  notify::SignalTable table_;
  Signal signal_;
  std::size_t next_ = 0;
  std::vector<int> come_ = {0, 0};
};

struct Count {
  int misled = 0, all = 0;
  bool operator==(const Count&) const = default;
};

Count count(int sub_messages, Rails rails, bool rounds) {
  std::vector<SubMessage> order;
  for (int round = 0; round < 2; ++round)
    for (int sub_message = 0; sub_message < sub_messages; ++sub_message)
      order.push_back(
          {sub_message, round,
           rails == Rails::swapped ? (sub_message + round) % sub_messages : sub_message});
  std::vector<int> permutation(order.size());
  for (std::size_t n = 0; n < order.size(); ++n) permutation[n] = static_cast<int>(n);
  Count count;
  do {
    std::vector<SubMessage> arriving;
    for (const int n : permutation) arriving.push_back(order[static_cast<std::size_t>(n)]);
    if (rails != Rails::unordered && !may_arrive(arriving)) continue;
    for (int late = 0; late <= 2 * sub_messages; ++late) {
      ++count.all;
      count.misled += Reader(arriving, sub_messages, rounds).misled(late);
    }
  } while (std::ranges::next_permutation(permutation).found);
  return count;
}

}  // namespace

TEST_CASE("the published protocol takes sub-messages of two rounds for one") {
  CHECK(count(1, Rails::fixed, false) == Count{0, 3});
  CHECK(count(1, Rails::unordered, false) == Count{1, 6});
  CHECK(count(2, Rails::fixed, false) == Count{0, 30});
  CHECK(count(2, Rails::swapped, false) == Count{2, 30});
  CHECK(count(2, Rails::unordered, false) == Count{12, 120});
  CHECK(count(3, Rails::fixed, false) == Count{18, 630});
  CHECK(count(3, Rails::swapped, false) == Count{36, 630});
  CHECK(count(3, Rails::unordered, false) == Count{396, 5040});
}

TEST_CASE("a bit for the round keeps them apart") {
  for (const int sub_messages : {1, 2, 3, 4})
    for (const Rails rails : {Rails::fixed, Rails::swapped, Rails::unordered}) {
      if (sub_messages == 4 && rails == Rails::unordered) continue;
      CAPTURE(sub_messages);
      CHECK(count(sub_messages, rails, true).misled == 0);
    }
}
