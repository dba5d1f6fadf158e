// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/command_line/command.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/report/side_by_side.hpp"
#include "miniapp/run/report/page/page.hpp"

namespace seafret {

struct ReportOptions {
  std::vector<std::string> folders;
  std::string output;  ///< empty: compare.html
};

/// Where the page of a run is; it is written if it is not there.
inline std::string page_of_run(const std::string& folder) {
  read_result(folder);
  return std::filesystem::exists(path_of_page(folder)) ? path_of_page(folder) : write_page(folder);
}

/// On one rank.
inline void report(const ReportOptions& options) {
  if (options.folders.size() == 1) {
    if (!options.output.empty())
      throw InputError("report: --output is for several runs; that of one is in its folder");
    fmt::print("{}\n", page_of_run(options.folders.front()));
    return;
  }
  const std::string path = options.output.empty() ? "compare.html" : options.output;
  for (const std::string& folder : options.folders)
    for (const char* const file : {"/result.json", "/fields.h5", "/profiles.h5"})
      insist_on_another(path, folder + file);
  const SideBySide runs = side_by_side(options.folders);
  replace_text(path, as_html(runs));
  fmt::print("{}\n{}\n", as_table(runs), path);
}

inline Command::Execute declare_report(CLI::App& app) {
  const auto options = std::make_shared<ReportOptions>();
  app.add_option("DIR", options->folders, "the folder of a run, or of several to be compared")
      ->required();
  app.add_option("--output", options->output,
                 "where several runs are written side by side (compare.html)");
  return [options](const Communicator& comm) {
    together<InputError>(comm, [&] {
      if (comm.rank() == 0) report(*options);
    });
    return 0;
  };
}

inline const bool report_registered =
    commands().add("report", {"the page of a run, or several runs side by side", declare_report});

}  // namespace seafret
