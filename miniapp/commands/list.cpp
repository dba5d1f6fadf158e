// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/commands/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "comms/transports/availability.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/bench/benchmark.hpp"
#include "miniapp/case_file/list.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "physics/advection.hpp"
#include "physics/poisson.hpp"

namespace seafret {
namespace {

using MakeNames = std::vector<std::string> (*)();

const Registry<MakeNames>& kinds() {
  static const Registry<MakeNames> all = [] {
    Registry<MakeNames> list("kind of thing to list");
    list.add("advection", [] { return advection_schemes().names(); });
    list.add("benchmarks", [] { return benchmarks().names(); });
    list.add("cases", [] { return cases().names(); });
    list.add("commands", [] { return commands().names(); });
    list.add("keys", nullptr);
    list.add("costs", [] { return costs().names(); });
    list.add("rank_orders", [] { return rank_orders().names(); });
    list.add("partitioners", [] { return partitioners().names(); });
    list.add("solvers", [] { return poisson_solvers().names(); });
    list.add("transports", [] { return transports().names(); });
    return list;
  }();
  return all;
}

std::string all_kinds() {
  std::string text;
  for (const auto& [kind, names] : kinds())
    if (names != nullptr) text += fmt::format("{:<14}{}\n", kind, fmt::join(names(), " "));
  return text + "(and the keys of a case file: seafret list keys)\n";
}

void describe_run(Keys& keys) {
  RunConfig config;
  describe(keys, config, cases().names());
}

std::vector<NamedDescription> all_cases() {
  std::vector<NamedDescription> described;
  for (const auto& [name, make_case] : cases()) {
    const std::shared_ptr<Case> one = make_case();
    described.push_back({name, [one](Keys& keys) { one->describe(keys); }});
  }
  return described;
}

/// What the transports are, and whether they run here.
std::string transports_as_text(const Communicator& comm) {
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
         fmt::format("(tried on {} rank{}{})\n", comm.size(), comm.size() == 1 ? "" : "s",
                     comm.size() == 1 ? "; for more: mpirun -n 4 seafret list transports" : "");
}

std::string keys_as_text() {
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

}  // namespace

std::string list(const ListOptions& options, const Communicator& comm) {
  if (options.markdown && options.kind != "keys")
    throw InputError("list: --markdown is for the keys: seafret list keys --markdown");
  if (options.kind.empty()) return all_kinds();
  if (options.markdown) return manual_as_markdown(describe_run, all_cases());
  if (options.kind == "transports") return transports_as_text(comm);
  const MakeNames names = kinds().at(options.kind);
  return names == nullptr ? keys_as_text() : fmt::format("{}\n", fmt::join(names(), "\n"));
}

Command::Execute declare_list(CLI::App& app) {
  const auto options = std::make_shared<ListOptions>();
  app.add_option("KIND", options->kind, fmt::format("one of {}", fmt::join(kinds().names(), ", ")));
  app.add_flag("--markdown", options->markdown, "the keys as the text of docs/input.md");
  return [options](const Communicator& comm) {
    const std::string text = list(*options, comm);
    if (comm.rank() == 0) fmt::print("{}", text);
    return 0;
  };
}

}  // namespace seafret
