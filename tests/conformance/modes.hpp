// SPDX-License-Identifier: BSD-3-Clause
// Every way in which a halo can be swapped: what the registry holds, and what can be chosen
// besides.
#pragma once
#include <omp.h>

#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "tests/conformance/swap.hpp"
#include "tests/transports_here.hpp"

namespace seafret::conformance {

struct Mode {
  std::string name;
  HaloOptions options;
};

/// The transports of this MPI as they are by default.
inline std::vector<Mode> plain_transports() {
  std::vector<Mode> all;
  for (const std::string& name : transports_here())
    if (name != Watched::name) all.push_back({name, {.transport = name}});
  return all;
}

/// A change of one option of all transports that it means something to.
inline void vary(std::vector<Mode>& all, const std::string& what, auto concerns, auto change) {
  for (Mode mode : plain_transports()) {
    if (!concerns(mode.options.transport)) continue;
    mode.name += ", " + what;
    change(mode.options);
    all.push_back(mode);
  }
}

/// The transports as they are by default, and direct copy, alone and together with one of them.
inline std::vector<Mode> plain_modes() {
  std::vector<Mode> all = plain_transports();
  Mode direct{"direct", {.on_node = HaloOptions::OnNode::direct}};
  all.push_back(direct);
  direct.options.with.cores_per_node = 2;
  all.push_back({"direct on nodes of 2, p2p between them", direct.options});
  return all;
}

inline std::vector<Mode> every_mode() {
  using Window = RmaOptions::Window;
  using Epoch = RmaOptions::Epoch;
  std::vector<Mode> all = plain_modes();
  const auto one_sided = [](const std::string& name) {
    return transports().at(name).needs == TransportKind::Needs::window;
  };
  const auto has_epochs = [](const std::string& name) { return name == "fence" || name == "pscw"; };
  const auto posts_receives = [](const std::string& name) {
    return name.starts_with("p2p") || name == "partitioned";
  };
  const auto is_p2p = [](const std::string& name) { return name == "p2p"; };
  vary(all, "receives posted late", posts_receives, [](auto& o) { o.with.early_receives = false; });
  vary(all, "window created", one_sided, [](auto& o) { o.with.rma.window = Window::create; });
  vary(all, "late epoch", has_epochs, [](auto& o) { o.with.rma.epoch = Epoch::late; });
  vary(all, "epoch closed at start", has_epochs,
       [](auto& o) { o.with.rma.epoch = Epoch::closed_at_start; });
  vary(all, "no assertions, unpacked from a copy", one_sided, [](auto& o) {
    o.with.rma.assertions = false;
    o.with.rma.receive = RmaOptions::Receive::copy;
  });
  vary(
      all, "direct on nodes of 2", [&](const std::string& name) { return name != "shared"; },
      [](auto& o) {
        o.on_node = HaloOptions::OnNode::direct;
        o.with.cores_per_node = 2;
      });
  vary(
      all, "over a model NIC", [](const std::string& name) { return name == "notified"; },
      [](auto& o) {
        o.with.notify = {.channels = {"emulated"}, .sub_messages = 3, .cut_from = 64};
        o.with.notify.emulated = {.rails = 2, .reordering = true};
      });
  for (const int cores : {0, 1, 2})
    vary(
        all, "nothing packed, nodes of " + std::to_string(cores),
        [](const std::string& name) { return name == "notified"; },
        [&](auto& o) {
          o.packing = HaloOptions::Packing::unpacked;
          o.with.cores_per_node = cores;
        });
  for (const int together : {0, 1, 7}) {
    const std::string fields = ", fields together: " + std::to_string(together);
    const auto combine = [&](auto& o) { o.combine = together; };
    vary(all, "derived datatypes" + fields, is_p2p, [&](auto& o) {
      o.packing = HaloOptions::Packing::datatype;
      combine(o);
    });
    if (together == 0) continue;
    vary(
        all, "packed" + fields, [](const std::string&) { return true; }, combine);
    Mode direct{"direct on nodes of 2, p2p between them" + fields,
                {.on_node = HaloOptions::OnNode::direct, .with = {.cores_per_node = 2}}};
    combine(direct.options);
    all.push_back(direct);
  }
  return all;
}

/// What there is time for: every option on three ranks (two where ranks poll while they wait),
/// every transport on more and on fewer; where ranks share a core and poll, one mode of each kind.
inline std::vector<Mode> affordable_modes(const Communicator& comm) {
  if (crawls(comm))
    return {{"p2p", {}},
            {"direct", {.on_node = HaloOptions::OnNode::direct}},
            {"pscw", {.transport = "pscw"}}};
  const bool chosen = comm.size() == (is_mpich() ? 2 : 3);
  const bool simple = always.slow_rank < 0 && omp_get_max_threads() == 1;
  return chosen && simple ? every_mode() : plain_modes();
}

}  // namespace seafret::conformance
