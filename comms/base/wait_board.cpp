// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/wait_board.hpp"

#include <atomic>

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

constexpr std::size_t cache_line = 64;
const Awaited the_beginning("the beginning of the run");

}  // namespace

struct WaitBoard::Line {
  alignas(cache_line) std::atomic<std::uint64_t> beat;
  std::atomic<bool> waits;
  std::atomic<bool> spoken;  // that of the first line counts
};

WaitBoard::WaitBoard(MPI_Comm job) {
  const CollectiveWait wait(the_beginning, job);
  const int rank = rank_in(job);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(job, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  me_ = static_cast<std::size_t>(rank_in(node));
  std::vector<int> ranks(static_cast<std::size_t>(ranks_of(node)), rank);
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, ranks.data(), 1, MPI_INT, node);
  for (const int mate : ranks) mates_.push_back({.rank = mate});
  share_lines(node);
  MPI_Comm_free(&node);
}

/// The first rank of the node makes a file in memory, the others find it.
void WaitBoard::share_lines(MPI_Comm node) {
  const std::size_t bytes = mates_.size() * sizeof(Line);
  if (me_ == 0) file_ = SharedFile(bytes);
  SharedFile::Name name = file_.name();
  MPI_Bcast(&name, sizeof(name), MPI_BYTE, 0, node);
  if (me_ > 0 && name.process != 0) file_ = SharedFile(name, bytes);
  lines_ = reinterpret_cast<Line*>(file_.data());
  beat(true);  // who is lost before its watch first looks has been seen
  MPI_Barrier(node);
  file_.forget_name();
}

WaitBoard::~WaitBoard() {
  if (lines_ != nullptr) lines_[me_].beat = 0;
}

void WaitBoard::beat(bool waits) {
  if (lines_ == nullptr) return;
  lines_[me_].waits = waits;
  ++lines_[me_].beat;
}

std::span<const Mate> WaitBoard::look() {
  if (lines_ == nullptr) return {};
  for (std::size_t m = 0; m < mates_.size(); ++m) {
    mates_[m].beat = lines_[m].beat;
    mates_[m].waits = lines_[m].waits;
  }
  return mates_;
}

bool WaitBoard::may_speak() { return lines_ == nullptr || !lines_[0].spoken.exchange(true); }
bool WaitBoard::has_been_spoken() const { return lines_ != nullptr && lines_[0].spoken; }

}  // namespace seafret
