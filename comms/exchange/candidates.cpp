// SPDX-License-Identifier: BSD-3-Clause
#include "comms/exchange/candidates.hpp"

#include <algorithm>

namespace seafret {
namespace {

using Needs = TransportKind::Needs;
using OnNode = HaloOptions::OnNode;
using Window = RmaOptions::Window;

/// What goes before what: fewer copies of a byte, as far as one can know; then less for MPI to do.
int place_of(const HaloOptions& how) {
  if (how.packing == HaloOptions::Packing::datatype) return 2;
  if (how.transport == HaloOptions::safe_transport) return 0;  // but with direct copy
  const Needs needs = transports().at(how.transport).needs;
  if (needs == Needs::shared_memory) return 1;
  if (needs == Needs::window) return how.with.rma.window == Window::allocate ? 3 : 5;
  return 4;
}

/// All that a transport can be.
void add(std::vector<HaloOptions>& all, HaloOptions how) {
  if (transports().at(how.transport).needs != Needs::window) return all.push_back(how);
  for (const Window window : {Window::allocate, Window::create}) {
    how.with.rma.window = window;
    all.push_back(how);
  }
}

}  // namespace

std::vector<HaloOptions> candidates(const Domain& domain, const HaloOptions& asked) {
  std::vector<HaloOptions> all;
  HaloOptions how = asked;
  for (const auto& [name, kind] : transports()) {
    how.transport = name;
    if (name != HaloOptions::safe_transport && asked.tries(name)) add(all, how);
  }
  how.transport = HaloOptions::safe_transport;
  const HaloOptions safe = how;
  how.packing = HaloOptions::Packing::datatype;
  if (asked.tries(HaloOptions::datatypes) && !conflict(how)) all.push_back(how);
  how = safe;
  how.on_node = OnNode::direct;
  if (asked.on_node != OnNode::direct && domain.shared != nullptr &&
      asked.tries(HaloOptions::direct_copy))
    all.push_back(how);
  std::ranges::stable_sort(all, {}, place_of);
  all.insert(all.begin(), safe);
  return all;
}

}  // namespace seafret
