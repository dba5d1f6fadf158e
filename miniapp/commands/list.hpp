// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include "comms/notify/endpoint.hpp"
#include "comms/transports/availability.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/bench/benchmark.hpp"
#include "miniapp/case_file/list.hpp"
#include "miniapp/case_file/plural.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/cases/known_flow.hpp"
#include "miniapp/cases/known_sea.hpp"
#include "miniapp/cases/known_water.hpp"
#include "miniapp/command_line/command.hpp"
#include "miniapp/config/run_config.hpp"
#include "physics/advection.hpp"
#include "physics/atmosphere/components.hpp"
#include "physics/momentum.hpp"
#include "physics/poisson.hpp"

namespace seafret {

struct ListOptions {
  std::string kind;  ///< empty: all kinds, but for the keys
  bool markdown = false;
};

/// Everything that is chosen by a name.
inline Registry<std::vector<std::string>> kinds() {
  Registry<std::vector<std::string>> all("kind of thing to list");
  all.add("advection", advection_schemes().names());
  all.add("benchmarks", benchmarks().names());
  all.add("cases", cases().names());
  all.add("channels", notify::channels().names());
  all.add("commands", commands().names());
  all.add("components", ComponentOptions::names());
  all.add("keys", {});  // these have more to say than a name
  all.add("costs", costs().names());
  all.add("flows", known_flows().names());
  all.add("momentum", momentum_schemes().names());
  all.add("rank_orders", rank_orders().names());
  all.add("partitioners", partitioners().names());
  all.add("seas", known_seas().names());
  all.add("solvers", poisson_solvers().names());
  all.add("transports", transports().names());
  all.add("waters", known_waters().names());
  return all;
}

inline std::string all_kinds() {
  std::string text;
  for (const auto& [kind, names] : kinds())
    if (kind != "keys") text += fmt::format("{:<14}{}\n", kind, fmt::join(names, " "));
  return text + "(and the keys of a case file: seafret list keys)\n";
}

inline void describe_run(Keys& keys) {
  RunConfig config;
  describe(keys, config, cases().names());
}

inline std::vector<NamedDescription> all_cases() {
  std::vector<NamedDescription> described;
  for (const auto& [name, make_case] : cases()) {
    const std::shared_ptr<Case> one = make_case();
    described.push_back({name, [one](Keys& keys) { one->describe(keys); }});
  }
  return described;
}

/// What the transports are, and whether they run here.
inline std::string transports_as_text(const Communicator& comm) {
  std::string text;
  for (const auto& [name, transport] : transports()) {
    text += fmt::format("{:<16}{}", name, transport.what);
    TransportOptions options;
    std::string trouble = obstacle(transport, options, comm);
    if (trouble.empty() && comm.size() > 1) {
      options.rma.window = RmaOptions::Window::create;
      trouble = obstacle(transport, options, comm);
    }
    if (trouble.empty()) trouble = slowness(transport, comm);
    text += trouble.empty() ? "\n" : fmt::format("\n{:<16}  ({})\n", "", trouble);
  }
  return text +
         fmt::format("(tried on {} rank{}{})\n", comm.size(), plural(comm.size()),
                     comm.size() == 1 ? "; for more: mpirun -n 4 seafret list transports" : "");
}

/// The names, each with what(thing) about it.
template <class Thing, class What>
std::string with_words(const Registry<Thing>& things, What what) {
  std::string text;
  for (const auto& [name, thing] : things)
    text += fmt::format("{:<20}{}\n", name, std::invoke(what, thing));
  return text;
}

/// What the channels of notified puts can do here.
inline std::string channels_as_text(const Communicator& comm) {
  const Node node(comm.get());
  std::string text;
  for (const auto& [name, kind] : notify::channels()) {
    text += fmt::format("{:<16}{}\n", name, kind.what);
    try {
      const auto found = notify::Endpoint(node, {.channels = {name}}).report().front();
      text += fmt::format("{:<16}  level {}, {} custom bits: {}\n", "",
                          static_cast<int>(found.level), found.bits, found.what);
    } catch (const InputError& e) {
      text += fmt::format("{:<16}  ({})\n", "", e.what());
    }
  }
  return text;
}

inline std::string keys_as_text() {
  std::string text;
  const auto add = [&](const std::string& title, const Description& description) {
    text += fmt::format("{}:\n", title);
    for (const ListedBlock& block : list_keys(description))
      for (const ListedKey& key : block.keys)
        text += fmt::format("  {:<28} {:<20} {}\n", block.path + "." + key.name, key.default_value,
                            key.what);
  };
  add("any case", describe_run);
  for (const NamedDescription& one : all_cases()) add(one.name, one.describe);
  return text;
}

/// What this program was built with.  Collective.
inline std::string list(const ListOptions& options, const Communicator& comm) {
  if (options.markdown && options.kind != "keys")
    throw InputError("list: --markdown is for the keys: seafret list keys --markdown");
  if (options.kind.empty()) return all_kinds();
  if (options.markdown) return manual_as_markdown(describe_run, all_cases());
  if (options.kind == "advection")
    return with_words(advection_schemes(),
                      [](const ScalarAdvectionKind& a) { return a.promises.what; });
  if (options.kind == "momentum")
    return with_words(momentum_schemes(), [](const auto& scheme) { return scheme.what; });
  if (options.kind == "flows") return with_words(known_flows(), &KnownFlowKind::what);
  if (options.kind == "seas") return with_words(known_seas(), &KnownSeaKind::what);
  if (options.kind == "waters") return with_words(known_waters(), &KnownWaterKind::what);
  if (options.kind == "transports") return transports_as_text(comm);
  if (options.kind == "channels") return channels_as_text(comm);
  if (options.kind == "keys") return keys_as_text();
  return fmt::format("{}\n", fmt::join(kinds().at(options.kind), "\n"));
}

inline Command::Execute declare_list(CLI::App& app) {
  const auto options = std::make_shared<ListOptions>();
  app.add_option("KIND", options->kind, fmt::format("one of {}", fmt::join(kinds().names(), ", ")));
  app.add_flag("--markdown", options->markdown, "the keys as the text of docs/input.md");
  return [options](const Communicator& comm) {
    const std::string text = list(*options, comm);
    if (comm.rank() == 0) fmt::print("{}", text);
    return 0;
  };
}

inline const bool list_registered =
    commands().add("list", {"say what there is to choose from", declare_list});

}  // namespace seafret
