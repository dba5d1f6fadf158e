// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "comms/notify/endpoint.hpp"
#include "comms/notify/plan.hpp"

namespace seafret::notify {

struct ConversionOptions {
  std::string name = "converted";  ///< of its signals, for what is said of them
  /// A start waits until all that the last one brought has been released by its readers.  Not
  /// needed where something else tells that: data that goes both ways, and two buffers in turn
  /// (UNR, section V-A).
  bool answers = false;
};

/// One message, as one end of it describes it.
struct ConvertedMessage {
  std::vector<Block> blocks = {};  ///< its bytes here, in their order; none: nothing is put
  std::uint64_t bytes = 0;
  MPI_Comm comm = MPI_COMM_NULL;
  int peer = MPI_PROC_NULL, tag = 0;
  int rank = 0;  ///< of the peer in the endpoint, where this end sends
  Where where = {};
};

/// Arguments of MPI calls, to be turned into one plan of puts (UNR, section V).  The calls are
/// written as before, with _convert; any datatypes that segments() can take apart will do.  The
/// buffers must lie in regions of the endpoint, wherever; the datatypes may be freed at once.
class Conversion {
 public:
  /// The endpoint must outlive it.
  explicit Conversion(Endpoint& endpoint, ConversionOptions options = {})
      : endpoint_(endpoint), options_(std::move(options)) {}

  /// What is sent in one conversion is received in one of the peer: by rank, tag and communicator
  /// as in MPI, wild cards too, when both make their plans.  MPI_PROC_NULL is nobody.
  void isend_convert(const void* buffer, int count, MPI_Datatype type, int to, int tag,
                     MPI_Comm comm, const Where& where = Where::current());
  void irecv_convert(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                     const Where& where = Where::current());
  void sendrecv_convert(const void* send_buffer, int send_count, MPI_Datatype send_type, int to,
                        int send_tag, void* receive_buffer, int receive_count,
                        MPI_Datatype receive_type, int from, int receive_tag, MPI_Comm comm,
                        const Where& where = Where::current());
  /// Collective over `comm`.  Nothing is put where there are no bytes.
  void alltoallv_convert(const void* send_buffer, const int* send_counts,
                         const int* send_displacements, MPI_Datatype send_type,
                         void* receive_buffer, const int* receive_counts,
                         const int* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm,
                         const Where& where = Where::current());

 private:
  friend class ConvertedPlan;

  ConvertedMessage message(const void* buffer, int count, MPI_Datatype type, MPI_Comm comm,
                           int peer, int tag, const Where& where) const;
  /// Its receiver is told of it even where it has no bytes.
  ConvertedMessage with_a_put(ConvertedMessage message) const;
  void send(ConvertedMessage message);

  Endpoint& endpoint_;
  ConversionOptions options_;
  std::deque<Communicator> collective_;
  std::vector<ConvertedMessage> sends_, receives_;
};

/// All of a conversion's messages: puts that are events of one signal, started again and again.
/// Each put goes from bytes in a row to bytes in a row.  All ranks start it equally often.
class ConvertedPlan {
 public:
  /// Waits for all to whom the conversion sends and from whom it receives, who make theirs.  Throws
  /// NotifyError where a message is not as long as its receiver says, naming the line of the call
  /// there and here.  The communicators of the calls must be alive.
  explicit ConvertedPlan(Conversion& calls, const Where& where = Where::current());

  /// Begins to send what the buffers hold, when what the last start sent is finish()ed.  By any
  /// thread where that need not be waited for; all else is for the main one.
  void start(const Where& where = Where::current());
  /// Returns when all that is received in this round has come and can be read.
  void wait(const Where& where = Where::current());
  /// It has been read, and the next may come.
  void release(const Where& where = Where::current());
  /// Returns when all that was sent in this round may be written again.
  void wait_sent(const Where& where = Where::current());
  /// Returns when that is so and, with answers, all of it has been released: where this round has
  /// been waited for too, nobody will tell this plan anything more, and it may go.
  void finish(const Where& where = Where::current());

  /// Fires when all has come, for wait_any(); null where nothing is received.
  Signal* filled() { return filled_.get(); }
  std::int64_t round() const { return puts_.round(); }  ///< how often it was started
  std::int64_t puts() const { return n_puts_; }         ///< of this rank in one start

 private:
  Endpoint& endpoint_;
  std::unique_ptr<Signal> filled_, sent_, freed_;
  Plan puts_, answers_;
  std::int64_t n_puts_ = 0;
};

}  // namespace seafret::notify
