// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal.hpp"
#include "miniapp/files/forcing_file.hpp"

namespace seafret {
void CoastalCase::load_wind(InputFolder& inputs, const Communicator& comm) {
  const auto [east, north] = config_.wind_stress;
  const double sea_water = config_.shelf.state.reference_density;
  const bool steady_wind = east != 0 || north != 0;
  if (steady_wind)
    config_.flow.stress = [kinematic = std::array{east / sea_water, north / sea_water}](int, int) {
      return kinematic;
    };
  if (config_.wind_file.empty()) return;
  const std::string path = inputs.file(config_.wind_file);
  SurfaceForcing forcing;
  blaming("wind.file",
          [&] { forcing = read_forcing(path, basin_.grid, config_.has_levels(), comm); });
  if (forcing.stress_east && steady_wind)
    throw KeyError("wind.stress", "must be 0 where wind.file has a wind");
  if (forcing.heat && config_.shelf.heat_flux != 0)
    throw KeyError("wind.heat", "must be 0 where wind.file has heat");
  if (forcing.stress_east) {
    for (TimeSeries* series : {&*forcing.stress_east, &*forcing.stress_north})
      series->divide(sea_water);
    config_.flow.wind = std::make_shared<const ChangingStress>(
        ChangingStress{std::move(*forcing.stress_east), std::move(*forcing.stress_north)});
  }
  if (forcing.heat)
    config_.shelf.changing_heat = std::make_shared<const TimeSeries>(std::move(*forcing.heat));
}

std::size_t CoastalCase::bytes_of_forcing(const Box& needed) const {
  const auto& wind = config_.flow.wind;
  const auto& heat = config_.shelf.changing_heat;
  return (wind ? wind->east.bytes(needed) + wind->north.bytes(needed) : 0) +
         (heat ? heat->bytes(needed) : 0);
}

void CoastalCase::hand_out_forcing(const Box& needed) {
  if (const auto& wind = config_.flow.wind)
    config_.flow.wind = std::make_shared<const ChangingStress>(
        ChangingStress{handed_out(wind->east, needed, domain_->comm),
                       handed_out(wind->north, needed, domain_->comm)});
  if (const auto& heat = config_.shelf.changing_heat)
    config_.shelf.changing_heat =
        std::make_shared<const TimeSeries>(handed_out(*heat, needed, domain_->comm));
}

}  // namespace seafret
