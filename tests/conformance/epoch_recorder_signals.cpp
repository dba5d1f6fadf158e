// SPDX-License-Identifier: BSD-3-Clause
// What the recorder writes down of messages and barriers.
#include "tests/conformance/epoch_recorder.hpp"

namespace seafret::conformance {

void Recorder::send(int to, int tag, MPI_Comm comm) {
  const auto known = comms_.find(comm);
  if (known == comms_.end()) return;
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  Channel& c = known->second;
  give({Signal::Kind::message, c.id, c.sent[{to, tag}]++, rank, to, tag});
}

void Recorder::receive(int from, int tag, MPI_Comm comm, MPI_Request request) {
  const auto known = comms_.find(comm);
  if (known == comms_.end()) return;
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  Channel& c = known->second;
  const Signal s{Signal::Kind::message, c.id, c.received[{from, tag}]++, from, rank, tag};
  waiting_[request] = {.kind = Event::Kind::awaits, .signal = s};
}

void Recorder::barrier(MPI_Comm comm, MPI_Request request) {
  const auto known = comms_.find(comm);
  if (known == comms_.end()) return;
  int ranks = 0;
  PMPI_Comm_size(comm, &ranks);
  const Signal s{
      .kind = Signal::Kind::barrier, .of = known->second.id, .number = known->second.barriers++};
  give(s);
  waiting_[request] = {.kind = Event::Kind::awaits, .signal = s, .givers = ranks};
}

void Recorder::completed(MPI_Request request) {
  const auto known = waiting_.find(request);
  if (known == waiting_.end()) return;
  log_.push_back(known->second);
  waiting_.erase(known);
}

}  // namespace seafret::conformance
