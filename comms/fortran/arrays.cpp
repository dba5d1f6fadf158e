// SPDX-License-Identifier: BSD-3-Clause
#include "comms/fortran/arrays.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace seafret {
namespace {

/// Extent and stride of one index; of one that the array has not, 1 and 0.
struct Index {
  std::ptrdiff_t extent = 1, stride = 0;
};

struct Indices {
  Index i, j, k;
};

Indices indices(const FortranArray& array, std::string order) {
  if (array.dimensions == 2 && order.size() == 3) std::erase(order, 'k');
  if (array.dimensions != static_cast<int>(order.size()))
    throw std::logic_error(fmt::format("an array of {} dimensions in an exchange of order '{}'",
                                       array.dimensions, order));
  Indices all;
  for (std::size_t d = 0; d < order.size(); ++d)
    (order[d] == 'i'   ? all.i
     : order[d] == 'j' ? all.j
                       : all.k) = {array.extent[d], array.stride[d]};
  return all;
}

/// How many columns an array holds before the owned ones of an axis, and behind.
std::pair<int, int> margins(const Index& axis, int owned, int before, int behind,
                            const char* name) {
  const auto beyond = static_cast<int>(axis.extent) - owned;
  if (before < 0 && behind < 0 && beyond >= 0 && beyond % 2 == 0) return {beyond / 2, beyond / 2};
  if (before >= 0 && behind >= 0 && beyond == before + behind) return {before, behind};
  const std::string but = before < 0 ? "as many more on both sides"
                                     : fmt::format("{} before them and {} behind", before, behind);
  throw std::logic_error(fmt::format(
      "an array of {} columns in {}, where a rank owns {}: wanted are these and {}; else say how "
      "many by `held`",
      axis.extent, name, owned, but));
}

}  // namespace

seafret_shape FortranLayout::shape(const FortranArray& array, const seafret_halo& halo) const {
  const Indices all = indices(array, order);
  const auto [west, east] = margins(all.i, owned.width(), held[0], held[1], "x");
  const auto [south, north] = margins(all.j, owned.height(), held[2], held[3], "y");
  if (halo.west > west || halo.east > east || halo.south > south || halo.north > north)
    throw std::logic_error(
        fmt::format("halos of {}, {}, {} and {} columns (west, east, south, north) of an array "
                    "that holds {}, {}, {} and {}",
                    halo.west, halo.east, halo.south, halo.north, west, east, south, north));
  return {array.element, static_cast<int>(all.k.extent), halo};
}

seafret_array FortranLayout::where(const FortranArray& array) const {
  const Indices all = indices(array, order);
  const auto [west, east] = margins(all.i, owned.width(), held[0], held[1], "x");
  const auto [south, north] = margins(all.j, owned.height(), held[2], held[3], "y");
  return {static_cast<std::byte*>(array.first) + west * all.i.stride + south * all.j.stride,
          all.i.stride, all.j.stride, all.k.stride};
}

}  // namespace seafret
