// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"
#include "tests/physics/ocean/ocean_runs.hpp"
#include "tests/physics/same_bits.hpp"

namespace seafret {

/// No drag, no mixing of any kind.
inline ShelfSettings frictionless(int levels) {
  ShelfSettings settings{.levels = {.count = levels}, .mixing = {.viscosity = 0, .diffusivity = 0}};
  settings.flow.drag = 0;
  return settings;
}

/// A shelf sea and all it stands on, on the ranks of one communicator.
class ShelfRun {
 public:
  ShelfRun(const ShelfSetup& setup, const Communicator& comm,
           const std::string& partitioner = "blocks")
      : decomposition(setup.basin.grid,
                      partitioners().at(partitioner)(setup.basin.grid, comm.size())),
        domain{decomposition, comm},
        sea(domain, setup) {}

  template <class Value>
  void set(int tracer, Value value) {
    const WaterColumns water = sea.water();
    for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
      for (int k = 0; k < sea.levels().count(); ++k)
        sea.tracer(tracer)(i, j, k) =
            value(i, j, water.eta(i, j) + water.at(i, j).middle(sea.levels(), k));
    });
  }
  /// Through the faces of one kind: value(i, j, k), m/s.
  template <class Value>
  void set_current(Place faces, Value value) {
    const bool east = faces == Place::east_face;
    const LocalSea& local = sea.flow().sea();
    const FieldView<double> velocity = east ? sea.u() : sea.v();
    for_each_point(east ? local.east_faces : local.north_faces, sea.owned(), [&](int i, int j) {
      for (int k = 0; k < sea.levels().count(); ++k) velocity(i, j, k) = value(i, j, k);
    });
    sea.refresh_halos();
  }
  /// Before tracers are set, so that these know their heights.
  template <class Value>
  void set_surface(Value value) {
    for_each_point(sea.flow().sea().wet_cells, sea.owned(),
                   [&](int i, int j) { sea.flow().now().eta(i, j) = value(i, j); });
    sea.refresh_halos();
  }
  void step(int steps) {
    for (int n = 0; n < steps; ++n) sea.step();
  }
  /// Over all ranks.
  double content(int tracer) const {
    std::array<ReproducibleSum, 1> sum;
    const WaterColumns water = sea.water();
    for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
      for (int k = 0; k < sea.levels().count(); ++k)
        sum[0].add(sea.flow().sea().metrics.area(j) * water.at(i, j).thickness(sea.levels(), k) *
                   sea.tracer(tracer)(i, j, k));
    });
    ReproducibleSum::over_ranks(sum, domain.comm);
    return sum[0].value();
  }

  Decomposition decomposition;
  Domain domain;
  ShelfSea sea;
};

/// How many values of a field of levels differ in any bit; NaN differs from all.
inline std::int64_t differences(const ShelfRun& run, Place place, FieldView<const double> a,
                                FieldView<const double> b) {
  std::int64_t count = 0;
  const Box& owned = run.sea.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      for (int k = 0; k < a.levels && run.domain.grid().wet(place, i, j); ++k)
        count += std::isnan(a(i, j, k)) || std::bit_cast<std::uint64_t>(a(i, j, k)) !=
                                               std::bit_cast<std::uint64_t>(b(i, j, k));
  return count;
}
/// Of all fields, on what is owned by the first.
inline std::int64_t differences(const ShelfRun& run, const ShelfRun& right) {
  const ShelfSea &a = run.sea, &b = right.sea;
  std::int64_t count = differences(run, Place::centre, a.flow().now().eta, b.flow().now().eta) +
                       differences(run, Place::east_face, a.u(), b.u()) +
                       differences(run, Place::north_face, a.v(), b.v());
  for (int n = 0; n < a.settings().tracers(); ++n)
    count += differences(run, Place::centre, a.tracer(n), b.tracer(n));
  return count;
}

/// That a Run so set up has the same bits on any ranks when work(run) is done, and so has what else
/// is asked of it, of all ranks.
template <class Run, class Work, class Ask>
void check_any_ranks(const ShelfSetup& setup, const Work& work, const Ask& ask) {
  compare_with_one_rank(
      [&](const Communicator& comm, const std::string& partitioner) {
        return Run(setup, comm, partitioner);
      },
      work,
      [&](const Run& together, const Run& alone) {
        CHECK(differences(together, alone) == 0);
        CHECK(ask(together) == ask(alone));
      });
}
template <class Run, class Work>
void check_any_ranks(const ShelfSetup& setup, const Work& work) {
  check_any_ranks<Run>(setup, work, [](const Run&) { return 0; });
}

/// That a Run so set up has the same bits when work(run) is done, which steps, however wide its
/// halos are and whatever is done beside swaps; and that these are as many as such a halo asks for.
template <class Run, class Work>
void check_any_halo(ShelfSetup setup, std::initializer_list<int> depths, const Work& work) {
  const Communicator world(MPI_COMM_WORLD);
  Run alone(setup, self());
  work(alone);
  for (const int depth : depths)
    for (const bool overlap : {false, true}) {
      CAPTURE(depth);
      CAPTURE(overlap);
      setup.stepping.depth = depth;
      setup.stepping.overlap = overlap;
      Run together(setup, world, "k_section");
      work(together);
      CHECK(differences(together, alone) == 0);
      if (world.size() == 1) continue;
      const std::int64_t stepped = together.sea.steps(),
                         at_once = std::max(1, depth / setup.settings.flow.reach()),
                         within = (setup.settings.substeps + at_once - 1) / at_once - 1;
      const std::vector<const Exchange*> all = together.sea.exchanges();
      CHECK(all[0]->traffic().swaps == stepped * within);
      for (const Exchange* swap : std::span(all).subspan(1)) {
        CHECK(swap->traffic().swaps >= stepped);
        CHECK(swap->traffic().swaps - stepped <= 1);  // one when the sea is set
      }
    }
}

/// A closed sea, with so many substeps as keep the flow stable.
inline ShelfSetup closed_shelf(const Basin& basin, const SeaMetrics& metrics, double dt,
                               ShelfSettings settings) {
  settings.substeps = static_cast<int>(std::ceil(dt / (0.85 * step_limit(basin, metrics, 2).dt)));
  return {.basin = basin,
          .metrics = metrics,
          .open = {},
          .settings = std::move(settings),
          .stepping = {.dt = dt}};
}
/// The same on a plane, of square cells.
inline ShelfSetup closed_shelf(const Basin& basin, double spacing, double coriolis, double dt,
                               ShelfSettings settings) {
  return closed_shelf(basin, on_plane(basin.grid.ny, spacing, spacing, coriolis, 0), dt,
                      std::move(settings));
}

}  // namespace seafret
