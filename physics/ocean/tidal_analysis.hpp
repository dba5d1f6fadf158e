// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/local_sea.hpp"

namespace seafret {

/// Finds the M2 tide in a surface by multiplying it with the tide's cosine and sine over one whole
/// period, cell by cell.
class TidalAnalysis {
 public:
  explicit TidalAnalysis(const Box& owned);
  static std::size_t bytes_of_fields(const Box& owned);

  /// The surface at this time, s; as many times evenly spaced as make a period.
  void add(const LocalSea& sea, FieldView<const double> eta, double time);
  /// Turns the sums into amplitude and phase lag; no more may be added.
  void finish(const LocalSea& sea);

  std::int64_t count() const { return count_; }
  FieldView<const double> amplitude() const { return cosine_.view(); }  ///< m
  FieldView<const double> phase() const { return sine_.view(); }        ///< degrees, [0, 360)

 private:
  Box owned_;
  Field<> cosine_, sine_;  // sums; in the end amplitude and phase
  std::int64_t count_ = 0;
};

}  // namespace seafret
