// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/forcing_file.hpp"

#include <array>
#include <cmath>

#include "comms/base/together.hpp"
#include "miniapp/files/hdf5_input.hpp"
#include "miniapp/files/layers_on_grid.hpp"
#include "miniapp/files/units.hpp"

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
    const double most = which == 2 ? strongest_heat : strongest_stress;
    if (which == 2)
      file_.insist_on_unit(forcing_datasets[which], units::heat_flux);
    else
      file_.insist_on_unit(forcing_datasets[which], units::stress);
    const LayersOnGrid layers{file_, grid_, times_, "s"};
    const bool of_each_cell = layers.of_each_cell(forcing_datasets[which]);
    return TimeSeries(times_, layers.read(forcing_datasets[which], of_each_cell, -most, most),
                      of_each_cell ? grid_.box() : Box{});
  }

 private:
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
