// SPDX-License-Identifier: BSD-3-Clause
// The depth-mean equations in full: as they stand, and in seas that they should not survive.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include "ocean_runs.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// Flats that a tide covers and leaves, land that it floods, and a coast.
Basin mudflats() { return flats(40, 30, -6, 20, 2); }

FlowSetup flooding(const Basin& basin) {
  FlowSetup setup = tidal(basin);
  setup.open = {};
  FlowSettings& settings = setup.settings;
  settings.linear_drag = 1e-3;
  settings.viscosity = 500;
  settings.advection = true;
  settings.dry_depth = 0.1;
  settings.stress = [](int i, int j) { return std::array{1e-4 * hash(i, j, 43), -1e-4}; };
  setup.stepping.dt = 0.3 * step_limit(basin, setup.metrics, 10).dt;
  return setup;
}

/// The equations of one step, point by point, in so many words.
class PlainShallows {
 public:
  using Value = std::function<double(int, int)>;

  explicit PlainShallows(const FlowRun& run, const FlowSetup& setup)
      : b_(setup.basin),
        m_(setup.metrics),
        r_(setup.settings.rules(setup.stepping.dt)),
        now_(run.flow.now()),
        stress_(setup.settings.stress) {}

  double next_eta(int i, int j) const {
    const double inflow = m_.dy * (flux(0, i - 1, j) - flux(0, i, j)) +
                          north(j - 1) * flux(1, i, j - 1) - north(j) * flux(1, i, j);
    return now_.eta(i, j) + r_.dt * inflow / m_.area(j);
  }
  /// The transport through an east (axis 0) or north face (axis 1).
  double next(int axis, int i, int j) const {
    return next_current(axis, i, j) * next_height(axis, i, j);
  }

 private:
  static std::size_t row(int j) { return static_cast<std::size_t>(j); }
  static std::array<int, 2> step(int axis) { return {axis == 0, axis == 1}; }
  bool wet(int axis, int i, int j) const {
    return b_.grid.wet(axis == 0 ? Place::east_face : Place::north_face, i, j);
  }
  double north(int j) const { return j < 0 ? 0 : m_.dx_north[row(j)]; }
  double along(int axis, int j) const { return axis == 0 ? m_.dx[row(j)] : m_.dy; }
  double length(int axis, int j) const { return axis == 0 ? m_.dy : north(j); }
  double depth(int i, int j) const { return b_.depth_at(i, j) + now_.eta(i, j); }
  double height(int axis, int i, int j) const {
    const auto [x, y] = step(axis);
    return (depth(i, j) + depth(i + x, j + y)) / 2;
  }
  double next_height(int axis, int i, int j) const {
    const auto [x, y] = step(axis);
    return (b_.depth_at(i, j) + next_eta(i, j) + b_.depth_at(i + x, j + y) +
            next_eta(i + x, j + y)) /
           2;
  }
  double current(int axis, int i, int j) const {
    if (!wet(axis, i, j)) return 0;
    const double q = (axis == 0 ? now_.u : now_.v)(i, j);
    return q == 0 ? 0 : q / height(axis, i, j);
  }
  double offered(int axis, int i, int j) const {
    if (!wet(axis, i, j)) return 0;
    const auto [x, y] = step(axis);
    const double u = current(axis, i, j),
                 slope = (depth(i + x, j + y) - depth(i, j)) / along(axis, j);
    return u * std::max(0., height(axis, i, j) - u * r_.dt * slope / 2);
  }
  double share(int i, int j) const {
    const double out =
        m_.dy * (std::max(0., offered(0, i, j)) + std::max(0., -offered(0, i - 1, j))) +
        north(j) * std::max(0., offered(1, i, j)) +
        north(j - 1) * std::max(0., -offered(1, i, j - 1));
    const double room = std::max(0., depth(i, j) - r_.dry_depth / 2) * m_.area(j) / r_.dt;
    return out <= room ? 1 : room / out;
  }
  double flux(int axis, int i, int j) const {
    const auto [x, y] = step(axis);
    const double q = offered(axis, i, j);
    return q == 0 ? 0 : q * (q > 0 ? share(i, j) : share(i + x, j + y));
  }

