// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/hdf5_input.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "miniapp/case_file/plural.hpp"
#include "miniapp/case_file/tree.hpp"

namespace seafret {

Hdf5Input::Hdf5Input(const std::string& path) : path_(path) {
  const std::filesystem::file_status status = std::filesystem::status(path);
  if (!std::filesystem::exists(status)) refuse("no such file");
  if (!std::filesystem::is_regular_file(status)) refuse("is not a file");
  if (::access(path.c_str(), R_OK) != 0) refuse("{}", std::strerror(errno));
  if (H5Fis_hdf5(path.c_str()) <= 0) refuse("is not an HDF5 file");
  file_ = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open " + path};
}

bool Hdf5Input::has(const std::string& name) const {
  return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
}

std::string Hdf5Input::contents() const {
  std::vector<std::string> names;
  const auto take = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->push_back(name);
    return 0;
  };
  H5Literate(file_, H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &names);
  return fmt::format("{}", fmt::join(names, ", "));
}

Hdf5Dataset Hdf5Input::open(const std::string& name) const {
  if (!has(name)) refuse("has no dataset '{}'; it has: {}", name, contents());
  Hdf5Dataset data(H5Dopen2(file_, name.c_str(), H5P_DEFAULT),
                   "open " + name + " of " + one_line(path_));
  const Hdf5Type type(H5Dget_type(data), "look at " + name);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) refuse("'{}' does not hold numbers", name);
  return data;
}

std::size_t Hdf5Input::dimensions_of(const std::string& name) const {
  const Hdf5Space in_file(H5Dget_space(open(name)), "look at " + name);
  return static_cast<std::size_t>(
      hdf5_check(H5Sget_simple_extent_ndims(in_file), "look at " + name));
}

Hdf5Input::Numbers Hdf5Input::numbers(const std::string& name, std::size_t dimensions,
                                      bool may_be_more) const {
  const Hdf5Dataset data = open(name);
  for (const auto& [attribute, plain] : {std::pair("scale_factor", 1.), {"add_offset", 0.}})
    if (const double value = number(name, attribute, plain); value != plain)
      refuse("'{}' is packed: its attribute {} is {}; it must hold the values themselves", name,
             attribute, value);
  const Hdf5Space in_file(H5Dget_space(data), "look at " + name);
  std::vector<hsize_t> count(dimensions_of(name));
  H5Sget_simple_extent_dims(in_file, count.data(), nullptr);
  if (count.size() != dimensions && !(may_be_more && count.size() > dimensions))
    refuse("'{}' has {} dimension{} instead of {}", name, count.size(), plural(std::ssize(count)),
           dimensions);
  if (std::ranges::count(count, 0u) > 0) refuse("'{}' is empty", name);
  const auto last = count.end() - static_cast<std::ptrdiff_t>(dimensions);
  std::fill(count.begin(), last, 1);

  constexpr hsize_t most_values = 100000000;  // more is a mistake, or wants another program
  Numbers numbers{{last, count.end()}, {}};
  hsize_t size = 1;
  for (const hsize_t n : numbers.extent) {
    if (n > most_values / size) refuse("'{}' has more than {} values", name, most_values);
    size *= n;
  }
  numbers.values.resize(size);
  const std::vector<hsize_t> first(count.size(), 0);
  H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr);
  const Hdf5Space in_memory = data_space({size});
  hdf5_check(
      H5Dread(data, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, numbers.values.data()),
      "read " + name);
  return numbers;
}

Hdf5Input::Numbers Hdf5Input::known_numbers(const std::string& name, std::size_t dimensions) const {
  Numbers found = numbers(name, dimensions);
  for (const char* attribute : {"_FillValue", "missing_value"})
    if (const double missing = number(name, attribute, std::nan("")); !std::isnan(missing))
      std::ranges::replace(found.values, missing, std::nan(""));
  return found;
}

void Hdf5Input::insist_on_ascent(const std::string& axis, const std::vector<double>& values) const {
  if (values.size() > 1 && values[1] < values[0])
    refuse("'{}' descends, from {} to {}: rows go from the south, columns from the west", axis,
           values[0], values[1]);
}

std::string Hdf5Input::text(const std::string& attribute) const {
  return text_attribute(file_, attribute);
}

std::string Hdf5Input::text(const std::string& dataset, const std::string& attribute) const {
  return text_attribute(open(dataset), attribute);
}

double Hdf5Input::number(const std::string& dataset, const std::string& attribute,
                         double otherwise) const {
  const Hdf5Dataset data = open(dataset);
  if (H5Aexists(data, attribute.c_str()) <= 0) return otherwise;
  const Hdf5Attribute found(H5Aopen(data, attribute.c_str(), H5P_DEFAULT), "open " + attribute);
  const Hdf5Type type(H5Aget_type(found), "look at " + attribute);
  const Hdf5Space space(H5Aget_space(found), "look at " + attribute);
  const H5T_class_t kind = H5Tget_class(type);
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Sget_simple_extent_npoints(space) != 1)
    return otherwise;
  double value = otherwise;
  hdf5_check(H5Aread(found, H5T_NATIVE_DOUBLE, &value), "read " + attribute);
  return value;
}

void Hdf5Input::insist_on_unit(const std::string& dataset,
                               std::span<const std::string_view> spelt) const {
  const std::string unit = text(dataset, "units");
  if (!unit.empty() && std::ranges::find(spelt, unit) == spelt.end())
    refuse("'{}' is in '{}'; it must be in {}", dataset, unit, spelt.front());
}

}  // namespace seafret
