// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>

#include "miniapp/cases/case.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/stratus.hpp"
#include "physics/atmosphere/stretched_grid.hpp"

namespace seafret {

/// The keys of the stratus case and their defaults: EUROCS/FIRE-I (Duynkerke et al. 2004).
struct StratusConfig {
  Points points = {50, 50, 120};
  std::array<double, 2> spacing = {50, 50};
  double top = 1200;
  std::vector<int> faces = {};
  std::vector<double> heights = {};
  int passes = 40;
  bool boussinesq = true;
  std::array<double, 2> wind = {3.44, -4.91};  // 6 m/s
  double noise = 0.1;
  int seed = 1;
  int q_fields = 25;
  std::string advection = "ultimate";
  FluxMode flux_swap = FluxMode::swap;
  double filter = 0.01;
  std::string solver = "cg_line";
  double tolerance = 1e-4;
  int most_iterations = 500;
  std::optional<std::string> transport = {};
  std::optional<std::string> on_node = {};

  std::vector<Knot> knots() const;
  VerticalGrid levels() const;
};

void describe(Keys& keys, StratusConfig& config);

/// A night of marine stratus, in its first slice: air moves, with all the fields it carries, under
/// its own buoyancy; it does not condense, radiate or touch the sea yet.
class StratusCase final : public Case {
 public:
  void describe(Keys& keys) override { seafret::describe(keys, config_); }
  std::string references() const override {
    return "Duynkerke et al. 2004, Quarterly Journal of the Royal Meteorological Society 130, "
           "3269-3296";
  }
  Grid grid() const override;
  double time_step(double asked) const override;
  std::vector<FieldDescription> held() const override;
  void begin(const Start& start) override;
  void step() override;

  Axes axes() const override;
  std::vector<OutputField> fields() const override;
  Courant courant() const override;
  std::int64_t cells() const override;
  bool reads_node_mates(const HaloOptions& halo) const override;
  std::vector<const HaloExchange*> swaps() const override;
  std::vector<Check> checks() override;
  std::vector<std::string> remarks() override;

 private:
  /// What the Q fields were like before the first step.
  struct Before {
    std::vector<double> masses;
    std::vector<Range> ranges;
  };

  HaloOptions solver_halo(HaloOptions halo) const;
  StratusSettings settings(const Start& start) const;
  FirstState first_state(const VerticalGrid& levels) const;
  double rounding_of_divergence() const;
  Check check_divergence() const;
  Check check_projection() const;
  Check check_masses() const;
  Check check_extrema() const;

  StratusConfig config_;
  std::optional<Domain> domain_;
  std::unique_ptr<Stratus> model_;
  Before before_;
  double dt_ = 0;
  std::int64_t steps_ = 0;
};

inline const bool stratus_registered = cases().add(
    "stratus", []() -> std::unique_ptr<Case> { return std::make_unique<StratusCase>(); });

}  // namespace seafret
