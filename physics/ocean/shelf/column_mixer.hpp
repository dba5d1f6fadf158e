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
        numbers_(Box{0, (4 + fields) * levels + 2 + fields, 0, 1}, Halo{}, lanes),
        fields_(fields) {
    std::fill_n(numbers_.view().data, numbers_.view().row(), 0.);
    std::fill_n(thickness(0), levels * lanes, 1.);  // lanes that are not used are mixed too
  }

  double* thickness(int k) { return at(k); }  ///< m
  /// dt times the diffusivity at the top of level k, m2; not asked for at the surface.
  double* exchange(int k) { return at(levels_ + k); }
  double* drag() { return at(4 * levels_); }  ///< dt r, m
  double* value(int field, int k) { return at(4 * levels_ + 2 + fields_ + field * levels_ + k); }
  /// dt times the flux through the surface, of what is mixed times m; 0 unless set.
  double* brought(int field) { return at(4 * levels_ + 1 + field); }

  /// Mixes all fields.
  void mix() {
    eliminate();
    for (int f = 0; f < fields_; ++f) substitute(f);
  }

 private:
  double* at(int n) { return numbers_.view().column(n, 0); }
  double* passed_on(int k) { return at(2 * levels_ + k); }  // c over the pivot
  double* per_pivot(int k) { return at(3 * levels_ + k); }

  /// The pivot is p + c, where p is what of the columns below counts as this level's thickness.
  void eliminate() {
    double below[lanes];
    std::copy_n(drag(), lanes, below);
    for (int k = 0; k < levels_; ++k) {
      const double *const h = thickness(k), *const h_above =
                                                thickness(std::min(k + 1, levels_ - 1));
      const double* const mixed = exchange(k);
      const double through = k + 1 < levels_ ? 2 : 0;
      double *const share = passed_on(k), *const per = per_pivot(k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        const double c = through * mixed[l] / (h[l] + h_above[l]);
        const double p = h[l] + below[l];
        per[l] = 1 / (p + c);
        share[l] = c * per[l];
        below[l] = p * share[l];
      }
    }
  }

  void substitute(int f) {
    double carried[lanes] = {};
    for (int k = 0; k < levels_; ++k) {
      double* const q = value(f, k);
      const double *const h = thickness(k), *const share = passed_on(k), *const top = brought(f);
      const double at_top = k + 1 < levels_ ? 0 : 1;
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        q[l] = h[l] * q[l] + at_top * top[l] + carried[l];
        carried[l] = share[l] * q[l];
      }
    }
    std::fill_n(carried, lanes, 0.);
    for (int k = levels_ - 1; k >= 0; --k) {
      double* const q = value(f, k);
      const double *const per = per_pivot(k), *const share = passed_on(k);
#pragma omp simd
      for (int l = 0; l < lanes; ++l) {
        q[l] = per[l] * q[l] + share[l] * carried[l];
        carried[l] = q[l];
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
