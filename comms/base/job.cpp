// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/job.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>

#include "comms/base/mpi.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

using namespace std::chrono_literals;

MPI_Comm the_job = MPI_COMM_NULL;

int rank_in_job() {
  int rank = 0;
  if (the_job != MPI_COMM_NULL) MPI_Comm_rank(the_job, &rank);
  return rank;
}

}  // namespace

void set_job(MPI_Comm all) { the_job = all; }

void insist_on_own_launcher(MPI_Comm all) {
  if (ranks_of(all) > 1) return;
  // As Open MPI, and MPICH and its kin, tell a process how many it is one of.
  for (const char* const variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const processes = std::getenv(variable);
    if (processes == nullptr || std::atoi(processes) < 2) continue;
    throw InputError(fmt::format(
        "{} processes were started ({}), and each is alone: this is not the launcher of the MPI "
        "that seafret was built with, {}; start it with that one's mpirun",
        processes, variable, mpi_library()));
  }
}

std::vector<int> job_ranks(MPI_Comm comm, std::vector<int> ranks) {
  if (the_job == MPI_COMM_NULL) return ranks;
  std::vector<int> in_job(ranks.size());
  MPI_Group some = MPI_GROUP_NULL, all = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &some);
  MPI_Comm_group(the_job, &all);
  MPI_Group_translate_ranks(some, static_cast<int>(ranks.size()), ranks.data(), all, in_job.data());
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  return in_job;
}

void abort_all_ranks(int status) {
  std::this_thread::sleep_for(200ms);
  if (the_job != MPI_COMM_NULL) MPI_Abort(the_job, status);
  std::_Exit(status);
}

void end_all_ranks() {
  const int rank = rank_in_job();
  // Where rank 0 has met the same, it speaks for all, and ends the others meanwhile.
  if (rank > 0) std::this_thread::sleep_for(1s);
  try {
    if (std::current_exception()) throw;
    std::fprintf(stderr, "seafret: rank %d: ended for no known reason\n", rank);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr,
                 "seafret: rank %d: memory ran out; a smaller grid, more nodes, or fewer ranks on "
                 "each take less of it\n",
                 rank);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "seafret: rank %d: %s\n", rank, e.what());
  } catch (...) {
    std::fprintf(stderr, "seafret: rank %d: ended by something that is no exception\n", rank);
  }
  abort_all_ranks(3);
}

}  // namespace seafret
