// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transports/availability.hpp"

#include <thread>

#include "comms/base/node.hpp"
#include "comms/transports/partitioned_mpi.hpp"
#include "comms/transports/rma_window.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

constexpr std::size_t few_bytes = 64;

void try_shared_memory(const TransportOptions& options, const Communicator& comm) {
  const Node node(comm.get(), options.cores_per_node);
  if (comm.any(node.mates().size() < comm.size()))
    throw InputError("these ranks are on several nodes");
  SharedMemory memory(node);
  memory.deallocate(memory.allocate(few_bytes), few_bytes);
}

}  // namespace

bool is_mpich() { return mpi_library().find("MPICH") != std::string::npos; }

std::string lacking(const TransportKind& transport) {
  return transport.needs == TransportKind::Needs::partitions ? missing_partitioned_calls() : "";
}

std::string obstacle(const TransportKind& transport, const TransportOptions& options,
                     const Communicator& comm) {
  using Needs = TransportKind::Needs;
  try {
    if (transport.needs == Needs::shared_memory) try_shared_memory(options, comm);
    if (transport.needs == Needs::window)
      const Window window(few_bytes, comm.get(), options.rma.window);
  } catch (const InputError& e) {
    return e.what();
  }
  return lacking(transport);
}

std::string slowness(const TransportKind& transport, const Communicator& comm) {
  if (!is_mpich() || transport.needs != TransportKind::Needs::window) return "";
  const Node node(comm.get());
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  if (!comm.any(node.mates().size() > cores)) return "";
  return "more ranks than cores: MPICH's one-sided calls will crawl; use p2p, or on_node direct";
}

}  // namespace seafret
