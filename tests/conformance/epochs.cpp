// SPDX-License-Identifier: BSD-3-Clause
// Whether the transports keep to the rules of one-sided communication: not only whether the values
// are right this time, but whether they must be.
#include <doctest/doctest.h>

#include <functional>

#include "tests/conformance/broken_epochs.hpp"
#include "tests/conformance/epoch_recorder.hpp"
#include "tests/conformance/modes.hpp"
#include "tests/conformance/suite.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

using AskedFor = std::int64_t (*)(const Communicator&);

/// Nobody need be late for the recorder to see who might have been.
constexpr std::chrono::milliseconds in_time{0}, late{15};

struct Answer {
  std::int64_t wrong = 0;
  std::string report;
};

Answer ask_and_watch(AskedFor question, const HaloOptions& mode, const Communicator& comm,
                     MakeTransport make = nullptr, std::chrono::milliseconds delay = in_time) {
  witness = &recorder();
  lateness = delay;
  const std::int64_t wrong = ask({"", question}, mode, comm, make);
  witness = nullptr;
  return {wrong, recorder().report(comm)};
}

/// As long as it lives, fences wait for no more than they must.
struct FencesByLock {
  FencesByLock() { fences_by_lock = true; }
  ~FencesByLock() { fences_by_lock = false; }
  FencesByLock(const FencesByLock&) = delete;
  FencesByLock& operator=(const FencesByLock&) = delete;
};

bool says(const Answer& answer, const std::string& what) {
  return answer.report.find(what) != std::string::npos;
}

/// What is reported of a few calls on a window of 64 bytes, made between two fences.
std::string report_of(const Communicator& comm, std::function<void(MPI_Win, std::byte*)> calls) {
  {
    const Window win(64, comm.get(), RmaOptions::Window::allocate);
    MPI_Win_fence(0, win);
    calls(win, win.data());
    MPI_Win_fence(0, win);
  }
  return recorder().report(comm);
}

void put(const int& value, int target, MPI_Aint place, MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, target, place, 1, MPI_INT, win);
}

}  // namespace

TEST_CASE("every way of swapping keeps the rules") {
  const Communicator comm(MPI_COMM_WORLD);
  for (const Mode& mode : every_mode()) {
    // A model NIC lands what it carries by rules of its own, of which the recorder knows nothing.
    if (mode.options.with.notify.channels == std::vector<std::string>{"emulated"}) continue;
    for (const AskedFor question :
         {depths_and_corners, one_way_to_a_slow_reader, two_alike_in_flight}) {
      CAPTURE(mode.name);
      const Answer answer = ask_and_watch(question, mode.options, comm);
      CHECK(answer.wrong == 0);
      CHECK(answer.report == "");
    }
  }
}

TEST_CASE("fields that do not go together share one window, and one epoch of it") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<Kind> kinds(30, Kind{3, Halo::all(1), false});
  const auto calls = [&](const std::string& transport, int swaps) {
    in_question = {.transport = transport, .combine = 1};
    recorder().take_calls();
    swap(comm, odd_blocks(comm.size()), kinds, swaps);
    return recorder().take_calls();
  };
  struct Expected {
    std::string transport;
    int fences, starts, locks;
  };
  const int neighbours = comm.size() - 1;
  for (const auto& expected :
       {Expected{"fence", 2, 0, 0}, Expected{"fence_single", 1, 0, 0}, Expected{"pscw", 0, 1, 0},
        Expected{"passive", 0, 0, 0}, Expected{"passive_naive", 0, 0, 2},
        Expected{"passive_lock", 0, 0, neighbours + 1}}) {
    const auto& [transport, fences, starts, locks] = expected;
    const WindowCalls few = calls(transport, 2), many = calls(transport, 4);
    CAPTURE(expected.transport);
    CHECK(few.made == 1);
    CHECK(many.fences - few.fences == 2 * fences);
    CHECK(many.starts - few.starts == 2 * starts);
    CHECK(many.locks - few.locks == 2 * locks);
    CHECK(many.puts - few.puts == 2 * 30 * neighbours);
  }
}

