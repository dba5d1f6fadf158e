// SPDX-License-Identifier: BSD-3-Clause
// What a sphere does to currents that carry momentum, beside a flow that is known and as work.
#include <doctest/doctest.h>

#include <numbers>

#include "physics/ocean/constants.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Water that turns as one body about an axis at an angle to that of a globe which does not turn
/// itself: steady (Williamson et al. 1992, J. Comput. Phys. 102, 211-224, test 2, of Omega = 0).
struct SolidBody {
  static constexpr double speed = 40, tilt = 0.6, depth = 3000;

  double east(double longitude, double latitude) const {
    return speed * (std::cos(latitude) * std::cos(tilt) +
                    std::sin(latitude) * std::cos(longitude) * std::sin(tilt));
  }
  double north(double longitude) const { return -speed * std::sin(longitude) * std::sin(tilt); }
  double eta(double longitude, double latitude) const {
    const double along_axis = std::sin(latitude) * std::cos(tilt) -
                              std::cos(longitude) * std::cos(latitude) * std::sin(tilt);
    return -0.5 * speed * speed * along_axis * along_axis / gravity;
  }
};

/// A part of that globe in cells of so many degrees.
struct Globe {
  static constexpr double dt = 2;  // s

  explicit Globe(double cell)
      : nx(static_cast<int>(60 / cell)),
        ny(static_cast<int>(40 / cell)),
        basin(bathtub(nx, ny, SolidBody::depth)) {
    basin.grid.dx = basin.grid.dy = cell;
    for (int i = 0; i < nx; ++i)
      basin.longitude[static_cast<std::size_t>(i)] = 10 + cell * (i + 0.5);
    for (int j = 0; j < ny; ++j)
      basin.latitude[static_cast<std::size_t>(j)] = 20 + cell * (j + 0.5);
    metrics = metrics_of(basin);
    std::ranges::fill(metrics.coriolis, 0.);
  }
  double longitude(int i, double on = 0) const {
    return (basin.longitude[static_cast<std::size_t>(i)] + on * basin.grid.dx) * degree;
  }
  double latitude(int j, double on = 0) const {
    return (basin.latitude[static_cast<std::size_t>(j)] + on * basin.grid.dy) * degree;
  }
  double u(int i, int j) const { return body.east(longitude(i, 0.5), latitude(j)); }
  double v(int i, int) const { return body.north(longitude(i)); }
  void set(DepthMeanFlow& flow) const {
    const FlowView<double> now = flow.now();
    const LocalSea& sea = flow.sea();
    const auto height = [&](int i, int j) {
      return SolidBody::depth + body.eta(longitude(i), latitude(j));
    };
    for_each_point(sea.wet_cells, flow.owned(),
                   [&](int i, int j) { now.eta(i, j) = height(i, j) - SolidBody::depth; });
    for_each_point(sea.east_faces, flow.owned(), [&](int i, int j) {
      now.u(i, j) = 0.5 * u(i, j) * (height(i, j) + height(i + 1, j));
    });
    for_each_point(sea.north_faces, flow.owned(), [&](int i, int j) {
      now.v(i, j) = 0.5 * v(i, j) * (height(i, j) + height(i, j + 1));
    });
  }
  /// The mean of how fast currents change that should stay, in units of speed^2/R, a sixth of the
  /// domain and more from its walls.
  template <class Current>
  double unsteadiness(Current current) const {
    double sum = 0;
    int count = 0;
    for (int j = ny / 6; j < ny - ny / 6; ++j)
      for (int i = nx / 6; i < nx - nx / 6; ++i, ++count) {
        const auto [to_east, to_north] = current(i, j);
        sum += std::abs(to_east - u(i, j)) + std::abs(to_north - v(i, j));
      }
    return sum / count / dt / (SolidBody::speed * SolidBody::speed / 6371e3);
  }

  int nx, ny;
  Basin basin;
  SeaMetrics metrics;
  SolidBody body;
};

double unsteadiness_of_flow(double cell) {
  const Globe globe(cell);
  FlowSetup setup{.basin = globe.basin, .metrics = globe.metrics, .open = {}};
  setup.settings.drag = 0;
  setup.settings.advection = true;
  setup.stepping.dt = Globe::dt;
  FlowRun run(setup, self());
  globe.set(run.flow);
  run.step(1);
  const FlowView<double> now = run.flow.now();
  const auto depth = [&](int i, int j) { return SolidBody::depth + now.eta(i, j); };
  return globe.unsteadiness([&](int i, int j) {
    return std::pair{2 * now.u(i, j) / (depth(i, j) + depth(i + 1, j)),
                     2 * now.v(i, j) / (depth(i, j) + depth(i, j + 1))};
  });
}

