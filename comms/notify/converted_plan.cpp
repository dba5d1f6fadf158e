// SPDX-License-Identifier: BSD-3-Clause
// How the two ends of converted messages agree: the sender says how long its segments are; the
// receiver cuts its own against them, counts the puts, and answers with a block for each.
#include <fmt/format.h>

#include <algorithm>

#include "comms/base/job.hpp"
#include "comms/base/progress.hpp"
#include "comms/base/wait.hpp"
#include "comms/notify/convert.hpp"

namespace seafret::notify {
namespace {

const Awaited agreeing("those who convert the other ends of messages");

struct Letter {
  Block freed = {};  ///< of the sender, to be told when its bytes have been read
  std::uint64_t bytes = 0, segments = 0;
  int ticket = 0;
};

struct Answer {
  std::uint64_t bytes = 0, blocks = 0;  ///< as the receiver knows the message; what follows
};

/// Messages under way, of which none waits for another.  What they are read from, and written to,
/// must stay where it is.
class Mail {
 public:
  template <class List>
  void send(const List& values, int to, int tag, MPI_Comm comm) {
    MPI_Isend(values.data(), bytes(values), MPI_BYTE, to, tag, comm, &requests_.emplace_back());
  }
  template <class List>
  void receive(List&& values, int from, int tag, MPI_Comm comm) {
    MPI_Irecv(values.data(), bytes(values), MPI_BYTE, from, tag, comm, &requests_.emplace_back());
  }
  void wait() {
    wait_all(requests_);
    requests_.clear();
  }

 private:
  template <class List>
  static int bytes(const List& values) {
    return static_cast<int>(std::span(values).size_bytes());
  }

  std::vector<MPI_Request> requests_;
};

template <class T>
std::span<T> one(T& value) {
  return {&value, 1};
}

std::vector<std::uint64_t> lengths(const std::vector<Block>& blocks) {
  std::vector<std::uint64_t> all;
  for (const Block& b : blocks) all.push_back(b.bytes);
  return all;
}

/// The blocks, as long together as `lengths`, so that none goes beyond the end of one of these.
std::vector<Block> cut(const std::vector<Block>& blocks,
                       const std::vector<std::uint64_t>& lengths) {
  std::vector<Block> all;
  std::uint64_t in_block = 0, in_length = 0;
  for (std::size_t b = 0, n = 0; b < blocks.size() && n < lengths.size();) {
    const std::uint64_t bytes = std::min(blocks[b].bytes - in_block, lengths[n] - in_length);
    all.push_back(blocks[b].slice(in_block, bytes));
    in_block += bytes;
    in_length += bytes;
    if (in_block == blocks[b].bytes) in_block = 0, ++b;
    if (in_length == lengths[n]) in_length = 0, ++n;
  }
  return all;
}

std::unique_ptr<Signal> signal(Endpoint& endpoint, const std::string& name, std::int64_t events,
                               std::vector<int> ranks, const Where& where) {
  const CounterLayout& layout = endpoint.signals().layout();
  if (events > layout.most_events())
    throw NotifyError(where, fmt::format("{}: {} puts, where the {} bits of a signal for its "
                                         "events count {}: a counter with more, or fewer segments",
                                         name, events, layout.event_bits(), layout.most_events()));
  if (events == 0) return nullptr;
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  const MPI_Comm everyone = endpoint.node().everyone().get();
  return std::make_unique<Signal>(
      endpoint.signals(),
      SignalOptions{
          .name = name, .events = events, .peers = job_ranks(everyone, std::move(ranks))});
}

/// A message of one end while both agree.
struct End {
  const ConvertedMessage& here;
  Letter letter = {};
  std::vector<std::uint64_t> lengths = {};  // of the sender's segments
  Answer answer = {};
  std::vector<Block> blocks = {};  // of the receiver, one for each put

