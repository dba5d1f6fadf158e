// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

#include "comms/base/node.hpp"
#include "decomposition/fields/field.hpp"
#include "decomposition/partition/costs.hpp"

namespace seafret {

/// Times, for a model with these fields, a loop over columns in which each value is updated once
/// from its neighbours, and swaps of two sizes between pairs of ranks, on a node and between nodes
/// (the paper leaves the tuning of its coefficients open).  Takes some milliseconds.  The same on
/// every rank.  What is found goes into the weights, in units of one wet column; where all ranks
/// share a node there is nothing off it, and what would be there counts as on it.  Returns a text:
/// "measured: a wet column takes 0.2 us; in such columns ..."  Collective.
std::string calibrate(CostWeights& weights, std::span<const FieldDescription> fields,
                      const Node& node);

}  // namespace seafret
