// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/wait_board.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>

#include "comms/base/left_behind.hpp"
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

WaitBoard::WaitBoard(const Communicator& job) {
  const CollectiveWait wait(the_beginning, job.get());
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(job.get(), MPI_COMM_TYPE_SHARED, job.rank(), MPI_INFO_NULL, &node);
  int size = 0, me = 0;
  MPI_Comm_size(node, &size);
  MPI_Comm_rank(node, &me);
  me_ = static_cast<std::size_t>(me);
  std::vector<int> ranks(static_cast<std::size_t>(size), job.rank());
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, ranks.data(), 1, MPI_INT, node);
  for (const int rank : ranks) mates_.push_back({.rank = rank});
  share_lines(node);
  MPI_Comm_free(&node);
}

/// The first rank of the node makes a file in memory, the others find it by its name, which goes as
/// soon as they have.
void WaitBoard::share_lines(MPI_Comm node) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::array<char, cache_line> name{};
  ("/seafret-" + std::to_string(::getpid()) + '-' + std::to_string(now))
      .copy(name.data(), name.size() - 1);
  if (me_ == 0) {
    remove_left_behind("seafret-", "-");
    const int made = ::shm_open(name.data(), O_RDWR | O_CREAT | O_EXCL, 0600);
    const auto bytes = static_cast<off_t>(mates_.size() * sizeof(Line));
    if (made >= 0 && ::posix_fallocate(made, 0, bytes) == 0) map_lines(made);
    if (made >= 0) ::close(made);
  }
  char has_board = lines_ != nullptr;
  MPI_Bcast(&has_board, 1, MPI_CHAR, 0, node);
  MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, node);
  if (const int found = me_ > 0 && has_board ? ::shm_open(name.data(), O_RDWR, 0) : -1;
      found >= 0) {
    map_lines(found);
    ::close(found);
  }
  beat(true);  // who is lost before its watch first looks has been seen
  MPI_Barrier(node);
  if (me_ == 0) ::shm_unlink(name.data());
}

void WaitBoard::map_lines(int file) {
  void* const memory =
      ::mmap(nullptr, mates_.size() * sizeof(Line), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) lines_ = static_cast<Line*>(memory);
}

WaitBoard::~WaitBoard() {
  if (lines_ == nullptr) return;
  lines_[me_].beat = 0;
  ::munmap(lines_, mates_.size() * sizeof(Line));
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
