// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <omp.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "physics/advection/sweep.hpp"
#include "physics/columns.hpp"

namespace seafret {

/// An advection scheme by its face function.  `Scheme` says what the wind alone means for a face,
/// which is worked out once and used by every scalar:
///
///     struct Faces;   // `numbers`, how many that are; flux<way>(at, FaceCells<V>), the face
///                     // function, of numbers that stand there, at the levels of a vector, where
///                     // the wind blows that way; `speed`, the number that tells it: not below 0
///                     // it blows forward
///     static constexpr int flops_per_face;   // of that function
///     explicit Scheme(const AdvectionSetup& setup);
///     static std::vector<FieldDescription> work(int levels);
///     // By a team of threads.
///     void describe_cells(const Box& where, const Wind& wind, double dt, const Mixing& mixing);
///     // The faces on one side of a column, and those between its levels:
///     //   at<V>(k)                 the numbers of those at the levels of a vector from k on
///     //   fetch_next(k, levels)    brings near what the next column needs and this one does not
///     //   mend_ends(faces, levels) of the latter, when all are found: those of the end cells
///     Side side(const SideFaces&, int i, int j, double dt) const;
///     Top top(const Wind&, int i, int j, double dt) const;
///
/// The top faces of a column are those between its levels: the lid is seen to.
/// Of the side faces of column (i, j) those to the east or north are meant.
///
/// Beyond the ends of a column values are those of the end.  No such value is made up: where one
/// would count its weight is zero, so the loops run over whole columns (and do read, of a
/// neighbouring column, the value that lies there in memory).
template <class Scheme>
class SweptAdvection final : public ScalarAdvection {
 public:
  explicit SweptAdvection(const AdvectionSetup& setup) : grid_(setup.mesh), scheme_(setup) {
    for (int thread = 0; thread < omp_get_max_threads(); ++thread)
      workspaces_.emplace_back(grid_.levels(), setup.fields);
  }

  void advect(const Box& where, const Wind& wind, double dt,
              std::span<const FieldView<const double>> scalars,
              std::span<const FieldView<double>> tendencies, const EdgeFluxes& edges,
              const Mixing& mixing, const LeapAlong& leap) override {
    assert(scalars.size() == tendencies.size());
    if (where.empty()) return;
    const int threads = team();
    const int columns = (where.width() + Workspace::tile_width - 1) / Workspace::tile_width;
    const int rows = std::min(threads, where.height());
#pragma omp parallel num_threads(threads)
    {
      scheme_.describe_cells(where.grown(1), wind, dt, mixing);
      const Sweep<Scheme> sweep(scheme_, grid_, my_workspace(), wind, dt, scalars, mixing,
                                tendencies, leap);
#pragma omp for collapse(2) schedule(static)
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
          sweep.run({where.x0 + share_of(where.width(), column, columns),
                     where.x0 + share_of(where.width(), column + 1, columns),
                     where.y0 + share_of(where.height(), row, rows),
                     where.y0 + share_of(where.height(), row + 1, rows)},
                    {column == 0 ? edges.west : Fluxes<const double>{},
                     column == columns - 1 ? edges.into_last : Fluxes<double>{}});
        }
    }
  }

  void find_east_fluxes(const Box& cells, const Wind& wind, double dt,
                        std::span<const FieldView<const double>> scalars,
                        const Fluxes<double>& fluxes, const Mixing& mixing) override {
#pragma omp parallel num_threads(team())
    {
      scheme_.describe_cells(cells.grown(Halo{0, 1, 0, 0}), wind, dt, mixing);
      const Sweep<Scheme> sweep(scheme_, grid_, my_workspace(), wind, dt, scalars, mixing);
      share_columns({&cells, 1},
                    [&](int i, int j) { sweep.find_east_fluxes(i, j, fluxes.column(i, j)); });
    }
  }

  void show_top_fluxes(const Box& cells, const Wind& wind, double dt,
                       std::span<const FieldView<const double>> scalars, const SeeFluxes& see,
                       const Mixing& mixing) override {
#pragma omp parallel num_threads(team())
    {
      scheme_.describe_cells(cells.grown(1), wind, dt, mixing);
      const Sweep<Scheme> sweep(scheme_, grid_, my_workspace(), wind, dt, scalars, mixing);
      share_columns({&cells, 1}, [&](int i, int j) { sweep.show_top_fluxes(i, j, see); });
    }
  }

 private:
  using Workspace = typename Sweep<Scheme>::Workspace;

  /// Of `length` columns those of the first `parts`, of `all` that are about as long.
  static int share_of(int length, int parts, int all) {
    return static_cast<int>(std::int64_t{length} * parts / all);
  }
  int team() const { return std::min(omp_get_max_threads(), static_cast<int>(workspaces_.size())); }
  const Workspace& my_workspace() const {
    return workspaces_[static_cast<std::size_t>(omp_get_thread_num())];
  }

  SweepGrid grid_;
  Scheme scheme_;
  std::vector<Workspace> workspaces_;  // one a thread
};

/// What the registry holds of such a scheme.
template <class Scheme>
ScalarAdvectionKind swept_advection(const SchemePromises& promises) {
  return {promises, Scheme::work,
          [](const AdvectionSetup& setup) -> std::unique_ptr<ScalarAdvection> {
            return std::make_unique<SweptAdvection<Scheme>>(setup);
          },
          3 * Scheme::flops_per_face + Sweep<Scheme>::flops_per_cell};
}

}  // namespace seafret
