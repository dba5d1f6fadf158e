// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/fields/arena.hpp"
#include "decomposition/fields/field.hpp"

namespace seafret {

/// Fields whose right values are known everywhere, so that a halo can be verified.
class HaloFields {
 public:
  /// As many fields as there are numbers of levels, with a halo of `depth` columns.
  HaloFields(const Domain& domain, const std::vector<int>& levels, int depth);

  const std::vector<Columns>& columns() const { return columns_; }
  std::vector<Swapped> swapped() const;

  /// Owned columns get the values of a step; the halo is spoilt.
  void set(int step);
  /// How many values are not what they should be after a swap of such points, on this rank: wet
  /// ones that somebody owns are his, also dry ones if all are swapped; all others must not have
  /// been touched, but for dry ones that clipping has left in.
  std::int64_t wrong(int step, HaloPoints points) const;

 private:
  template <class Work>
  void for_each_column(Work work) const;

  Grid grid_;
  Box owned_;
  Halo halo_;
  std::vector<bool> has_owner_;  // of each cell of the grid
  Arena arena_;
  std::vector<Field<>> fields_;
  std::vector<Columns> columns_;
};

}  // namespace seafret
