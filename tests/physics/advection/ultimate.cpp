// SPDX-License-Identifier: BSD-3-Clause
// ULTIMATE: its formula and its promises.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"

namespace seafret {
namespace {

/// The scheme as it is published: face by face, in normalised variables, with divisions and
/// branches.
class Published {
 public:
  Published(const Air& air, const Wind& wind, double dt, FieldView<const double> q)
      : air_(air), wind_(wind), dt_(dt), q_(q) {}

  double tendency(int i, int j, int k) const {
    return (flux({i - 1, j, k}, {1, 0, 0}) - flux({i, j, k}, {1, 0, 0})) / air_.dx +
           (flux({i, j - 1, k}, {0, 1, 0}) - flux({i, j, k}, {0, 1, 0})) / air_.dy +
           (rising(i, j, k - 1) - rising(i, j, k)) / (air_.rho(k) * air_.dz(k));
  }

 private:
  struct Cell {
    int i, j, k;

    friend Cell operator+(Cell a, Cell b) { return {a.i + b.i, a.j + b.j, a.k + b.k}; }
    friend Cell operator-(Cell a, Cell b) { return {a.i - b.i, a.j - b.j, a.k - b.k}; }
  };

  /// Beyond ground and lid a value is that of the end.
  double value(Cell c) const { return q_(c.i, c.j, std::clamp(c.k, 0, air_.nz() - 1)); }
  /// The wind through the face between a cell and the next one in a direction.
  double speed(Cell c, Cell to) const {
    if (to.k != 0) return c.k < 0 || c.k >= air_.nz() - 1 ? 0 : wind_.w(c.i, c.j, c.k);
    return to.i != 0 ? wind_.u(c.i, c.j, c.k) : wind_.v(c.i, c.j, c.k);
  }
  /// Between the centres of a cell and the next one in a direction.
  double spacing(Cell c, Cell to) const {
    if (to.k != 0) return air_.dz_half(std::clamp(c.k, 0, std::max(0, air_.nz() - 2)));
    return to.i != 0 ? air_.dx : air_.dy;
  }

  /// How much the wind across brings to a face whose donor this is.
  double brought(Cell face, Cell to, Cell donor, Cell across) const {
    if (across.k != 0 && air_.nz() == 1) return 0;
    const double mean = (speed(face, across) + speed(face - across, across) +
                         speed(face + to, across) + speed(face + to - across, across)) /
                        4;
    const Cell upwind = mean > 0 ? donor - across : donor + across;
    const double courant = mean * dt_ / spacing(mean > 0 ? upwind : donor, across);
    return std::abs(courant) / 2 * (value(donor) - value(upwind));
  }

  double face_value(Cell face, Cell to) const {
    const bool forward = speed(face, to) >= 0;
    const Cell donor = forward ? face : face + to;
    const double fu = value(forward ? face - to : face + to + to), fc = value(donor),
                 fd = value(forward ? face + to : face);
    const double del = fd - fu, curvature = fd - 2 * fc + fu;
    if (std::abs(curvature) >= std::abs(del)) return fc;

    const double c = std::abs(speed(face, to)) * dt_ / spacing(face, to);
    double ff = (fd + fc) / 2 - c / 2 * (fd - fc) - (1 - c * c) / 6 * curvature;
    for (const Cell across : {Cell{1, 0, 0}, Cell{0, 1, 0}, Cell{0, 0, 1}})
      if (across.i != to.i || across.j != to.j || across.k != to.k)
        ff -= brought(face, to, donor, across);
    const double out = dt_ * air_.outflow(wind_, donor.i, donor.j, donor.k) + 1e-30;
    const double nf = (ff - fu) / del, nc = (fc - fu) / del;
    return fu + std::max(nc, std::min({nf, nc / out, 1.0})) * del;
  }

  double flux(Cell face, Cell to) const { return speed(face, to) * face_value(face, to); }
  double rising(int i, int j, int k) const {
    return k < 0 || k == air_.nz() - 1 ? 0 : air_.rho_half(k) * flux({i, j, k}, {0, 0, 1});
  }

  const Air& air_;
  const Wind& wind_;
  double dt_;
  FieldView<const double> q_;
};

Field<> tendency_of(const Air& air, const Wind& wind, double dt, const Field<>& q) {
  Field<> tendency = air.field([](int, int, int) { return 0.0; });
  const std::array<FieldView<const double>, 1> scalars{q.view()};
  const std::array<FieldView<double>, 1> tendencies{tendency.view()};
  advection_schemes()
      .at("ultimate")
      .make(air.setup())
      ->advect(air.box(), wind, dt, scalars, tendencies);
  return tendency;
}

TEST_CASE("the fluxes are those of the published formula") {
  for (const int levels : {1, 2, 3, 7, 8, 9, 20})
    for (const double dt : {0.5, 8.0, 80.0}) {  // the last: more than a cell holds leaves it
      CAPTURE(levels);
      CAPTURE(dt);
      const Air air{9, 8, uneven_levels(levels)};
      const Flow flow = air.noisy_flow(5, 2.0);
      const Wind wind = flow.wind();
      const Field<> q = air.noise(6, -1, 2), tendency = tendency_of(air, wind, dt, q);
      const Published published(air, wind, dt, q.view());
      double off = 0, largest = 0;
      air.for_each_cell([&](int i, int j, int k) {
        const double expected = published.tendency(i, j, k);
        off = std::max(off, std::abs(tendency.view()(i, j, k) - expected));
        largest = std::max(largest, std::abs(expected));
      });
      CHECK(largest > 0.05);
      CHECK(off < 1e-13 * largest);
    }
}

TEST_CASE("a quadratic field in a steady wind moves exactly") {
  // With it go the weights of the curvature and of what is brought across: x y moves to
  // (x - u dt)(y - v dt), whose last term no single direction knows.
  Air air{8, 8, unit_levels(8)};
  air.dx = air.dy = 1;
  const double dt = 0.1;
  for (const double sign : {-1.0, 1.0}) {
    const std::array<double, 3> speed{sign * 1.0, sign * -0.7, sign * 0.9};
    const auto constant = [&](double value) {
      return air.field([=](int, int, int) { return value; });
    };
    const Flow flow{constant(speed[0]), constant(speed[1]), constant(speed[2])};
    const auto q = [](double x, double y, double z) {
      return 10 * x + 9 * y - 11 * z + 0.1 * x * x - 0.2 * y * y + 0.15 * z * z + 0.1 * x * y +
             0.2 * y * z - 0.1 * x * z;
    };
    const Field<> old = air.field([&](int i, int j, int k) { return q(i, j, k); });
    const Field<> tendency = tendency_of(air, flow.wind(), dt, old);
    air.for_each_cell([&](int i, int j, int k) {
      if (k < 2 || k > 5) return;
      const double moved = q(i - speed[0] * dt, j - speed[1] * dt, k - speed[2] * dt);
      CHECK(old.view()(i, j, k) + dt * tendency.view()(i, j, k) == nearly(moved).epsilon(1e-13));
    });
  }
}

}  // namespace
}  // namespace seafret
