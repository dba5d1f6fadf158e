// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>

#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"
#include "physics/ocean/shelf/side_buffers.hpp"
#include "physics/vectors.hpp"

namespace seafret {

/// What carries: velocities on faces, the water they move in, and the time they do so. Closed faces
/// have a velocity of 0.
struct Current {
  FieldView<const double> u, v;  ///< m/s
  WaterColumns water;
  const SeaLevels& levels;
  const SeaMetrics& metrics;
  double dt;         ///< s
  double viscosity;  ///< of momentum, to the sides, m2/s
  /// As ThinColumns has them, where any may be.
  FieldView<const std::uint8_t> thin_columns = {};

  bool thin(int i, int j) const { return thin_columns.data != nullptr && thin_columns(i, j) != 0; }
  /// Of two neighbours one is.
  bool thin(int i, int j, int di, int dj) const { return thin(i, j) || thin(i + di, j + dj); }
};

/// A velocity, the water it moves in, and the width of the side times dt, m s.
struct Stream {
  const double* speed;
  WaterColumn water;
  double width;
};

/// What a point of the sea may be, as a number: on land, in the sea, or beside the open sea.
inline constexpr std::uint8_t dry_point = 0, wet_point = 1, open_point = 2;

/// What the points of one place have to say of the sides of their control volumes: m3 that a
/// current takes through them within dt. A side is open where the points on both sides of it are
/// wet. A side between two points of a velocity is crossed by the mean of the two streams beside
/// it. Along a velocity such a side lies within a wet cell, and is open also where the velocity
/// beyond it is that of a wall, 0; but not where it is that of the open sea.
class ControlVolumes {
 public:
  /// Along which the points are velocities; of cells none.
  static constexpr int along_x = 0, along_y = 0;

  ControlVolumes(const Current& current, FieldView<const std::uint8_t> wet)
      : c_(current), wet_(wet) {}

  int levels() const { return c_.levels.count(); }
  const SeaLevels& sea_levels() const { return c_.levels; }
  bool wet(int i, int j) const { return wet_(i, j) != dry_point; }
  bool open(int i, int j) const { return wet_(i, j) == open_point; }
  /// Whether what is carried has no slope there.
  bool flat(int, int) const { return false; }

 protected:
  double dx(int j) const { return c_.metrics.dx[static_cast<std::size_t>(j)]; }
  /// South of the first row lies a wall at most, through which nothing goes.
  double dx_north(int j) const {
    return c_.metrics.dx_north[static_cast<std::size_t>(std::max(j, 0))];
  }
  double dy() const { return c_.metrics.dy; }

  Stream to_east(int i, int j, double share = 1) const {
    return {c_.u.column(i, j), c_.water.on_east(i, j), share * c_.dt * dy()};
  }
  Stream to_north(int i, int j, double share = 1) const {
    return {c_.v.column(i, j), c_.water.on_north(i, j), share * c_.dt * dx_north(j)};
  }

  /// The points are `distance` apart, m.
  void fill(const SideVolumes& side, const Stream& a, double distance) const {
    const double courant = 0.5 * c_.dt / distance;
    const Thickness thick_a(c_.levels, a);
    over_levels(0, levels(), [&]<class V>(int k) {
      const V speed = load<V>(a.speed + k);
      store(side.volume + k, V(thick_a.at<V>(k) * speed));
      store(side.weight + k, greatest<V>(V{}, 0.5 - courant * magnitude(speed)));
    });
  }
  void fill(const SideVolumes& side, const Stream& a, const Stream& b, double distance) const {
    const double courant = 0.25 * c_.dt / distance, mixed = c_.viscosity / distance;
    const Thickness thick_a(c_.levels, a), thick_b(c_.levels, b);
    over_levels(0, levels(), [&]<class V>(int k) {
      const V of_a = load<V>(a.speed + k), of_b = load<V>(b.speed + k);
      const V wide_a = thick_a.at<V>(k), wide_b = thick_b.at<V>(k);
      store(side.volume + k, V(wide_a * of_a + wide_b * of_b));
      store(side.weight + k, greatest<V>(V{}, 0.5 - courant * magnitude(of_a + of_b)));
      store(side.mixed + k, V(mixed * (wide_a + wide_b)));
    });
  }
  /// The water at a wall, of which half a cell is land, stands as high as at the face beside it.
  static void stop_at_wall(bool wet_a, Stream& a, bool wet_b, Stream& b) {
    if (!wet_a) a.water = b.water;
    if (!wet_b) b.water = a.water;
  }
  /// Where one of the columns at two velocities is thin these are not mixed: what is too little for
  /// deep water may be more than all that a film has.
  void mix_unless(bool thin, const SideVolumes& side) const {
    if (thin) std::fill_n(side.mixed, levels(), 0.);
  }