double unsteadiness_of_levels(double cell) {
  const Globe globe(cell);
  ShelfSettings settings = frictionless(3);
  ShelfRun run({.basin = globe.basin,
                .metrics = globe.metrics,
                .open = {},
                .settings = settings,
                .stepping = {.dt = Globe::dt}},
               self());
  globe.set(run.sea.flow());
  for (int j = 0; j < globe.ny; ++j)
    for (int i = 0; i < globe.nx; ++i)
      for (int k = 0; k < 3; ++k) {
        if (i + 1 < globe.nx) run.sea.u()(i, j, k) = globe.u(i, j);
        if (j + 1 < globe.ny) run.sea.v()(i, j, k) = globe.v(i, j);
      }
  run.sea.refresh_halos();
  run.step(1);
  return globe.unsteadiness([&](int i, int j) {
    return std::pair{run.sea.u()(i, j, 1), run.sea.v()(i, j, 1)};
  });
}

TEST_CASE("water that turns as one body about any axis goes on to, with an error of second order") {
  for (const auto& unsteadiness : {unsteadiness_of_flow, unsteadiness_of_levels}) {
    const double coarse = unsteadiness(2), fine = unsteadiness(1), finest = unsteadiness(0.5);
    MESSAGE("unsteady by ", coarse, ", ", fine, ", ", finest, " of u^2/R: orders ",
            std::log2(coarse / fine), ", ", std::log2(fine / finest));
    CHECK(finest < 1e-4);
    CHECK(std::log2(coarse / fine) > 1.7);
    CHECK(std::log2(fine / finest) > 1.7);
  }
}

/// A rugged sea whose parallels bend as much as those near a pole, in any current.
struct BentSea {
  static constexpr double dt = 1e-3;  // s: what is turned by what has just turned is so too
  static constexpr int levels = 5;

  explicit BentSea(bool bends) {
    metrics.coriolis.assign(metrics.coriolis.size(), 0.);
    for (std::size_t j = 0; j < metrics.bend.size(); ++j)
      metrics.bend[j] = bends ? 1e-3 * (1 + 0.01 * static_cast<double>(j)) : 0;
  }
  static double current(int i, int j, int salt) { return 2 * hash(i, j, salt) - 1; }

  Basin basin = archipelago(40, 30);
  SeaMetrics metrics = metrics_of(basin);
};

/// What bending does to the energy of a sea, as a share of what its parts are.
struct Work {
  double sum = 0, parts = 0;
  void add(double work) {
    sum += work;
    parts += std::abs(work);
  }
};

/// A flow in such a sea, after its first step.
std::unique_ptr<FlowRun> stepped_flow(bool bends, const FlowTerms& terms) {
  const BentSea sea(bends);
  FlowSetup setup{.basin = sea.basin, .metrics = sea.metrics, .open = {}, .settings = {terms}};
  setup.stepping.dt = BentSea::dt;
  auto run = std::make_unique<FlowRun>(setup, self());
  const FaceDepths &east = run->flow.sea().east, &north = run->flow.sea().north;
  run->set(run->flow.now().u, Place::east_face,
           [&](int i, int j) { return east.depth.view()(i, j) * sea.current(i, j, 1); });
  run->set(run->flow.now().v, Place::north_face,
           [&](int i, int j) { return north.depth.view()(i, j) * sea.current(i, j, 2); });
  run->step(1);
  return run;
}

