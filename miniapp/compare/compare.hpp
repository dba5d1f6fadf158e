// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace seafret {

/// Two values are the same where |a - b| <= absolute + relative * max(|a|, |b|).  With the default
/// they must be equal: +0 and -0 are, and a NaN is to another NaN at the same place.
struct Tolerance {
  double relative = 0, absolute = 0;
};

/// What was found about one field of two files.
struct FieldComparison {
  std::string name;
  std::string trouble = "";  ///< why the values could not be compared: shape, in one file only
  std::int64_t values = 0, different = 0;
  std::int64_t nan_first = 0, nan_second = 0;  ///< NaNs in each file
  std::int64_t other_zeros = 0;                ///< equal, but +0 in one and -0 in the other
  double most_absolute = 0, most_relative = 0;
  double largest = 0;      ///< of both, in size
  std::string where = "";  ///< the largest absolute difference, or the first NaN in one file only

  bool is_same() const { return trouble.empty() && different == 0; }
  /// The largest difference.
  double share_of_largest() const {
    return most_absolute > 0 && std::isfinite(most_absolute) ? most_absolute / largest
                                                             : most_absolute;
  }
};

struct Comparison {
  std::vector<FieldComparison> fields;  ///< axes too
  bool is_same() const { return std::ranges::all_of(fields, &FieldComparison::is_same); }
};

/// Compares all data sets of numbers of two HDF5 files, axes too; attributes are not looked at.
/// Reads in pieces, so files may be larger than the memory.  Throws std::runtime_error where a file
/// cannot be read or the two have no field in common.  For one rank.
Comparison compare_files(const std::string& first, const std::string& second,
                         const Tolerance& tolerance);

/// A line a field, and the verdict.
std::string as_table(const Comparison& comparison);

}  // namespace seafret
