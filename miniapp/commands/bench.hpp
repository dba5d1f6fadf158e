// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "miniapp/bench/benchmark.hpp"

namespace seafret {

inline Command::Execute declare_bench(CLI::App& app) {
  const auto execute_of = std::make_shared<std::map<const CLI::App*, Command::Execute>>();
  for (const auto& [name, benchmark] : benchmarks()) {
    CLI::App* const options = app.add_subcommand(name, benchmark.what);
    (*execute_of)[options] = benchmark.declare(*options);
  }
  return [&app, execute_of](const Communicator& comm) {
    const auto chosen = app.get_subcommands();
    if (!chosen.empty()) return execute_of->at(chosen.front())(comm);
    if (const auto rest = app.remaining(); !rest.empty()) benchmarks().at(rest.front());
    throw InputError("bench: which benchmark? 'seafret list benchmarks' names them");
  };
}

inline const bool bench_registered =
    commands().add("bench", {"measure one thing many ways", declare_bench});

}  // namespace seafret
