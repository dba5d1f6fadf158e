// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/gathering.hpp"

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited everybodys_values("the values of all ranks");

}  // namespace

Communicator alone() { return Communicator(MPI_COMM_SELF); }

void gather_on_all(std::span<const double> mine, std::span<const int> counts,
                   std::span<const int> firsts, std::span<double> everybodys,
                   const Communicator& comm) {
  const CollectiveWait wait(everybodys_values, comm.get());
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, everybodys.data(),
                 counts.data(), firsts.data(), MPI_DOUBLE, comm.get());
}

}  // namespace seafret
