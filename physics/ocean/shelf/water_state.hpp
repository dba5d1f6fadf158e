// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "physics/ocean/shelf/density_force.hpp"
#include "physics/ocean/shelf/shelf_settings.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// What follows from temperature, salinity and the currents in each column: how heavy its water is
/// and how strongly it is mixed.
class WaterState {
 public:
  WaterState(const ShelfSettings& settings, const Box& owned);
  static std::size_t bytes(const ShelfSettings& settings, const Box& owned);

  /// In the wet columns of the box, which may be two larger than what is owned. How strongly they
  /// are mixed is found in what is owned and one column to the west, east and north: there
  /// velocities are asked for one column to the west and south.
  void find(const Box& where, const WetRuns& wet, const Current& current,
            FieldView<const double> temperature, FieldView<const double> salinity);

  DenseColumn dense(int i, int j) const {
    return {anomaly_.view().column(i, j), height_.view().column(i, j),
            pressure_.view().column(i, j)};
  }
  /// At the tops of the levels, m2/s; nothing where it is the same everywhere.
  FieldView<const double> viscosity() const { return of(viscosity_); }
  FieldView<const double> diffusivity() const { return of(diffusivity_); }

 private:
  static FieldView<const double> of(const std::optional<Field<>>& field) {
    return field ? field->view() : FieldView<const double>{};
  }
  void find_mixing(int i, int j, const Current& current, FieldView<const double> temperature,
                   FieldView<const double> salinity);

  EquationOfState state_;
  VerticalMixing mixing_;
  Field<> anomaly_, height_, pressure_;
  std::optional<Field<>> viscosity_, diffusivity_;
};

}  // namespace seafret
