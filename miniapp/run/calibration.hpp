// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

#include "comms/base/node.hpp"
#include "decomposition/fields/field.hpp"
#include "decomposition/partition/costs.hpp"

namespace seafret {

/// What things took, in seconds, of the slowest rank; 0 where there was nobody to measure with.
struct Calibration {
  double wet_s = 0, dry_s = 0;           ///< a column for one step
  double on_node_s = 0, off_node_s = 0;  ///< a column of the halo
  double message_on_node_s = 0, message_off_node_s = 0;

  /// The same in units of one wet column.  Where all ranks share a node there is nothing off it,
  /// and what would be there counts as on it.
  CostWeights weights(CostWeights otherwise) const;
  /// "a wet column takes 0.2 us; in such columns: ..."
  std::string text() const;
};

/// Times, for a model with these fields, a loop over columns in which each value is updated once
/// from its neighbours, and swaps of two sizes between pairs of ranks, on a node and between nodes
/// (the paper leaves the tuning of its coefficients open).  Takes some milliseconds.  The same on
/// every rank. Collective.
Calibration calibrate(std::span<const FieldDescription> fields, const Node& node);

}  // namespace seafret
