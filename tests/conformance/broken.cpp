// SPDX-License-Identifier: BSD-3-Clause
// A suite that lets everything pass is worth nothing: transports with a known mistake must fail.
#include <doctest/doctest.h>

#include "tests/conformance/broken_transports.hpp"
#include "tests/conformance/suite.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

struct Suspect {
  std::string mistake;
  MakeTransport make;
  std::int64_t (*question)(const Communicator&);  ///< that brings it to light
  int ranks;                                      ///< on fewer it cannot show
};

const std::vector<Suspect> suspects{
    {"drops a corner", make_transport<DropsACorner>, depths_and_corners, 2},
    {"unpacks twice", make_transport<UnpacksTwice>, depths_and_corners, 2},
    {"mixes up its peers", make_transport<MixesUpItsPeers>, depths_and_corners, 3},
    {"shares a communicator", make_transport<SharesACommunicator>, two_alike_in_flight, 2},
    {"reuses its buffer too early", make_transport<ReusesItsBufferTooEarly>, one_slow_reader, 2},
    {"puts into one buffer", make_transport<PutsAndHearsNothing<1>>, one_slow_reader, 2},
    {"puts into two buffers in turn and hears nothing back", make_transport<PutsAndHearsNothing<2>>,
     one_way_to_a_slow_reader, 2},
    {"the same, where it is land that makes data go one way",
     make_transport<PutsAndHearsNothing<2>>, one_way_past_land, 2}};

}  // namespace

TEST_CASE("every broken transport is caught") {
  const Communicator comm(MPI_COMM_WORLD);
  for (const Suspect& s : suspects) {
    CAPTURE(s.mistake);
    if (comm.size() < s.ranks)
      MESSAGE("skipped: '" << s.mistake << "' cannot show on " << comm.size() << " rank(s)");
    else
      CHECK(ask({s.mistake, s.question}, {}, comm, s.make) > 0);
  }
}

TEST_CASE("two buffers in turn are enough where messages go both ways") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  CHECK(ask({"", one_slow_reader}, {}, comm, make_transport<PutsAndHearsNothing<2>>) == 0);
}
