// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>

#include "miniapp/cases/case.hpp"
#include "physics/atmosphere/carried_scalars.hpp"
#include "physics/atmosphere/diagnostics.hpp"

namespace seafret {

/// Shapes in a box that turns like a solid body.
struct RotationConfig {
  Points points = {100, 100, 1};
  std::array<double, 2> spacing = {0.01, 0.01};          ///< of the columns, m
  double top = 1;                                        ///< height of the lid, m
  std::vector<double> rate = {0, 0, 6.283185307179586};  ///< angular velocity, 1/s
  std::vector<double> middle = {0, 0.25, 0};             ///< of the shapes, from the box's, m
  double radius = 0.15, height = 1, background = 0;
  std::vector<std::string> shapes = {"disk", "cone", "hump"};
  std::string advection = "ultimate";

  using Place = std::array<double, 3>;
  /// Of the middle of a cell, from that of the box, m.
  Place place(int i, int j, int k) const;
  /// The wind at a place.
  Place wind(const Place& at) const;
  double speed() const;  ///< of the turn, 1/s
  VerticalGrid levels() const;
};

/// Scalars of known shapes are carried round by a wind that turns like a solid body; after a turn
/// they should be what they were.  Tests what the advection schemes do, all else left out.
class RotationCase final : public Case {
 public:
  void describe(Keys& keys) override;
  std::string references() const override;
  Grid grid() const override;
  double time_step(double asked) const override;
  std::vector<FieldDescription> descriptions() const override;
  Held held(const Start& start) const override;
  void begin(const Start& start) override;
  void step() override;

  void look() override;
  std::optional<Measure> pulse() const override { return pulse_; }
  Axes axes() const override;
  std::vector<OutputField> fields() const override;
  Courant courant() const override;
  std::int64_t cells() const override;
  std::vector<const Exchange*> swaps() const override { return {&model_->exchange()}; }
  std::vector<Check> checks() override;
  std::vector<Measure> measures() override;
  std::vector<std::string> remarks() override;

 private:
  CarriedSetup setup(int depth) const;
  /// The share of a cell's mass that leaves it in a second, at most, and where.
  Courant outflow() const;
  double time() const { return static_cast<double>(steps_) * dt_; }
  double turns() const;
  void measure_errors(std::size_t shape, std::vector<Measure>& found) const;

  RotationConfig config_;
  std::optional<Domain> domain_;
  std::unique_ptr<CarriedScalars> model_;
  std::vector<double> first_masses_;
  std::vector<Range> first_ranges_;
  std::optional<Measure> pulse_;  ///< the largest of all scalars at the last look
  double dt_ = 0;
  std::int64_t steps_ = 0;
};

inline const bool rotation_registered = cases().add(
    "rotation", []() -> std::unique_ptr<Case> { return std::make_unique<RotationCase>(); });

}  // namespace seafret
