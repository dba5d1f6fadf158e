// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/commands/bench.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_bench(CLI::App& app) {
  const auto execute_of = std::make_shared<std::map<const CLI::App*, Command::Execute>>();
  for (const auto& [name, benchmark] : benchmarks()) {
    CLI::App* const options = app.add_subcommand(name, benchmark.what);
    (*execute_of)[options] = benchmark.declare(*options);
  }
  return [&app, execute_of](const Communicator& comm) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) {
      const auto rest = app.remaining();
      if (!rest.empty()) static_cast<void>(benchmarks().at(rest.front()));
      throw InputError("bench: which benchmark? 'seafret list benchmarks' names them");
    }
    return execute_of->at(chosen.front())(comm);
  };
}

}  // namespace seafret
