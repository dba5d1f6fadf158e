// SPDX-License-Identifier: BSD-3-Clause
// Every command.  To add one: write miniapp/commands/<name>.hpp, add a line here.
#include "miniapp/command_line/command.hpp"
#include "miniapp/commands/bench.hpp"
#include "miniapp/commands/compare.hpp"
#include "miniapp/commands/list.hpp"
#include "miniapp/commands/partition.hpp"
#include "miniapp/commands/report.hpp"
#include "miniapp/commands/run.hpp"
#include "miniapp/commands/validate.hpp"

namespace seafret {

Registry<Command>& commands() {
  static Registry<Command> all("command");
  return all;
}

}  // namespace seafret
