// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <bit>

#include "ocean_runs.hpp"
#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// Random values on a box: NaN where a place is not wet, but for closed faces, which carry none.
struct RandomFlow {
  explicit RandomFlow(const Basin& basin)
      : eta(basin.grid.box(), held_round(basin.grid.box(), 1), 1),
        u(basin.grid.box(), held_round(basin.grid.box(), 1), 1),
        v(basin.grid.box(), held_round(basin.grid.box(), 1), 1) {
    const Box all = eta.view().box;
    for (int j = all.y0; j < all.y1; ++j)
      for (int i = all.x0; i < all.x1; ++i) {
        const auto wet = [&](Place place) { return basin.grid.wet(place, i, j); };
        if (wet(Place::centre)) eta.view()(i, j) = hash(i, j, 10) - 0.5;
        u.view()(i, j) = wet(Place::east_face) ? 20 * hash(i, j, 11) - 10 : 0;
        v.view()(i, j) = wet(Place::north_face) ? 20 * hash(i, j, 12) - 10 : 0;
      }
  }
  FlowView<const double> view() const { return {eta.view(), u.view(), v.view()}; }

  Field<> eta, u, v;
};

/// The equations at one point, in so many words.
class PlainSea {
 public:
  /// The wind's stress on faces is that of two fields.
  PlainSea(const Basin& b, const SeaMetrics& m, const FlowRules& r, const FlowView<const double>& f,
           const RandomFlow& stress)
      : b_(b), m_(m), r_(r), f_(f), stress_(stress.view()) {}

  double next_u(int i, int j) const {
    double mean = 0, turned = 0;
    for (const auto [x, y] : {std::array{i, j}, {i + 1, j}, {i, j - 1}, {i + 1, j - 1}}) {
      if (!b_.grid.wet(Place::north_face, x, y)) continue;
      mean += 0.25 * std::sqrt(h_east(i, j) / h_north(x, y)) * f_.v(x, y);
    }
    turned = m_.coriolis[row(j)] * mean;
    const double height = h_east(i, j) + 0.5 * (f_.eta(i, j) + f_.eta(i + 1, j));
    const double slope = (f_.eta(i + 1, j) - f_.eta(i, j)) / m_.dx[row(j)];
    return dragged(f_.u(i, j), mean, turned - gravity * height * slope + stress_.u(i, j), height,
                   h_east(i, j));
  }
  double next_v(int i, int j) const {
    double mean = 0, turned = 0;
    for (const auto [x, y] : {std::array{i, j}, {i - 1, j}, {i, j + 1}, {i - 1, j + 1}}) {
      if (!b_.grid.wet(Place::east_face, x, y)) continue;
      const double part = 0.25 * std::sqrt(h_north(i, j) / h_east(x, y)) * f_.u(x, y);
      mean += part;
      turned -= m_.coriolis[row(y)] * m_.dx[row(y)] / m_.dx_north[row(j)] * part;
    }
    const double height = h_north(i, j) + 0.5 * (f_.eta(i, j) + f_.eta(i, j + 1));
    const double slope = (f_.eta(i, j + 1) - f_.eta(i, j)) / m_.dy;
    return dragged(f_.v(i, j), mean, turned - gravity * height * slope + stress_.v(i, j), height,
                   h_north(i, j));
  }
  double next_eta(int i, int j) const {
    double inflow = 0;  // m3/s
    if (b_.grid.wet(Place::east_face, i - 1, j)) inflow += m_.dy * f_.u(i - 1, j);
    if (b_.grid.wet(Place::east_face, i, j)) inflow -= m_.dy * f_.u(i, j);
    if (b_.grid.wet(Place::north_face, i, j - 1))
      inflow += m_.dx_north[row(j - 1)] * f_.v(i, j - 1);
    if (b_.grid.wet(Place::north_face, i, j)) inflow -= m_.dx_north[row(j)] * f_.v(i, j);
    return f_.eta(i, j) + r_.dt * inflow / m_.area(j);
  }

 private:
  static std::size_t row(int j) { return static_cast<std::size_t>(j); }
  double h_east(int i, int j) const { return (b_.depth_at(i, j) + b_.depth_at(i + 1, j)) / 2; }
  double h_north(int i, int j) const { return (b_.depth_at(i, j) + b_.depth_at(i, j + 1)) / 2; }
  double dragged(double q, double across, double force, double height, double rest) const {
    double drag = r_.drag;
    if (r_.roughness > 0)
      drag = std::max(drag, std::pow(0.4 / (std::log(rest / r_.roughness) - 1), 2));
    const double braked =
        r_.linear_drag / height + drag * std::hypot(q, across) / (height * height);
    return (q + r_.dt * force) / (1 + r_.dt * braked);
  }

  const Basin& b_;
  const SeaMetrics& m_;
  FlowRules r_;
  FlowView<const double> f_, stress_;
};

