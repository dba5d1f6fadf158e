// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace seafret {

/// STREAM's triad, a = b + s c, on arrays too long for any cache: what memory gives at most.  They
/// lie where fields lie, in large pages: in small ones it has run at a tenth where the host looks
/// which of them are in use.
class StreamTriad {
 public:
  /// So many ranks do it together.
  explicit StreamTriad(int ranks)
      : a_(all_values / static_cast<std::size_t>(ranks)), b_(a_.size(), 1), c_(a_.size(), 2) {}

  void operator()() {
    const auto n = static_cast<std::ptrdiff_t>(a_.size());
    double *const a = a_.data(), *const b = b_.data(), *const c = c_.data();
#pragma omp parallel
#pragma omp for simd schedule(static)
    for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + 3 * c[i];
  }
  /// Of all ranks, as STREAM counts them: without the reading of what is then written.
  double bytes(int ranks) const {
    return 3.0 * sizeof(double) * static_cast<double>(a_.size()) * ranks;
  }

 private:
  static constexpr std::size_t all_values = std::size_t{1} << 23;
  std::pmr::vector<double> a_, b_, c_;
};

}  // namespace seafret
