// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/base/shared_file.hpp"

namespace seafret {

/// What the watch of a rank shows to those on the same node.
struct Mate {
  int rank = 0;            ///< in the job
  std::uint64_t beat = 0;  ///< grows as long as the rank is let run; 0: it shows nothing
  bool waits = false;
};

/// A line of memory for each rank of a node, and a flag for all of them: somebody has spoken.  It
/// is no window of MPI, so it serves until the process ends.  Where there is no such memory a rank
/// sees nobody, and is seen by none.
class WaitBoard {
 public:
  /// Collective.
  explicit WaitBoard(MPI_Comm job);
  ~WaitBoard();
  WaitBoard(const WaitBoard&) = delete;
  WaitBoard& operator=(const WaitBoard&) = delete;

  /// Is seen by the others as a sign of life.
  void beat(bool waits);
  /// All ranks of the node, this one among them; none where there is no board.
  std::span<const Mate> look();
  /// True once, for the first who asks.
  bool may_speak();
  bool has_been_spoken() const;

 private:
  struct Line;
  void share_lines(MPI_Comm node);

  std::vector<Mate> mates_;
  std::size_t me_ = 0;
  SharedFile file_;
  Line* lines_ = nullptr;
};

}  // namespace seafret
