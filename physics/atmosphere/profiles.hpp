// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "physics/atmosphere/level_sums.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {

/// What is told of the whole layer of air: means over the grid, level by level, and a few numbers.
/// The same bits on all ranks, for any cut of the grid.
class Profiles {
 public:
  /// Where all the water falls below `inversion_water` (kg/kg) the layer ends.
  Profiles(const Domain& domain, const Stratus& model, double inversion_water);

  /// Of the newest air, at this time (s), unless that has been done; all but the entrainment.
  /// Collective.
  void measure(Stratus& model, double time);
  /// Between the measurement before which this was told last, and the newest.
  void tell_entrainment();

  /// Of one level: a number.
  struct Profile {
    FieldDescription description;
    std::vector<double> values;
    std::string over_area;  ///< mean, variance, maximum: as CF calls it, with what else it says
  };
  const std::vector<Profile>& all() const { return all_; }
  /// Throws std::logic_error where there is none of that name.
  const std::vector<double>& at(const std::string& name) { return find(name).values; }
  double number(const std::string& name) { return at(name).front(); }

 private:
  /// How fast the air sinks there on the large scale, m/s.
  double sinking(double z) const { return subsidence_ ? subsidence_->sinking(z) : 0; }
  struct Column;
  using Air = std::array<Column, 6>;  // u, v, w, theta, vapour, liquid
  static std::vector<Profile> described(int levels);
  void find_means(const Stratus& model);
  void find_carried(Stratus& model);
  void find_fluctuations(const Stratus& model);
  Air columns(const TimeLevel& air, int i, int j) const;
  void add_mixed(LevelSums::Share& sums, const Stratus& model, const Air& here, int i, int j) const;
  void tell_carried();
  void tell_means(double theta_ref);
  void tell_fluctuations(double theta_ref);
  void tell_numbers(const Stratus& model);
  void tell_surface(const Stratus& model);
  Profile& find(const std::string& name);
  void set(const std::string& name, double value);
  /// Sets a profile level by level to what this says.
  template <class Value>
  void tell(const std::string& name, Value value);

  Domain domain_;
  VerticalGrid levels_;
  double inversion_water_;
  std::optional<Subsidence::Options> subsidence_;
  std::array<double, 2> frame_;  // how it moves over the ground, m/s
  std::optional<Surface> surface_;
  std::vector<double> exner_;
  LevelSums carried_, means_, fluctuations_;
  std::vector<std::vector<double>> mean_;  // of the fields and of the cloud
  std::vector<Profile> all_;
  struct Moment {
    double time = std::numeric_limits<double>::quiet_NaN(), inversion = time;
  };
  Moment now_, told_;  // of the newest measurement; of that which entrainment was last told of
};

}  // namespace seafret
