// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <memory>

#include "miniapp/command_line/command.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/validate/plan.hpp"
#include "miniapp/validate/validate.hpp"

namespace seafret {

inline Command::Execute declare_validate(CLI::App& app) {
  const auto options = std::make_shared<ValidateOptions>();
  CLI::Option* names =
      app.add_option("NAME", options->names, "validation cases (all of the level)");
  app.add_option("--level", options->level,
                 "how long it may take: ci, nightly or release, with those before it (ci)")
      ->check(one_of(validation_levels));
  CLI::Option* list =
      app.add_flag("--list", options->only_list, "say which cases there are, but run none");
  app.add_flag("--keep-fields", options->keep_fields,
               "let the output of short runs take the place of what is kept of them");
  app.add_option("--inputs", options->inputs,
                 "the folder whose validation/ and reference/ hold the cases (inputs)");
  app.add_option("--output", options->output, "folder of the runs' results (out/validate)");
  app.add_option("--json", options->json, "a file for the table")->excludes(list);
  app.add_option("--markdown", options->markdown,
                 "a file, as docs/validation.md, whose tables of the level are to be replaced")
      ->excludes(names)
      ->excludes(list);
  return [options](const Communicator& comm) { return validate(*options, comm); };
}

inline const bool validate_registered =
    commands().add("validate", {"compare cases with their references", declare_validate});

}  // namespace seafret
