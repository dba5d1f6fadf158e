// SPDX-License-Identifier: BSD-3-Clause
// Puts every way of swapping on top of an MPI that does all that it may (faulty_mpi.hpp).  With
// --seed N it does it in another order.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>

#include "comms/base/node.hpp"
#include "comms/transports/rma_window.hpp"
#include "tests/arguments.hpp"
#include "tests/comms/files_in_memory.hpp"
#include "tests/conformance/faulty_mpi.hpp"
#include "tests/conformance/modes.hpp"
#include "tests/conformance/suite.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

unsigned seed() {
  const std::vector<std::string>& all = test_arguments();
  const auto option = std::ranges::find(all, "--seed");
  return option == all.end() || option + 1 == all.end()
             ? 1
             : static_cast<unsigned>(std::stoul(option[1]));
}

std::int64_t wrong_with_faults(std::int64_t (*question)(const Communicator&),
                               const HaloOptions& mode, const Communicator& comm,
                               MakeTransport make = nullptr) {
  lateness = std::chrono::milliseconds(1);
  make_mpi_faulty(seed(), comm.rank());
  const std::int64_t wrong = ask({"", question}, mode, comm, make);
  mend_mpi();
  return wrong;
}

/// Clears its buffers when it has put them, but before the fence says that they have gone.
class ClearsTooEarly final : public PutTransport {
 public:
  ClearsTooEarly(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 1, comm, options) {
    MPI_Win_fence(0, window_.get());
  }

  void start() override {
    for (int p = 0; p < count(); ++p)
      for (int part = 0; part < peer(p).send.count(); ++part)
        std::ranges::fill(send_buffer(p, part), std::byte{0});
  }
  void finish(const Unpack& unpack) override {
    MPI_Win_fence(0, window_.get());
    unpack_all(unpack);
    MPI_Win_fence(0, window_.get());
  }
};

/// Takes the first message that comes for a sign that all are there.
class TrustsTheFirst final : public Transport {
 public:
  TrustsTheFirst(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions&)
      : peers_(peers),
        comm_(comm),
        outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        requests_(2 * peers.size(), MPI_REQUEST_NULL) {}

  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void start() override {
    for (std::size_t p = 0; p < peers_.size(); ++p) {
      const auto in = incoming_.of(static_cast<int>(p)), out = outgoing_.of(static_cast<int>(p));
      MPI_Irecv(in.data(), static_cast<int>(in.size()), MPI_BYTE, peers_[p].rank, 0, comm_,
                &requests_[p]);
      MPI_Isend(out.data(), static_cast<int>(out.size()), MPI_BYTE, peers_[p].rank, 0, comm_,
                &requests_[peers_.size() + p]);
    }
  }
  void finish(const Unpack& unpack) override {
    wait_any(std::span(requests_).first(peers_.size()));
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      incoming_.sizes(p).for_each(incoming_.of(p),
                                  [&](int part, auto bytes) { unpack(p, part, bytes); });
    wait_all(requests_);
  }

 private:
  std::vector<Peer> peers_;
  MPI_Comm comm_;
  MessageMemory outgoing_, incoming_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

TEST_CASE("every way of swapping is right whatever MPI does") {
  const Communicator comm(MPI_COMM_WORLD);
  const long before = faults_so_far();
  unsigned turn = 0;
  for (const Mode& mode : every_mode())
    for (const auto question :
         {depths_and_corners, one_slow_reader, one_way_to_a_slow_reader, two_alike_in_flight}) {
      // On more ranks a third of it has to do; another seed takes another third.
      if (comm.size() > 2 && turn++ % 3 != seed() % 3) continue;
      CAPTURE(mode.name);
      CAPTURE(seed());
      CHECK(wrong_with_faults(question, mode.options, comm) == 0);
    }
  CHECK(faults_so_far() > before + 100);
}

TEST_CASE("a window that only some ranks have is refused on all, and freed by none") {
  const Communicator comm(MPI_COMM_WORLD);
  for (const auto kind : {RmaOptions::Window::allocate, RmaOptions::Window::create}) {
    const auto make = [&] { const Window window(1000, comm.get(), kind); };
    fail_next_window(comm.rank() == comm.size() - 1);
    CHECK_THROWS_AS(make(), InputError);
    CHECK(frees_of_half_made_windows() == 0);
    CHECK_NOTHROW(make());
  }
}

TEST_CASE("shared memory that only some mates have is refused on all, and left behind by none") {
  const Communicator comm(MPI_COMM_WORLD);
  const Node node(comm.get(), 2);
  SharedMemory memory(node);
  no_room_for_files = comm.rank() == 0;  // other nodes have it
  CHECK_THROWS_WITH_AS((void)memory.allocate(1000), doctest::Contains("No space left on device"),
                       InputError);
  no_room_for_files = false;
  CHECK_FALSE(has_files(::getpid()));
  void* const good = memory.allocate(1000);
  CHECK(good != nullptr);
  CHECK_FALSE(has_files(::getpid()));
  memory.deallocate(good, 1000);
}

TEST_CASE("what is wrong only with another MPI, or on another day, comes to light") {
  const Communicator comm(MPI_COMM_WORLD);
  CHECK(wrong_with_faults(depths_and_corners, {}, comm, make_transport<ClearsTooEarly>) > 0);
  if (comm.size() > 2)
    CHECK(wrong_with_faults(depths_and_corners, {}, comm, make_transport<TrustsTheFirst>) > 0);
}