  /// What a flow Q (m3/s) between two faces of one kind carries: the velocity upwind and half its
  /// limited slope, as far as it has not passed within dt.
  double carried(double q, double courant, std::array<double, 4> u) const {
    if (q < 0) std::reverse(u.begin(), u.end());
    const double a = u[1] - u[0], b = u[2] - u[1];
    const double slope =
        a * b <= 0
            ? 0
            : std::copysign(std::min({2 * std::abs(a), 2 * std::abs(b), std::abs(a + b) / 2}), a);
    return u[1] + slope / 2 * std::max(0., 1 - courant);
  }
  double advected(int axis, int i, int j) const {
    const double water =
        std::max(next_height(axis, i, j), r_.dry_depth / 2) * along(axis, j) * length(axis, j);
    double sum = 0;
    for (const int direction : {axis, 1 - axis})
      for (const int side : {0, 1}) {  // before the face, and after it
        const auto [x, y] = step(direction);
        const int back = side - 1;
        double q = 0;
        if (direction == axis)
          q = (length(axis, j + y * back) * flux(axis, i + x * back, j + y * back) +
               length(axis, j + y * side) * flux(axis, i + x * side, j + y * side)) /
              2;
        else {
          const auto [p, r] = step(axis);
          q = length(direction, j + y * back) *
              (flux(direction, i + x * back, j + y * back) +
               flux(direction, i + x * back + p, j + y * back + r)) /
              2;
        }
        std::array<double, 4> u{};
        for (int n = 0; n < 4; ++n)
          u[static_cast<std::size_t>(n)] =
              current(axis, i + x * (n - 2 + side), j + y * (n - 2 + side));
        const double courant = std::abs(q) * r_.dt / water;
        sum += (side == 0 ? 1 : -1) * q * (carried(q, courant, u) - current(axis, i, j));
      }
    return sum * r_.dt / water;
  }
  double spread(int axis, int i, int j) const {
    double sum = 0;
    for (const int direction : {0, 1})
      for (const int side : {-1, 1}) {
        const auto [x, y] = step(direction);
        const double d = direction == 1 ? m_.dy : axis == 0 ? m_.dx[row(j)] : north(j);
        const int ni = i + x * side, nj = j + y * side;
        const bool slips = direction != axis && !(wet(axis, ni, nj) && height(axis, ni, nj) > 0);
        if (!slips) sum += (current(axis, ni, nj) - current(axis, i, j)) / (d * d);
      }
    return r_.dt * r_.viscosity * sum;
  }
  /// f + u tan(phi)/R on an east face.
  double turning(int i, int j) const {
    return m_.coriolis[row(j)] + (r_.advection ? m_.bend[row(j)] * current(0, i, j) : 0);
  }
  double drag(int axis, int i, int j) const {
    if (r_.roughness == 0) return r_.drag;
    const auto [x, y] = step(axis);
    const double rest = (b_.depth_at(i, j) + b_.depth_at(i + x, j + y)) / 2;
    const double e = std::numbers::e, height = std::max(rest, e * e * r_.roughness);
    return std::max(r_.drag, std::pow(0.4 / (std::log(height / r_.roughness) - 1), 2));
  }
  double next_current(int axis, int i, int j) const {
    if (!wet(axis, i, j)) return 0;
    const auto [x, y] = step(axis);
    const double here = std::sqrt(std::max(0., height(axis, i, j)));
    double mean = 0, turned = 0;
    for (const int far : {0, 1})
      for (const int back : {0, 1}) {  // the four faces of the other kind
        const int oi = i + x * far - y * back, oj = j + y * far - x * back;
        if (!wet(1 - axis, oi, oj) || here == 0) continue;
        const double there = std::sqrt(std::max(0., height(1 - axis, oi, oj)));
        const double weight =
            std::min({here * there, 2 * here * here, 2 * there * there}) / (here * here);
        const double v = axis == 0 ? next_current(1, oi, oj) : current(0, oi, oj);
        mean += weight * v / 4;
        turned += (axis == 0 ? turning(i, j) : -turning(oi, oj) * m_.dx[row(oj)] / north(j)) *
                  weight * v / 4;
      }
    const double h = std::max(next_height(axis, i, j), r_.dry_depth / 2), u = current(axis, i, j);
    const double slope = (next_eta(i + x, j + y) - next_eta(i, j)) / along(axis, j);
    const std::array<double, 2> near = stress_(i, j), other = stress_(i + x, j + y);
    const auto a = static_cast<std::size_t>(axis);
    const double pushed = u + r_.dt * (turned - gravity * slope + (near[a] + other[a]) / 2 / h) +
                          spread(axis, i, j) + advected(axis, i, j);
    const double after =
        pushed / (1 + r_.dt * (r_.linear_drag + drag(axis, i, j) * std::hypot(u, mean)) / h);
    const int di = after > 0 ? 0 : x, dj = after > 0 ? 0 : y;
    const double donor_eta = next_eta(i + di, j + dj);
    const double over = (b_.depth_at(i, j) + b_.depth_at(i + x, j + y)) / 2 + donor_eta;
    return b_.depth_at(i + di, j + dj) + donor_eta > r_.dry_depth && over > 0 ? after : 0;
  }

