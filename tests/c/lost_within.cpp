// SPDX-License-Identifier: BSD-3-Clause
// A rank that is lost anywhere in the life of an exchange, also within a call that is collective:
// the others are told so, and nothing is ended.  `lost_within N` loses it within MPI, at the Nth
// call that blocks, which must end the program.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/c/seafret.h"
#include "tests/c/arrays.hpp"
#include "tests/c/parking_mpi.hpp"

using namespace seafret;
using namespace seafret::test;

namespace {

/// Of a wait: longer than a busy machine keeps anybody from running.
const std::string limit = "timeout=5";

int wrong = 0;

void expect(bool holds, const std::string& options, const char* what) {
  if (holds) return;
  ++wrong;
  std::fprintf(stderr, "%s: %s (%s)\n", options.c_str(), what, seafret_message());
}

/// Plain MPI: where a rank is lost, seafret's own waits may be bounded still.
std::vector<int> all_of_last(std::vector<int> numbers) {
  PMPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_INT,
             ranks_of(MPI_COMM_WORLD) - 1, MPI_COMM_WORLD);
  return numbers;
}

/// A domain, an exchange, some swaps, and the end of both.
class Life {
 public:
  explicit Life(std::string options, int swaps) : options_(std::move(options)), swaps_(swaps) {
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm_);  // who waits on it in vain does so for ever
  }

  /// Of the last call that was made: one that is not good is the last.
  int live() {
    const int me = rank_in(MPI_COMM_WORLD), ranks = ranks_of(MPI_COMM_WORLD);
    const seafret_shape shape{8, 2, {1, 1, 1, 1, 1}};
    call([&] {
      return seafret_domain_init(comm_, {3 * ranks, 2, 1, 0}, {3 * me, 3 * me + 3, 0, 2}, nullptr,
                                 options_.c_str(), &domain_);
    });
    void* memory = nullptr;
    call([&] { return seafret_allocate(domain_, 1000, &memory); });
    call([&] {
      return seafret_exchange_init(domain_, "halo", 1, &shape, "kij", nullptr, &exchange_);
    });
    Array<double> array({3 * me, 3 * me + 3, 0, 2}, 1, 2, "kij");
    array.fill(0);
    for (int n = 0; n < swaps_; ++n) {
      call([&] { return seafret_start(exchange_, &array.where()); });
      call([&] { return seafret_finish(exchange_); });
      std::this_thread::sleep_for(step_);
    }
    call([&] { return seafret_exchange_free(&exchange_); });
    call([&] { return seafret_deallocate(domain_, &memory); });
    call([&] { return seafret_domain_free(&domain_); });
    return status_;
  }
  /// After a rank is lost: local.
  void bury() {
    expect(seafret_exchange_free(&exchange_) == SEAFRET_OK, options_, "an exchange is not freed");
    expect(seafret_domain_free(&domain_) == SEAFRET_OK, options_, "a domain is not freed");
  }

 private:
  template <class Call>
  void call(Call call) {
    if (status_ == SEAFRET_OK) status_ = call();
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::string options_;
  std::chrono::milliseconds step_{8};  // of a model, which a trial may take a share of
  int swaps_, status_ = SEAFRET_OK;
  seafret_domain* domain_ = nullptr;
  seafret_exchange* exchange_ = nullptr;
};

/// The last rank stays in its `at`th wait for all.  How many there were.
int lose_last(const std::string& options, int swaps, Where where, int at) {
  auto& life = *new Life(options, swaps);  // who stays needs it for ever
  int status = SEAFRET_OK;
  Parked mine;
  if (rank_in(MPI_COMM_WORLD) == ranks_of(MPI_COMM_WORLD) - 1)
    mine = run_until_parked(where, at, [&life, &status] { status = life.live(); });
  else
    status = life.live();
  const auto it = all_of_last({mine.calls, mine.stays ? 1 : 0});
  if (it[1] == 0) {
    expect(status == SEAFRET_OK, options, "does not work");
  } else if (!mine.stays) {
    expect(status == SEAFRET_LOST, options, "does not see that a rank is lost");
    expect(std::string(seafret_message()).find("has waited for") != std::string::npos, options,
           "does not say whom it has waited for");
    life.bury();
  }
  return it[0];
}

/// Nobody is.  How many waits for all there were, each of which has an end.
int lose_none_with(const std::string& transport) {
  const std::string options = limit + ",transport=" + transport;
  const int calls = lose_last(options, 2, Where::meeting, 0);
  expect(calls_without_meeting() == 0, options, "there are collectives before which nobody meets");
  return calls;
}

/// Close to its end, where things are freed.
void lose_last_with(const std::string& transport) {
  const int calls = lose_none_with(transport);
  lose_last(limit + ",transport=" + transport, 2, Where::meeting, calls - 14);
}

/// All along, from where the domain is made.  Which call comes when is by the clock.
void lose_last_in_trial() {
  const std::string options = limit + ",transport=auto,auto=fence";
  const int calls = lose_last(options, 60, Where::meeting, 0);
  for (int n = 3; n < calls; n += std::max(calls / 5, 1)) lose_last(options, 60, Where::meeting, n);
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (argc > 1) {
    lose_last(limit + ",transport=fence", 1, Where::inside, std::stoi(argv[1]));
    return 1;  // it has been ended before
  }
  for (const char* const transport :
       {"p2p", "neighbour", "fence", "pscw", "passive", "notified", "shared"})
    lose_last_with(transport);
  for (const char* const transport :
       {"fence_get", "fence_single", "p2p_persistent", "passive_lock", "passive_naive"})
    lose_none_with(transport);
  lose_last_in_trial();
  int all = 0;
  PMPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank_in(MPI_COMM_WORLD) == 0)
    std::printf("%s\n", all == 0 ? "all as it should be" : "FAILED");
  std::fflush(stdout);
  PMPI_Barrier(MPI_COMM_WORLD);
  std::_Exit(all == 0 ? 0 : 1);
}
