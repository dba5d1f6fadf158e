// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/level_keys.hpp"

#include "miniapp/cases/sea_step.hpp"

namespace seafret {

void describe_levels(Keys& keys, SeaLevelOptions& levels, int least) {
  keys.value("levels", levels.count,
             least > 0 ? "of the water, following the bottom"
                       : "of the water, following the bottom; 0: its depth mean alone",
             {.low = static_cast<double>(least), .high = 1000});
  keys.block("stretching", "How the levels differ in thickness (Song and Haidvogel 1994).", [&] {
    keys.value("to_surface", levels.to_surface,
               "how much closer they lie towards the surface: theta_s; 0: nowhere, all are alike",
               {.low = 0, .high = 20});
    keys.value("to_bottom", levels.to_bottom, "and towards the bottom, as a share of that: theta_b",
               {.low = 0, .high = 1});
    keys.value("even_depth", levels.even_depth, "where the sea is less deep they are nearly alike",
               {.unit = "m", .above = 0});
    keys.used(levels.to_surface > 0, "even_depth", "grid.stretching.to_surface",
              "levels with grid.stretching.to_surface");
    keys.rule(levels.to_surface == 0 || levels.even_depth < SeaLevelOptions().even_depth,
              "to_surface", "needs even_depth, without which all levels are alike");
    keys.rule(levels.to_bottom == 0 || levels.to_surface > 0, "to_bottom",
              "needs to_surface, of which it is a share");
  });
  for_levels(keys, levels, "stretching");
}

void for_levels(Keys& keys, const SeaLevelOptions& levels, const std::string& key) {
  keys.used(levels.count > 0, key, "grid.levels", "a sea with levels (grid.levels)");
}

void describe_substeps(Keys& keys, int& substeps) {
  keys.value(
      "substeps", substeps,
      "of the depth-mean flow in a step; 0: of a sea with levels as many as are needed (20 at most "
      "if `dt` is 0 too), and one of a sea without",
      {.low = 0, .high = most_substeps});
}

}  // namespace seafret
