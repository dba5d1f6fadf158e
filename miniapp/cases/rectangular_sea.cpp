// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/rectangular_sea.hpp"

namespace seafret {

void describe_grid(Keys& keys, RectangularSea& sea) {
  describe(keys, sea.rectangle);
  keys.value("depth", sea.depth, "of the sea at rest where it is deepest",
             {.unit = "m", .low = 1e-6, .high = 1e5});
}

void describe_moves(Keys& keys, RectangularSea& sea) {
  keys.value("coriolis", sea.coriolis, "Coriolis parameter in the middle",
             {.unit = "1/s", .low = -1, .high = 1});
  keys.value("beta", sea.beta, "how much it grows to the north",
             {.unit = "1/(m s)", .low = -1, .high = 1});
  keys.value("linear_drag", sea.linear_drag, "of the bottom",
             {.unit = "m/s", .low = 0, .high = 1e6});
  keys.value("stress", sea.stress,
             "of the wind where it is strongest, over the density of the water",
             {.unit = "m2/s2", .low = -1, .high = 1});
  keys.value("height", sea.height, "of what is disturbed at first",
             {.unit = "m", .low = -1e4, .high = 1e4});
  keys.value("extent", sea.extent,
             "radius of a bowl or a mound, or length of a beach under water, at rest",
             {.unit = "m", .low = 0, .high = 1e8});
  keys.value("dry_depth", sea.dry_depth, "of water in a dry cell at most; 0: none may fall dry",
             {.unit = "m", .low = 0, .high = 100});
}

}  // namespace seafret
