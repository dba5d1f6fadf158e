// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/number_file.hpp"

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace seafret {
namespace {

/// The last name in a path; a scale that was given no name of its own is named by its path.
std::string name_of_scale(hid_t scale) {
  std::array<char, 256> text{};
  if (H5DSget_scale_name(scale, text.data(), text.size()) > 0 &&
      !std::string_view(text.data()).starts_with("This is a netCDF dimension"))
    return text.data();
  if (H5Iget_name(scale, text.data(), text.size()) <= 0) return "";
  const std::string path = text.data();
  return path.substr(path.rfind('/') + 1);
}

std::string name_of_axis(hid_t data, unsigned axis) {
  std::string name;
  const auto take_first = [](hid_t, unsigned, hid_t scale, void* to) -> herr_t {
    *static_cast<std::string*>(to) = name_of_scale(scale);
    return 1;
  };
  if (H5DSget_num_scales(data, axis) > 0)
    H5DSiterate_scales(data, axis, nullptr, take_first, &name);
  return name.empty() ? fmt::format("axis{}", axis) : name;
}

bool holds_numbers(hid_t file, const char* name) {
  const Hdf5Dataset data(H5Dopen2(file, name, H5P_DEFAULT), std::string("open ") + name);
  const Hdf5Type type(H5Dget_type(data), std::string("read the type of ") + name);
  const H5T_class_t kind = H5Tget_class(type);
  const Hdf5Space space(H5Dget_space(data), std::string("read the extent of ") + name);
  return (kind == H5T_FLOAT || kind == H5T_INTEGER) && H5Sget_simple_extent_type(space) != H5S_NULL;
}

/// Collects the data sets that hold numbers; `to` is the list of their names.
herr_t visit(hid_t file, const char* name, const H5O_info_t* info, void* to) {
  if (info->type != H5O_TYPE_DATASET) return 0;
  try {
    if (holds_numbers(file, name)) static_cast<std::vector<std::string>*>(to)->emplace_back(name);
  } catch (const Hdf5Error&) {
    return -1;  // no exception may pass through a library written in C
  }
  return 0;
}

/// HDF5's own words for the commonest mistakes are long.
Hdf5File open_file(const std::string& path) {
  const std::filesystem::file_status status = std::filesystem::status(path);
  const auto refuse = [&](const char* why) {
    throw std::runtime_error("cannot read " + path + ": " + why);
  };
  if (!std::filesystem::exists(status)) refuse("no such file");
  if (std::filesystem::is_directory(status)) refuse("it is a folder; name its fields.h5");
  if (!std::filesystem::is_regular_file(status)) refuse("it is not a regular file");  // a pipe
  if (H5Fis_hdf5(path.c_str()) == 0) refuse("it is not an HDF5 file");
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "read " + path};
}

}  // namespace

NumberSet::NumberSet(hid_t file, const std::string& name)
    : name_(name), data_(H5Dopen2(file, name.c_str(), H5P_DEFAULT), "open " + name) {
  const Hdf5Space space(H5Dget_space(data_), "read the extent of " + name);
  extent_.resize(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  H5Sget_simple_extent_dims(space, extent_.data(), nullptr);
  is_axis_ = H5DSis_scale(data_) > 0;
  for (unsigned d = 0; d < extent_.size(); ++d)
    axes_.push_back(is_axis_ && extent_.size() == 1 ? name_of_scale(data_)
                                                    : name_of_axis(data_, d));
}

std::string NumberSet::where(std::size_t n) const {
  std::string text;
  for (std::size_t d = extent_.size(); d-- > 0;) {
    text = fmt::format("{}={}{}{}", axes_[d], n % extent_[d], text.empty() ? "" : ", ", text);
    n /= extent_[d];
  }
  return text;
}

void NumberSet::read(const std::vector<hsize_t>& first, const std::vector<hsize_t>& count,
                     std::vector<double>& values) const {
  const Hdf5Space file(H5Dget_space(data_), "read the extent of " + name_);
  values.resize(product(count));
  const Hdf5Space memory = data_space({values.size()});
  if (!count.empty())
    H5Sselect_hyperslab(file, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr);
  hdf5_check(H5Dread(data_, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, values.data()),
             "read " + name_);
}

NumberFile::NumberFile(const std::string& path) : file_(open_file(path)) {
  hdf5_check(H5Ovisit2(file_, H5_INDEX_NAME, H5_ITER_INC, visit, &names_, H5O_INFO_BASIC),
             "list what is in " + path);
  std::ranges::sort(names_);
}

void for_each_slab(const std::vector<hsize_t>& extent, std::size_t most,
                   const std::function<void(const std::vector<hsize_t>& first,
                                            const std::vector<hsize_t>& count)>& visit) {
  // All axes behind `cut` are taken whole, those before it one by one.
  std::size_t cut = extent.size(), inner = 1;
  while (cut > 0 && inner * extent[cut - 1] <= most) inner *= extent[--cut];
  if (cut == 0) return visit(std::vector<hsize_t>(extent.size(), 0), extent);
  --cut;
  const hsize_t step = std::max<hsize_t>(1, most / inner);
  const std::size_t outer = product(extent) / (inner * extent[cut]);
  for (std::size_t n = 0; n < outer; ++n) {
    std::vector<hsize_t> first(extent.size(), 0), count = extent;
    for (std::size_t d = cut, rest = n; d-- > 0; rest /= extent[d]) {
      first[d] = rest % extent[d];
      count[d] = 1;
    }
    for (; first[cut] < extent[cut]; first[cut] += count[cut]) {
      count[cut] = std::min(step, extent[cut] - first[cut]);
      visit(first, count);
    }
  }
}

}  // namespace seafret
