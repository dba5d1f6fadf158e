// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/command_line/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <sstream>
#include <vector>

#include "miniapp/case_file/tree.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {
namespace {

/// "unknown option '--chek'; did you mean '--check'?"
std::string unexpected(const std::string& argument, const CLI::App& command) {
  if (!argument.starts_with('-'))
    return fmt::format("{}: '{}' is one argument too many", command.get_name(), argument);
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const std::string near = nearest_name(argument.substr(0, argument.find('=')), known);
  return fmt::format("{}: unknown option '{}'{}", command.get_name(), argument,
                     near.empty() ? "" : "; did you mean '" + near + "'?");
}

}  // namespace

int execute(int argc, char** argv, const Communicator& comm) {
  CLI::App program("Two models, an atmosphere and a coastal sea, that swap halos by MPI.",
                   "seafret");
  program.set_version_flag("--version", program_version());
  std::map<const CLI::App*, Command::Execute> execute_of;
  for (const auto& [name, command] : commands()) {
    CLI::App* options = program.add_subcommand(name, command.what)->allow_extras();
    execute_of[options] = command.declare(*options);
  }
  // A wrong name of a command is better answered by the list of right ones than by CLI11.
  if (argc < 2) throw InputError("which command? 'seafret --help' lists them");
  if (argv[1][0] != '-') commands().at(argv[1]);

  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // for --help or --version
    std::ostringstream text;
    program.exit(asked, text, text);
    if (comm.rank() == 0) fmt::print("{}", text.str());
    return 0;
  } catch (const CLI::ParseError& e) {
    const std::string where = argv[1][0] == '-' ? "" : std::string(argv[1]) + ": ";
    std::string why = e.what();
    while (why.ends_with('\n')) why.pop_back();
    throw InputError(where + one_line(why));
  }
  const CLI::App* chosen = program.get_subcommands().front();
  const CLI::App* innermost = chosen;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  const bool asks_for_more = !innermost->get_subcommands({}).empty();  // and says so itself
  if (const auto rest = innermost->remaining(); !rest.empty() && !asks_for_more)
    throw InputError(unexpected(rest.front(), *innermost));
  return execute_of.at(chosen)(comm);
}

}  // namespace seafret
