// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "physics/ocean/shelf/shelf_settings.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// What follows from temperature, salinity and the currents in each column: how heavy its water is
/// and how strongly it is mixed.
class WaterState {
 public:
  WaterState(const ShelfSettings& settings, const Box& owned);
  static std::size_t bytes(const ShelfSettings& settings, const Box& owned);

  /// In the wet columns of the box, which may be one larger to the east and north than what is
  /// owned; velocities are asked for one column to its west and south.
  void find(const Box& where, const WetRuns& wet, const Current& current,
            FieldView<const double> temperature, FieldView<const double> salinity);

  FieldView<const double> anomaly() const { return anomaly_.view(); }  ///< of density, kg/m3
  /// At the tops of the levels, m2/s; nothing where it is the same everywhere.
  FieldView<const double> viscosity() const { return of(viscosity_); }
  FieldView<const double> diffusivity() const { return of(diffusivity_); }

 private:
  static FieldView<const double> of(const std::optional<Field<>>& field) {
    return field ? field->view() : FieldView<const double>{};
  }
  void find_mixing(int i, int j, const Current& current);

  EquationOfState state_;
  VerticalMixing mixing_;
  Field<> anomaly_, height_;
  std::optional<Field<>> viscosity_, diffusivity_;
};

}  // namespace seafret
