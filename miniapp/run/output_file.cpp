// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/output_file.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <cmath>

namespace seafret {
namespace {

constexpr double fill_value = 9.969209968386869e36;  // netCDF's own for double
constexpr hsize_t largest_chunk = hsize_t{4} << 20;  // bytes
constexpr hsize_t records_of_means = 16;             // a chunk

std::vector<hsize_t> extent_of(const OutputField& field, const Grid& grid) {
  std::vector<hsize_t> extent;
  if (const int levels = field.description.levels; levels > 1)
    extent.push_back(static_cast<hsize_t>(levels));
  if (!field.is_of_the_grid())
    for (const int side : {grid.ny, grid.nx}) extent.push_back(static_cast<hsize_t>(side));
  return extent;
}

bool is_partly_unowned(const Decomposition& d) {
  std::int64_t owned = 0;
  for (int r = 0; r < d.ranks(); ++r) owned += d.owned(r).area();
  return owned < d.grid().box().area();
}

Hdf5File create_file(const std::string& path, const Communicator& comm) {
  const Hdf5Properties access(H5Pcreate(H5P_FILE_ACCESS), "make file properties");
  H5Pset_fapl_mpio(access, comm.get(), MPI_INFO_NULL);
  H5Pset_coll_metadata_write(access, true);
  H5Pset_all_coll_metadata_ops(access, true);
  const Hdf5Properties creation = in_creation_order(H5P_FILE_CREATE);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), "create " + path};
}

}  // namespace

OutputFile::OutputFile(const std::string& path, const Domain& domain, const Grid& mask_rows)
    : grid_(domain.grid()),
      mask_rows_(mask_rows),
      owned_(domain.owned()),
      is_first_rank_(domain.comm.rank() == 0),
      has_holes_(is_partly_unowned(domain.decomposition)),
      file_(create_file(path, domain.comm)),
      together_(H5Pcreate(H5P_DATASET_XFER), "make transfer properties") {
  H5Pset_dxpl_mpio(together_, H5FD_MPIO_COLLECTIVE);
}

Hdf5Dataset OutputFile::create(const std::string& name, hid_t type, const Hdf5Space& space,
                               const Hdf5Properties& how) const {
  return {H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, how, H5P_DEFAULT),
          "create " + name};
}

/// This rank's part of a data set, which may be empty.
void OutputFile::write_part(hid_t data, const std::string& name, hid_t type, const Extent& first,
                            const Extent& count, const void* values) const {
  const Hdf5Space file(H5Dget_space(data), "read a data space"), memory = data_space(count);
  if (product(count) == 0) {
    H5Sselect_none(memory);
    H5Sselect_none(file);
  } else {
    H5Sselect_hyperslab(file, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr);
  }
  hdf5_check(H5Dwrite(data, type, memory, file, together_, values), "write " + name);
}

std::vector<const char*> OutputFile::axes_of(const OutputField& field) const {
  const FieldDescription& d = field.description;
  const bool east = d.place == Place::east_face || d.place == Place::corner;
  const bool north = d.place == Place::north_face || d.place == Place::corner;
  std::vector<const char*> names;
  if (!field.once) names.push_back("time");
  if (d.levels > 1) names.push_back((d.half_levels ? axes_.z_half : axes_.z).name.c_str());
  if (field.is_of_the_grid()) return names;
  names.push_back((north ? axes_.y_face : axes_.y).name.c_str());
  names.push_back((east ? axes_.x_face : axes_.x).name.c_str());
  return names;
}

/// One record is one chunk, or if that is too much several of whole levels, of whole rows; of means
/// a few records are one.
Hdf5Properties OutputFile::layout(const Extent& extent, bool with_time, bool mean) const {
  Hdf5Properties creation = in_creation_order(H5P_DATASET_CREATE);
  H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &fill_value);
  // Every owned cell is written; to fill the file first would double the work.
  H5Pset_fill_time(creation, has_holes_ ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER);
  if (!with_time) return creation;
  Extent chunk = extent;
  for (hsize_t& side : chunk) {
    const hsize_t slice = product(chunk) * sizeof(double) / side;
    side = std::clamp<hsize_t>(largest_chunk / slice, 1, side);
  }
  chunk.insert(chunk.begin(), mean ? records_of_means : 1);
  H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
  return creation;
}

