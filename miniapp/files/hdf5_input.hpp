// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <string>
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
  /// A dataset of so many dimensions; none of them may be empty.
  Numbers numbers(const std::string& name, std::size_t dimensions) const;
  /// A table; of a dataset with more dimensions the one that comes first in all others.
  Numbers first_table(const std::string& name) const;
  /// An attribute of the file; "" where there is none that holds text.
  std::string text(const std::string& attribute) const;
  /// An attribute of a dataset; `otherwise` where there is none that holds one number.
  double number(const std::string& dataset, const std::string& attribute, double otherwise) const;

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(path_ + ": " + fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  std::vector<hsize_t> extent_of(const std::string& name, hid_t data) const;
  Numbers read(const std::string& name, hid_t data, const std::vector<hsize_t>& extent,
               std::size_t dimensions) const;
  Hdf5Dataset open(const std::string& name) const;
  std::string contents() const;

  std::string path_;
  Hdf5File file_;
};

}  // namespace seafret
