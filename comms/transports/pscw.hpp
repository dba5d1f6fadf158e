// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "comms/transports/rma_window.hpp"

namespace seafret {

/// Puts between post, start, complete and wait: a rank waits for its neighbours only.
///
/// A window is exposed (post) when its messages have been unpacked, and start waits for the post of
/// those that are put to; so one buffer is enough, also where data goes one way only.
class Pscw final : public PutTransport {
 public:
  Pscw(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 1, comm, options),
        readers_(group(peers, &Peer::send, comm)),
        writers_(group(peers, &Peer::receive, comm)) {
    if (options_.epoch == early) expose();
  }
  ~Pscw() override {
    if (options_.epoch == early)
      window_.end_by([this] {
        access();
        end();
      });
    MPI_Group_free(&readers_);
    MPI_Group_free(&writers_);
  }

  void begin() override {
    if (options_.epoch != early) expose();
  }
  void packed(int p, int part) override {
    access();
    put(p, part);
  }
  void start() override {
    access();
    if (options_.epoch == closed_at_start) end();
  }

  void finish(const Unpack& unpack) override {
    if (options_.epoch != closed_at_start) end();
    unpack_all(unpack);
    if (options_.epoch == early) expose();
  }

 private:
  using enum RmaOptions::Epoch;

  static MPI_Group group(const std::vector<Peer>& peers, PartSizes Peer::*message, MPI_Comm comm) {
    std::vector<int> ranks;
    for (const Peer& p : peers)
      if (!(p.*message).empty()) ranks.push_back(p.rank);
    MPI_Group all, some;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &some);
    MPI_Group_free(&all);
    return some;
  }

  void expose() {
    MPI_Win_post(writers_, options_.assertions ? MPI_MODE_NOSTORE : 0, window_.get());
  }
  // With the first put, because it waits for the readers' posts.  MPI_MODE_NOCHECK would promise
  // that they have posted already, which nobody knows.  MPI has no test for this wait, nor for that
  // of MPI_Win_complete: where one is needed (progress.hpp) all meet first, and all have posted.
  void access() {
    if (std::exchange(has_access_, true)) return;
    meet(comm_);
    MPI_Win_start(readers_, 0, window_.get());
  }
  void end() {
    has_access_ = false;
    MPI_Win_complete(window_.get());
    wait_exposed(window_.get());
  }

  MPI_Group readers_, writers_;
  bool has_access_ = false;
};

inline const bool pscw_registered =
    transports().add("pscw", {.what = "puts between post, start, complete and wait",
                              .needs = TransportKind::Needs::window,
                              .make = make_transport<Pscw>});

}  // namespace seafret
