// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/wet_runs.hpp"

namespace seafret {

/// Mixes several columns at once over dt, implicitly, so that any step is stable and their
/// recurrences overlap:
///   h_k q'_k = h_k q_k + c_k (q'_k+1 - q'_k) - c_k-1 (q'_k - q'_k-1),   c = dt K/(distance)
/// with, at the bottom, a drag dt r q'_0 taken away and, at the surface, dt times a flux brought
/// in. Values of one level and of neighbouring columns ("lanes") lie side by side. Values are
/// weighed by positive numbers alone: what is the same in all levels stays so to rounding.
class ColumnMixer {
 public:
  static constexpr int lanes = 8;

  ColumnMixer(int levels, int fields)
      : levels_(levels),
        numbers_(Box{0, (4 + fields) * levels + 3 + fields, 0, 1}, Halo{}, lanes),
        fields_(fields) {
    std::fill_n(numbers_.view().data, numbers_.view().row(), 0.);
    std::fill_n(thickness(0), levels * lanes, 1.);  // lanes that are not used are mixed too
  }

  double* thickness(int k) { return at(k); }  ///< m
  /// dt times the diffusivity at the top of level k, m2; not asked for at the surface.
  double* exchange(int k) { return at(levels_ + k); }
  double* drag() { return at(4 * levels_); }  ///< dt r, m
  double* value(int field, int k) { return at(4 * levels_ + 3 + fields_ + field * levels_ + k); }
  /// dt times the flux through the surface, of what is mixed times m; 0 unless set.
  double* brought(int field) { return at(4 * levels_ + 3 + field); }
  /// Set by mix_to(): what the lowest level gains where the mean of its column gains 1, 0 to 1.
  double* lowest_follows() { return at(4 * levels_ + 1); }

  /// Mixes all fields.
  void mix() {
    eliminate();
    constexpr double at_rest[lanes] = {};
    for (int f = 0; f < fields_; ++f) {
      carry_down(f);
      settle_up(f, at_rest);
    }
  }

  /// Mixes field 0 and pushes all levels of a column alike, by so much that it carries this
  /// transport afterwards, m times what is mixed. The drag feels the push, however large dt r is:
  /// all is mixed as it looks from where the push leads, and from there the bottom moves.
  void mix_to(const double* transport) {
    double before[lanes], height[lanes], bottom[lanes];
    find_transport(before, height);
    eliminate();
    carry_down(0);
    const double *const dragged = drag(), *const top = brought(0), *const lowest = value(0, 0);
    const double *const per = per_pivot(0), *const gained = lowest_gains();
    double* const follows = lowest_follows();
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
      const double without = before[l] + top[l] - dragged[l] * (per[l] * lowest[l]);
      const double moved = height[l] - dragged[l] * gained[l];
      bottom[l] = (without - transport[l]) / moved;
      follows[l] = height[l] * gained[l] / moved;
    }
    settle_up(0, bottom);
    shift_to(transport);
  }

 private:
  double* at(int n) { return numbers_.view().column(n, 0); }
  double* passed_on(int k) { return at(2 * levels_ + k); }  // c over the pivot
  double* per_pivot(int k) { return at(3 * levels_ + k); }
  double* lowest_gains() { return at(4 * levels_ + 2); }  // where all levels are pushed by 1

  /// What field 0 carries, and the water's height.
  void find_transport(double* carried, double* height) {
    std::fill_n(carried, lanes, 0.);
    std::fill_n(height, lanes, 0.);
    for (int k = 0; k < levels_; ++k) {
      const double *const h = thickness(k), *const q = value(0, k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        carried[l] += h[l] * q[l];
        height[l] += h[l];
      }
    }
  }

  void shift_to(const double* transport) {
    double carried[lanes], height[lanes], shift[lanes];
    find_transport(carried, height);
#pragma omp simd
    for (int l = 0; l < lanes; ++l) shift[l] = (transport[l] - carried[l]) / height[l];
    for (int k = 0; k < levels_; ++k) {
      double* const q = value(0, k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) q[l] += shift[l];
    }
  }

  /// From the surface to the bottom. The pivot is p + c, where p is what of the levels above counts
  /// as this one's thickness.
  void eliminate() {
    double above[lanes] = {};
    for (int k = levels_ - 1; k > 0; --k) {
      const double *const h = thickness(k), *const h_below = thickness(k - 1);
      const double* const mixed = exchange(k - 1);
      double *const share = passed_on(k), *const per = per_pivot(k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        const double c = 2 * mixed[l] / (h[l] + h_below[l]);
        const double p = h[l] + above[l];
        per[l] = 1 / (p + c);
        share[l] = c * per[l];
        above[l] = p * share[l];
      }
    }
    const double *const h = thickness(0), *const dragged = drag();
    double *const share = passed_on(0), *const per = per_pivot(0), *const gained = lowest_gains();
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
      const double p = h[l] + above[l];
      per[l] = 1 / (p + dragged[l]);
      share[l] = dragged[l] * per[l];
      gained[l] = p * per[l];
    }
  }

  void carry_down(int f) {
    double carried[lanes];
    std::copy_n(brought(f), lanes, carried);
    for (int k = levels_ - 1; k >= 0; --k) {
      double* const q = value(f, k);
      const double *const h = thickness(k), *const share = passed_on(k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        q[l] = h[l] * q[l] + carried[l];
        carried[l] = share[l] * q[l];
      }
    }
  }

  /// `bottom`: what moves with the bottom.
  void settle_up(int f, const double* bottom) {
    double below[lanes];
    std::copy_n(bottom, lanes, below);
    for (int k = 0; k < levels_; ++k) {
      double* const q = value(f, k);
      const double *const per = per_pivot(k), *const share = passed_on(k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        q[l] = per[l] * q[l] + share[l] * below[l];
        below[l] = q[l];
      }
    }
  }

  int levels_;
  Field<double> numbers_;
  int fields_;
};

/// One mixer a thread.
class ColumnMixers {
 public:
  ColumnMixers(int levels, int fields) {
    for (int thread = 0; thread < omp_get_max_threads(); ++thread)
      mixers_.emplace_back(levels, fields);
  }

  /// Calls visit(mixer, i, j, n) for n columns of a run from (i, j) on, at most as many as a mixer
  /// has lanes.
  template <class Visit>
  void for_each_group(const WetRuns& runs, const Box& where, Visit visit) {
    const int threads = std::min(omp_get_max_threads(), static_cast<int>(mixers_.size()));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int j = where.y0; j < where.y1; ++j)
      for (const WetRuns::Run& run : runs.row(j)) {
        const int end = std::min(run.x1, where.x1);
        for (int i = std::max(run.x0, where.x0); i < end; i += ColumnMixer::lanes)
          visit(mixers_[static_cast<std::size_t>(omp_get_thread_num())], i, j,
                std::min(ColumnMixer::lanes, end - i));
      }
  }

 private:
  std::vector<ColumnMixer> mixers_;
};

}  // namespace seafret
