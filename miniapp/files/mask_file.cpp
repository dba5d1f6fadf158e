// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/mask_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "comms/base/together.hpp"
#include "miniapp/files/hdf5_input.hpp"
#include "miniapp/files/units.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// Where the n-th value of a table stands.
std::string place(std::size_t n, const std::vector<hsize_t>& extent) {
  return fmt::format("row {}, column {}", n / extent[1], n % extent[1]);
}

Grid grid_of(const std::vector<hsize_t>& extent) {
  return {.nx = static_cast<int>(extent[1]),
          .ny = static_cast<int>(extent[0]),
          .nz = 1,
          .periodic_x = false,
          .periodic_y = false};
}

/// The classes of the cells of a table, in which `fill`, too, is dry.
std::vector<Cell> cells(const Hdf5Input& file, const std::string& name,
                        const Hdf5Input::Numbers& mask, double fill) {
  std::vector<Cell> cells;
  for (std::size_t n = 0; n < mask.values.size(); ++n) {
    const double value = mask.values[n] == fill ? 0 : mask.values[n];
    if (value != 0 && value != 1 && value != 2)
      file.refuse("'{}' is {} at {}; it must be 0 (dry), 1 (wet) or 2 (outside)", name, value,
                  place(n, mask.extent));
    cells.push_back(static_cast<Cell>(value));
  }
  return cells;
}

/// A basin on its way from a file whose every part is doubted.
class BasinReader {
 public:
  explicit BasinReader(const std::string& path) : file_(path), mask_(file_.numbers("mask", 2)) {}

  Basin read(double least) const {
    Basin basin{.grid = grid_of(mask_.extent),
                .longitude = axis("lon", 1),
                .latitude = axis("lat", 0),
                .depth = depth()};
    basin.grid.dx = spacing("lon", basin.longitude);
    basin.grid.dy = spacing("lat", basin.latitude);
    refuse_beyond_poles(basin);
    refuse_round_the_earth(basin);
    basin.grid.cells = cells(file_, "mask", mask_, std::nan(""));
    if (std::ranges::count(basin.grid.cells, Cell::wet) == 0)
      file_.refuse("'mask' is 1 (wet) nowhere");
    for (std::size_t n = 0; n < basin.depth.size(); ++n)
      if (basin.grid.cells[n] == Cell::wet &&
          !(basin.depth[n] > least && basin.depth[n] < deepest_sea))
        file_.refuse("'depth' is {} m at {}, which is wet; it must be above {} and below {}",
                     basin.depth[n], place(n, mask_.extent), least, deepest_sea);
    return basin;
  }

 private:
  static constexpr double narrowest = 1e-7;  // degrees, a centimetre

  std::vector<double> depth() const {
    Hdf5Input::Numbers depth = file_.known_numbers("depth", 2);
    file_.insist_on_unit("depth", units::metres);
    if (depth.extent != mask_.extent)
      file_.refuse("'depth' is {}, but 'mask' is {}", fmt::join(depth.extent, " x "),
                   fmt::join(mask_.extent, " x "));
    return std::move(depth.values);
  }

  std::vector<double> axis(const std::string& name, std::size_t dimension) const {
    std::vector<double> values = file_.numbers(name, 1).values;
    file_.insist_on_unit(name, units::degrees);
    if (values.size() != mask_.extent[dimension])
      file_.refuse("'{}' has {} values for {} {} of 'mask'", name, values.size(),
                   mask_.extent[dimension], dimension == 0 ? "rows" : "columns");
    return values;
  }

  double spacing(const std::string& name, const std::vector<double>& values) const {
    if (values.size() < 2) file_.refuse("'{}' has one value only", name);
    const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
    file_.insist_on_ascent(name, values);
    if (step > 0 && step < narrowest)
      file_.refuse("'{}' ascends by {:g} degrees, less than {:g}", name, step, narrowest);
    for (std::size_t n = 0; n < values.size(); ++n) {
      const double even = values.front() + static_cast<double>(n) * step;
      if (!(step > 0) || !(std::abs(values[n] - even) < 1e-3 * step))
        file_.refuse("'{}' does not ascend evenly: value {} is {}", name, n, values[n]);
    }
    return step;
  }

