// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/mpi.hpp"

#include <algorithm>

#include "comms/base/progress.hpp"

namespace seafret::notify {
namespace {

const Awaited its_end("the end of a channel of messages");

constexpr int letter_tag = 0;

}  // namespace

MpiChannel::MpiChannel(const ChannelSetup& setup)
    : comm_(setup.node.everyone().get()),
      listener_(setup.listener),
      texts_(Flights::most * text_bytes),
      inboxes_(inboxes * text_bytes) {
  for (std::size_t n = 0; n < inboxes; ++n) expect_letter(n);
}

/// MPI may have taken a letter, or what one announced, from its writer and not given it to its
/// reader yet.
MpiChannel::~MpiChannel() {
  const LastWait wait(its_end, comm_.get(), [this] {
    const auto unread = [this] {
      return written_less_read_ +
             static_cast<std::int64_t>(receives_.under_way() + waiting_.size());
    };
    while (comm_.sum(unread()) != 0) progress();
  });
  for (MPI_Request& none : expected_) cancel(none);
}

MpiChannel::Head MpiChannel::head_of(const Transfer& t, What what) {
  return {.what = what,
          .region = t.there.region,
          .offset = t.there.offset,
          .bytes = t.here.size(),
          .tells = t.told.has_value(),
          .told = t.told.value_or(Notice{})};
}

/// The messages of gets have odd tags, for it is their receiver who chooses them.
int MpiChannel::next_tag(int parity) {
  constexpr int tags = 16000;
  tags_ = (tags_ + 1) % tags;
  return 2 + 2 * tags_ + parity;
}

bool MpiChannel::put(const Transfer& t) {
  const bool enclosed = t.here.size() <= most_enclosed;
  if (letters_.full() || (!enclosed && sends_.full())) return false;
  Head head = head_of(t, What::put);
  if (!enclosed) head.tag = next_tag(0);
  write(t.there.rank, head, enclosed ? t.here : std::span<std::byte>());
  if (!enclosed)
    send(t.there.rank, head.tag, t.here, t.done);
  else if (t.done)
    add(*t.done);
  return true;
}

bool MpiChannel::get(const Transfer& t) {
  if (letters_.full() || gets_.full()) return false;
  Head head = head_of(t, What::get);
  head.get = gets_.add(std::max(t.here.size(), std::size_t{1}), t.done);
  answers_to_[head.get] = t.here;
  if (t.here.size() > most_enclosed) {
    head.tag = next_tag(1);
    MPI_Irecv(t.here.data(), static_cast<int>(t.here.size()), MPI_BYTE, t.there.rank, head.tag,
              comm_.get(), &gets_.request(head.get));
  }
  write(t.there.rank, head, {});
  return true;
}

void MpiChannel::write(int rank, const Head& head, std::span<const std::byte> enclosed) {
  const std::size_t n = letters_.add(1, {});
  std::byte* const text = &texts_[n * text_bytes];
  std::memcpy(text, &head, sizeof head);
  if (!enclosed.empty()) std::memcpy(text + sizeof head, enclosed.data(), enclosed.size());
  ++written_less_read_;
  MPI_Isend(text, static_cast<int>(sizeof head + enclosed.size()), MPI_BYTE, rank, letter_tag,
            comm_.get(), &letters_.request(n));
}

void MpiChannel::send(int rank, int tag, std::span<std::byte> bytes,
                      const std::optional<Notice>& then) {
  const std::size_t n = sends_.add(bytes.size(), then);
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, comm_.get(),
            &sends_.request(n));
}

void MpiChannel::progress() {
  take_letters();
  for (Flights* flights : {&letters_, &sends_, &receives_, &gets_}) flights->land_some(teller());
  while (!waiting_.empty() && obey(waiting_.front())) waiting_.pop_front();
}

void MpiChannel::expect_letter(std::size_t n) {
  MPI_Irecv(inbox(n), static_cast<int>(text_bytes), MPI_BYTE, MPI_ANY_SOURCE, letter_tag,
            comm_.get(), &expected_[n]);
}

void MpiChannel::take_letters() {
  int count = 0;
  std::array<int, inboxes> come;
  std::array<MPI_Status, inboxes> status;
  MPI_Testsome(static_cast<int>(expected_.size()), expected_.data(), &count, come.data(),
               status.data());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto n = static_cast<std::size_t>(come[i]);
    Letter letter{.from = status[i].MPI_SOURCE};
    --written_less_read_;
    std::memcpy(&letter.head, inbox(n), sizeof letter.head);
    take(letter, inbox(n) + sizeof letter.head);
    expect_letter(n);
  }
}

void MpiChannel::take(const Letter& letter, const std::byte* enclosed) {
  const Head& head = letter.head;
  if (head.what == What::answer) {
    std::memcpy(answers_to_[head.get].data(), enclosed, head.bytes);
    gets_.land(head.get, teller());
  } else if (head.what == What::get || head.tag != 0) {
    if (!obey(letter)) waiting_.push_back(letter);
  } else {
    const std::span<std::byte> to = listener_.slice(head.region, head.offset, head.bytes);
    if (!to.empty()) std::memcpy(to.data(), enclosed, head.bytes);
    if (head.tells != 0) add(head.told);
  }
}

/// False where there is no room.
bool MpiChannel::obey(const Letter& letter) {
  return letter.head.what == What::get ? answer(letter) : receive(letter);
}

bool MpiChannel::receive(const Letter& letter) {
  if (receives_.full()) return false;
  const Head& head = letter.head;
  const std::span<std::byte> to = listener_.slice(head.region, head.offset, head.bytes);
  const std::size_t n = receives_.add(0, head.notice());
  MPI_Irecv(to.data(), static_cast<int>(to.size()), MPI_BYTE, letter.from, head.tag, comm_.get(),
            &receives_.request(n));
  return true;
}

bool MpiChannel::answer(const Letter& letter) {
  const Head& asked = letter.head;
  const std::span<std::byte> bytes = listener_.slice(asked.region, asked.offset, asked.bytes);
  if (asked.tag != 0) {
    if (sends_.full()) return false;
    send(letter.from, asked.tag, bytes, asked.notice());
    return true;
  }
  if (letters_.full()) return false;
  write(letter.from, {.what = What::answer, .bytes = asked.bytes, .get = asked.get}, bytes);
  if (asked.tells != 0) add(asked.told);
  return true;
}

}  // namespace seafret::notify
