// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "decomposition/fields/arena.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/advection.hpp"
#include "physics/atmosphere/leapfrog.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// Where the fields stand in every list of them; passive tracers q3, q4, ... follow.
namespace stratus {
inline constexpr std::size_t u = 0, v = 1, w = 2, theta = 3, vapour = 4, liquid = 5, tracers = 6;
}

/// All there is to say about the fields of the model, the pressure last: u, v, w, theta, qv, qc,
/// q3, ..., p.  `q_fields` counts water vapour and cloud water too.
std::vector<FieldDescription> describe_stratus(int q_fields, int levels, int halo_depth);

/// Viscosity of momentum and of scalars, at the faces between levels, held as far as the wind.
std::vector<FieldDescription> describe_viscosities(int levels, const Halo& halo);

/// One of the two time levels that leapfrog keeps, of all fields but the pressure.
struct TimeLevel {
  std::vector<FieldView<double>> fields;         ///< u, v, w, theta, qv, qc, q3, ...
  std::vector<FieldView<const double>> scalars;  ///< the same from theta on
  std::vector<Columns> swapped;                  ///< the same and the pressure, for the big swap

  Wind wind() const { return {fields[stratus::u], fields[stratus::v], fields[stratus::w]}; }
  Fields velocities() const { return Fields(fields).first(stratus::theta); }
  Fields scalar_fields() const { return Fields(fields).subspan(stratus::theta); }
  Fields theta() const { return Fields(fields).subspan(stratus::theta, 1); }
  Fields q_fields() const { return Fields(fields).subspan(stratus::vapour); }
  Fields moist_fields() const { return q_fields().first(2); }
  Fields tracers() const { return Fields(fields).subspan(stratus::tracers); }
};

/// Every field that the model and its pressure solver hold on a rank.
struct StratusLayout {
  Box owned, flux_columns;                       ///< the latter for FluxSwap's field
  std::vector<FieldDescription> described;       ///< as above
  std::vector<FieldDescription> viscosities;     ///< of momentum and scalars, or none
  Held solver;                                   ///< made by the pressure solver
  std::vector<FieldDescription> work_of_others;  ///< made by the advection

  FieldDescription fluxes() const;
  /// A tendency of all but tracers and pressure, then the source of the pressure equation.
  std::vector<FieldDescription> work() const;
  Held held() const;
};

/// The memory of the model.  Tracers have a third level of time, which their tendency and then
/// their next values are in: nothing but advection and mixing changes them, so that they leap while
/// they are carried.  What is swapped, by the model or by its pressure solver, lies in the arena;
/// nothing is set but the tendencies, to zero.
class StratusFields {
 public:
  /// The arena comes out of `memory`.
  StratusFields(const StratusLayout& layout, std::pmr::memory_resource* memory);

  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }

  /// The next values, which lie in the place of the past, or of a tracer's tendency, are now.
  void turn();
  /// What the halo of tracers' third level holds until that is swapped.
  Fields tracers_before_past() const { return Fields(tendencies).subspan(stratus::tracers); }

  TimeLevel past, now;  ///< now is the newer one
  FieldView<double> p;  ///< (pressure - reference)/rho, m2/s2
  /// Of all but the pressure, per second, without a halo; of tracers: see above.
  std::vector<FieldView<double>> tendencies;
  FieldView<double> source;                    ///< of the pressure equation; no halo
  FieldView<double> fluxes;                    ///< of all scalars: see FluxSwap
  std::vector<FieldView<double>> viscosities;  ///< as the layout has them

 private:
  TimeLevel make_level(const Box& owned, std::span<const FieldDescription> described);

  Arena arena_;
  std::vector<Field<>> memory_;
};

}  // namespace seafret