TEST_CASE("the published passive protocol is caught, whatever the values") {
  const Communicator comm(MPI_COMM_WORLD);
  const std::string race = " puts into";
  const auto report = [&](AskedFor question, MakeTransport make) {
    return ask_and_watch(question, {}, comm, make);
  };
  CHECK(says(report(depths_and_corners, make_transport<PublishedPassive<1>>), race));
  CHECK(says(report(one_way_to_a_slow_reader, make_transport<PublishedPassive<2>>), race));
  CHECK(report(depths_and_corners, make_transport<PublishedPassive<2>>).report == "");
}

TEST_CASE("a message is not enough to see what others have put, though the values be right") {
  const Communicator comm(MPI_COMM_WORLD);
  const Answer answer =
      ask_and_watch(depths_and_corners, {}, comm, make_transport<PublishedPassive<2, false>>);
  CHECK(says(answer, " reads bytes"));
  CHECK(says(answer, "nobody has synchronised that memory since rank 0 puts into"));
  CHECK(says(answer, "nobody has synchronised that memory since rank 0 reads"));
}

TEST_CASE("a fence that nothing opened is caught") {
  const Communicator comm(MPI_COMM_WORLD);
  const FencesByLock forgiving;
  const Answer answer =
      ask_and_watch(depths_and_corners, {}, comm, make_transport<FenceNeverOpened>);
  CHECK(says(answer, "puts outside an epoch"));
  CHECK(says(answer, "puts into"));
}

TEST_CASE("what is read while it may be written is caught") {
  const Communicator comm(MPI_COMM_WORLD);
  CHECK(says(ask_and_watch(depths_and_corners, {}, comm, make_transport<ReadsBeforeTheFence>),
             " reads bytes"));
}

TEST_CASE("an opening fence with MPI_MODE_NOPRECEDE is not enough") {
  const Communicator comm(MPI_COMM_WORLD);
  const FencesByLock as_few_waits_as_possible;
  const Answer put = ask_and_watch(one_slow_reader, {}, comm, make_transport<HastyFence>);
  CHECK(says(put, "puts into"));
  const Answer get = ask_and_watch(one_slow_reader, {}, comm, make_transport<HastyFenceGet>, late);
  CHECK(says(get, "gets bytes"));
  // MPICH asks the owner, who looks into it when it has packed.
  if (!is_mpich()) CHECK(get.wrong > 0);
}

TEST_CASE("fences that wait for no more than they must are enough") {
  const Communicator comm(MPI_COMM_WORLD);
  const FencesByLock as_few_waits_as_possible;
  for (const Mode& mode : every_mode())
    if (mode.options.transport.starts_with("fence")) {
      CAPTURE(mode.name);
      const Answer answer = ask_and_watch(one_slow_reader, mode.options, comm);
      CHECK(answer.wrong == 0);
      CHECK(answer.report == "");
    }
}

TEST_CASE("overlapping puts in one epoch are caught") {
  const Communicator comm(MPI_COMM_WORLD);
  const int me = comm.rank();
  const auto at = [&](MPI_Aint place) {
    return report_of(comm, [&](MPI_Win win, std::byte*) { put(me, 0, place, win); });
  };
  CHECK(at(4 * me) == "");
  CHECK(at(2 * me).find("puts into") != std::string::npos);
  CHECK(report_of(comm, [&](MPI_Win win, std::byte*) {
          put(me, me, 0, win);
          put(me, me, 0, win);
        }).find("puts into") != std::string::npos);
}

TEST_CASE("a broken promise is caught") {
  const Communicator comm(MPI_COMM_WORLD);
  const int me = comm.rank();
  CHECK(report_of(comm, [&](MPI_Win win, std::byte*) {
          MPI_Win_fence(me == 0 ? MPI_MODE_NOPUT : 0, win);
          put(me, 0, 4 * me, win);
        }).find("promised no puts") != std::string::npos);
  CHECK(report_of(comm, [&](MPI_Win win, std::byte* data) {
          recorder().packing({data, 4});
          recorder().packed({data, 4});
          MPI_Win_fence(MPI_MODE_NOSTORE, win);
        }).find("MPI_MODE_NOSTORE") != std::string::npos);
}

TEST_CASE("a message buffer that is in use is not to be touched") {
  const Communicator comm(MPI_COMM_WORLD);
  int value = comm.rank();
  const std::string report = report_of(comm, [&](MPI_Win win, std::byte*) {
    put(value, comm.rank(), 0, win);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    recorder().packing(bytes);
    recorder().packed(bytes);
  });
  CHECK(report.find("writes its own memory") != std::string::npos);
}
