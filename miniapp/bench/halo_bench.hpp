// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// What varies from row to row.
struct HaloMode {
  std::string transport, window, packing, on_node, combine, points;

  /// The rest as `with` has it.
  HaloOptions options(const TransportOptions& with) const;
  friend bool operator==(const HaloMode&, const HaloMode&) = default;
};

/// What is asked for; a list of one name fixes it.
struct HaloModes {
  std::vector<std::string> transports = {"all"}, windows = {"allocate"}, packings = {"packed"},
                           on_node = {"direct", "transport"}, combines = {"true"}, points = {"wet"};

  /// Every combination that is possible, once.  Where all ranks share a node there is nothing left
  /// for a transport beside direct copy.
  std::vector<HaloMode> all(bool on_one_node) const;
};

/// What `seafret bench halo` is asked for.
struct HaloBenchOptions {
  Points points = {16, 16, 256};  ///< columns of a rank in x and y, and levels
  std::string mask;               ///< file; instead of columns a rank
  std::vector<int> levels = std::vector<int>(30, 256);  ///< of each field
  int depth = 2, cores_per_node = 0;
  HaloModes modes;
  RmaOptions rma;
  BlockPlan plan;
  double compute_us = 0;  ///< work between start and finish
  int slow_rank = -1;     ///< who comes late to every swap
  double slow_us = 0;
};

/// Seconds a swap that one of its phases takes: mean over ranks, and of the slowest.
struct PhaseTime {
  std::string name;
  double mean_s = 0, max_s = 0;
};

/// What was found out about one mode.
struct HaloRow {
  HaloMode mode;
  bool correct = false;
  std::string refused = {};                    ///< why it could not be tried; else empty
  double median_s = 0, ratio = 0, spread = 0;  ///< of those that are correct
  Traffic traffic = {};          ///< of rank 0, but faces and corners of the rank with most
  std::int64_t bytes_total = 0;  ///< to other ranks, from all
  std::vector<PhaseTime> phases = {};
};

struct HaloTable {
  std::int64_t bytes = 0;  ///< of one swap and rank, to itself too, of the points named first
  std::vector<double> copy_s, pack_s, mock_s;  ///< the floors, in each block
  int repeated = 0;                            ///< blocks
  std::vector<HaloRow> rows = {};
};

/// Collective.  The same table on every rank.
HaloTable bench_halo(const HaloBenchOptions& options, const Communicator& comm);

}  // namespace seafret
