// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <omp.h>

#include <algorithm>
#include <span>
#include <vector>

#include "physics/advection/van_leer_limiter.hpp"
#include "physics/columns.hpp"
#include "physics/ocean/basin/wet_runs.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// A tile of a FluxSweep, by one thread, column by column: each side is worked out once, and what
/// leaves a column comes in to the next one.
template <class Volumes, class Finish>
class TileSweep {
 public:
  TileSweep(const Volumes& volumes, std::span<const FieldView<const double>> now,
            std::span<const FieldView<double>> next, const SideBuffers& buffers, Finish& finish)
      : volumes_(volumes), now_(now), next_(next), buffers_(buffers), finish_(finish) {}

  void run(const Box& tile, const WetRuns& wet) const {
    buffers_.close_south();
    for (const WetRuns::Run& run : wet.row(tile.y0))
      for (int i = std::max(run.x0, tile.x0); i < std::min(run.x1, tile.x1); ++i)
        find_side(to_north(), i, tile.y0 - 1, buffers_.south(i - tile.x0));
    for (int j = tile.y0; j < tile.y1; ++j)
      for (const WetRuns::Run& run : wet.row(j)) {
        const int begin = std::max(run.x0, tile.x0), end = std::min(run.x1, tile.x1);
        if (begin < end) find_side(to_east(), begin - 1, j, buffers_.west());
        for (int i = begin; i < end; ++i) {
          const Through south = buffers_.south(i - tile.x0);
          if (along(to_north()) && j > tile.y0 && !volumes_.wet(i, j - 1))
            find_side(to_north(), i, j - 1, south);
          carry_column(i, j, south);
          finish_(i, j, buffers_);
        }
      }
  }

 private:
  using Through = SideBuffers::Through;

  /// One of the two ways to look from a point.
  struct Way {
    int di, dj;
    SideVolumes side;
  };
  Way to_east() const { return {1, 0, buffers_.east()}; }
  Way to_north() const { return {0, 1, buffers_.north()}; }
  /// Whether what is carried is the velocity that way.
  static constexpr bool along(const Way& way) {
    return (way.di & Volumes::along_x) != 0 || (way.dj & Volumes::along_y) != 0;
  }

  /// Whether water goes from this point to the next.
  bool is_open(const Way& way, int i, int j) const {
    const bool here = volumes_.wet(i, j), ahead = volumes_.wet(i + way.di, j + way.dj);
    if (here && ahead) return true;
    if (!along(way) || here == ahead) return false;
    return here ? !volumes_.open(i, j) : !volumes_.open(i + way.di, j + way.dj);
  }

  /// Four points in a row. Those beyond a coast have the value before it: there is no slope, and
  /// through a closed side nothing goes of whatever value. A wall is the end of a row, too.
  struct Row {
    const double *behind, *here, *ahead, *beyond;
  };
  Row row(const Way& way, int f, int i, int j) const {
    const FieldView<const double>& q = now_[static_cast<std::size_t>(f)];
    const int di = way.di, dj = way.dj;
    const double* const here = q.column(i, j);
    const bool goes_back = volumes_.wet(i, j) && is_open(way, i - di, j - dj);
    const double* const behind = goes_back ? q.column(i - di, j - dj) : here;
    if (!is_open(way, i, j)) return {behind, here, here, here};
    const double* const ahead = q.column(i + di, j + dj);
    const bool goes_on = volumes_.wet(i + di, j + dj) && is_open(way, i + di, j + dj);
    if (!goes_on) return {behind, here, ahead, ahead};
    return {behind, here, ahead, q.column(i + 2 * di, j + 2 * dj)};
  }

  int levels() const { return volumes_.levels(); }
  int fields() const { return static_cast<int>(now_.size()); }

