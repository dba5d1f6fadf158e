// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "physics/ocean/basin/local_sea.hpp"
#include "physics/ocean/forcing/time_series.hpp"

namespace seafret {

/// A stress of the wind on the water, over the density of that, to east and north, m2/s2: one that
/// stays, at the centre of a cell,
using SteadyStress = std::function<std::array<double, 2>(int i, int j)>;
/// and one that changes.
struct ChangingStress {
  TimeSeries east, north;
  const TimeSeries& along(Place place) const { return place == Place::east_face ? east : north; }
};

/// On the faces of a box and so many columns round it; none where neither is given. What changes
/// must be given for all wet cells that the box and the columns have.
class WindStress {
 public:
  WindStress(const SteadyStress& steady, std::shared_ptr<const ChangingStress> changing,
             const Box& owned, int halo);
  static std::size_t bytes(const Box& owned, int halo) {
    return 2 * FaceDepths::description(owned, halo).bytes(owned);
  }
  /// To what it is at that time, s, if it changes.
  void change(const LocalSea& sea, double time);
  /// Nothing where there is no wind.
  FieldView<const double> on(Place place) const;

 private:
  std::shared_ptr<const ChangingStress> changing_;
  std::optional<Field<>> east_, north_;
};

}  // namespace seafret
