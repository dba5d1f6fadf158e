// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/shelf_swap.hpp"

#include <algorithm>

#include "physics/ocean/shelf/shelf_settings.hpp"

namespace seafret {
namespace {

/// Tracers are carried by what goes through the western side of the box.
constexpr Halo to_west{.west = 1};

}  // namespace

std::vector<Swapped> u_and_tracers(const FieldView<const double>& u, int tracers) {
  return std::vector(1 + static_cast<std::size_t>(tracers), Swapped::of(u, shelf_halo));
}

std::vector<Swapped> drive_and_u(const DepthMeanFlow& flow, const FieldView<const double>& u) {
  const FlowDrive::Faces &north = flow.drive().north, &east = flow.drive().east;
  const Halo to_north = flow.drive_beyond(Place::north_face);
  const Halo to_east = flow.drive_beyond(Place::east_face);
  return {Swapped::of(north.stress.view(), to_north), Swapped::of(north.kept.view(), to_north),
          Swapped::of(east.stress.view(), to_east), Swapped::of(east.kept.view(), to_east),
          Swapped::of(u, to_west)};
}

std::vector<Swapped> surface_and_flow(DepthMeanFlow& flow, bool may_be_thin) {
  const int width = std::max(shelf_halo.west, flow.swapped_halo().west);
  std::vector<Swapped> all(flow.to_swap().size(), Swapped::of(flow.now().eta, flow.swapped_halo()));
  all[0] = Swapped::of(flow.now().eta, Halo::all(width));
  if (may_be_thin) all.push_back({shelf_halo, sizeof(std::uint8_t)});
  return all;
}

std::vector<Swapped> v_and_moved(const DepthMeanFlow& flow, const FieldView<const double>& v) {
  return {Swapped::of(v, shelf_halo), Swapped::of(flow.drive().east.moved.view(), to_west)};
}

}  // namespace seafret
