// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/rough_bottom.hpp"

#include <algorithm>
#include <cmath>

#include "physics/ocean/constants.hpp"

namespace seafret {

double drag_at(const FlowTerms& bottom, double height) {
  if (bottom.roughness == 0) return bottom.drag;
  const double logarithm = std::log(std::max(std::numbers::e, height / bottom.roughness));
  const double slope = von_karman / logarithm;
  return std::max(bottom.drag, slope * slope);
}

RoughBottom::RoughBottom(const LocalSea& sea, const FlowRules& rules, double level,
                         const Box& owned, int halo) {
  if (rules.roughness == 0) return;
  const auto fill = [&](std::optional<Field<>>& faces, const FaceDepths& rest) {
    faces.emplace(owned, FaceDepths::description(owned, halo));
    const FieldView<double> drag = faces->view();
    for (int j = drag.box.y0; j < drag.box.y1; ++j)
      for (int i = drag.box.x0; i < drag.box.x1; ++i)
        drag(i, j) = rules.dt *
                     drag_at(rules, height_of_mean(std::max(0., rest.depth.view()(i, j) + level)));
  };
  fill(east_, sea.east);
  fill(north_, sea.north);
}

FieldView<const double> RoughBottom::on(Place place) const {
  const std::optional<Field<>>& faces = place == Place::east_face ? east_ : north_;
  return faces ? faces->view() : FieldView<const double>{};
}

}  // namespace seafret
