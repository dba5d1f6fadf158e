// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/forcing/wind_stress.hpp"

#include <utility>

#include "physics/columns.hpp"

namespace seafret {

WindStress::WindStress(const SteadyStress& steady, std::shared_ptr<const ChangingStress> changing,
                       const Box& owned, int halo)
    : changing_(std::move(changing)) {
  if (!steady && !changing_) return;
  const auto fill = [&](std::optional<Field<>>& face, std::size_t axis) {
    face.emplace(owned, FaceDepths::description(owned, halo));
    const FieldView<double> tau = face->view();
    tau.fill(0.);
    if (changing_) return;
    const int di = axis == 0, dj = 1 - di;
    for_each_column(owned.grown(halo), [&](int i, int j) {
      tau(i, j) = 0.5 * (steady(i, j)[axis] + steady(i + di, j + dj)[axis]);
    });
  };
  fill(east_, 0);
  fill(north_, 1);
}

void WindStress::change(const LocalSea& sea, double time) {
  if (!changing_) return;
  const TimeSeries &to_east = changing_->east, &to_north = changing_->north;
  const Box& box = east_->view().box;
  to_east.find_on_faces(sea.east_faces, Place::east_face, box, to_east.at(time), east_->view());
  to_north.find_on_faces(sea.north_faces, Place::north_face, box, to_north.at(time),
                         north_->view());
}

FieldView<const double> WindStress::on(Place place) const {
  const std::optional<Field<>>& wind = place == Place::east_face ? east_ : north_;
  return wind ? wind->view() : FieldView<const double>{};
}

}  // namespace seafret
