// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <memory>
#include <memory_resource>
#include <string>
#include <type_traits>
#include <utility>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// What a model says, once, about one of its fields; output, comparison, swaps and checks read it.
/// Of a field that only its maker ever sees the size is enough.
struct FieldDescription {
  std::string name = {}, unit = {}, long_name = {};
  std::string standard_name = {};  ///< CF standard name; empty where CF has none.
  Place place = Place::centre;     ///< Where on the cell, horizontally.
  bool half_levels = false;  ///< On the faces between levels (w) rather than at their centres.
  int levels = 1;            ///< 1: a two-dimensional field.
  Halo halo = {};            ///< Columns held round the owned ones.
  int time_levels = 1;       ///< How many copies the time scheme rotates.
  bool prognostic = true;    ///< Carried from step to step: needed by a restart.

  /// What one time level holds on a box.
  std::size_t bytes(const Box& owned) const {
    return static_cast<std::size_t>(owned.grown(halo).area()) * static_cast<std::size_t>(levels) *
           sizeof(double);
  }
};

/// A view of one variable on one box, indexed by global (i, j) and level k.
/// k runs fastest, so a column is contiguous and a wet/dry mask is looked up once a column.
template <class T>
struct FieldView {
  T* data = nullptr;
  Box box = {};  ///< Every point held, halo included.
  int levels = 0;

  operator FieldView<const T>() const requires(!std::is_const_v<T>) { return {data, box, levels}; }

  /// Distance in memory between neighbours in y; in x it is `levels`, in the vertical 1.
  std::ptrdiff_t row() const { return std::ptrdiff_t{box.width()} * levels; }
  T* column(int i, int j) const {
    assert(box.contains(i, j));
    return data + (j - box.y0) * row() + std::ptrdiff_t{i - box.x0} * levels;
  }
  T& operator()(int i, int j, int k = 0) const { return column(i, j)[k]; }
  /// All points held.
  void fill(T value) const requires(!std::is_const_v<T>) {
    std::fill_n(data, box.area() * levels, value);
  }
};

/// What fresh memory holds: a value that shows when somebody reads a point nobody wrote.
template <class T>
constexpr T unset() {
  if constexpr (std::numeric_limits<T>::has_quiet_NaN) return std::numeric_limits<T>::quiet_NaN();
  return std::numeric_limits<T>::min();
}

/// Owns the memory behind a FieldView: `levels` values in each column of the owned box and its
/// halo.
template <class T = double>
class Field {
 public:
  Field(const Box& owned, const Halo& halo, int levels,
        std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : memory_(memory), view_{nullptr, owned.grown(halo), levels} {
    view_.data = static_cast<T*>(memory_->allocate(bytes(), alignment));
    std::uninitialized_fill_n(view_.data, bytes() / sizeof(T), unset<T>());
  }
  /// One time level of a field that is described.
  Field(const Box& owned, const FieldDescription& field,
        std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : Field(owned, field.halo, field.levels, memory) {}
  ~Field() {
    if (view_.data != nullptr) memory_->deallocate(view_.data, bytes(), alignment);
  }
  Field(Field&& other) noexcept
      : memory_(other.memory_), view_(std::exchange(other.view_, FieldView<T>{})) {}
  Field& operator=(Field&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(view_, other.view_);
    return *this;
  }

  FieldView<T> view() { return view_; }
  FieldView<const T> view() const { return view_; }

  static constexpr std::size_t alignment = 64;  // a cache line, and the widest vector

 private:
  std::size_t bytes() const {
    return static_cast<std::size_t>(view_.box.area()) * static_cast<std::size_t>(view_.levels) *
           sizeof(T);
  }

  std::pmr::memory_resource* memory_;
  FieldView<T> view_;
};

/// A field as the halo exchange sees it: columns of bytes, whatever their type.  Where levels do
/// not run fastest a column is cut into slices, a level each, that lie apart.
struct Columns {
  std::byte* data = nullptr;  ///< of the first column of the box, its first slice
  Box box = {};
  std::size_t column_bytes = 0;  ///< of all its slices
  int slices = 1;
  /// In bytes, from a column to the next in x, to the next in y, from a slice to the next.
  std::ptrdiff_t next_column = 0, next_row = 0, next_slice = 0;

  Columns() = default;
  friend bool operator==(const Columns&, const Columns&) = default;
  /// Columns that lie side by side, in rows that do.
  Columns(std::byte* d, const Box& b, std::size_t bytes)
      : data(d),
        box(b),
        column_bytes(bytes),
        next_column(static_cast<std::ptrdiff_t>(bytes)),
        next_row(b.width() * next_column) {}
  template <class T>
  requires(!std::is_const_v<T>) Columns(const FieldView<T>& f)
      : Columns(reinterpret_cast<std::byte*>(f.data), f.box,
                static_cast<std::size_t>(f.levels) * sizeof(T)) {}

  std::size_t slice_bytes() const { return column_bytes / static_cast<std::size_t>(slices); }
  std::byte* column(int i, int j) const {
    assert(box.contains(i, j));
    return data + (j - box.y0) * next_row + (i - box.x0) * next_column;
  }
};

}  // namespace seafret
