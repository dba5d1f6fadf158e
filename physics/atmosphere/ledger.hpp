// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/base/reproducible_sum.hpp"
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stratus_fields.hpp"

namespace seafret {

/// What the accounts are kept of, and where it stands in a Holding.
namespace holding {
inline constexpr std::size_t theta = 0;     // rho theta dz summed up, K kg/m2
inline constexpr std::size_t water = 1;     // of vapour and liquid, kg/m2
inline constexpr std::size_t enthalpy = 2;  // rho (cp exner theta + L vapour) dz, J/m2
}  // namespace holding
using Holding = std::array<double, 3>;  ///< of a square metre of ground, on average

/// Keeps account of what each component brings to the heat and the water of the air, and foretells
/// from that alone, by leapfrog and its filter, what both time levels hold.  If the air then holds
/// just that, advection, mixing, swaps and the steps neither make nor lose any.
class Ledger {
 public:
  Ledger(const Mesh& mesh, const Sounding& sounding, const std::vector<std::string>& components);

  /// What the air holds before the first step; both time levels hold that.
  void open(const Box& owned, const TimeLevel& first);

  /// What changes the tendencies of this box from here to a note is the work of who is noted.
  void begin(const Box& where, Fields tendencies);
  void note(const std::string& component, const Box& where, Fields tendencies);

  /// The end of a step, for all that has been noted in it; each holding leaps in its way, the
  /// enthalpy as theta.  Collective.
  void close(const Domain& domain, const std::array<Leapfrog, std::tuple_size_v<Holding>>& leaps);

  /// What a component, and at last the filter in time, has brought so far: the mean of the time
  /// levels has changed by the sum of all.
  struct Entry {
    std::string name;
    Holding brought = {};
  };
  const std::vector<Entry>& entries() const { return entries_; }
  double seconds() const { return seconds_; }  ///< within which that came

  /// How far the air misses what is foretold, in the worse time level, and all that came and went,
  /// without its sign.  Of enthalpy that says nothing: advection keeps it level by level only.
  /// Collective.
  struct Closure {
    Holding missed = {}, turnover = {};
    Holding rounding = {};  ///< what may be missed because numbers are rounded
  };
  Closure closure(const Domain& domain, const TimeLevel& past, const TimeLevel& now) const;

 private:
  using Sums = std::array<ReproducibleSum, std::tuple_size_v<Holding>>;

  template <class Made>
  Sums sums_of(const Box& where, Fields fields, Made made_of) const;
  /// Per square metre.  Collective.
  static Holding mean(const Domain& domain, Sums sums);

  std::vector<double> mass_;           // rho dz of a level, kg/m2
  std::vector<double> heat_, latent_;  // of a level: J/m2 a K of theta, J/m2 a kg/kg of vapour
  std::vector<Entry> entries_;
  std::vector<Sums> noted_;  // of each component: in this step, on this rank, a second
  Sums before_;              // what the last note has seen
  Sums first_, size_;        // what was there at first; the size of that
  Holding past_{}, now_{};   // what has come since then, as foretold
  double seconds_ = 0;
};

}  // namespace seafret
