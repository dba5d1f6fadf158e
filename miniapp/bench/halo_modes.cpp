// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "miniapp/bench/halo_bench.hpp"
#include "miniapp/config/halo_config.hpp"

namespace seafret {
HaloOptions HaloMode::options(const TransportOptions& with) const {
  HaloOptions o{.name = transport, .transport = transport, .with = with};
  if (!window.empty()) o.with.rma.window = named<RmaOptions::Window>(window);
  o.packing = named<HaloOptions::Packing>(packing);
  o.on_node = named<HaloOptions::OnNode>(on_node);
  o.combine = fields_together(combine);
  o.points = named<HaloPoints>(points);
  return o;
}

std::vector<HaloMode> HaloModes::all(bool on_one_node) const {
  std::vector<HaloMode> list;
  for (const std::string& where : on_node)
    for (const std::string& transport : transports)
      for (const std::string& window : windows)
        for (const std::string& packing : packings)
          for (const std::string& combine : combines)
            for (const std::string& which : points) {
              HaloMode mode{transport, window, packing, where, combine, which};
              if (seafret::transports().at(transport).needs != TransportKind::Needs::window)
                mode.window = "";
              if (conflict(mode.options({}))) continue;
              if (where == "direct" && transport == "shared") continue;
              if (where == "direct" && on_one_node)
                mode = {"p2p", "", "packed", where, "true", which};
              if (std::ranges::find(list, mode) == list.end()) list.push_back(mode);
            }
  return list;
}

}  // namespace seafret