Hdf5Dataset OutputFile::create(const OutputField& field) const {
  const Extent extent = extent_of(field, grid_);
  Extent now = extent, most = extent;
  if (!field.once) {
    now.insert(now.begin(), 0);
    most.insert(most.begin(), H5S_UNLIMITED);
  }
  Hdf5Dataset data = create(field.description.name, H5T_NATIVE_DOUBLE, data_space(now, most.data()),
                            layout(extent, !field.once, field.is_of_the_grid()));
  describe(data, field);
  return data;
}

void OutputFile::describe(hid_t data, const OutputField& field) const {
  const FieldDescription& d = field.description;
  if (!d.standard_name.empty()) write_attribute(data, "standard_name", d.standard_name);
  write_attribute(data, "long_name", d.long_name);
  write_attribute(data, "units", d.unit);
  write_attribute(data, "_FillValue", fill_value);
  if (field.is_of_the_grid()) write_attribute(data, "cell_methods", "area: " + field.over_area);
  for (unsigned n = 0; const char* axis : axes_of(field)) {
    const auto scale = scales_.find(axis);
    if (scale == scales_.end())
      throw std::logic_error("the field " + d.name + " has no axis " + axis);
    hdf5_check(H5DSattach_scale(data, scale->second, n++), "give " + d.name + " its axis " + axis);
  }
}

void OutputFile::begin_record(double time) {
  const hid_t axis = scales_.at("time");
  hdf5_check(H5Dset_extent(axis, &++records_), "add a record");
  write_part(axis, "time", H5T_NATIVE_DOUBLE, {records_ - 1}, {hsize_t{is_first_rank_}}, &time);
}

void OutputFile::write(const OutputField& field) {
  const std::string& name = field.description.name;
  if (!variables_.contains(name)) variables_[name] = create(field);
  const Hdf5Dataset& data = variables_.at(name);
  Extent extent = extent_of(field, grid_), count = extent, first(extent.size(), 0);
  if (!field.is_of_the_grid()) {
    const std::size_t y = extent.size() - 2, x = y + 1;
    first[y] = static_cast<hsize_t>(owned_.y0);
    first[x] = static_cast<hsize_t>(owned_.x0);
    count[y] = static_cast<hsize_t>(owned_.height());
    count[x] = static_cast<hsize_t>(owned_.width());
  }
  if (!field.once) {
    extent.insert(extent.begin(), records_);
    hdf5_check(H5Dset_extent(data, extent.data()), "add to " + name);
    first.insert(first.begin(), records_ - 1);
    count.insert(count.begin(), field.is_of_the_grid() && !is_first_rank_ ? 0 : 1);
  }
  write_part(data, name, H5T_NATIVE_DOUBLE, first, count, packed(field));
}

/// This rank's columns, level fastest, in the file's order, x fastest.
const double* OutputFile::packed(const OutputField& field) {
  if (field.is_of_the_grid()) return packed_means(field);
  const Place place = field.description.place;
  const int levels = field.description.levels;
  const auto area = static_cast<std::size_t>(owned_.area());
  packed_.resize(area * static_cast<std::size_t>(levels));
#pragma omp parallel for schedule(static)
  for (int j = owned_.y0; j < owned_.y1; ++j)
    for (int i = owned_.x0; i < owned_.x1; ++i) {
      const double* column = field.values.column(i, j);
      const bool wet = grid_.wet(place, i, j);
      double* to = packed_.data() + (j - owned_.y0) * owned_.width() + (i - owned_.x0);
      for (int k = 0; k < levels; ++k, to += area) *to = wet ? column[k] : fill_value;
    }
  return packed_.data();
}

/// Of the whole grid; a number that is not known is missing.
const double* OutputFile::packed_means(const OutputField& field) {
  packed_.resize(static_cast<std::size_t>(field.values.levels));
  std::replace_copy_if(
      field.values.data, field.values.data + field.values.levels, packed_.begin(),
      [](double value) { return std::isnan(value); }, fill_value);
  return packed_.data();
}

void OutputFile::close() {
  variables_.clear();
  scales_.clear();
  if (file_ >= 0) hdf5_check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write the file to the disk");
  file_.reset("close the file");
}

std::int64_t OutputFile::bytes(const OutputField& field, const Grid& grid) {
  return static_cast<std::int64_t>(product(extent_of(field, grid)) * sizeof(double));
}

}  // namespace seafret
