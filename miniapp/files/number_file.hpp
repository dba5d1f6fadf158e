// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "miniapp/files/hdf5.hpp"

namespace seafret {

/// A data set of numbers in any HDF5 file, read piece by piece.
class NumberSet {
 public:
  NumberSet(hid_t file, const std::string& name);

  const std::vector<hsize_t>& extent() const { return extent_; }
  std::size_t size() const { return product(extent_); }
  bool is_axis() const { return is_axis_; }
  /// One name for each of extent(), "axis0", "axis1", ... where they have none.
  const std::vector<std::string>& axes() const { return axes_; }
  /// An attribute; "" where there is none that holds text.
  std::string text(const std::string& attribute) const { return text_attribute(data_, attribute); }
  /// "time=2, z=40, y=3, x=12" for the n-th value.
  std::string where(std::size_t n) const;
  /// A box of values, x fastest, whatever numbers they are in the file.
  void read(const std::vector<hsize_t>& first, const std::vector<hsize_t>& count,
            std::vector<double>& values) const;

 private:
  std::string name_;
  Hdf5Dataset data_;
  std::vector<hsize_t> extent_;
  std::vector<std::string> axes_;
  bool is_axis_ = false;
};

/// An HDF5 file, whoever made it, and the names of all its data sets of numbers.  Throws
/// std::runtime_error where it cannot be read.  For one rank.
class NumberFile {
 public:
  explicit NumberFile(const std::string& path);
  const std::vector<std::string>& names() const { return names_; }
  bool has(const std::string& name) const { return std::ranges::binary_search(names_, name); }
  NumberSet open(const std::string& name) const { return {file_, name}; }

 private:
  Hdf5File file_;
  std::vector<std::string> names_;  // sorted
};

/// Cuts an extent into boxes of not more than `most` values that follow each other in the file.
void for_each_slab(const std::vector<hsize_t>& extent, std::size_t most,
                   const std::function<void(const std::vector<hsize_t>& first,
                                            const std::vector<hsize_t>& count)>& visit);

}  // namespace seafret
