// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/local_sea.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

/// Finds the tide in a surface, cell by cell: a mean, and a cosine and a sine for each constituent,
/// by least squares over all of them at once (Foreman 1977, Manual for Tidal Heights Analysis and
/// Prediction, Pacific Marine Science Report 77-10). Sums run over time alone, and the matrix of
/// the normal equations belongs to the times, so the outcome is the same for any partition. Phase
/// lags are behind the constituent's angle at time 0, as those of the boundary are.
class TidalAnalysis {
 public:
  TidalAnalysis(const Box& owned, std::vector<Constituent> constituents);
  static std::size_t bytes_of_fields(const Box& owned, std::size_t constituents);

  /// The surface at this time, s. The times should span what time_to_resolve() says.
  void add(const LocalSea& sea, FieldView<const double> eta, double time);
  /// Turns the sums into amplitudes and phase lags; no more may be added.
  void finish(const LocalSea& sea);

  std::int64_t count() const { return count_; }
  FieldView<const double> mean() const { return sums_[0].view(); }                            ///< m
  FieldView<const double> amplitude(std::size_t n) const { return sums_[2 * n + 1].view(); }  ///< m
  /// Degrees, [0, 360).
  FieldView<const double> phase(std::size_t n) const { return sums_[2 * n + 2].view(); }

 private:
  Box owned_;
  std::vector<Constituent> constituents_;
  std::vector<Field<>> sums_;   // of the mean, then of cosine and sine of each; in the end the tide
  std::vector<double> basis_;   // what they are multiplied with now
  std::vector<double> normal_;  // sums of the products of those, a symmetric matrix
  std::int64_t count_ = 0;
};

}  // namespace seafret
