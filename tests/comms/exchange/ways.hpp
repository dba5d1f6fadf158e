// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "tests/transports_here.hpp"

namespace seafret {

/// A way of swapping for each piece of code that swaps, with its name.
inline std::vector<std::pair<std::string, HaloOptions>> ways_of_swapping() {
  std::vector<std::pair<std::string, HaloOptions>> all;
  for (const std::string& name : transports_here()) all.push_back({name, {.transport = name}});
  all.push_back({"direct", {.on_node = HaloOptions::OnNode::direct}});
  all.push_back({"derived datatypes", {.packing = HaloOptions::Packing::datatype}});
  all.push_back({"one field a message", {.combine = 1}});
  all.push_back({"masked", {.points = HaloPoints::masked}});
  HaloOptions created{.transport = "pscw"};
  created.with.rma.window = RmaOptions::Window::create;
  created.with.rma.receive = RmaOptions::Receive::copy;
  all.push_back({"window created", created});
  return all;
}

}  // namespace seafret
