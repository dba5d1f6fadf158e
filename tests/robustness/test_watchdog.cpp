// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "miniapp/run/watchdog.hpp"
#include "tests/robustness/ramp_case.hpp"

using namespace seafret;
using seafret::test::Ramp;
using seafret::test::RampConfig;

namespace {

/// Runs a case under the eye of the watchdog; returns its message without the rank, and checks that
/// the rank is the owner of the cell.
std::string message_of(const RampConfig& config, std::int64_t steps, std::int64_t every) {
  const Communicator comm(MPI_COMM_WORLD);
  Ramp ramp;
  ramp.config = config;
  const Grid grid = ramp.grid();
  const Decomposition decomposition(grid, partitioners().at("k_section")(grid, comm.size()));
  const Domain domain{decomposition, comm};
  ramp.begin({{.dt = 2}, domain, steps});
  Clock clock(steps, 2);
  try {
    check_first_state(ramp, domain);
    while (!clock.finished()) {
      ramp.step();
      clock.advance();
      watch_if_due(ramp, domain, clock, every);
    }
  } catch (const std::runtime_error& e) {
    const std::string message = e.what();
    const std::size_t at = message.find(", rank ");
    REQUIRE(at != std::string::npos);
    const int rank = std::stoi(message.substr(at + 7));
    CHECK(decomposition.owned(rank).contains(config.cell[0], config.cell[1]));
    return message.substr(0, at);
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a NaN is named with its field, cell, rank and step, the same for any number of ranks") {
  CHECK(message_of({.nan_step = 3}, 6, 1) == "step 3: theta is NaN at cell (i=5, j=4, k=2)");
  CHECK(message_of({.nan_step = 5, .cell = {11, 8}}, 6, 1) ==
        "step 5: theta is NaN at cell (i=11, j=8, k=2)");
}

TEST_CASE("the last step is searched whatever the rhythm") {
  CHECK(message_of({.nan_step = 6, .cell = {0, 0}}, 6, 4) ==
        "step 6: theta is NaN at cell (i=0, j=0, k=2)");
}

TEST_CASE("nothing is looked at between the steps that are due") {
  // By the next step the first NaN has spread: what is found then lies first in the order.
  CHECK(message_of({.fast_step = 3}, 8, 4) == "nothing");
  CHECK(message_of({.fast_step = 4}, 8, 4) ==
        "step 4: the Courant number 7 is above its limit 1 at cell (i=5, j=4, k=1)");
}

TEST_CASE("a first state too fast for the first step blames time.dt") {
  CHECK(message_of({.fast_step = 0}, 0, 1) ==
        "'time.dt' is refused: at the start the Courant number 7 is above its limit 1 at cell "
        "(i=5, j=4, k=1)");
}

TEST_CASE("a value on land is nobody's business") {
  CHECK(message_of({.masked = true, .nan_step = 2, .cell = {8, 5}}, 3, 1) == "nothing");
  CHECK(message_of({.masked = true, .nan_step = 2, .cell = {5, 5}}, 3, 1) ==
        "step 2: theta is NaN at cell (i=5, j=5, k=2)");
}

TEST_CASE("a run without trouble is left alone") { CHECK(message_of({}, 5, 1) == "nothing"); }
