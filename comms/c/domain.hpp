// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/base/node.hpp"
#include "comms/c/options.hpp"
#include "comms/c/seafret.h"

/// Behind the handle of seafret.h.  Members throw what seafret.cpp turns into a status.
struct seafret_domain {
  /// Collective over `comm`.  `boxes` are those of all ranks; `wet` is of this rank's own, or empty
  /// on all ranks.
  seafret_domain(MPI_Comm comm, const seafret::Grid& grid, std::vector<seafret::Box> boxes,
                 std::span<const unsigned char> wet, seafret::SwapOptions options);

  const seafret::Communicator& comm() const { return comm_; }
  const seafret::SwapOptions& options() const { return options_; }
  const seafret::Decomposition& decomposition() const { return decomposition_; }
  const seafret::Box& owned() const { return decomposition_.owned(comm_.rank()); }

  /// The same with the holes that halos of such a width meet, and x for y.  Collective.
  seafret::Decomposition decomposition(int width, bool turned) const;
  /// Made when it is first asked for; collective.
  seafret::SharedMemory& shared();

  /// Throws LostRank where a rank of the domain has been lost before; else runs the work, and
  /// remembers if one is lost in it.
  template <class Work>
  void alive(Work work) {
    if (!lost_.empty()) throw seafret::LostRank(lost_);
    try {
      work();
    } catch (const seafret::LostRank& lost) {
      lost_ = lost.what();
      throw;
    }
  }
  bool is_lost() const { return !lost_.empty(); }
  /// Runs what is collective, when all ranks have come; what waits in it is the caller's program.
  template <class Work>
  void collective(Work work) {
    alive([&] {
      {
        const seafret::Patience patience(options_.timeout);
        seafret::meet(comm_.get());
      }
      work();
    });
  }

  int exchanges = 0;                     ///< that are there
  std::vector<std::string> report = {};  ///< of those that were

 private:
  std::vector<seafret::Cell> cells_round(const seafret::Box& held) const;

  seafret::Communicator comm_;
  seafret::SwapOptions options_;
  seafret::Decomposition decomposition_;  // without holes
  std::vector<unsigned char> wet_;        // of the owned columns; empty: there are no holes
  bool holes_;                            // on any rank
  std::optional<seafret::Node> node_;
  std::optional<seafret::SharedMemory> shared_;
  std::string lost_;
};