  template <class V>
  static V flux(V volume, V weight, V behind, V here, V ahead, V beyond) {
    const auto forward = volume >= 0;
    const V fu = forward ? behind : beyond, fc = forward ? here : ahead,
            fd = forward ? ahead : here;
    return volume * (fc + weight * VanLeer::slope<V>(fc - fu, fd - fc));
  }
  template <class V>
  static V flux(const SideVolumes& side, const Row& row, int k) {
    const V here = load<V>(row.here + k), ahead = load<V>(row.ahead + k);
    const V carried = flux<V>(load<V>(side.volume + k), load<V>(side.weight + k),
                              load<V>(row.behind + k), here, ahead, load<V>(row.beyond + k));
    if constexpr (Volumes::mixes) return carried - load<V>(side.mixed + k) * (ahead - here);
    return carried;
  }

  /// Nothing goes through a side that is closed.
  void find_volumes(const Way& way, int i, int j) const {
    if (!is_open(way, i, j)) {
      std::fill_n(way.side.volume, levels(), 0.);
      std::fill_n(way.side.mixed, levels(), 0.);
    } else if (way.di == 1) {
      volumes_.east(i, j, way.side);
    } else {
      volumes_.north(i, j, way.side);
    }
  }

  /// What goes into the first columns of a tile; the point (i, j) may be dry.
  void find_side(const Way& way, int i, int j, const Through& through) const {
    find_volumes(way, i, j);
    std::copy_n(way.side.volume, levels(), through.volume);
    for (int f = 0; f < fields(); ++f) {
      const Row through_it = row(way, f, i, j);
      over_levels(0, levels(), [&]<class V>(int k) {
        store(through.field(f) + k, flux<V>(way.side, through_it, k));
      });
    }
  }

  [[gnu::flatten]] void carry_column(int i, int j, const Through& south) const {
    const Through west = buffers_.west();
    find_volumes(to_east(), i, j);
    find_volumes(to_north(), i, j);
    find_top(i, j, west.volume, south.volume);
    for (int f = 0; f < fields(); ++f) carry_field(f, i, j, west.field(f), south.field(f));
    std::copy_n(buffers_.east().volume, levels(), west.volume);
    std::copy_n(buffers_.north().volume, levels(), south.volume);
  }

  /// What leaves to east and north is left where it will be found as what comes in. The new value
  /// is found by what is to be added: where no water moves it stays as it is, to the last bit.
  void carry_field(int f, int i, int j, double* west, double* south) const {
    const SideVolumes east = buffers_.east(), north = buffers_.north(), top = buffers_.top();
    const Row row_east = row(to_east(), f, i, j), row_north = row(to_north(), f, i, j);
    const double* const q = row_east.here;
    double* const out = next_[static_cast<std::size_t>(f)].column(i, j);
    const double *const lost = buffers_.lost(), *const per_after = buffers_.per_after();
    double through_bottom = 0;
    over_levels(0, levels(), [&]<class V>(int k) {
      const V here = load<V>(q + k);
      const V up = flux<V>(load<V>(top.volume + k), load<V>(top.weight + k), load<V>(q + k - 1),
                           here, load<V>(q + k + 1), load<V>(q + k + 2));
      const V to_east = flux<V>(east, row_east, k), to_north = flux<V>(north, row_north, k);
      const V gained = ((load<V>(west + k) - to_east) + (load<V>(south + k) - to_north)) +
                       (shifted_in(through_bottom, up) - up);
      through_bottom = last_of(up);
      store(west + k, to_east);
      store(south + k, to_north);
      store(out + k, V(here + (gained + load<V>(lost + k) * here) * load<V>(per_after + k)));
    });
  }

