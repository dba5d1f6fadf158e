// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/cases/model_tide.hpp"
#include "miniapp/files/tide_gauges.hpp"
#include "physics/ocean/basin/local_sea.hpp"

namespace seafret {

/// Throws InputError where none of these has a cell near enough, in a sea whose mask is here as a
/// whole; `free` as free_cells() has it.
void insist_on_near(const std::vector<TideGauge>& gauges, const Basin& basin,
                    const std::vector<bool>& free);

/// A constituent as gauges have it, each beside the modelled one of the nearest cell.
class ComparedGauges {
 public:
  /// Gauges that know it and have a cell near enough. The same on every rank. Collective.
  ComparedGauges(const std::vector<TideGauge>& gauges, const ModelTide& tide, const LocalSea& sea);

  bool empty() const { return gauges_.empty(); }
  /// Of the lengths of the differences between the two, m.
  double median_error() const { return median_; }
  /// How large the observed amplitudes are beside those of M2 at the same gauges, in their means.
  double share_of_m2() const { return share_of_m2_; }
  std::string_view name() const { return constituent_.name; }

  std::vector<std::string> remarks() const;
  std::vector<Measure> measures() const;

 private:
  struct Compared {
    std::string name;
    std::complex<double> observed, model;  ///< as in tidal_constant()
    double error() const { return std::abs(model - observed); }
  };
  Constituent constituent_;
  std::vector<Compared> gauges_;
  std::vector<std::string> far_;  // names of those that have no cell near enough
  double median_ = 0, root_mean_square_ = 0, share_of_m2_ = 1;
};

}  // namespace seafret
