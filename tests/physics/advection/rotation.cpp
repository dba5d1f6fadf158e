// SPDX-License-Identifier: BSD-3-Clause
// Shapes carried round in a circle by ULTIMATE.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"

namespace seafret {
namespace {

/// One forward step on the box; the halo is left as it was.
class Stepper {
 public:
  Stepper(const Air& air, int fields) : air_(air) {
    scheme_ = advection_schemes().at("ultimate").make(air.setup(fields));
    for (int f = 0; f < fields; ++f) {
      tendencies_.push_back(air.field([](int, int, int) { return 0.0; }));
      views_.push_back(tendencies_.back().view());
    }
  }

  void advect(const Wind& wind, double dt, const std::vector<FieldView<double>>& q) {
    const std::vector<FieldView<const double>> scalars(q.begin(), q.end());
    scheme_->advect(air_.box(), wind, dt, scalars, views_);
    for (std::size_t f = 0; f < q.size(); ++f)
      air_.for_each_cell([&](int i, int j, int k) {
        q[f](i, j, k) += dt * views_[f](i, j, k);
        views_[f](i, j, k) = 0;
      });
  }

 private:
  const Air& air_;
  std::unique_ptr<ScalarAdvection> scheme_;
  std::vector<Field<>> tendencies_;
  std::vector<FieldView<double>> views_;
};

double radius(double x, double y, double x0, double y0) { return std::hypot(x - x0, y - y0); }

TEST_CASE("a cone comes round, and its background stays one exactly") {
  // After libmpdata++'s rotating cone; the figures are those of a plain program of this scheme.
  Air air{101, 101, unit_levels(1)};
  air.dx = air.dy = 1;
  const double omega = 0.1, dt = 0.1;
  const int steps = 628;
  const Flow flow{air.field([&](int, int j, int) { return omega * (j - 50); }),
                  air.field([&](int i, int, int) { return -omega * (i - 50); }),
                  air.field([](int, int, int) { return 0.0; })};
  const auto start = [](int i, int j, int) {
    const double r = radius(i, j, 50, 75);
    return 1 + (r <= 15 ? 4 - r / (15. / 4) : 0);
  };
  const Field<> first = air.field(start);
  Field<> q = air.field(start);
  Stepper stepper(air, 1);
  for (int n = 0; n < steps; ++n) stepper.advect(flow.wind(), dt, {q.view()});

  double low = 9, high = 0, squares = 0;
  air.for_each_cell([&](int i, int j, int k) {
    low = std::min(low, q.view()(i, j, k));
    high = std::max(high, q.view()(i, j, k));
    squares += std::pow(q.view()(i, j, k) - first.view()(i, j, k), 2);
  });
  CHECK(low == 1.0);
  CHECK(high == nearly(4.26858498).epsilon(1e-6));
  CHECK(std::sqrt(squares / (101 * 101)) / (steps * dt) == nearly(5.6594e-4).epsilon(1e-4));
}

TEST_CASE("a slotted disk, a cone and a hump come round") {
  // Where they are after one turn: the figures of the same plain program.
  constexpr int n = 100, steps = 628;
  constexpr double d = 1.0 / n;
  Air air{n, n, unit_levels(1)};
  air.dx = air.dy = d;
  const auto stream = [](int i, int j) {
    return -std::numbers::pi * (std::pow(i * d - 0.5, 2) + std::pow(j * d - 0.5, 2));
  };
  const Flow flow{
      air.field([&](int i, int j, int) { return (stream(i + 1, j + 1) - stream(i + 1, j)) / d; }),
      air.field([&](int i, int j, int) { return -(stream(i + 1, j + 1) - stream(i, j + 1)) / d; }),
      air.field([](int, int, int) { return 0.0; })};

  const auto disk = [](double x, double y) {
    const bool slot = std::abs(x - 0.5) < 0.025 && y < 0.85;
    return radius(x, y, 0.5, 0.75) < 0.15 && !slot ? 1.0 : 0.0;
  };
  const auto disk_cell = [&](int i, int j, int) {
    double sum = 0;
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) sum += disk((i + (a + 0.5) / 8) * d, (j + (b + 0.5) / 8) * d);
    return sum / 64;
  };
  const auto distance = [](int i, int j) {
    return std::min(1.0, radius((i + 0.5) * d, (j + 0.5) * d, 0.5, 0.75) / 0.15);
  };
  const auto cone = [&](int i, int j, int) { return 1 - distance(i, j); };
  const auto hump = [&](int i, int j, int) {
    return 0.5 * (1 + std::cos(std::numbers::pi * distance(i, j)));
  };

  const std::array<ValueAt, 3> shapes{disk_cell, cone, hump};
  const std::array<double, 3> error{0.3515, 0.0826, 0.0863};  // L1, relative
  std::vector<Field<>> q;
  std::vector<FieldView<double>> views;
  for (const ValueAt& shape : shapes) {
    q.push_back(air.field(
        [&](int i, int j, int k) { return air.box().contains(i, j) ? shape(i, j, k) : 0; }));
    views.push_back(q.back().view());
  }
  Stepper stepper(air, 3);
  for (int step = 0; step < steps; ++step) stepper.advect(flow.wind(), 1.0 / steps, views);

  for (std::size_t s = 0; s < shapes.size(); ++s) {
    double low = 9, high = 0, off = 0, all = 0;
    air.for_each_cell([&](int i, int j, int k) {
      const double was = shapes[s](i, j, k);
      low = std::min(low, views[s](i, j, k));
      high = std::max(high, views[s](i, j, k));
      off += std::abs(views[s](i, j, k) - was);
      all += was;
    });
    CAPTURE(s);
    CHECK(low > -1e-17);
    CHECK(high < 1 + 1e-14);
    CHECK(off / all == nearly(error[s]).epsilon(7e-4));
  }
}

}  // namespace
}  // namespace seafret
