// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/convert.hpp"

#include <fmt/format.h>

#include "comms/notify/datatype.hpp"

namespace seafret::notify {
namespace {

/// The rank in `all` of rank `rank` of `comm`.
int translated(MPI_Comm comm, int rank, MPI_Comm all, const Where& where) {
  int between_groups = 0, result = MPI_UNDEFINED;
  MPI_Comm_test_inter(comm, &between_groups);
  if (between_groups != 0) throw NotifyError(where, "a communicator between two groups of ranks");
  MPI_Group some = MPI_GROUP_NULL, everyone = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &some);
  MPI_Comm_group(all, &everyone);
  MPI_Group_translate_ranks(some, 1, &rank, everyone, &result);
  MPI_Group_free(&some);
  MPI_Group_free(&everyone);
  if (result == MPI_UNDEFINED)
    throw NotifyError(where,
                      fmt::format("rank {} of the communicator has no part in the endpoint", rank));
  return result;
}

const std::byte* displaced_by(const void* buffer, int values, MPI_Datatype type) {
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_get_extent(type, &lower_bound, &extent);
  return static_cast<const std::byte*>(buffer) + values * extent;
}

}  // namespace

ConvertedMessage Conversion::message(const void* buffer, int count, MPI_Datatype type,
                                     MPI_Comm comm, int peer, int tag, const Where& where) const {
  ConvertedMessage all{.comm = comm, .peer = peer, .tag = tag, .where = where};
  for (Segment s : segments(buffer, count, type, where))
    for (Block block; s.bytes > 0; s.bytes -= block.bytes) {
      block = endpoint_.block_at(static_cast<std::uintptr_t>(s.begin), s.bytes, where);
      s.begin += static_cast<MPI_Aint>(block.bytes);
      all.bytes += block.bytes;
      all.blocks.push_back(block);
    }
  return all;
}

ConvertedMessage Conversion::with_a_put(ConvertedMessage message) const {
  if (message.blocks.empty()) message.blocks = {endpoint_.block_at(0, 0, message.where)};
  return message;
}

void Conversion::send(ConvertedMessage message) {
  message.rank =
      translated(message.comm, message.peer, endpoint_.node().everyone().get(), message.where);
  sends_.push_back(std::move(message));
}

void Conversion::isend_convert(const void* buffer, int count, MPI_Datatype type, int to, int tag,
                               MPI_Comm comm, const Where& where) {
  if (to == MPI_PROC_NULL) return;
  send(with_a_put(message(buffer, count, type, comm, to, tag, where)));
}

void Conversion::irecv_convert(void* buffer, int count, MPI_Datatype type, int from, int tag,
                               MPI_Comm comm, const Where& where) {
  if (from == MPI_PROC_NULL) return;
  receives_.push_back(with_a_put(message(buffer, count, type, comm, from, tag, where)));
}

void Conversion::sendrecv_convert(const void* send_buffer, int send_count, MPI_Datatype send_type,
                                  int to, int send_tag, void* receive_buffer, int receive_count,
                                  MPI_Datatype receive_type, int from, int receive_tag,
                                  MPI_Comm comm, const Where& where) {
  isend_convert(send_buffer, send_count, send_type, to, send_tag, comm, where);
  irecv_convert(receive_buffer, receive_count, receive_type, from, receive_tag, comm, where);
}

void Conversion::alltoallv_convert(const void* send_buffer, const int* send_counts,
                                   const int* send_displacements, MPI_Datatype send_type,
                                   void* receive_buffer, const int* receive_counts,
                                   const int* receive_displacements, MPI_Datatype receive_type,
                                   MPI_Comm comm, const Where& where) {
  if (send_buffer == MPI_IN_PLACE)
    throw NotifyError(where, "MPI_IN_PLACE: puts would write what has not been read");
  const Communicator& own = collective_.emplace_back(comm);
  for (int n = 0; n < own.size(); ++n) {
    const int to = (own.rank() + n) % own.size();  // not all to the same rank first
    send(message(displaced_by(send_buffer, send_displacements[to], send_type), send_counts[to],
                 send_type, own.get(), to, 0, where));
    const int from = (own.rank() + own.size() - n) % own.size();
    receives_.push_back(
        message(displaced_by(receive_buffer, receive_displacements[from], receive_type),
                receive_counts[from], receive_type, own.get(), from, 0, where));
  }
}

}  // namespace seafret::notify