  int tag(int of_two) const { return 2 * letter.ticket + of_two; }
};

std::vector<End> ends(const std::vector<ConvertedMessage>& messages) {
  std::vector<End> all;
  for (const ConvertedMessage& m : messages) all.push_back({.here = m});
  return all;
}

void exchange_letters(std::vector<End>& sends, std::vector<End>& receives, const Block& freed) {
  constexpr int tickets = 16000;  // a rank that has more for one other gets them in their order
  Mail mail;
  int ticket = 0;
  for (End& r : receives) mail.receive(one(r.letter), r.here.peer, r.here.tag, r.here.comm);
  for (End& s : sends) {
    s.letter = {freed, s.here.bytes, s.here.blocks.size(), ticket++ % tickets};
    mail.send(one(s.letter), s.here.peer, s.here.tag, s.here.comm);
  }
  mail.wait();
}

void exchange_lengths(std::vector<End>& sends, std::vector<End>& receives, MPI_Comm comm) {
  Mail mail;
  for (End& r : receives) {
    r.lengths.resize(r.letter.segments);
    mail.receive(r.lengths, r.letter.freed.rank, r.tag(0), comm);
  }
  for (End& s : sends) {
    s.lengths = lengths(s.here.blocks);
    mail.send(s.lengths, s.here.rank, s.tag(0), comm);
  }
  mail.wait();
}

/// Says how many puts come.
std::int64_t cut(std::vector<End>& receives) {
  std::int64_t puts = 0;
  for (End& r : receives) {
    if (r.letter.bytes == r.here.bytes) r.blocks = cut(r.here.blocks, r.lengths);
    r.answer = {r.here.bytes, r.blocks.size()};
    puts += std::ssize(r.blocks);
  }
  return puts;
}

void exchange_answers(std::vector<End>& sends, std::vector<End>& receives, MPI_Comm comm) {
  Mail mail;
  for (End& s : sends) mail.receive(one(s.answer), s.here.rank, s.tag(1), comm);
  for (End& r : receives) mail.send(one(r.answer), r.letter.freed.rank, r.tag(1), comm);
  mail.wait();
  for (End& s : sends) {
    s.blocks.resize(s.answer.blocks);
    mail.receive(s.blocks, s.here.rank, s.tag(1), comm);
  }
  for (End& r : receives) mail.send(r.blocks, r.letter.freed.rank, r.tag(1), comm);
  mail.wait();
}

/// Where two ends do not agree both of them throw.
void check(const std::vector<End>& sends, const std::vector<End>& receives) {
  for (const End& s : sends)
    if (s.here.bytes != s.answer.bytes)
      throw NotifyError(s.here.where, fmt::format("{} bytes are sent to rank {}, which receives {}",
                                                  s.here.bytes, s.here.rank, s.answer.bytes));
  for (const End& r : receives)
    if (r.here.bytes != r.letter.bytes)
      throw NotifyError(r.here.where,
                        fmt::format("{} bytes are received from rank {}, which sends {}",
                                    r.here.bytes, r.letter.freed.rank, r.letter.bytes));
}

std::vector<int> senders(const std::vector<End>& receives) {
  std::vector<int> all;
  for (const End& r : receives) all.push_back(r.letter.freed.rank);
  return all;
}

std::vector<int> receivers(const std::vector<End>& sends) {
  std::vector<int> all;
  for (const End& s : sends) all.push_back(s.here.rank);
  return all;
}

/// Those messages that need an answer: who reads nothing has nothing to release.
std::int64_t not_empty(const std::vector<End>& some) {
  return std::ranges::count_if(some, [](const End& end) { return !end.here.blocks.empty(); });
}

}  // namespace

ConvertedPlan::ConvertedPlan(Conversion& calls, const Where& where)
    : endpoint_(calls.endpoint_), puts_(endpoint_), answers_(endpoint_) {
  const Wait wait(agreeing);
  const std::string& name = calls.options_.name;
  const MPI_Comm comm = endpoint_.mail().get();
  std::vector<End> sends = ends(calls.sends_), receives = ends(calls.receives_);
  if (calls.options_.answers)
    freed_ = signal(endpoint_, name + ", released", not_empty(sends), receivers(sends), where);
  Block freed{.rank = endpoint_.node().everyone().rank()};
  if (freed_) freed = endpoint_.block_at(0, 0, where).telling(Block::no_signal, freed_->number());
  exchange_letters(sends, receives, freed);
  exchange_lengths(sends, receives, comm);
  filled_ = signal(endpoint_, name, cut(receives), senders(receives), where);
  for (End& r : receives)
    for (Block& b : r.blocks) b.receive_signal = filled_->number();
  exchange_answers(sends, receives, comm);
  check(sends, receives);
  for (const End& s : sends) n_puts_ += std::ssize(s.blocks);
  sent_ = signal(endpoint_, name + ", sent", n_puts_, receivers(sends), where);
  for (const End& s : sends) {
    const std::vector<Block> here = cut(s.here.blocks, lengths(s.blocks));
    for (std::size_t n = 0; n < here.size(); ++n)
      puts_.put(here[n].telling(sent_->number(), Block::no_signal), s.blocks[n], s.here.where);
  }
  for (const End& r : receives)
    if (r.letter.freed.receive_signal != Block::no_signal && !r.blocks.empty())
      answers_.notify(r.letter.freed, r.here.where);
}

void ConvertedPlan::start(const Where& where) {
  finish(where);
  if (round() > 0 && sent_) sent_->reset(where);
  if (round() > 0 && freed_) freed_->reset(where);
  puts_.start();
}

void ConvertedPlan::wait(const Where& where) {
  if (filled_) filled_->wait(where);
}

void ConvertedPlan::release(const Where& where) {
  if (filled_) filled_->reset(where);
  answers_.start();
}

void ConvertedPlan::wait_sent(const Where& where) {
  if (sent_ && round() > 0 && !sent_->test(where)) sent_->wait(where);
}

void ConvertedPlan::finish(const Where& where) {
  wait_sent(where);
  if (freed_ && round() > 0 && !freed_->test(where)) freed_->wait(where);
}

}  // namespace seafret::notify
