// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/output_file.hpp"

#include <hdf5_hl.h>

#include <algorithm>

namespace seafret {
namespace {

constexpr double fill_value = 9.969209968386869e36;  // netCDF's own for double
constexpr hsize_t largest_chunk = hsize_t{4} << 20;  // bytes

std::size_t product(const std::vector<hsize_t>& extent) {
  std::size_t n = 1;
  for (const hsize_t e : extent) n *= static_cast<std::size_t>(e);
  return n;
}

std::vector<hsize_t> extent_of(const FieldDescription& field, const Grid& grid) {
  std::vector<hsize_t> extent{static_cast<hsize_t>(grid.ny), static_cast<hsize_t>(grid.nx)};
  if (field.levels > 1) extent.insert(extent.begin(), static_cast<hsize_t>(field.levels));
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

Hdf5Space select(hid_t file, const std::vector<hsize_t>& first, const std::vector<hsize_t>& count) {
  Hdf5Space memory = data_space(count);
  if (product(count) == 0) {
    H5Sselect_none(memory);
    H5Sselect_none(file);
  } else {
    H5Sselect_hyperslab(file, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr);
  }
  return memory;
}

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

std::vector<const char*> OutputFile::axes_of(const FieldDescription& field) const {
  const bool east = field.place == Place::east_face || field.place == Place::corner;
  const bool north = field.place == Place::north_face || field.place == Place::corner;
  std::vector<const char*> names;
  if (field.levels > 1) names.push_back((field.half_levels ? axes_.z_half : axes_.z).name.c_str());
  names.push_back((north ? axes_.y_face : axes_.y).name.c_str());
  names.push_back((east ? axes_.x_face : axes_.x).name.c_str());
  return names;
}

/// One record is one chunk, or if that is too much several of whole levels, of whole rows.
Hdf5Properties OutputFile::layout(const std::vector<hsize_t>& extent, bool with_time) const {
  Hdf5Properties creation = in_creation_order(H5P_DATASET_CREATE);
  H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &fill_value);
  // Every owned cell is written; to fill the file first would double the work.
  H5Pset_fill_time(creation, has_holes_ ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER);
  if (!with_time) return creation;
  std::vector<hsize_t> chunk = extent;
  for (hsize_t& side : chunk) {
    const hsize_t slice = product(chunk) * sizeof(double) / side;
    side = std::clamp<hsize_t>(largest_chunk / slice, 1, side);
  }
  chunk.insert(chunk.begin(), 1);
  H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
  return creation;
}

OutputFile::Variable OutputFile::create(const FieldDescription& field, bool with_time) {
  Variable variable{.data = {}, .extent = extent_of(field, grid_)};
  std::vector<hsize_t> now = variable.extent, most = variable.extent;
  std::vector<const char*> axes = axes_of(field);
  if (with_time) {
    now.insert(now.begin(), 0);
    most.insert(most.begin(), H5S_UNLIMITED);
    axes.insert(axes.begin(), "time");
  }
  const Hdf5Space space = data_space(now, most.data());
  const Hdf5Properties creation = layout(variable.extent, with_time);
  variable.data = {H5Dcreate2(file_, field.name.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                              creation, H5P_DEFAULT),
                   "create " + field.name};
  describe(variable.data, field, axes);
  return variable;
}

void OutputFile::describe(hid_t data, const FieldDescription& field,
                          const std::vector<const char*>& axes) {
  if (!field.standard_name.empty()) write_attribute(data, "standard_name", field.standard_name);
  write_attribute(data, "long_name", field.long_name);
  write_attribute(data, "units", field.unit);
  write_attribute(data, "_FillValue", fill_value);
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const auto scale = scales_.find(axes[d]);
    if (scale == scales_.end())
      throw std::logic_error("the field " + field.name + " has no axis " + axes[d]);
    hdf5_check(H5DSattach_scale(data, scale->second, static_cast<unsigned>(d)),
               "give " + field.name + " its axis " + axes[d]);
  }
}

void OutputFile::add(const FieldDescription& field) {
  variables_[field.name] = create(field, true);
}

void OutputFile::begin_record(double time) {
  const hsize_t first = records_++, one = 1;
  const hid_t axis = scales_.at("time");
  hdf5_check(H5Dset_extent(axis, &records_), "add a record");
  const Hdf5Space file(H5Dget_space(axis), "read a data space"), memory = data_space({one});
  H5Sselect_hyperslab(file, H5S_SELECT_SET, &first, nullptr, &one, nullptr);
  if (!is_first_rank_) {
    H5Sselect_none(file);
    H5Sselect_none(memory);
  }
  hdf5_check(H5Dwrite(axis, H5T_NATIVE_DOUBLE, memory, file, together_, &time), "write time");
}

void OutputFile::write(const OutputField& field) {
  const Variable& variable = variables_.at(field.description.name);
  std::vector<hsize_t> extent = variable.extent;
  extent.insert(extent.begin(), records_);
  hdf5_check(H5Dset_extent(variable.data, extent.data()), "add to " + field.description.name);
  write(variable, field, true);
}

void OutputFile::write_once(const OutputField& field) {
  write(create(field.description, false), field, false);
}

void OutputFile::write(const Variable& variable, const OutputField& field, bool with_time) {
  std::vector<hsize_t> first{static_cast<hsize_t>(owned_.y0), static_cast<hsize_t>(owned_.x0)};
  std::vector<hsize_t> count{static_cast<hsize_t>(owned_.height()),
                             static_cast<hsize_t>(owned_.width())};
  if (variable.extent.size() == 3) {
    first.insert(first.begin(), 0);
    count.insert(count.begin(), variable.extent.front());
  }
  if (with_time) {
    first.insert(first.begin(), records_ - 1);
    count.insert(count.begin(), 1);
  }
  const Hdf5Space file(H5Dget_space(variable.data), "read a data space");
  const Hdf5Space memory = select(file, first, count);
  pack(field);
  hdf5_check(H5Dwrite(variable.data, H5T_NATIVE_DOUBLE, memory, file, together_, packed_.data()),
             "write " + field.description.name);
}

/// Turns this rank's columns, level fastest, into the file's order, x fastest.
void OutputFile::pack(const OutputField& field) {
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
}

void OutputFile::close() {
  variables_.clear();
  scales_.clear();
  if (file_ >= 0) hdf5_check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write the file to the disk");
  file_.reset("close the file");
}

std::int64_t OutputFile::bytes(const FieldDescription& field, const Grid& grid) {
  return static_cast<std::int64_t>(product(extent_of(field, grid)) * sizeof(double));
}

}  // namespace seafret
