// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transpose/transpose.hpp"

#include <cstring>
#include <limits>

#include "comms/base/job.hpp"
#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

std::size_t bytes_of(const Brick& brick) {
  return static_cast<std::size_t>(brick.volume()) * sizeof(double);
}

/// Memory that holds a brick, or more columns than it has.
template <class T>
struct Slab {
  FieldView<T> view;
  int bottom;
};

/// A message as memory that holds what it brings.
template <class T, class Byte>
Slab<T> as_field(std::span<Byte> message, const Brick& brick) {
  using Memory = std::conditional_t<std::is_const_v<T>, const void, void>;
  return {{static_cast<T*>(static_cast<Memory*>(message.data())), brick.columns, brick.levels()},
          brick.bottom};
}

/// Copies a brick.  Whole columns that lie side by side in both places are one run of memory.
void copy(const Brick& brick, const Slab<const double>& from, const Slab<double>& to) {
  if (brick.empty()) return;
  const Box& box = brick.columns;
  const int levels = brick.levels();
  const bool whole = from.view.levels == levels && to.view.levels == levels;
  const int at_once = whole ? box.width() : 1;
  const std::size_t run =
      static_cast<std::size_t>(levels) * sizeof(double) * static_cast<std::size_t>(at_once);
#pragma omp parallel for schedule(static) if (bytes_of(brick) >= worth_threads)
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; i += at_once)
      std::memcpy(to.view.column(i, j) + (brick.bottom - to.bottom),
                  from.view.column(i, j) + (brick.bottom - from.bottom), run);
}

/// One rank alone must not throw: the others would wait for it.
void refuse_what_mpi_cannot_count(const Communicator& comm, std::size_t longest) {
  if (const auto bytes = comm.max(static_cast<std::int64_t>(longest));
      bytes > std::numeric_limits<int>::max())
    throw InputError("a message of " + std::to_string(bytes) +
                     " bytes of a transpose is more than MPI counts; use more ranks");
}

}  // namespace

std::vector<Transpose::Route> Transpose::routes_of(int me, std::span<const Brick> from,
                                                   std::span<const Brick> to) {
  const auto here = static_cast<std::size_t>(me);
  std::vector<Route> routes;
  for (std::size_t r = 0; r < from.size(); ++r) {
    const Route route{static_cast<int>(r), intersection(from[here], to[r]),
                      intersection(from[r], to[here])};
    if (r != here && !(route.sent.empty() && route.received.empty())) routes.push_back(route);
  }
  return routes;
}

Transpose::Transpose(const Communicator& comm, std::span<const Brick> from,
                     std::span<const Brick> to, const std::string& transport,
                     const TransportOptions& with)
    : Exchange(with.swap, "none"),
      comm_(comm.get()),
      from_(from[static_cast<std::size_t>(comm.rank())]),
      to_(to[static_cast<std::size_t>(comm.rank())]),
      routes_(routes_of(comm.rank(), from, to)),
      awaited_(phases_.swap,
               [&] {
                 std::vector<int> ranks;
                 for (const Route& route : routes_) ranks.push_back(route.rank);
                 return job_ranks(comm_.get(), ranks);
               }()),
      unpack_([this](int p, int /*part*/, std::span<const std::byte> bytes) {
        const Region region(phases_.unpack);
        const Brick& brick = routes_[static_cast<std::size_t>(p)].received;
        awaited_.arrived(static_cast<std::size_t>(p));
        copy(brick, as_field<const double>(bytes, brick), {target_, to_.bottom});
      }) {
  const TransportKind& kind = transports().at(transport);
  std::vector<Peer> peers;
  std::size_t longest = 0;
  for (const auto& [rank, sent, received] : routes_) {
    peers.push_back({rank, {bytes_of(sent)}, {bytes_of(received)}});
    longest = std::max({longest, bytes_of(sent), bytes_of(received)});
    traffic_.messages += !sent.empty();
    traffic_.bytes += static_cast<std::int64_t>(bytes_of(sent));
  }
  traffic_.neighbours = static_cast<int>(routes_.size());
  traffic_.bytes_in_place = static_cast<std::int64_t>(bytes_of(intersection(from_, to_)));
  refuse_what_mpi_cannot_count(comm_, longest);
  if (!comm_.any(!peers.empty())) return;
  const Wait wait(awaited_);
  transport_ = kind.make(peers, comm_.get(), with);
}

Transpose::~Transpose() {
  const Wait wait(awaited_);
  transport_.reset();
}

void Transpose::run(FieldView<const double> from, FieldView<double> to) {
  if (transport_) send(from);
  {
    const Region region(phases_.in_place);  // while the messages fly
    copy(intersection(from_, to_), {from, from_.bottom}, {to, to_.bottom});
  }
  if (transport_) receive(to);
  ++traffic_.swaps;
}

void Transpose::send(FieldView<const double> from) {
  const Wait wait(awaited_);
  awaited_.begin();
  phases_.time(phases_.start, phases_.pack, [&] {
    transport_->begin();
    for (std::size_t p = 0; p < routes_.size(); ++p) {
      const Brick& brick = routes_[p].sent;
      if (routes_[p].received.empty()) awaited_.arrived(p);
      {
        const Region region(phases_.pack);
        const auto message = transport_->send_buffer(static_cast<int>(p), 0);
        copy(brick, {from, from_.bottom}, as_field<double>(message, brick));
      }
      transport_->packed(static_cast<int>(p), 0);
    }
    transport_->start();
  });
}

void Transpose::receive(FieldView<double> to) {
  const Wait wait(awaited_);
  target_ = to;
  phases_.time(phases_.wait, phases_.unpack, [&] { transport_->finish(unpack_); });
}

}  // namespace seafret
