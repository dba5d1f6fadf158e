// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "miniapp/command_line/command.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/run/run.hpp"

namespace seafret {

inline Command::Execute declare_run(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  app.add_option("CASE.yaml", options->case_file, "what to run; docs/input.md tells its keys")
      ->required();
  app.add_option("--set", options->overrides, "overrides a value of the case file: block.key=value")
      ->allow_extra_args(false);
  app.add_option("--output", options->output, "folder of the results (out/<the case file's name>)");
  app.add_flag("--check", options->only_check, "say what would run, but do not run it");
  app.add_flag("--counters", options->counts_events,
               "count cycles, instructions and the like in each region, where the machine lets us");
  app.add_option_function<std::string>(
         "--progress",
         [options](const std::string& word) { options->progress = named<Progress::Style>(word); },
         "none, log (a line a minute) or terminal (a line that rewrites itself), for where the "
         "launcher hides which of them fits")
      ->check(one_of(words_of<Progress::Style>()));
  return [options](const Communicator& comm) { return run(*options, comm); };
}

inline const bool run_registered = commands().add("run", {"run a case", declare_run});

}  // namespace seafret
