// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"

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

}  // namespace seafret
