// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/base/names.hpp"

namespace seafret {

/// How strongly water is mixed upwards and downwards.
struct VerticalMixing {
  enum class Kind { constant, richardson };
  Kind kind = Kind::constant;
  double viscosity = 1e-3;    ///< of momentum, m2/s; the least of it where it changes
  double diffusivity = 1e-4;  ///< of tracers, likewise
  double strongest = 5e-3;    ///< what is added to both where Ri <= 0, m2/s

  bool varies() const { return kind == Kind::richardson; }
};

template <>
inline const NameTable<VerticalMixing::Kind> names_of<VerticalMixing::Kind>{
    {"constant", VerticalMixing::Kind::constant}, {"richardson", VerticalMixing::Kind::richardson}};

/// Between two levels, from the squares of buoyancy frequency and shear (s-2), after Pacanowski and
/// Philander 1981 (J. Phys. Oceanography 11, 1443-1451, eqs 1 and 2):
///   viscosity = nu_0/(1 + 5 Ri)^2 + nu_b,   diffusivity = (nu_0/(1 + 5 Ri)^2)/(1 + 5 Ri) + kappa_b
/// the second without the nu_b of the first, as MOM and FESOM have it; theirs is
///   viscosity/(1 + 5 Ri) + kappa_b.
/// Ri = N2/shear, counted as 0 where the layers are unstable.
struct Mixed {
  double viscosity, diffusivity;
};
[[gnu::always_inline]] inline Mixed richardson_mixing(const VerticalMixing& mixing,
                                                      double buoyancy_squared,
                                                      double shear_squared) {
  constexpr double no_shear = 1e-12;  // s-2; only keeps still water from dividing by zero
  const double stable = buoyancy_squared > 0 ? buoyancy_squared : 0;
  const double damped = 1 / (1 + 5 * stable / (shear_squared + no_shear));
  const double strength = mixing.strongest * damped * damped;
  return {strength + mixing.viscosity, strength * damped + mixing.diffusivity};
}

}  // namespace seafret
