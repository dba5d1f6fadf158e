// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/halo_modes.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

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
  int ranks = 1, fields = 0;
  std::int64_t bytes = 0;  ///< of one swap and rank, to itself too, of the points named first
  double memcpy_s = 0, memcpy_spread = 0, pack_s = 0, mock_s = 0;
  int blocks = 0, repeated = 0;
  std::vector<HaloRow> rows = {};

  bool all_correct() const;
};

/// Collective.  The same table on every rank.
HaloTable bench_halo(const HaloBenchOptions& options, const Communicator& comm);

}  // namespace seafret
