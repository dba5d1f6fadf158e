// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/flow_kernels.hpp"

#include <cassert>

#include "physics/ocean/constants.hpp"
#include "physics/ocean/flow/row_forces.hpp"

namespace seafret {
namespace {

/// Row j of fields that are held on the box of the sea, from its west on.
class SeaRow {
 public:
  SeaRow(const WetRuns& runs, int j)
      : box_(runs.box()), begin_(std::ptrdiff_t{j - box_.y0} * next()) {}

  /// From a row to the next.
  std::ptrdiff_t next() const { return box_.width(); }
  /// nullptr if there is no field.
  template <class T>
  T* of(const FieldView<T>& field) const {
    if (field.data == nullptr) return nullptr;
    assert(field.box == box_ && field.levels == 1);
    return field.data + begin_;
  }
  const double* of(const Field<>& field) const { return of(field.view()); }

 private:
  Box box_;
  std::ptrdiff_t begin_;
};

/// A transport through faces of one kind and what it weighs in an average.
struct Across {
  const double *q, *weight;

  /// Of a face and the next one in its row.
  template <class V>
  [[gnu::always_inline]] V two(std::ptrdiff_t i) const {
    return load<V>(weight + i) * load<V>(q + i) + load<V>(weight + i + 1) * load<V>(q + i + 1);
  }
};

/// What acts on a transport within dt, but for drag and stress.
template <class V>
struct Push {
  V impulse, across, height;
};

/// What forces do to the transports q of a row of faces. Where nothing comes from outside nothing
/// is asked for.
template <bool driven>
struct Faces {
  Faces(const FlowRules& rules, const FaceForces& forces, const FaceDepths& depths,
        const SeaRow& row, const FlowView<const double>& now, const FieldView<const double>& before,
        const FieldView<double>& next)
      : drag(rules),
        dt(rules.dt),
        stress(row.of(forces.stress)),
        kept(row.of(forces.kept)),
        quadratic(row.of(forces.drag)),
        led(row.of(forces.led_eta)),
        eta(row.of(now.eta)),
        q(row.of(before)),
        depth(row.of(depths.depth)),
        weight(row.of(depths.weight)),
        out(row.of(next)),
        moved(row.of(forces.moved)) {}

  /// sqrt(h)/4, by which the sum of four weighed transports becomes their mean.
  template <class V>
  [[gnu::always_inline]] V quarter_root(std::ptrdiff_t i) const {
    return 0.25 * load<V>(depth + i) * load<V>(weight + i);
  }
  /// `far`: from the cell on this side of a face to that beyond it.
  template <class V>
  [[gnu::always_inline]] V height(std::ptrdiff_t i, std::ptrdiff_t far) const {
    return load<V>(depth + i) + 0.5 * (load<V>(eta + i) + load<V>(eta + i + far));
  }
  template <class V>
  [[gnu::always_inline]] V rise(std::ptrdiff_t i, std::ptrdiff_t far) const {
    const double* const surface = driven && led != nullptr ? led : eta;
    return load<V>(surface + i + far) - load<V>(surface + i);
  }

  template <class V>
  [[gnu::always_inline]] V after(V before, Push<V> push, std::ptrdiff_t i) const {
    if (driven && stress != nullptr) push.impulse += dt * load<V>(stress + i);
    if (driven && kept != nullptr) return load<V>(kept + i) * (before + push.impulse);
    if (driven && quadratic != nullptr)
      return drag.on(before, push.across, push.impulse, push.height, load<V>(quadratic + i));
    return drag.on(before, push.across, push.impulse, push.height, drag.quadratic);
  }
  template <class V>
  [[gnu::always_inline]] void add_to_moved(std::ptrdiff_t i, unsigned lanes, V more) const {
    if (driven && moved != nullptr) store_lanes(moved + i, lanes, load<V>(moved + i) + more);
  }

  Drag drag;
  double dt;
  const double *stress, *kept, *quadratic, *led, *eta, *q, *depth, *weight;
  double *out, *moved;
};

/// Faces to the north, which are turned by what goes through those to the east of both cells.
template <bool driven>
struct NorthFaces : Faces<driven> {
  Across east;
  std::ptrdiff_t next_row;
  double slope, turn0, turn1;

  template <class V>
  [[gnu::always_inline]] Push<V> push(std::ptrdiff_t i) const {
    const V root = this->template quarter_root<V>(i);
    const V mean0 = root * east.two<V>(i - 1), mean1 = root * east.two<V>(i - 1 + next_row);
    const V height = this->template height<V>(i, next_row);
    const V turned = turn0 * mean0 + turn1 * mean1;
    return {-turned - slope * height * this->template rise<V>(i, next_row), mean0 + mean1, height};
  }
  template <class V>
  [[gnu::always_inline]] void work(std::ptrdiff_t i, unsigned lanes) const {
    const V next = this->after(load<V>(this->q + i), push<V>(i), i);
    store_lanes(this->out + i, lanes, next);
    this->add_to_moved(i, lanes, next);
  }
};

/// Faces to the east, which are turned by what goes through those to the south and north.
template <bool driven>
struct EastFaces : Faces<driven> {
  Across north;
  std::ptrdiff_t next_row;
  double slope, turn;