/// What the three kernels make of a flow, on the boxes given; 77 where they write nothing.
struct Advanced {
  Advanced(const LocalSea& sea, const FlowRules& rules, const RandomFlow& flow,
           const RandomFlow& stress, const std::vector<Box>& boxes, const Box& all)
      : eta(all, held_round(all, 1), 1),
        u(all, held_round(all, 1), 1),
        v(all, held_round(all, 1), 1) {
    const RoughBottom bottom(sea, rules, 0, all, 1);
    for (Field<>* f : {&eta, &u, &v}) f->view().fill(77.0);
    for (const Box& b : boxes) {
      const FaceForces to_north{.stress = stress.view().v, .drag = bottom.on(Place::north_face)};
      advance_north_transport(b, sea, rules, flow.view(), to_north, v.view());
      advance_surface(b, sea, rules, flow.view(), eta.view());
      const FaceForces to_east{.stress = stress.view().u, .drag = bottom.on(Place::east_face)};
      advance_east_transport(b, sea, rules, flow.view(), to_east, u.view());
    }
  }
  Field<> eta, u, v;
};

struct Problem {
  Basin basin = archipelago(40, 30);
  SeaMetrics metrics = metrics_of(basin);
  std::vector<OpenCell> open = open_cells(basin, {});
  LocalSea sea{basin, metrics, open, basin.grid.box()};
  FlowRules rules{{.drag = 0.1, .linear_drag = 0.3}, 20};
  RandomFlow flow{basin}, stress{basin};
};

TEST_CASE("the kernels solve the equations on wet points and leave all others alone") {
  Problem p;
  SUBCASE("as rough everywhere") {}
  SUBCASE("rougher where it is shallow") { p.rules.drag = 0.0031, p.rules.roughness = 0.05; }
  const Box all = p.basin.grid.box();
  const PlainSea plain(p.basin, p.metrics, p.rules, p.flow.view(), p.stress);
  const Advanced next(p.sea, p.rules, p.flow, p.stress, {all}, all);
  const std::vector<bool> free = free_cells(p.basin, p.open);
  int wet = 0, untouched = 0;
  const auto check = [&](bool is_wet, double value, auto right) {
    if (is_wet)
      REQUIRE(value == nearly(right()).epsilon(1e-12));
    else
      REQUIRE(value == 77);
    ++(is_wet ? wet : untouched);
  };
  for (int j = 0; j < all.y1; ++j)
    for (int i = 0; i < all.x1; ++i) {
      const auto is_wet = [&](Place place) { return p.basin.grid.wet(place, i, j); };
      check(free[p.basin.index(i, j)], next.eta.view()(i, j), [&] { return plain.next_eta(i, j); });
      check(is_wet(Place::east_face), next.u.view()(i, j), [&] { return plain.next_u(i, j); });
      check(is_wet(Place::north_face), next.v.view()(i, j), [&] { return plain.next_v(i, j); });
    }
  CHECK(wet > 1000);
  CHECK(untouched > 500);
}

TEST_CASE("any cut into boxes gives the same bits") {
  const Problem p;
  const Box all = p.basin.grid.box();
  const Box middle{7, 22, 5, 29};
  std::vector<Box> cut{middle};
  for (const Box& b : rim(all, middle)) cut.push_back(b);
  const Advanced whole(p.sea, p.rules, p.flow, p.stress, {all}, all),
      parts(p.sea, p.rules, p.flow, p.stress, cut, all);
  const auto same = [&](const Field<>& a, const Field<>& b) {
    for (int j = 0; j < all.y1; ++j)
      for (int i = 0; i < all.x1; ++i)
        REQUIRE(std::bit_cast<std::uint64_t>(a.view()(i, j)) ==
                std::bit_cast<std::uint64_t>(b.view()(i, j)));
  };
  same(whole.eta, parts.eta);
  same(whole.u, parts.u);
  same(whole.v, parts.v);
}

TEST_CASE("the Coriolis force does no work, whatever the bottom and the coast") {
  Problem p;
  p.rules = {{.drag = 0}, 1};
  // Neither slope nor wind.
  for_each_point(p.sea.wet_cells, p.basin.grid.box(),
                 [&](int i, int j) { p.flow.eta.view()(i, j) = 0; });
  for (Field<>* field : {&p.stress.u, &p.stress.v}) field->view().fill(0.0);
  const Advanced next(p.sea, p.rules, p.flow, p.stress, {p.basin.grid.box()}, p.basin.grid.box());
  double work = 0, all = 0;
  const auto add = [&](double w) {
    work += w;
    all += std::abs(w);
  };
  for_each_point(p.sea.east_faces, p.basin.grid.box(), [&](int i, int j) {
    const double u = p.flow.u.view()(i, j);
    add(p.metrics.area(j) * u * (next.u.view()(i, j) - u) / p.sea.east.depth.view()(i, j));
  });
  for_each_point(p.sea.north_faces, p.basin.grid.box(), [&](int i, int j) {
    const double v = p.flow.v.view()(i, j);
    const double area = p.metrics.dx_north[static_cast<std::size_t>(j)] * p.metrics.dy;
    add(area * v * (next.v.view()(i, j) - v) / p.sea.north.depth.view()(i, j));
  });
  CHECK(all > 0);
  CHECK(std::abs(work) < 1e-12 * all);
}

