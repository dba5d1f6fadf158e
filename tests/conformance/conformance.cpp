// SPDX-License-Identifier: BSD-3-Clause
// Puts every transport there is through the suite.  With --slow RANK:US that rank reads late, by so
// many microseconds, in every question.
#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "tests/arguments.hpp"
#include "tests/conformance/modes.hpp"
#include "tests/conformance/suite.hpp"

using namespace seafret;

namespace {

Pauses slow_from_command_line() {
  const std::vector<std::string>& all = test_arguments();
  const auto option = std::ranges::find(all, "--slow");
  if (option == all.end()) return {};
  const std::string value = option + 1 == all.end() ? "" : option[1];
  const std::size_t colon = value.find(':');
  if (colon == std::string::npos) throw std::invalid_argument("--slow wants RANK:MICROSECONDS");
  return {std::stoi(value.substr(0, colon)),
          std::chrono::microseconds(std::stol(value.substr(colon + 1))), false};
}

}  // namespace

TEST_CASE("every way of swapping fills every halo as asked") {
  const Communicator comm(MPI_COMM_WORLD);
  always = slow_from_command_line();
  const auto modes = conformance::affordable_modes(comm);
  CHECK(modes.size() >= 3);
  lateness = std::chrono::milliseconds(modes.size() > conformance::plain_modes().size() ? 2 : 5);
  for (const conformance::Mode& mode : modes) {
    const conformance::EndpointInCommon endpoint(mode.options, comm);
    for (const conformance::Question& question : conformance::questions()) {
      CAPTURE(mode.name);
      CAPTURE(question.text);
      CHECK(conformance::ask(question, mode.options, comm) == 0);
    }
  }
}
