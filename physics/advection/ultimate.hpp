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

  /// The side faces of a column of cells, and the columns round them.
  struct Side {
    const double *speed, *along[4], *room[2], *rise[2], *per_step;
    double per_spacing, dt, eighth_side, eighth_up;

    template <class V>
    Faces::Of<V> at(int k) const {
      const V s = load<V>(speed + k) * per_spacing;
      const V here = load<V>(room[0] + k), next = load<V>(room[1] + k);
      const V risen = load<V>(rise[0] + k) + load<V>(rise[1] + k);
      const V below = load<V>(per_step + k), above = load<V>(per_step + k + 1);
      return Faces::of<V>(s, s * dt, s >= 0 ? here : next,
                          eighth_side * ((load<V>(along[0] + k) + load<V>(along[1] + k)) +
                                         (load<V>(along[2] + k) + load<V>(along[3] + k))),
                          eighth_up * risen * (risen > 0 ? below : above));
    }
    /// Brings near what the faces of the next column need besides.
    void fetch_next(int k, int levels) const {
      const int next = k + levels;
      fetch(speed + next, along[2] + next, along[3] + next, room[1] + next, rise[1] + next);
    }
  };
  Side side(const SideFaces& side, int i, int j, double dt) const;

  /// The faces between the levels of a column.
  struct Top {
    const double *w, *u[2], *v[2], *room, *per_step, *rho;
    double dt, eighth_x, eighth_y;

    template <class V>
    Faces::Of<V> at(int k) const {
      const auto over = [k](const double* const* sides) {
        return (load<V>(sides[0] + k) + load<V>(sides[1] + k)) +
               (load<V>(sides[0] + k + 1) + load<V>(sides[1] + k + 1));
      };
      const V up = load<V>(w + k), here = load<V>(room + k), next = load<V>(room + k + 1);
      return Faces::of<V>(load<V>(rho + k) * up, up * dt * load<V>(per_step + k + 1),
                          up >= 0 ? here : next, eighth_x * over(u), eighth_y * over(v));
    }
    void fetch_next(int k, int levels) const { fetch(w + k + levels); }
    /// The end cells are extrema, by the rule for what lies beyond them: they give their own value.
    void mend_ends(const FaceNumbers& faces, int levels) const {
      if (w[0] >= 0) faces.set(Faces::room, 0, 0.);
      if (levels > 1 && w[levels - 2] < 0) faces.set(Faces::room, levels - 2, 0.);
    }
  };
  Top top(const Wind& wind, int i, int j, double dt) const;

 private:
  void describe_column(const Wind& wind, double dt, const Mixing& mixing, int i, int j);

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
