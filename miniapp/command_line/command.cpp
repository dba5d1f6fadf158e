// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/command_line/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include "comms/base/together.hpp"
#include "miniapp/case_file/tree.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {
namespace {

/// What was asked for: the program, or its innermost command that the line names.
const CLI::App& innermost(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

/// "bench halo: "; "" for the program.
std::string name_before(const CLI::App& command) {
  std::string names;
  for (const CLI::App* app = &command; app->get_parent() != nullptr; app = app->get_parent())
    names.insert(0, app->get_name() + (names.empty() ? ": " : " "));
  return names;
}

/// "unknown option '--chek'; did you mean '--check'?"
std::string unexpected(const std::string& argument, const CLI::App& command) {
  if (!argument.starts_with('-')) return fmt::format("'{}' is one argument too many", argument);
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  return fmt::format("unknown option '{}'{}", argument,
                     or_nearest(argument.substr(0, argument.find('=')), known));
}

/// What options say that files are for.
struct NamedFile {
  std::string option, path;
};

std::filesystem::path place_of(const std::string& path) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
}

/// Before any work is done: what the line says is written must be no file that it says is read, nor
/// written twice; and the results of a benchmark must have a place.  For one rank.
void look_at_files(const CLI::App& command) {
  const std::string before = name_before(command);
  std::vector<NamedFile> written;
  for (const char* const name : {"--json", "--out", "--output", "--rank-order-file"})
    if (const CLI::Option* const option = command.get_option_no_throw(name))
      for (const std::string& path : option->results()) written.push_back({name, path});
  for (const auto& [name, path] : written) {
    for (const NamedFile& other : written)
      if (other.option != name && place_of(other.path) == place_of(path))
        throw InputError(
            fmt::format("{}{} and {} are both '{}'", before, name, other.option, path));
    for (const CLI::Option* const option : command.get_options())
      if (option->get_positional() || option->check_lname("mask") || option->check_lname("hosts"))
        for (const std::string& read : option->results()) insist_on_another(path, read);
    if (before.starts_with("bench ")) try_to_write(path);
  }
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
    std::string why = e.what();
    while (why.ends_with('\n')) why.pop_back();
    throw InputError(name_before(innermost(program)) + one_line(why));
  }
  const CLI::App& asked = innermost(program);
  const bool asks_for_more = !asked.get_subcommands({}).empty();  // and says so itself
  if (const auto rest = asked.remaining(); !rest.empty() && !asks_for_more)
    throw InputError(name_before(asked) + unexpected(rest.front(), asked));
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) look_at_files(asked);
  });
  return execute_of.at(program.get_subcommands().front())(comm);
}

}  // namespace seafret
