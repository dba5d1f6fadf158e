// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "physics/ocean/shelf/volumes.hpp"
#include "tests/physics/ocean/ocean_runs.hpp"

namespace seafret {

/// A sea on one rank with any current in it, and what carries its tracers.
struct ShelfWater {
  ShelfWater(const Basin& of, const SeaLevelOptions& options, double spacing)
      : basin(of),
        levels(options),
        metrics(on_plane(of.grid.ny, spacing, spacing, 0, 0)),
        box(of.grid.box()),
        wet_cells(box, [&](int i, int j) { return basin.wet(i, j); }),
        depth(filled<double>(1, 0)),
        evenness(filled<double>(1, 1)),
        eta(filled<double>(1, 0)),
        u(filled<double>(options.count, 0)),
        v(filled<double>(options.count, 0)),
        wet(filled<std::uint8_t>(1, 0)),
        thin(filled<std::uint8_t>(1, 0)) {
    each([&](int i, int j) {
      wet.view()(i, j) = 1;
      depth.view()(i, j) = basin.depth_at(i, j);
      evenness.view()(i, j) = levels.evenness(basin.depth_at(i, j));
    });
  }

  template <class T>
  Field<T> filled(int count, T value) const {
    Field<T> field(box, Halo::all(2), count);
    field.view().fill(value);
    return field;
  }
  template <class Work>
  void each(Work work) const {
    for_each_point(wet_cells, box, work);
  }
  WaterColumns water() const { return {depth.view(), evenness.view(), eta.view()}; }
  Current current(double dt) const {
    return {u.view(), v.view(), water(), levels, metrics, dt, 0, thin.view()};
  }
  double volume(int i, int j, int k) const {
    return metrics.area(j) * water().at(i, j).thickness(levels, k);
  }
  /// Moves the surface as the current has it, which then is as strong in the water that stands now.
  void move_surface(double dt) {
    std::vector<double> before(eta.view().data, eta.view().data + eta.view().box.area());
    const WaterColumns old{depth.view(), evenness.view(), {before.data(), eta.view().box, 1}};
    const auto transport = [&](const double* speed, const WaterColumn& in) {
      double sum = 0;
      for (int k = 0; k < levels.count(); ++k) sum += speed[k] * in.thickness(levels, k);
      return sum;
    };
    const auto to_east = [&](int i, int j, const WaterColumns& in) {
      return transport(u.view().column(i, j), in.on_east(i, j));
    };
    const auto to_north = [&](int i, int j, const WaterColumns& in) {
      return transport(v.view().column(i, j), in.on_north(i, j));
    };
    each([&](int i, int j) {
      const double out = metrics.dy * (to_east(i, j, old) - to_east(i - 1, j, old)) +
                         metrics.dx_north[0] * (to_north(i, j, old) - to_north(i, j - 1, old));
      eta.view()(i, j) -= dt * out / metrics.area(j);
    });
    each([&](int i, int j) {
      const double more_u =
          (to_east(i, j, old) - to_east(i, j, water())) / water().on_east(i, j).height;
      const double more_v =
          (to_north(i, j, old) - to_north(i, j, water())) / water().on_north(i, j).height;
      for (int k = 0; k < levels.count(); ++k) {
        if (basin.wet(i + 1, j)) u.view()(i, j, k) += more_u;
        if (basin.wet(i, j + 1)) v.view()(i, j, k) += more_v;
      }
    });
  }

  Basin basin;
  SeaLevels levels;
  SeaMetrics metrics;
  Box box;
  WetRuns wet_cells;
  Field<> depth, evenness, eta, u, v;
  Field<std::uint8_t> wet, thin;
};

}  // namespace seafret