TEST_CASE("every wet point is in one lot or alone, and lots lie within the box") {
  const Basin b = archipelago(40, 30);
  for (const int width : {1, 3, vector_width + 1, vector_width + 2, 2 * vector_width + 1, 34}) {
    const Box box{3, 3 + width, -1, 28};
    const WetRuns runs(box, [&](int i, int j) { return b.wet(i, j); });
    for (int j = box.y0; j < box.y1; ++j) {
      std::vector<int> held(static_cast<std::size_t>(width));
      const auto hold = [&](int i) { ++held.at(static_cast<std::size_t>(i)); };
      for (const WetRuns::Lot& lot : runs.lots(j).lots) {
        const bool begins_a_vector = ((j - box.y0) * width + lot.x0) % vector_width == 0;
        const bool at_an_edge = lot.x0 == 1 || lot.x0 + vector_width == width - 1;
        CHECK((begins_a_vector || at_an_edge));
        CHECK(lot.x0 >= 1);
        CHECK(lot.x0 + vector_width <= width - 1);
        CHECK(lot.lanes != 0);
        for (int lane = 0; lane < 32; ++lane)
          if (lot.lanes >> lane & 1u) hold(lot.x0 + lane);
      }
      for (const int i : runs.lots(j).singles) hold(i);
      for (int i = 0; i < width; ++i)
        CHECK(held[static_cast<std::size_t>(i)] == (b.wet(box.x0 + i, j) ? 1 : 0));
      if (width > vector_width + 2) CHECK(runs.lots(j).singles.size() <= 2);
    }
  }
}

TEST_CASE("rows of the sea begin with a line of the cache") {
  const Basin b = archipelago(40, 30);
  for (const int columns : {1, 2, 3})
    for (const Box& owned : {Box{0, 40, 0, 30}, Box{3, 17, 4, 9}, Box{3, 17 - columns, 4, 9}}) {
      const LocalSea sea(b, on_plane(b.grid.ny, 1e3, 1e3, 0, 0), {}, owned, columns);
      const FieldView<const double> depth = sea.east.depth.view();
      CHECK(depth.box == sea.held());
      const auto wide = owned.grown(columns);
      CHECK(intersection(depth.box, wide) == wide);
      CHECK(depth.box.width() < wide.width() + 8);
      for (const int j : {depth.box.y0, depth.box.y0 + 1, depth.box.y1 - 1})
        CHECK(reinterpret_cast<std::uintptr_t>(depth.column(depth.box.x0, j)) % 64 == 0);
    }
}

/// Counts how often each column is worked on.
struct CountingRow {
  std::vector<int>& counted;
  template <class V>
  void work(int i, unsigned lanes) const {
    for (int lane = 0; lane < width_of<V>; ++lane)
      if (lanes >> lane & 1u) ++counted.at(static_cast<std::size_t>(i + lane));
  }
};

TEST_CASE("a box gets those lanes of a lot that lie within it") {
  const Basin b = archipelago(40, 30);
  const Box box{3, 37, 4, 28};
  const WetRuns runs(box, [&](int i, int j) { return b.wet(i, j); });
  for (int x0 = box.x0; x0 <= box.x1; ++x0)
    for (const int width : {0, 1, 2, vector_width, 20}) {
      const Box where{x0, std::min(x0 + width, box.x1), 7, 9};
      std::vector<int> counted(34), right(34);
      for_each_lot(runs, where, [&](int) { return CountingRow{counted}; });
      for_each_point(runs, where,
                     [&](int i, int) { ++right[static_cast<std::size_t>(i - box.x0)]; });
      CHECK(counted == right);
    }
}

TEST_CASE("runs hold every wet point once, in order") {
  const Basin b = archipelago(40, 30);
  const Box box{3, 37, -1, 28};
  const WetRuns runs(box, [&](int i, int j) { return b.wet(i, j); });
  std::int64_t points = 0;
  for (int j = box.y0; j < box.y1; ++j) {
    int last = box.x0 - 1;
    for (const WetRuns::Run& run : runs.row(j)) {
      CHECK(run.x0 > last);  // neighbours would be one run
      CHECK(run.x1 > run.x0);
      for (int i = last; i < run.x0; ++i)
        if (i >= box.x0) CHECK_FALSE(b.wet(i, j));
      for (int i = run.x0; i < run.x1; ++i) CHECK(b.wet(i, j));
      points += run.x1 - run.x0;
      last = run.x1;
    }
  }
  std::int64_t right = 0;
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) right += b.wet(i, j);
  CHECK(points == right);
}

}  // namespace
}  // namespace seafret
