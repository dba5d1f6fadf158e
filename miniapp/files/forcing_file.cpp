// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/forcing_file.hpp"

#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "comms/base/together.hpp"
#include "miniapp/files/hdf5_input.hpp"

namespace seafret {
namespace {

constexpr std::array forcing_datasets{"stress_east", "stress_north", "heat_flux"};

/// Forcing on its way from a file whose every part is doubted.
class ForcingReader {
 public:
  ForcingReader(const std::string& path, const Grid& grid)
      : grid_(grid), file_(path), times_(file_.numbers("time", 1).values) {
    const std::string unit = file_.text("time", "units");
    if (!unit.empty() && unit != "s" && !unit.starts_with("second"))
      file_.refuse("'time' is in '{}', but must be in seconds since the run begins", unit);
    for (std::size_t n = 0; n < times_.size(); ++n)
      if (!std::isfinite(times_[n]) || (n > 0 && times_[n] <= times_[n - 1]))
        file_.refuse("'time' does not ascend: value {} is {}", n, times_[n]);
  }

  const std::vector<double>& times() const { return times_; }
  /// A wind is asked for where there is half of it, and where nothing else is of use.
  bool gives(std::size_t which, bool with_heat) const {
    const bool heat = with_heat && file_.has(forcing_datasets[2]);
    return which == 2 ? heat
                      : !heat || file_.has(forcing_datasets[0]) || file_.has(forcing_datasets[1]);
  }
  TimeSeries series(std::size_t which) const {
    const bool of_each_cell = file_.dimensions_of(forcing_datasets[which]) != 1;
    Hdf5Input::Numbers found = file_.numbers(forcing_datasets[which], of_each_cell ? 3 : 1);
    std::vector<hsize_t> right{times_.size()};
    if (of_each_cell)
      right.insert(right.end(), {static_cast<hsize_t>(grid_.ny), static_cast<hsize_t>(grid_.nx)});
    if (found.extent != right)
      file_.refuse("'{}' is {}, but must be {}", forcing_datasets[which],
                   fmt::join(found.extent, " x "), fmt::join(right, " x "));
    verify(which, found.values, of_each_cell);
    return TimeSeries(times_, std::move(found.values), of_each_cell ? grid_.box() : Box{});
  }

 private:
  void verify(std::size_t which, const std::vector<double>& values, bool of_each_cell) const {
    const double most = which == 2 ? strongest_heat : strongest_stress;
    const std::size_t a_time = values.size() / times_.size();
    for (std::size_t n = 0; n < values.size(); ++n) {
      const std::size_t cell = n % a_time;
      const bool right = !std::isnan(values[n]) && values[n] >= -most && values[n] <= most;
      if (right || (of_each_cell && grid_.cells[cell] != Cell::wet)) continue;
      const auto nx = static_cast<std::size_t>(grid_.nx);
      file_.refuse(
          "'{}' is {} at {}{} s; it must be from {} to {}", forcing_datasets[which], values[n],
          of_each_cell ? fmt::format("row {}, column {}, which is wet, at ", cell / nx, cell % nx)
                       : "",
          times_[n / a_time], -most, most);
    }
  }

  const Grid& grid_;
  Hdf5Input file_;
  std::vector<double> times_;
};

}  // namespace

SurfaceForcing read_forcing(const std::string& path, const Grid& grid, bool with_heat,
                            const Communicator& comm) {
  SurfaceForcing forcing;
  const std::array<std::optional<TimeSeries>*, 3> all{&forcing.stress_east, &forcing.stress_north,
                                                      &forcing.heat};
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    const ForcingReader reader(path, grid);
    for (std::size_t n = 0; n < all.size(); ++n)
      if (reader.gives(n, with_heat)) *all[n] = reader.series(n);
  });
  for (std::optional<TimeSeries>* const series : all) {
    if (!comm.any(series->has_value())) continue;
    if (comm.rank() != 0) series->emplace();
    (*series)->tell(comm);
  }
  return forcing;
}

}  // namespace seafret
