// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/command_line/command.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/compare/compare.hpp"

namespace seafret {

struct CompareOptions {
  std::string first, second;
  Tolerance tolerance;
};

/// Exit status 0: the same within the tolerance; 2: not; 1: a file cannot be read, or no field is
/// common.
inline Command::Execute declare_compare(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("A.h5", options->first, "a file of fields")->required();
  app.add_option("B.h5", options->second, "another")->required();
  app.add_option("--rtol", options->tolerance.relative,
                 "how far values may be apart, as a part of the larger one (0)")
      ->check(number({.low = 0}));
  app.add_option("--atol", options->tolerance.absolute, "how far they may be apart anyway (0)")
      ->check(number({.low = 0}));
  return [options](const Communicator& comm) {
    bool is_different = false;
    together<InputError>(comm, [&] {
      if (comm.rank() != 0) return;
      const Comparison found = compare_files(options->first, options->second, options->tolerance);
      fmt::print("{}", as_table(found));
      is_different = !found.is_same();
    });
    return comm.any(is_different) ? 2 : 0;
  };
}

inline const bool compare_registered =
    commands().add("compare", {"say where the fields of two files differ", declare_compare});

}  // namespace seafret
