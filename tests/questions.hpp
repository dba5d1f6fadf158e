// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/base/progress.hpp"
#include "comms/base/stopwatch.hpp"

namespace seafret::test {

/// Ranks that ask each other, and fail a test where nobody answers.  A question is answered only
/// when the one who is asked is let progress, and has come as far as the one who asks.
class Questions {
 public:
  explicit Questions(const Communicator& comm) : comm_(comm.get()) {}

  const Communicator& comm() const { return comm_; }
  /// From now on rank `asker` is late for everything: it comes when the others have answered it.
  void begin(const std::string& what, int asker) {
    what_ = what;
    asker_ = asker;
    step_ = 0;
  }
  void ask() {
    comm_.barrier();  // the last question has been answered by all
    ++tag_;
    ++step_;
    if (comm_.rank() == asker_) await_answers();
  }

 private:
  int question() const { return 2 * tag_; }
  int reply() const { return 2 * tag_ + 1; }

  void await_answers() const {
    std::vector<MPI_Request> answers;
    for (int r = 0; r < comm_.size(); ++r) {
      if (r == asker_) continue;
      MPI_Send(nullptr, 0, MPI_BYTE, r, question(), comm_.get());
      MPI_Irecv(nullptr, 0, MPI_BYTE, r, reply(), comm_.get(), &answers.emplace_back());
    }
    const Stopwatch since;
    int all = 0;
    for (Polling polling; all == 0 && since.seconds() < 10; polling.again())
      MPI_Testall(static_cast<int>(answers.size()), answers.data(), &all, MPI_STATUSES_IGNORE);
    const std::string step = what_ + ", step " + std::to_string(step_);
    REQUIRE((all != 0 ? "" : "nobody answers in " + step) == "");
  }

  void answer() const {
    int asked = 0;
    MPI_Iprobe(asker_, question(), comm_.get(), &asked, MPI_STATUS_IGNORE);
    if (asked == 0) return;
    MPI_Recv(nullptr, 0, MPI_BYTE, asker_, question(), comm_.get(), MPI_STATUS_IGNORE);
    MPI_Send(nullptr, 0, MPI_BYTE, asker_, reply(), comm_.get());
  }

  Communicator comm_;
  std::string what_ = "";
  int asker_ = 0, tag_ = 0, step_ = 0;
  Progressing answering_{[this] { answer(); }};
};

/// Calls work(questions) once for each rank that may be late.
template <class Work>
void with_each_late(Questions& questions, const std::string& what, Work work) {
  for (int asker = 0; asker < questions.comm().size(); ++asker) {
    questions.begin(what, asker);
    work();
    questions.comm().barrier();
  }
}

}  // namespace seafret::test
