// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/base/node.hpp"
#include "comms/base/progress.hpp"
#include "comms/base/wait.hpp"
#include "comms/c/options.hpp"
#include "comms/c/seafret.h"
#include "comms/c/watch.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {

/// Throws InputError on all ranks where one wants anything else than rank 0 does, in words.
/// Collective.
void insist_alike(const std::string& wanted, const Communicator& comm);

}  // namespace seafret

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

  /// Throws LostRank where the domain is dead, std::logic_error after MPI's end; else runs the
  /// work, in which no wait is longer than so many seconds, and remembers what has ended it: a rank
  /// that is lost, or what else is neither refused by all ranks nor misuse.
  template <class Work>
  void alive(double timeout, Work work) {
    if (!lost_.empty()) throw seafret::LostRank(lost_);
    int finalised = 0;
    MPI_Finalized(&finalised);
    if (finalised != 0) throw std::logic_error("MPI is finalised: free a domain before");
    seafret::watch_over(comm_.rank());
    const seafret::Patience patience(timeout);
    try {
      work();
      seafret::Patience::check();  // what destructors have kept to themselves
    } catch (const std::logic_error&) {
      throw;
    } catch (const seafret::InputError&) {
      throw;
    } catch (const std::exception& end) {
      lost_ = end.what();
      throw;
    }
  }
  bool is_lost() const { return !lost_.empty(); }
  /// Runs what is collective, when all ranks have come to this call.
  template <class Work>
  void collective(const char* call, Work work) {
    alive(options_.timeout, [&] {
      const seafret::Awaited awaited(call);
      { const seafret::CollectiveWait all(awaited, comm_.get()); }
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
