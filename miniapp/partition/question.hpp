// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {

/// How a grid is best cut, for as many ranks as one likes to pretend.
struct PartitionQuestion {
  std::string file;  ///< a case or a mask
  std::vector<std::string> overrides = {};
  MaskOptions mask = {};
  int ranks = 0;
  int cores_per_node = 0;           ///< 0: what the case says, and then one node
  std::string cost = "";            ///< empty: what the case says
  std::string partitioner = "";     ///< empty: the best there is, its lines moved
  bool refine = false;              ///< move the lines of the best that `partitioner` finds
  std::string rank_order = "none";  ///< which of its ranks share a node
  int top = 5;
  bool all = false;
  std::string json = "", partition_file = "", rank_order_file = "";  ///< to write; empty: none
  std::string launcher = "cray";                                     ///< who reads rank_order_file
  std::string hosts = "";                                            ///< a file of their names
};

/// Judges the candidates of a partitioner, all ranks of `comm` together, prints the best beside the
/// default k-section, and writes the files asked for.  Throws InputError.  Collective.
void answer(const PartitionQuestion& question, const Communicator& comm);

}  // namespace seafret
