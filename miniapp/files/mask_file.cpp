// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/mask_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "decomposition/error.hpp"
#include "miniapp/files/hdf5.hpp"
#include "miniapp/together.hpp"

namespace seafret {
namespace {

/// A basin on its way from a file whose every part is doubted.
class MaskReader {
 public:
  explicit MaskReader(const std::string& path) : path_(path) {
    const std::filesystem::file_status status = std::filesystem::status(path);
    if (!std::filesystem::exists(status)) refuse("no such file");
    if (!std::filesystem::is_regular_file(status)) refuse("is not a file");
    if (H5Fis_hdf5(path.c_str()) <= 0) refuse("is not an HDF5 file");
    file_ = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open " + path};
  }

  Basin read() {
    const std::vector<double> mask = dataset("mask", 2);
    Basin basin{.grid = {.nz = 1, .periodic_x = false, .periodic_y = false},
                .longitude = axis("lon", 1),
                .latitude = axis("lat", 0),
                .depth = dataset("depth", 2)};
    basin.grid.dx = spacing("lon", basin.longitude);
    basin.grid.dy = spacing("lat", basin.latitude);
    for (std::size_t n = 0; n < mask.size(); ++n)
      basin.grid.cells.push_back(cell(n, mask[n], basin.depth[n]));
    return basin;
  }

 private:
  static constexpr double deepest_sea = 12000;      // m
  static constexpr hsize_t most_cells = 100000000;  // more is a mistake, or wants another program

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(path_ + ": " + fmt::format(format, std::forward<Args>(args)...));
  }

  std::string place(std::size_t n) const {
    return fmt::format("row {}, column {}", n / shape_[1], n % shape_[1]);
  }

  Cell cell(std::size_t n, double mask, double depth) const {
    if (mask != 0 && mask != 1 && mask != 2)
      refuse("'mask' is {} at {}; it must be 0 (dry), 1 (wet) or 2 (outside)", mask, place(n));
    if (mask == 1 && !(depth > 0 && depth < deepest_sea))
      refuse("'depth' is {} m at {}, which is wet; it must be above 0 and below {}", depth,
             place(n), deepest_sea);
    return static_cast<Cell>(mask);
  }

  std::string contents() const {
    std::vector<std::string> names;
    const auto take = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
      static_cast<std::vector<std::string>*>(to)->push_back(name);
      return 0;
    };
    H5Literate(file_, H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &names);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::vector<hsize_t> shape_of(const std::string& name, const Hdf5Dataset& data) const {
    const Hdf5Space space(H5Dget_space(data), "look at " + name);
    const int rank = hdf5_check(H5Sget_simple_extent_ndims(space), "look at " + name);
    std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
    H5Sget_simple_extent_dims(space, shape.data(), nullptr);
    return shape;
  }

  /// All of a dataset of numbers. The first one of two dimensions sets the shape of the others.
  std::vector<double> dataset(const std::string& name, std::size_t dimensions) {
    if (H5Lexists(file_, name.c_str(), H5P_DEFAULT) <= 0)
      refuse("has no dataset '{}'; it has: {}", name, contents());
    const Hdf5Dataset data(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), "open " + name);
    const Hdf5Type type(H5Dget_type(data), "look at " + name);
    const H5T_class_t kind = H5Tget_class(type);
    if (kind != H5T_INTEGER && kind != H5T_FLOAT) refuse("'{}' does not hold numbers", name);

    const std::vector<hsize_t> shape = shape_of(name, data);
    if (shape.size() != dimensions)
      refuse("'{}' has {} dimensions instead of {}", name, shape.size(), dimensions);
    if (dimensions == 2 && shape_.empty()) shape_ = shape;
    if (dimensions == 2 && shape != shape_)
      refuse("'{}' is {}, but 'mask' is {}", name, fmt::join(shape, " x "),
             fmt::join(shape_, " x "));
    hsize_t size = 1;
    for (const hsize_t n : shape) {
      if (n > most_cells / size) refuse("'{}' has more than {} values", name, most_cells);
      size *= n;
      if (n == 0) refuse("'{}' is empty", name);
    }
    std::vector<double> values(size);
    hdf5_check(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
               "read " + name);
    return values;
  }

  std::vector<double> axis(const std::string& name, std::size_t dimension) {
    std::vector<double> values = dataset(name, 1);
    if (values.size() != shape_[dimension])
      refuse("'{}' has {} values for {} {} of 'mask'", name, values.size(), shape_[dimension],
             dimension == 0 ? "rows" : "columns");
    return values;
  }

  double spacing(const std::string& name, const std::vector<double>& values) const {
    if (values.size() < 2) refuse("'{}' has one value only", name);
    const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
    for (std::size_t n = 0; n < values.size(); ++n) {
      const double even = values.front() + static_cast<double>(n) * step;
      if (!(step > 0) || !(std::abs(values[n] - even) < 1e-3 * step))
        refuse("'{}' does not ascend evenly: value {} is {}", name, n, values[n]);
    }
    return step;
  }

  std::string path_;
  Hdf5File file_;
  std::vector<hsize_t> shape_;  // rows, columns
};

/// Rank 0's values go to everybody, whatever their type.
template <class T>
void broadcast(std::vector<T>& values, const Communicator& comm) {
  std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  comm.broadcast(bytes);
  values.resize(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
}

}  // namespace

Basin read_basin(const std::string& path, const Communicator& comm) {
  Basin basin;
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) basin = MaskReader(path).read();
  });
  broadcast(basin.longitude, comm);
  broadcast(basin.latitude, comm);
  broadcast(basin.depth, comm);
  broadcast(basin.grid.cells, comm);
  std::array<double, 2> spacing{basin.grid.dx, basin.grid.dy};
  comm.broadcast(spacing);
  basin.grid = {.nx = static_cast<int>(basin.longitude.size()),
                .ny = static_cast<int>(basin.latitude.size()),
                .nz = 1,
                .dx = spacing[0],
                .dy = spacing[1],
                .periodic_x = false,
                .periodic_y = false,
                .cells = std::move(basin.grid.cells)};
  return basin;
}

}  // namespace seafret
