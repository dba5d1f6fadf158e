// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/advection/swept_advection.hpp"
#include "physics/advection/ultimate_faces.hpp"

namespace seafret {

/// ULTIMATE QUICKEST with its multidimensional terms (Leonard, MacVean and Lock): of third order
/// where a field is smooth.  Where the wind has no divergence and no cell gives away more than it
/// holds, a new value lies between the old ones of the cell and its six neighbours: so it stays
/// positive and makes no new extrema, on levels of any thickness and density.
///
/// Let `out` be the share of a cell's mass that leaves it within dt: dt |u|/dx through a side,
/// dt rho_half |w|/(rho dz) through top and bottom.  Through a face with the cell fu upwind of it
/// the cell fc may then give at most fu + (fc - fu)/out = fc + room (fc - fu), room = 1/out - 1:
/// all its outgoing faces together take no more of what it has above its neighbours than is there.
/// Where out exceeds 1 there is no room, and the scheme is plain upwind.  What is mixed counts as
/// leaving too: of two cells of 1 and one of 0 between them that empties into both, the latter
/// would get to 1.4 otherwise.
class Ultimate {
 public:
  using Faces = UltimateFaces;
  static constexpr int flops_per_face = Faces::flops;
  static std::vector<FieldDescription> work(int levels);

  explicit Ultimate(const AdvectionSetup& setup);
  void describe_cells(const Box& where, const Wind& wind, double dt, const Mixing& mixing);
  void find_side_faces(const FaceNumbers& faces, const SideFaces& side, int i, int j,
                       double dt) const;
  void find_top_faces(const FaceNumbers& faces, const Wind& wind, int i, int j, double dt) const;

 private:
  void find_mixed_share(const Mixing& mixing, int i, int j, double* share) const;

  SweepGrid grid_;
  Field<double> room_;  // as work() describes them
  Field<double> rise_;
};

inline const bool ultimate_registered = advection_schemes().add(
    "ultimate", swept_advection<Ultimate>({.what = "ULTIMATE QUICKEST with its multidimensional "
                                                   "terms (Leonard, MacVean and Lock)",
                                           .order = 2,
                                           .monotone_outflow = 1}));

}  // namespace seafret