  /// Through its top a level gives what the sides bring it beyond its share of the column's gain;
  /// beside the open sea nothing, as what it lacks comes from there.
  void find_top(int i, int j, const double* west, const double* south) const {
    const double *const east = buffers_.east().volume, *const north = buffers_.north().volume;
    const SideVolumes top = buffers_.top();
    const SeaLevels& at = volumes_.sea_levels();
    const WaterColumn water = volumes_.water(i, j);
    double *const after = buffers_.after(), *const all_lost = buffers_.lost(),
                  *const per_after = buffers_.per_after();
    const double area = volumes_.area(j);
    const double lost =
        sum_of_levels(levels(), [=](int k) { return (east[k] - west[k]) + (north[k] - south[k]); });
    const double share = lost / water.height;
    double up = 0;
    for (int k = 0; k < levels(); ++k) {
      const double thickness = water.thickness(at, k);
      up += share * thickness - ((east[k] - west[k]) + (north[k] - south[k]));
      after[k] = area * thickness;
      top.volume[k] = up;
    }
    top.volume[levels() - 1] = 0;
    if (volumes_.open(i, j)) std::fill_n(top.volume, levels(), 0.);
    find_top_weights(top, after);
    if (volumes_.flat(i, j)) std::fill_n(top.weight, levels(), 0.);
    double through_bottom = 0;
    over_levels(0, levels(), [&]<class V>(int k) {
      const V through_top = load<V>(top.volume + k);
      const V sides =
          (load<V>(east + k) - load<V>(west + k)) + (load<V>(north + k) - load<V>(south + k));
      store(all_lost + k, V(sides + (through_top - shifted_in(through_bottom, through_top))));
      through_bottom = last_of(through_top);
      store(per_after + k, V(1 / load<V>(after + k)));
    });
  }

  /// Behind the end levels lies their own value: there is no slope.
  void find_top_weights(const SideVolumes& top, const double* volume) const {
    over_levels(0, levels() - 1, [&]<class V>(int k) {
      const V courant =
          magnitude(load<V>(top.volume + k)) / (load<V>(volume + k) + load<V>(volume + k + 1));
      store(top.weight + k, greatest<V>(V{}, 0.5 - courant));
    });
    top.weight[levels() - 1] = 0;
    if (levels() < 2) return;
    if (top.volume[0] >= 0) top.weight[0] = 0;
    if (top.volume[levels() - 2] < 0) top.weight[levels() - 2] = 0;
  }

  const Volumes& volumes_;
  std::span<const FieldView<const double>> now_;
  std::span<const FieldView<double>> next_;
  const SideBuffers& buffers_;
  Finish& finish_;
};

/// Carries values by a current, for the time dt, in flux form:
///   V' q' = V q - sum over the sides of F q_side,   V' = V - sum of F
/// F is the water that leaves through a side within dt: to the sides what the current moves,
/// upwards what keeps every level at its share of the column (continuity of levels that move with
/// the surface); nothing goes through bottom and surface. V' is the volume in the present water.
/// Beside the open sea no water goes from level to level, and what is lacking comes in from there
/// with the value that is here (no gradient); what a velocity loses by that is CurrentPush's.
/// q_side is that of van Leer (1974), for each side by itself, without a slope across a coast. So
/// what is the same everywhere stays so, what is lost here is gained there, and no new extreme
/// comes about as long as at most half of its water leaves a volume within dt.
///
/// `Volumes` are the ControlVolumes of one place.
template <class Volumes>
class FluxSweep {
 public:
  FluxSweep(int levels, int fields) {
    for (int thread = 0; thread < omp_get_max_threads(); ++thread)
      buffers_.emplace_back(levels, fields);
  }

  /// `wet` are the points to be worked on; values are read two columns around them (and, of a
  /// column beside, the one that lies in memory where a level would be): those of dry points must
  /// be finite. finish(i, j, buffers) is called after each column; `after` and `lost` together
  /// are then the volumes that would have become those after.
  template <class Finish>
  void carry(const Box& where, const WetRuns& wet, const Volumes& volumes,
             std::span<const FieldView<const double>> now, std::span<const FieldView<double>> next,
             Finish finish) const {
    if (where.empty()) return;
    constexpr int width = SideBuffers::tile_width;
    const int threads = std::min(omp_get_max_threads(), static_cast<int>(buffers_.size()));
    const int columns = (where.width() + width - 1) / width;
    const int rows = std::min(threads, where.height());
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const Box tile{
            where.x0 + column * width, std::min(where.x1, where.x0 + (column + 1) * width),
            where.y0 + where.height() * row / rows, where.y0 + where.height() * (row + 1) / rows};
        const SideBuffers& mine = buffers_[static_cast<std::size_t>(omp_get_thread_num())];
        TileSweep<Volumes, Finish>(volumes, now, next, mine, finish).run(tile, wet);
      }
  }

 private:
  std::vector<SideBuffers> buffers_;
};

}  // namespace seafret