  const Basin& b_;
  const SeaMetrics& m_;
  FlowRules r_;
  FlowView<const double> now_;
  std::function<std::array<double, 2>(int, int)> stress_;
};

TEST_CASE("a step solves the equations in full") {
  const Communicator self(MPI_COMM_SELF);
  const Basin basin = mudflats();
  FlowSetup setup = flooding(basin);
  SUBCASE("as rough everywhere") {}
  SUBCASE("rougher where it is shallow") { setup.settings.roughness = 0.01; }
  FlowRun run(setup, self);
  const FlowView<double> now = run.flow.now();
  run.set(now.eta, Place::centre, [&](int i, int j) {
    return std::max(8 * hash(i / 3, j / 3, 44) - 6, -basin.depth_at(i, j));
  });
  run.step(12);  // so that there are currents, thin water and dry land
  run.flow.refresh_halos();
  const PlainShallows plain(run, setup);
  Field<> eta(basin.grid.box(), Halo{}, 1), u(basin.grid.box(), Halo{}, 1),
      v(basin.grid.box(), Halo{}, 1);
  int dry = 0, still = 0;
  run.set(eta.view(), Place::centre, [&](int i, int j) {
    dry += basin.depth_at(i, j) + now.eta(i, j) <= setup.settings.dry_depth;
    return plain.next_eta(i, j);
  });
  run.set(u.view(), Place::east_face, [&](int i, int j) { return plain.next(0, i, j); });
  run.set(v.view(), Place::north_face, [&](int i, int j) { return plain.next(1, i, j); });
  run.step(1);
  const FlowView<const double> after = run.flow.now();

  const auto check = [&](FieldView<const double> found, FieldView<const double> right,
                         Place place) {
    for (int j = 0; j < basin.grid.ny; ++j)
      for (int i = 0; i < basin.grid.nx; ++i) {
        if (!basin.grid.wet(place, i, j)) continue;
        CAPTURE(i);
        CAPTURE(j);
        still += right(i, j) == 0;
        REQUIRE(found(i, j) == nearly(right(i, j)).epsilon(1e-9));
      }
  };
  check(after.eta, eta.view(), Place::centre);
  check(after.u, u.view(), Place::east_face);
  check(after.v, v.view(), Place::north_face);
  CHECK(dry > 20);
  CHECK(still > 20);
}

