// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comms/base/timers.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// Work on a box, part of which wants nothing of a swap that is under way. Any cut gives the same
/// bits: work(where) finds what is new from what is old, each column by itself.
template <class Work>
struct CutWork {
  Box all, inner;
  Work work;

  void beside() const {
    if (!inner.empty()) work(inner);
  }
  void after(bool beside_is_done) const {
    if (!beside_is_done) return work(all);
    for (const Box& box : rim(all, inner))
      if (!box.empty()) work(box);
  }
};

template <class Work>
CutWork(Box, Box, Work) -> CutWork<Work>;

/// A swap of a shelf sea, in a region of its name, and what is worked on beside it.
class ShelfSwap {
 public:
  ShelfSwap(const Domain& domain, std::vector<Swapped> fields, const Stepping& stepping,
            const std::string& name)
      : exchange_(domain, std::move(fields), stepping.halo.named(name)),
        site_("shelf/swap " + name),
        overlap_(stepping.overlap) {}

  /// Ends with all of the works done, one after the other; where swaps are to overlap with work,
  /// their inner parts while the messages fly.
  template <class... Work>
  void run(std::span<const Columns> fields, const CutWork<Work>&... works) {
    {
      const Region region(site_);
      exchange_.start(fields);
    }
    if (overlap_) (works.beside(), ...);
    {
      const Region region(site_);
      exchange_.finish();
    }
    (works.after(overlap_), ...);
  }

  const Exchange* exchange() const { return &exchange_; }

 private:
  HaloExchange exchange_;
  RegionSite site_;
  bool overlap_;
};

/// What travels in the swaps of a shelf sea, and how wide: u and as many tracers, of as many
/// levels.
std::vector<Swapped> u_and_tracers(const FieldView<const double>& u, int tracers);
/// What drives the flow, as far as its steps ask for it, and u as it was pushed.
std::vector<Swapped> drive_and_u(const DepthMeanFlow& flow, const FieldView<const double>& u);
/// All that the flow swaps, the surface as wide as levels want it; and which columns are thin, if
/// any may be.
std::vector<Swapped> surface_and_flow(DepthMeanFlow& flow, bool may_be_thin);
/// v when it is turned, and the sum of what moved the surface to the east.
std::vector<Swapped> v_and_moved(const DepthMeanFlow& flow, const FieldView<const double>& v);

}  // namespace seafret