  const Current& c_;

 private:
  /// Thickness of the levels times the stream's width.
  struct Thickness {
    Thickness(const SeaLevels& levels, const Stream& stream)
        : curved(levels.curved.data()),
          to_even(levels.to_even.data()),
          height(stream.water.height * stream.width),
          even(stream.water.even * stream.width) {}
    template <class V>
    V at(int k) const {
      return height * load<V>(curved + k) + even * load<V>(to_even + k);
    }
    const double *curved, *to_even;
    double height, even;
  };

  FieldView<const std::uint8_t> wet_;
};

/// Those of cells.
class CellVolumes : public ControlVolumes {
 public:
  using ControlVolumes::ControlVolumes;
  static constexpr bool mixes = false;
  WaterColumn water(int i, int j) const { return c_.water.at(i, j); }
  double area(int j) const { return dx(j) * dy(); }
  bool flat(int i, int j) const { return c_.thin(i, j); }
  void east(int i, int j, const SideVolumes& side) const {
    fill(side, to_east(i, j), dx(j));
    if (c_.thin(i, j, 1, 0)) std::fill_n(side.weight, levels(), 0.);
  }
  void north(int i, int j, const SideVolumes& side) const {
    fill(side, to_north(i, j), dy());
    if (c_.thin(i, j, 0, 1)) std::fill_n(side.weight, levels(), 0.);
  }
};

/// Those of east faces; the point east of face (i, j) is the middle of cell (i + 1, j), that north
/// of it a corner.
class EastFaceVolumes : public ControlVolumes {
 public:
  using ControlVolumes::ControlVolumes;
  static constexpr bool mixes = true;
  static constexpr int along_x = 1;
  WaterColumn water(int i, int j) const { return c_.water.on_east(i, j); }
  double area(int j) const { return dx(j) * dy(); }
  void east(int i, int j, const SideVolumes& side) const {
    Stream a = to_east(i, j, 0.5), b = to_east(i + 1, j, 0.5);
    stop_at_wall(wet(i, j), a, wet(i + 1, j), b);
    fill(side, a, b, dx(j));
    mix_unless(c_.thin(i, j, 1, 0) || c_.thin(i + 2, j), side);
  }
  void north(int i, int j, const SideVolumes& side) const {
    fill(side, to_north(i, j, 0.5), to_north(i + 1, j, 0.5), dy());
    mix_unless(c_.thin(i, j, 1, 0) || c_.thin(i, j + 1, 1, 0), side);
  }
};

/// Those of north faces.
class NorthFaceVolumes : public ControlVolumes {
 public:
  using ControlVolumes::ControlVolumes;
  static constexpr bool mixes = true;
  static constexpr int along_y = 1;
  WaterColumn water(int i, int j) const { return c_.water.on_north(i, j); }
  double area(int j) const { return dx_north(j) * dy(); }
  void east(int i, int j, const SideVolumes& side) const {
    fill(side, to_east(i, j, 0.5), to_east(i, j + 1, 0.5), dx_north(j));
    mix_unless(c_.thin(i, j, 0, 1) || c_.thin(i + 1, j, 0, 1), side);
  }
  void north(int i, int j, const SideVolumes& side) const {
    Stream a = to_north(i, j, 0.5), b = to_north(i, j + 1, 0.5);
    stop_at_wall(wet(i, j), a, wet(i, j + 1), b);
    fill(side, a, b, dy());
    mix_unless(c_.thin(i, j, 0, 1) || c_.thin(i, j + 2), side);
  }
};

}  // namespace seafret