  void refuse_beyond_poles(const Basin& basin) const {
    const double dy = basin.grid.dy, farthest = 90 - (0.5 - 1e-3) * dy;
    for (std::size_t n = 0; n < basin.latitude.size(); ++n)
      if (std::abs(basin.latitude[n]) > farthest)
        file_.refuse("'lat' is {} in row {}, {:g} wide; rows must end at the poles, 90 and -90",
                     basin.latitude[n], n, dy);
  }

  void refuse_round_the_earth(const Basin& basin) const {
    const double west = basin.longitude.front(), east = basin.longitude.back(),
                 round = east - west + basin.grid.dx;
    if (!(west >= -360 && east <= 720 && round <= 360 * (1 + 1e-3)))
      file_.refuse(
          "'lon' is {:g} to {:g} in columns {:g} wide; it must be within -360 and 720, and "
          "once round the earth at most",
          west, east, basin.grid.dx);
  }

  Hdf5Input file_;
  Hdf5Input::Numbers mask_;
};

/// The names by which models call their masks: this program and many others, MOM6, NEMO, ROMS.
constexpr std::array usual_names = {"mask", "wet", "tmask", "mask_rho"};

/// The coordinate along one axis of a table, if the file has it.
std::vector<double> coordinate(const Hdf5Input& file, const char* name, hsize_t size) {
  if (!file.has(name)) return {};
  Hdf5Input::Numbers found = file.numbers(name, 1);
  return found.values.size() == size ? std::move(found.values) : std::vector<double>();
}

Mask read_mask_of_hdf5(const std::string& path, std::string variable) {
  const Hdf5Input file(path);
  for (const char* name : usual_names)
    if (variable.empty() && file.has(name)) variable = name;
  if (variable.empty()) variable = usual_names.front();
  const Hdf5Input::Numbers mask = file.numbers(variable, 2, true);
  Grid grid = grid_of(mask.extent);
  grid.cells = cells(file, variable, mask, file.number(variable, "_FillValue", std::nan("")));
  return {grid, coordinate(file, "lon", mask.extent[1]), coordinate(file, "lat", mask.extent[0])};
}

/// What rank 0 reads, a mask or a basin: grid and coordinates for all, or for all the same error.
template <class Map, class Read>
Map read_for_all(const Communicator& comm, Read read) {
  Map map;
  map.grid = grid_of({0, 0});
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) map = read();
  });
  Grid& grid = map.grid;
  std::array<double, 4> numbers{static_cast<double>(grid.nx), static_cast<double>(grid.ny), grid.dx,
                                grid.dy};
  comm.broadcast(numbers);
  grid.nx = static_cast<int>(numbers[0]);
  grid.ny = static_cast<int>(numbers[1]);
  grid.dx = numbers[2];
  grid.dy = numbers[3];
  comm.broadcast(grid.cells);
  comm.broadcast(map.longitude);
  comm.broadcast(map.latitude);
  return map;
}

}  // namespace

Basin read_basin(const std::string& path, const Communicator& comm,
                 const std::function<void(Basin&)>& prepare, double least) {
  return read_for_all<Basin>(comm, [&] {
    Basin basin = BasinReader(path).read(least);
    prepare(basin);
    return basin;
  });
}

Mask read_mask(const std::string& path, const MaskOptions& options, const Communicator& comm) {
  Mask mask = read_for_all<Mask>(comm, [&] {
    // Whether a pipe holds HDF5 would be waited for.
    const bool is_text = options.variable.empty() && std::filesystem::is_regular_file(path) &&
                         H5Fis_hdf5(path.c_str()) == 0;
    return is_text ? Mask{read_mask_text(path)} : read_mask_of_hdf5(path, options.variable);
  });
  mask.grid.periodic_x = options.periodic_x;
  mask.grid.periodic_y = options.periodic_y;
  return mask;
}

}  // namespace seafret
