// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"

namespace seafret {

/// The one value that belongs to a point of a field at a step.  Both double and int32 hold it, and
/// two points hardly ever share it.
inline std::int32_t truth(int x, int y, int level, int field, int step) {
  std::uint64_t h = 0;
  for (const int part : {x, y, level, field, step}) {
    h = (h ^ static_cast<std::uint32_t>(part)) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
  }
  return static_cast<std::int32_t>(h >> 33);
}

/// What a field of a question is like.
struct Kind {
  int levels = 1;
  Halo halo = {};
  bool integer = false;
};

/// A field whose right values are known everywhere, at every step.  It holds one more line round
/// it than is swapped, and another array for each of three steps, as a rotating time scheme does.
class KnownField {
 public:
  static constexpr int copies = 3;
  static Halo held(const Kind& kind) {
    const Halo& h = kind.halo;
    return {h.west + 1, h.east + 1, h.south + 1, h.north + 1, true};
  }

  KnownField(const Decomposition& d, int rank, const Kind& kind, int number, HaloPoints points,
             std::pmr::memory_resource* memory)
      : kind_(kind), number_(number), points_(points), owned_(d.owned(rank)) {
    for (int copy = 0; copy < copies; ++copy)
      if (kind.integer)
        arrays_.emplace_back(Field<std::int32_t>(owned_, held(kind), kind.levels, memory));
      else
        arrays_.emplace_back(Field<double>(owned_, held(kind), kind.levels, memory));
    find_sources(d);
  }

  Swapped swapped() const {
    return {kind_.halo, static_cast<std::size_t>(kind_.levels) *
                            (kind_.integer ? sizeof(std::int32_t) : sizeof(double))};
  }
  Columns columns(int step) {
    return std::visit([](auto& field) { return Columns(field.view()); }, array(step));
  }

  /// Writes this step's values to the owned points.
  void set(int step) {
    for_each_value(step, [&](auto& value, const Source& from, int level, bool owned) {
      using T = std::remove_reference_t<decltype(value)>;
      if (owned) value = static_cast<T>(truth(from->i, from->j, level, number_, step));
    });
  }

  /// How many values are not as they should be: owned ones untouched, those of the halo fresh from
  /// their owners, and any other as unset as at the beginning.  Of dry ones in the halo all are
  /// fresh or none, but clipping may do with each as it likes.
  std::int64_t wrong(int step) {
    std::int64_t count = 0;
    for_each_value(step, [&](auto& value, const Source& from, int level, bool) {
      using T = std::remove_reference_t<decltype(value)>;
      const bool touched = value == value && value != unset<T>();
      const bool fresh =
          from && value == static_cast<T>(truth(from->i, from->j, level, number_, step));
      const bool right = from && from->arrives ? fresh : !touched;
      count += !right && !(from && from->may_arrive && fresh);
    });
    return count;
  }

 private:
  struct Point {
    int i, j;
    bool arrives, may_arrive;
  };
  using Source = std::optional<Point>;  // where a column's values come from, if from anywhere
  using Array = std::variant<Field<double>, Field<std::int32_t>>;

  Array& array(int step) { return arrays_[static_cast<std::size_t>(step) % arrays_.size()]; }

  void find_sources(const Decomposition& d) {
    const Box held = columns(0).box;
    for (int j = held.y0; j < held.y1; ++j)
      for (int i = held.x0; i < held.x1; ++i) sources_.push_back(source(d, i, j));
  }

  Source source(const Decomposition& d, int i, int j) const {
    const bool beside = i < owned_.x0 || i >= owned_.x1, above = j < owned_.y0 || j >= owned_.y1;
    if (!owned_.grown(kind_.halo).contains(i, j)) return {};
    if (beside && above && !kind_.halo.corners) return {};
    const Grid& g = d.grid();
    const int x = g.periodic_x ? ((i % g.nx) + g.nx) % g.nx : i;
    const int y = g.periodic_y ? ((j % g.ny) + g.ny) % g.ny : j;
    const bool wet = !(beside || above) || g.cell(x, y) == Cell::wet;
    for (int rank = 0; rank < d.ranks(); ++rank)
      if (d.owned(rank).contains(x, y))
        return Point{x, y, wet || points_ == HaloPoints::all, points_ == HaloPoints::clipped};
    return {};
  }

  template <class Visit>
  void for_each_value(int step, Visit visit) {
    std::visit(
        [&](auto& field) {
          const auto view = field.view();
          auto source = sources_.begin();
          for (int j = view.box.y0; j < view.box.y1; ++j)
            for (int i = view.box.x0; i < view.box.x1; ++i, ++source)
              for (int k = 0; k < view.levels; ++k)
                visit(view(i, j, k), *source, k, owned_.contains(i, j));
        },
        array(step));
  }

  Kind kind_;
  int number_;
  HaloPoints points_;
  Box owned_;
  std::vector<Array> arrays_;
  std::vector<Source> sources_;
};

}  // namespace seafret
