// SPDX-License-Identifier: BSD-3-Clause
// What the configuration takes from the registries.
#include "comms/transport.hpp"
#include "decomposition/decomposition.hpp"
#include "miniapp/case.hpp"
#include "miniapp/config.hpp"
#include "miniapp/config_list.hpp"

namespace seafret {

Names registered_names() {
  return {.cases = cases().names(),
          .partitioners = partitioners().names(),
          .transports = transports().names()};
}

std::string registered_manual_as_markdown() {
  const auto describe_run = [](Keys& keys) {
    RunConfig defaults;
    describe(keys, defaults, registered_names());
  };
  std::vector<NamedDescription> described;
  for (const std::string& name : cases().names())
    described.push_back({name, [name](Keys& keys) { cases().at(name)()->describe(keys); }});
  return manual_as_markdown(describe_run, described);
}

}  // namespace seafret
