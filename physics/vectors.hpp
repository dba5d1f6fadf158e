// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace seafret {

/// As many doubles as one instruction of the machine that is compiled for works on: 2, 4 or 8.  For
/// loops that no compiler makes vectors of as it should, because a lane needs what its neighbour
/// has found; elsewhere `omp simd` will do.
constexpr int vector_width = __BIGGEST_ALIGNMENT__ / static_cast<int>(sizeof(double));

template <int width>
struct VectorOf {
  using Type [[gnu::vector_size(width * sizeof(double))]] = double;
};
template <>
struct VectorOf<1> {
  using Type = double;
};
/// Adds, multiplies and compares lane by lane, each as a double does.
template <int width>
using Vector = typename VectorOf<width>::Type;

template <class V>
constexpr int width_of = static_cast<int>(sizeof(V) / sizeof(double));

/// The same vector wherever a double may lie.
template <class V>
struct Unaligned {
  using Type [[gnu::aligned(alignof(double)), gnu::may_alias]] = V;
};

template <class V>
V load(const double* from) {
  return *reinterpret_cast<const typename Unaligned<V>::Type*>(from);
}
template <class V>
void store(double* to, V values) {
  *reinterpret_cast<typename Unaligned<V>::Type*>(to) = values;
}

template <class V>
void add_at(double* to, V values) {
  store(to, load<V>(to) + values);
}

/// Brings near what will be read there, or changed; there need not be any.  Inlined always: a
/// function that only fetches does nothing that a compiler must keep.
template <class... Values>
[[gnu::always_inline]] inline void fetch(const Values*... soon) {
  (__builtin_prefetch(soon), ...);
}
template <class... Values>
[[gnu::always_inline]] inline void fetch_to_change(const Values*... soon) {
  (__builtin_prefetch(soon, 1), ...);
}
/// As fetch(), of what is read later: into the second-level cache.
template <class... Values>
[[gnu::always_inline]] inline void fetch_for_later(const Values*... later) {
  (__builtin_prefetch(later, 0, 2), ...);
}

/// std::min and std::max of each lane.
template <class V>
V least(V a, V b) {
  return b < a ? b : a;
}
template <class V>
V greatest(V a, V b) {
  return a < b ? b : a;
}
template <class V>
V magnitude(V a) {
  if constexpr (std::is_same_v<V, double>)
    return std::abs(a);
  else
    return std::bit_cast<V>(std::bit_cast<decltype(a < V{})>(a) & INT64_MAX);
}

/// The square root of each lane.
template <class V>
[[gnu::always_inline]] inline V root(V a) {
  if constexpr (std::is_same_v<V, double>)
    return std::sqrt(a);
  else
    for (int lane = 0; lane < width_of<V>; ++lane) a[lane] = std::sqrt(a[lane]);
  return a;
}

/// Of a vector those lanes whose bit is set, for `among_lanes<V>(chosen) ? a : b`.
template <class V>
[[gnu::always_inline]] inline auto among_lanes(unsigned chosen) {
  using Truths = decltype(V{} < V{});
  return [&]<std::int64_t... lane>(std::integer_sequence<std::int64_t, lane...>) {
    return ((Truths{} + std::int64_t{chosen}) & Truths{(std::int64_t{1} << lane)...}) != 0;
  }
  (std::make_integer_sequence<std::int64_t, width_of<V>>());
}

/// (first, values[0], values[1], ...), without the last.
template <class V>
V shifted_in(double first, V values) {
  if constexpr (std::is_same_v<V, double>)
    return first;
  else
    return [&]<std::size_t... lane>(std::index_sequence<lane...>) {
      constexpr int last = width_of<V> - 1;
      return __builtin_shufflevector(first - V{}, values, (last + static_cast<int>(lane))...);
    }
  (std::make_index_sequence<width_of<V>>());
}

template <class V>
double last_of(V values) {
  if constexpr (std::is_same_v<V, double>)
    return values;
  else
    return values[width_of<V> - 1];
}

/// Calls work.operator()<V>(k) for the levels from k on that V holds, by ever narrower vectors at
/// the end, until all of [begin, end) are done, in their order.
template <int width = vector_width, class Work>
void over_levels(int begin, int end, Work&& work) {
  for (; begin + width <= end; begin += width) work.template operator()<Vector<width>>(begin);
  if constexpr (width > 1) over_levels<width / 2>(begin, end, work);
}

}  // namespace seafret
