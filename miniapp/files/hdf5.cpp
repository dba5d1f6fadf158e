// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/hdf5.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace seafret {
namespace {

/// The innermost message of the error stack; the others only say who called whom.
std::string reason() {
  std::string text;
  const auto take_first = [](unsigned, const H5E_error2_t* error, void* to) -> herr_t {
    auto& first = *static_cast<std::string*>(to);
    if (first.empty() && error->desc != nullptr) first = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &text);
  std::ranges::replace(text, '\n', ' ');
  return text.empty() ? "no reason given" : text;
}

void write(hid_t object, const char* name, hid_t type, hid_t space, const void* value) {
  const Hdf5Attribute attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                                std::string("create the attribute ") + name);
  hdf5_check(H5Awrite(attribute, type, value), std::string("write the attribute ") + name);
}

}  // namespace

Hdf5Error::Hdf5Error(std::string_view what)
    : std::runtime_error("HDF5 cannot " + std::string(what) + ": " + reason()) {}

void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

std::size_t product(const std::vector<hsize_t>& extent) {
  return std::accumulate(extent.begin(), extent.end(), std::size_t{1}, std::multiplies{});
}

Hdf5Space data_space(const std::vector<hsize_t>& extent, const hsize_t* most) {
  return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(), most),
          "make a data space"};
}

Hdf5File create_file(const std::string& path, hid_t access) {
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), "create " + path};
}

Hdf5Properties in_memory() {
  constexpr std::size_t at_a_time = 1 << 16;
  Hdf5Properties access(H5Pcreate(H5P_FILE_ACCESS), "make properties");
  hdf5_check(H5Pset_fapl_core(access, at_a_time, false), "keep a file in memory");
  return access;
}

std::string bytes_of(const Hdf5File& file) {
  hdf5_check(H5Fflush(file, H5F_SCOPE_GLOBAL), "complete a file in memory");
  std::string bytes(static_cast<std::size_t>(hdf5_check(H5Fget_file_image(file, nullptr, 0),
                                                        "look at a file in memory")),
                    '\0');
  hdf5_check(H5Fget_file_image(file, bytes.data(), bytes.size()), "read a file in memory");
  return bytes;
}

Hdf5Dataset write_dataset(hid_t file, const char* name, const std::vector<hsize_t>& extent,
                          hid_t type, const void* values, hid_t type_here) {
  const Hdf5Space space = data_space(extent);
  Hdf5Dataset data(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   std::string("create the data set ") + name);
  if (product(extent) > 0)
    hdf5_check(H5Dwrite(data, type_here, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
               std::string("write the data set ") + name);
  return data;
}

Hdf5Properties in_creation_order(hid_t kind) {
  constexpr unsigned in_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
  Hdf5Properties properties(H5Pcreate(kind), "make properties");
  H5Pset_attr_creation_order(properties, in_order);
  if (H5Pisa_class(kind, H5P_GROUP_CREATE) > 0) H5Pset_link_creation_order(properties, in_order);
  return properties;
}

void write_attribute(hid_t object, const char* name, const std::string& value) {
  const Hdf5Type type(H5Tcopy(H5T_C_S1), "copy a type");
  H5Tset_size(type, value.empty() ? 1 : value.size());
  H5Tset_cset(type, H5T_CSET_UTF8);
  const Hdf5Space scalar(H5Screate(H5S_SCALAR), "make a data space");
  write(object, name, type, scalar, value.c_str());
}

void write_attribute(hid_t object, const char* name, double value) {
  const Hdf5Space vector = data_space({1});  // netCDF takes numbers as vectors only
  write(object, name, H5T_NATIVE_DOUBLE, vector, &value);
}

std::string text_attribute(hid_t object, const std::string& name) {
  if (H5Aexists(object, name.c_str()) <= 0) return "";
  const Hdf5Attribute found(H5Aopen(object, name.c_str(), H5P_DEFAULT), "open " + name);
  const Hdf5Type type(H5Aget_type(found), "look at " + name);
  const Hdf5Space space(H5Aget_space(found), "look at " + name);
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1) return "";
  if (H5Tis_variable_str(type) > 0) {  // as h5py writes it
    char* text = nullptr;
    hdf5_check(H5Aread(found, type, &text), "read " + name);
    std::string value = text == nullptr ? "" : text;
    H5free_memory(text);
    return value;
  }
  if (size > 4096) return "";
  std::string value(size, '\0');
  hdf5_check(H5Aread(found, type, value.data()), "read " + name);
  return value.substr(0, value.find('\0'));
}

}  // namespace seafret
