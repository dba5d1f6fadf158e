// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// A night of marine stratus, watched (EUROCS/FIRE-I, Duynkerke et al. 2004).  It begins with
/// nothing but sounding, wind and noise.
class FireNight final : public KnownFlow {
 public:
  using KnownFlow::KnownFlow;
  double disturbance(std::size_t /*field*/, int /*i*/, int /*j*/, int /*k*/) const override {
    return 0;
  }
  bool wants_profiles() const override { return true; }
  /// Looks once a minute.
  void follow(const Domain& domain, Stratus& model, Profiles* profiles, double time) override;
  /// Means from the end of the first hour on, or over the second half of a shorter run: the
  /// entrainment, cm/s; the fluxes from the sea, W/m2; cloud base and top and the inversion, m;
  /// cloud cover; the liquid water path, g/m2; the largest variance of w, m2/s2, of a level: each
  /// hour's own, of its mean profile, and then the mean of the hours. Without a cloud there is no
  /// base of it, nor an entrainment without an inversion.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  struct Moment {
    double time;
    std::vector<double> numbers, variance;
  };
  std::vector<Moment> since(double time) const;
  static double mean_number(const std::vector<Moment>& moments, std::size_t n);
  double largest_variance(double from, double to) const;
  double entrainment(const std::vector<Moment>& moments) const;

  std::vector<Moment> moments_;
};

inline const bool fire_registered = known_flows().add(
    "fire", {"nothing else, but the night is measured as EUROCS/FIRE-I was (Duynkerke et al. 2004)",
             make_known_flow<FireNight>});

}  // namespace seafret