TEST_CASE("what the bending of parallels does to one component it takes from the other") {
  const BentSea sea(true);
  const FlowTerms terms{.drag = 0, .advection = true};
  const auto bent = stepped_flow(true, terms), straight = stepped_flow(false, terms);
  const LocalSea& flat = bent->flow.sea();
  const FlowView<const double> a = bent->flow.now(), b = straight->flow.now();
  Work work;
  for_each_point(flat.east_faces, bent->flow.owned(), [&](int i, int j) {
    work.add(sea.metrics.area(j) * sea.current(i, j, 1) * (a.u(i, j) - b.u(i, j)));
  });
  for_each_point(flat.north_faces, bent->flow.owned(), [&](int i, int j) {
    work.add(sea.metrics.dx_north[static_cast<std::size_t>(j)] * sea.metrics.dy *
             sea.current(i, j, 2) * (a.v(i, j) - b.v(i, j)));
  });
  MESSAGE("work ", work.sum, " of ", work.parts);
  CHECK(work.parts > 0);
  CHECK(std::abs(work.sum) < 1e-5 * work.parts);
}

TEST_CASE("where currents carry no momentum it does not matter whether parallels bend") {
  const FlowTerms terms{.drag = 0, .dry_depth = 0.1};
  const auto bent = stepped_flow(true, terms), straight = stepped_flow(false, terms);
  const FlowView<const double> a = bent->flow.now(), b = straight->flow.now();
  int different = 0;
  for_each_point(bent->flow.sea().east_faces, bent->flow.owned(),
                 [&](int i, int j) { different += a.u(i, j) != b.u(i, j); });
  for_each_point(bent->flow.sea().north_faces, bent->flow.owned(),
                 [&](int i, int j) { different += a.v(i, j) != b.v(i, j); });
  CHECK(different == 0);
}

TEST_CASE("the bending of parallels does no work in any level") {
  constexpr int levels = BentSea::levels;
  const auto after_a_step = [](bool bends) {
    const BentSea sea(bends);
    ShelfSettings settings = frictionless(levels);
    auto run = std::make_unique<ShelfRun>(ShelfSetup{.basin = sea.basin,
                                                     .metrics = sea.metrics,
                                                     .open = {},
                                                     .settings = settings,
                                                     .stepping = {.dt = BentSea::dt}},
                                          self());
    const LocalSea& flat = run->sea.flow().sea();
    const auto set = [&](const WetRuns& faces, FieldView<const double> depth,
                         FieldView<double> velocity, FieldView<double> transport, int salt) {
      for_each_point(faces, run->sea.owned(), [&](int i, int j) {
        transport(i, j) = 0;
        for (int k = 0; k < levels; ++k) {
          velocity(i, j, k) = sea.current(i, j, salt + k);
          transport(i, j) += depth(i, j) / levels * velocity(i, j, k);
        }
      });
    };
    const FlowView<double> flow = run->sea.flow().now();
    set(flat.east_faces, flat.east.depth.view(), run->sea.u(), flow.u, 1);
    set(flat.north_faces, flat.north.depth.view(), run->sea.v(), flow.v, 11);
    run->sea.refresh_halos();
    run->step(1);
    return run;
  };
  const BentSea sea(true);
  const auto bent = after_a_step(true), straight = after_a_step(false);
  const LocalSea& flat = bent->sea.flow().sea();
  const FlowView<const double> a = bent->sea.flow().now(), b = straight->sea.flow().now();
  Work work;
  // The mean of a column is that of its flow: what moved the surface is behind that by half a step.
  const auto add = [&](double width, double depth, const double* with, const double* without,
                       double more_transport, int i, int j, int salt) {
    double mean = 0;
    for (int k = 0; k < levels; ++k) mean += (with[k] - without[k]) / levels;
    for (int k = 0; k < levels; ++k)
      work.add(width * sea.current(i, j, salt + k) *
               (depth * (with[k] - without[k] - mean) + more_transport));
  };
  for_each_point(flat.east_faces, bent->sea.owned(), [&](int i, int j) {
    add(sea.metrics.dx[static_cast<std::size_t>(j)], flat.east.depth.view()(i, j),
        bent->sea.u().column(i, j), straight->sea.u().column(i, j), a.u(i, j) - b.u(i, j), i, j, 1);
  });
  for_each_point(flat.north_faces, bent->sea.owned(), [&](int i, int j) {
    add(sea.metrics.dx_north[static_cast<std::size_t>(j)], flat.north.depth.view()(i, j),
        bent->sea.v().column(i, j), straight->sea.v().column(i, j), a.v(i, j) - b.v(i, j), i, j,
        11);
  });
  MESSAGE("work ", work.sum, " of ", work.parts);
  CHECK(work.parts > 0);
  CHECK(std::abs(work.sum) < 1e-5 * work.parts);
}

}  // namespace
}  // namespace seafret
