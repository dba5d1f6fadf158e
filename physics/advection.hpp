// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decomposition/base/registry.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/mixing.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// Velocities on the C grid: u on east faces, v on north faces, w on top faces, m/s.
struct Wind {
  FieldView<const double> u, v, w;

  /// Through the faces of the cells of one column; nothing comes in through the ground.
  struct Faces {
    const double *east, *west, *north, *south, *top;
  };
  Faces faces(int i, int j) const {
    return {u.column(i, j), u.column(i - 1, j), v.column(i, j), v.column(i, j - 1), w.column(i, j)};
  }
};

/// What leaves a cell through two opposite faces.
template <class V>
V outgoing(V in_front, V behind) {
  return greatest(V{}, in_front) - least(V{}, behind);
}

/// What an advection scheme is made of.  It may keep work space for `fields` fields and any box
/// within `owned`, so that advecting allocates nothing.
struct AdvectionSetup {
  Mesh mesh;
  Box owned;
  int fields = 1;
};

/// Fluxes through the east faces of cells, in the unit of a tendency: in each column all levels of
/// the first scalar, then of the next.
template <class T>
using Fluxes = FieldView<T>;

/// Fluxes at the edges of a box that advect() need not work out.
struct EdgeFluxes {
  Fluxes<const double> west = {};  ///< if any, those through its west faces
  /// If any, its caller knows only later what leaves the last column to the east: until then that
  /// counts as equal to what comes in from the west, which is put here.
  Fluxes<double> into_last = {};
};

/// Scalars that nothing but advection and mixing changes, from number `first` on.  What advect()
/// finds takes the place of their tendency, whatever was there; and if `now` is given they leap at
/// once, which spares three passes over each.  Then what takes that place is
///     next = past + span * tendency,
/// and with it now = (1 - 2 filter) now + filter past + filter next, as Leapfrog has it; the past
/// is what is carried.  In a column that does not know its east fluxes yet (EdgeFluxes::into_last)
/// it is the tendency all the same, until finish_last_column().
struct LeapAlong {
  std::size_t first = std::numeric_limits<std::size_t>::max();
  double span = 0, filter = 0;                  ///< s; the share of each neighbour in time
  std::span<const FieldView<double>> now = {};  ///< of all scalars

  /// Whether nothing else has a tendency for a scalar; and whether it steps at once.
  bool alone(std::size_t scalar) const { return scalar >= first; }
  bool at_once(std::size_t scalar) const { return alone(scalar) && !now.empty(); }
};

/// Carries scalars (cell centres) along with the wind, and mixes them where that is asked for.
/// Reads scalars, wind and diffusivity on `where` and two columns round it, corners included; not
/// collective.
class ScalarAdvection {
 public:
  virtual ~ScalarAdvection() = default;
  /// tendency += -div(rho wind q)/rho + div(rho diffusivity grad q)/rho on `where`, per second,
  /// with q taken forward over dt seconds (see SchemePromises::in_the_middle). Any cut of a box
  /// into boxes, and any number of threads, gives the same bits; so does leaving fluxes at its
  /// edges to others, because the difference of those along x is added last.
  virtual void advect(const Box& where, const Wind& wind, double dt,
                      std::span<const FieldView<const double>> scalars,
                      std::span<const FieldView<double>> tendencies, const EdgeFluxes& edges = {},
                      const Mixing& mixing = {}, const LeapAlong& leap = {}) = 0;
  /// What advect() takes for the fluxes through the east faces of these cells.
  virtual void find_east_fluxes(const Box& cells, const Wind& wind, double dt,
                                std::span<const FieldView<const double>> scalars,
                                const Fluxes<double>& fluxes, const Mixing& mixing = {}) = 0;
  /// Is shown the flux of a scalar up through the tops of the levels of column (i, j), in kg/m2/s
  /// times the scalar's unit.  Threads call it at the same time.
  using SeeFluxes = std::function<void(std::size_t scalar, int i, int j, const double* fluxes)>;
  /// Shows what advect() takes for those of these cells, but for what is mixed.
  virtual void show_top_fluxes(const Box& cells, const Wind& wind, double dt,
                               std::span<const FieldView<const double>> scalars,
                               const SeeFluxes& see, const Mixing& mixing = {}) = 0;
};

/// What advect() has left to be done for the last column of a box: adds what came in from the west
/// and subtracts what leaves to the east.  Those scalars that leap along do so now.
void finish_last_column(const Box& where, const Fluxes<const double>& into_last,
                        const Fluxes<const double>& east,
                        std::span<const FieldView<double>> tendencies,
                        std::span<const FieldView<const double>> scalars = {},
                        const LeapAlong& leap = {});

using MakeScalarAdvection = std::unique_ptr<ScalarAdvection> (*)(const AdvectionSetup&);
/// What is known of a scheme's results.
struct SchemePromises {
  std::string what = {};  ///< in a line, for who must choose
  int order = 1;          ///< of its error where a field is smooth, in space
  /// Where the wind has no divergence and a cell gives away no more than this share of its mass
  /// within dt, by wind and mixing, a new value lies between the old ones of the cell and its six
  /// neighbours; 0: such a thing is not promised.
  double monotone_outflow = 0;
  /// Whether it is for leapfrog: stable only if the scalars belong to the wind's own time level,
  /// in the middle of dt, and not to its beginning.
  bool in_the_middle = false;
};

/// A scheme in the registry: what it promises, the fields that it works with, so that memory can be
/// sized before it is made, and how to make it.
struct ScalarAdvectionKind {
  SchemePromises promises;
  std::vector<FieldDescription> (*work)(int levels);
  MakeScalarAdvection make;
  /// Additions, multiplications, divisions, minima and maxima a cell and scalar.
  int flops = 0;
};
Registry<ScalarAdvectionKind>& advection_schemes();

}  // namespace seafret