TEST_CASE("a lake in rugged banks stays at rest, to the last bit") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = mudflats();
  FlowSetup setup = flooding(basin);
  setup.settings.stress = {};
  setup.settings.level = -3;
  FlowRun run(setup, world);
  run.step(50);
  const FlowExtremes found = flow_extremes(run.flow, basin, world);
  CHECK(found.fastest.value == 0);
  CHECK(found.shallowest.value == 0);
}

TEST_CASE("no water is lost and none of the last film is given, however wild the sea") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = mudflats();
  FlowSetup setup = flooding(basin);
  setup.settings.viscosity = 0;
  for (const int depth : {3, 6}) {
    setup.stepping.depth = depth;
    FlowRun run(setup, world, "k_section");
    run.set(run.flow.now().eta, Place::centre, [&](int i, int j) {
      return std::max(20 * hash(i / 5, j / 5, 45) - 8, -basin.depth_at(i, j));
    });
    const DepthMeanFlow& flow = run.flow;
    VolumeBudget budget(basin, flow.sea(), setup.open, flow.owned(), flow.now().eta);
    const auto waters = [&] {
      std::vector<double> all;
      for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
        all.push_back(basin.depth_at(i, j) + flow.now().eta(i, j));
      });
      return all;
    };
    const double film = setup.settings.dry_depth / 2;
    std::int64_t overdrawn = 0;
    for (int n = 0; n < 300; ++n) {
      const std::vector<double> before = waters();
      run.step(1);
      const std::vector<double> after = waters();
      for (std::size_t c = 0; c < after.size(); ++c)
        overdrawn += after[c] < std::min(before[c], film) - 1e-12;
      const FlowExtremes found = flow_extremes(run.flow, basin, world);
      REQUIRE(found.shallowest.value >= 0);
      REQUIRE(found.fastest.value < 30);
    }
    CHECK(overdrawn == 0);
    CHECK(budget.imbalance(flow.sea(), flow.now().eta, setup.stepping.dt, world) < 1e-13);
  }
}

/// A current to the east over a flat bottom, and across it another in a strip.
struct ShearedFlow {
  Basin basin = bathtub(40, 9, 100);

  FlowSetup setup() const {
    FlowSetup setup = tidal(basin, 0);
    setup.open = {};
    setup.settings.tide = {};
    setup.metrics = on_plane(9, 1000, 1000, 0, 0);
    setup.stepping.dt = 10;
    return setup;
  }
  static void step(FlowRun& run) {
    run.set(run.flow.now().u, Place::east_face, [](int, int) { return 100.; });
    run.set(run.flow.now().v, Place::north_face,
            [](int i, int) { return std::abs(i - 20) < 5 ? 1. : 0.; });
    run.step(1);
  }
};

TEST_CASE(
    "a uniform current over a flat bottom carries itself, and a shear is carried downstream") {
  const Communicator self(MPI_COMM_SELF);
  const ShearedFlow flow;
  FlowSetup setup = flow.setup();
  setup.settings.advection = true;
  FlowRun run(setup, self);
  ShearedFlow::step(run);
  const FlowView<const double> now = run.flow.now();
  CHECK(now.u(20, 4) == nearly(100).epsilon(1e-12));
  const double courant = 1. * 10 / 1000;  // of the front half a cell wide
  CHECK(now.v(25, 4) == nearly(courant).epsilon(0.02));
  CHECK(now.v(16, 4) == nearly(1 - courant).epsilon(0.02));
}

TEST_CASE("where currents carry no momentum a shear stays where it is, though cells may fall dry") {
  const Communicator self(MPI_COMM_SELF);
  const ShearedFlow flow;
  FlowSetup setup = flow.setup();
  setup.settings.dry_depth = 0.1;
  FlowRun run(setup, self);
  ShearedFlow::step(run);
  const FlowView<const double> now = run.flow.now();
  CHECK(now.v(25, 4) == 0);
  CHECK(now.v(16, 4) == nearly(1).epsilon(1e-12));
}

}  // namespace
}  // namespace seafret
