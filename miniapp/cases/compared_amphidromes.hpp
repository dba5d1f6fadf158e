// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/cases/model_tide.hpp"
#include "miniapp/files/known_amphidromes.hpp"
#include "physics/ocean/analysis/amphidromes.hpp"

namespace seafret {

/// All amphidromes of a tide, beside the published ones.
class ComparedAmphidromes {
 public:
  /// Looks for them. The same on every rank. Collective.
  ComparedAmphidromes(std::vector<KnownAmphidrome> known, const ModelTide& tide);

  /// Published ones with none of the model's near enough.
  std::int64_t missed() const;
  /// Of the model where the sea is deep and the tide about them is one, near none published.
  std::int64_t others() const;

  std::vector<std::string> remarks() const;
  /// None where none are published; NaN of one that has none of the model's near enough.
  std::vector<Measure> measures() const;

 private:
  std::vector<KnownAmphidrome> known_;
  std::vector<Amphidrome> found_;
};

}  // namespace seafret
