// SPDX-License-Identifier: BSD-3-Clause
// A suite that lets everything pass is worth nothing: transports with a known mistake must fail.
#include <doctest/doctest.h>

#include <array>
#include <functional>

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
  HaloOptions mode = {};
};

const std::vector<Suspect> suspects{
    {"drops a corner", make_transport<DropsACorner>, depths_and_corners, 2},
    {"unpacks twice", make_transport<UnpacksTwice>, depths_and_corners, 2},
    {"forgets the first part",
     make_transport<ForgetsTheFirstPart>,
     depths_and_corners,
     2,
     {.combine = 2}},
    {"mixes up the parts", make_transport<MixesUpTheParts>, depths_and_corners, 2, {.combine = 1}},
    {"mixes up its peers", make_transport<MixesUpItsPeers>, depths_and_corners, 3},
    {"shares a communicator", make_transport<SharesACommunicator>, two_alike_in_flight, 2},
    {"reuses its buffer too early", make_transport<ReusesItsBufferTooEarly>, one_slow_reader, 2},
    {"puts into one buffer", make_transport<PutsAndHearsNothing<1>>, one_slow_reader, 2},
    {"puts into two buffers in turn and hears nothing back", make_transport<PutsAndHearsNothing<2>>,
     one_way_to_a_slow_reader, 2},
    {"the same, where it is land that makes data go one way",
     make_transport<PutsAndHearsNothing<2>>, one_way_past_land, 2}};

/// Not broken: says when it has unpacked something.
class SaysThatItHasUnpacked final : public Spoilt {
 public:
  static inline std::function<void()> say = [] {};

  using Spoilt::Spoilt;
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](auto... message) {
      unpack(message...);
      say();
    });
  }
};

/// Whether a message from that rank comes within two seconds.
bool hears_from(int rank, const Communicator& comm) {
  int heard = 0;
  for (int tries = 0; heard == 0 && tries < 2000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    MPI_Iprobe(rank, 0, comm.get(), &heard, MPI_STATUS_IGNORE);
  }
  return heard != 0;
}

}  // namespace

TEST_CASE("every broken transport is caught") {
  const Communicator comm(MPI_COMM_WORLD);
  for (const Suspect& s : suspects) {
    CAPTURE(s.mistake);
    if (comm.size() < s.ranks)
      MESSAGE("skipped: '" << s.mistake << "' cannot show on " << comm.size() << " rank(s)");
    else
      CHECK(ask({s.mistake, s.question}, s.mode, comm, s.make) > 0);
  }
}

TEST_CASE("two buffers in turn are enough where messages go both ways") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  CHECK(ask({"", one_slow_reader}, {}, comm, make_transport<PutsAndHearsNothing<2>>) == 0);
}

TEST_CASE("messages of other nodes are unpacked before a mate's last word is waited for") {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() != 3) return;
  const int me = comm.rank();
  SaysThatItHasUnpacked::say = [&] {
    if (me == 1) MPI_Send(nullptr, 0, MPI_BYTE, 0, 0, comm.get());
  };
  Watched::in_question = make_transport<SaysThatItHasUnpacked>;
  const HaloOptions how{.transport = Watched::name,
                        .on_node = HaloOptions::OnNode::direct,
                        .with = {.cores_per_node = 2}};
  // Ranks 0 and 1 are mates, and 2 is a neighbour of 1 on another node.
  const Decomposition d = row_of_patches(comm.size(), 2, false, false);
  const Node node(comm.get(), how.with.cores_per_node);
  SharedMemory shared(node);
  Field<> f(d.owned(me), Halo::all(1), 1, &shared);
  HaloExchange exchange({d, comm, &shared}, {Swapped::of(f.view(), Halo::all(1))}, how);
  exchange.start(std::array<Columns, 1>{f.view()});
  if (me == 0)
    CHECK(hears_from(1, comm));  // who waits until 0 has copied only when it has unpacked
  exchange.finish();
  if (me == 0) MPI_Recv(nullptr, 0, MPI_BYTE, 1, 0, comm.get(), MPI_STATUS_IGNORE);
  SaysThatItHasUnpacked::say = [] {};
}
