// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "miniapp/cases/case.hpp"

namespace seafret::test {

/// What a small case can be told to do wrong.  Steps count from 1; 0 is never.
struct RampConfig {
  Points points = {12, 9, 4};
  bool masked = false;  ///< an island, and columns outside, which nobody owns
  int nan_step = 0;     ///< theta becomes NaN in the cell, and u somewhere behind it
  int fast_step = -1;   ///< the Courant number becomes 7 in the cell; 0: it is so at the start
  std::array<int, 2> cell = {5, 4};
  int throw_step = 0;
  int throw_rank = 0;          ///< is alone in throwing
  bool out_of_memory = false;  ///< is what it throws
  bool fail_check = false;
  bool leak = false;  ///< a communicator
};

void describe(Keys& keys, RampConfig& config);

/// A case that does little more than count, so that what must be in its files is known.  It has a
/// field on each place of a cell: theta diffuses (so its halo matters), the others are formulas of
/// the cell and the step.
class Ramp final : public Case {
 public:
  RampConfig config;

  void describe(Keys& keys) override { test::describe(keys, config); }
  std::string references() const override { return "a ruler"; }
  Grid grid() const override;
  double time_step(double asked) const override;
  std::vector<FieldDescription> descriptions() const override;
  Held held(const Start& start) const override;
  void begin(const Start& start) override;
  void step() override;
  Axes axes() const override;
  std::vector<OutputField> fields() const override;
  Courant courant() const override;
  std::int64_t cells() const override;
  std::vector<const Exchange*> swaps() const override;
  std::vector<Check> checks() override;
  std::vector<std::string> remarks() override;

  /// What u, v, w and psi (fields 1 to 4) must hold after so many steps.
  static double expected(int field, int i, int j, int k, int step);

 private:
  FieldDescription description(int field) const;
  void fill(int field);
  void diffuse();

  Box owned_;
  Grid mask_;
  int rank_ = 0, step_ = 0;
  std::vector<Field<>> fields_;
  std::unique_ptr<HaloExchange> halo_;
};

}  // namespace seafret::test