  template <class V>
  [[gnu::always_inline]] Push<V> push(std::ptrdiff_t i) const {
    const V mean =
        this->template quarter_root<V>(i) * (north.two<V>(i - next_row) + north.two<V>(i));
    const V height = this->template height<V>(i, 1);
    return {turn * mean - slope * height * this->template rise<V>(i, 1), mean, height};
  }
  template <class V>
  [[gnu::always_inline]] void work(std::ptrdiff_t i, unsigned lanes) const {
    const V before = load<V>(this->q + i);
    store_lanes(this->out + i, lanes, this->after(before, push<V>(i), i));
    this->add_to_moved(i, lanes, before);
  }
};

bool is_driven(const FaceForces& f) {
  return f.stress.data != nullptr || f.kept.data != nullptr || f.moved.data != nullptr ||
         f.led_eta.data != nullptr || f.drag.data != nullptr;
}

/// The surface of cells, moved by what goes through their faces.
struct MovedCells {
  const double *eta, *u, *v;
  std::ptrdiff_t next_row;
  RowOfCells by;
  double* out;

  template <class V>
  [[gnu::always_inline]] void work(std::ptrdiff_t i, unsigned lanes) const {
    const V in_x = by.in_x * (load<V>(u + i) - load<V>(u + i - 1));
    const V in_y = by.north * load<V>(v + i) - by.south * load<V>(v + i - next_row);
    store_lanes(out + i, lanes, load<V>(eta + i) - in_x - in_y);
  }
};

struct LedSurface {
  const double *before, *after;
  double lead;
  double* out;

  template <class V>
  [[gnu::always_inline]] void work(std::ptrdiff_t i, unsigned lanes) const {
    const V now = load<V>(after + i);
    store_lanes(out + i, lanes, now + lead * (now - load<V>(before + i)));
  }
};

template <bool driven>
void advance_north_faces(const Box& where, const LocalSea& sea, const FlowRules& rules,
                         const FlowView<const double>& now, const FaceForces& forces,
                         const FieldView<double>& v_next) {
  const SeaMetrics& m = sea.metrics;
  const double slope = rules.dt * gravity / m.dy;
  for_each_lot(sea.north_faces, where, [&](int j) {
    const SeaRow row(sea.north_faces, j);
    const auto n = static_cast<std::size_t>(j);
    // Each row of east faces turns by its own f, weighed by its length: no work is done.
    const auto turn = [&](std::size_t k) {
      return rules.dt * m.coriolis[k] * m.dx[k] / m.dx_north[n];
    };
    return NorthFaces<driven>{{rules, forces, sea.north, row, now, now.v, v_next},
                              {row.of(now.u), row.of(sea.east.weight)},
                              row.next(),
                              slope,
                              turn(n),
                              turn(n + 1)};
  });
}

template <bool driven>
void advance_east_faces(const Box& where, const LocalSea& sea, const FlowRules& rules,
                        const FlowView<const double>& now, const FaceForces& forces,
                        const FieldView<double>& u_next) {
  const SeaMetrics& m = sea.metrics;
  for_each_lot(sea.east_faces, where, [&](int j) {
    const SeaRow row(sea.east_faces, j);
    const auto n = static_cast<std::size_t>(j);
    return EastFaces<driven>{{rules, forces, sea.east, row, now, now.u, u_next},
                             {row.of(now.v), row.of(sea.north.weight)},
                             row.next(),
                             rules.dt * gravity / m.dx[n],
                             rules.dt * m.coriolis[n]};
  });
}

}  // namespace

void advance_north_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                             const FlowView<const double>& now, const FaceForces& forces,
                             FieldView<double> v_next) {
  const auto advance = is_driven(forces) ? advance_north_faces<true> : advance_north_faces<false>;
  advance(where, sea, rules, now, forces, v_next);
}

void advance_east_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                            const FlowView<const double>& now, const FaceForces& forces,
                            FieldView<double> u_next) {
  const auto advance = is_driven(forces) ? advance_east_faces<true> : advance_east_faces<false>;
  advance(where, sea, rules, now, forces, u_next);
}

void advance_surface(const Box& where, const LocalSea& sea, const FlowRules& rules,
                     const FlowView<const double>& now, FieldView<double> eta_next) {
  for_each_lot(sea.free_cells, where, [&](int j) {
    const SeaRow row(sea.free_cells, j);
    return MovedCells{.eta = row.of(now.eta),
                      .u = row.of(now.u),
                      .v = row.of(now.v),
                      .next_row = row.next(),
                      .by = {sea.metrics, j, rules.dt},
                      .out = row.of(eta_next)};
  });
}

void lead_on(const Box& where, const LocalSea& sea, double lead, FieldView<const double> eta,
             FieldView<const double> eta_next, FieldView<double> led) {
  for_each_lot(sea.wet_cells, where, [&](int j) {
    const SeaRow row(sea.wet_cells, j);
    return LedSurface{row.of(eta), row.of(eta_next), lead, row.of(led)};
  });
}

}  // namespace seafret
