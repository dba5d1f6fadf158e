// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decomposition/base/error.hpp"
#include "miniapp/files/hdf5.hpp"

namespace seafret {

/// An HDF5 file that somebody else made: what is not as it should be is refused by an InputError,
/// which begins with the file's path.  For one rank.
class Hdf5Input {
 public:
  explicit Hdf5Input(const std::string& path);

  /// Numbers of any kind, the last axis fastest.
  struct Numbers {
    std::vector<hsize_t> extent;
    std::vector<double> values;
  };
  bool has(const std::string& name) const;
  /// Of a dataset.
  std::size_t dimensions_of(const std::string& name) const;
  /// A dataset of so many dimensions, none of which may be empty; where it may have more before
  /// these, what comes first in all of them.  Values that are packed (CF's scale_factor and
  /// add_offset) are refused.
  Numbers numbers(const std::string& name, std::size_t dimensions, bool may_be_more = false) const;
  /// The same, NaN where the dataset says that none is known (CF's _FillValue and missing_value).
  Numbers known_numbers(const std::string& name, std::size_t dimensions) const;
  /// Refuses an axis of a map, `lat` or `lon`, that descends.
  void insist_on_ascent(const std::string& axis, const std::vector<double>& values) const;
  /// An attribute of the file; "" where there is none that holds text.
  std::string text(const std::string& attribute) const;
  /// Of a dataset, likewise.
  std::string text(const std::string& dataset, const std::string& attribute) const;
  /// An attribute of a dataset; `otherwise` where there is none that holds one number.
  double number(const std::string& dataset, const std::string& attribute, double otherwise) const;
  /// Refuses a dataset that says of itself (CF's `units`) that it is in none of these.
  void insist_on_unit(const std::string& dataset, std::span<const std::string_view> spelt) const;

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(path_ + ": " + fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  Hdf5Dataset open(const std::string& name) const;
  std::string contents() const;

  std::string path_;
  Hdf5File file_;
};

}  // namespace seafret
