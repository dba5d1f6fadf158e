// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/datatypes.hpp"

#include <algorithm>

#include "comms/base/progress.hpp"
#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

/// The parts that are not empty, of all messages that go one way.
std::vector<DatatypeCarrier::Flight> flights(const std::vector<Message>& messages,
                                             std::vector<Part> Message::*way) {
  std::vector<DatatypeCarrier::Flight> all;
  for (std::size_t p = 0; p < messages.size(); ++p)
    for (const Part& part : messages[p].*way)
      if (part.bytes > 0) all.push_back({p, messages[p].rank, part.field_pieces});
  return all;
}

/// The columns of all pieces, at their absolute addresses.
MPI_Datatype type_of(const std::vector<FieldPiece>& field_pieces, bool at_sender,
                     std::span<const Columns> fields) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  for (const FieldPiece& field_piece : field_pieces) {
    const Columns& f = fields[field_piece.field];
    const Box box = at_sender ? field_piece.piece.source() : field_piece.piece.box;
    for_each_run(f, box, [&](std::byte* run, std::size_t bytes) {
      lengths.push_back(static_cast<int>(bytes));
      MPI_Get_address(run, &places.emplace_back());
    });
  }
  MPI_Datatype type;
  MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(),
                           MPI_BYTE, &type);
  MPI_Type_commit(&type);
  return type;
}

}  // namespace

DatatypeCarrier::DatatypeCarrier(const std::vector<Message>& messages, MPI_Comm comm,
                                 Phases& phases)
    : receives_(flights(messages, &Message::receive)),
      sends_(flights(messages, &Message::send)),
      comm_(comm),
      phases_(phases),
      awaited_(phases.swap, job_ranks_of(messages, comm)),
      arrivals_(awaited_, messages),
      requests_(receives_.size() + sends_.size(), MPI_REQUEST_NULL) {}

DatatypeCarrier::~DatatypeCarrier() {
  for (Types& set : types_) free(set);
}

void DatatypeCarrier::free(Types& set) {
  for (auto* types : {&set.receive, &set.send})
    for (MPI_Datatype& type : *types) MPI_Type_free(&type);
}

const DatatypeCarrier::Types& DatatypeCarrier::types_for(std::span<const Columns> fields) {
  const auto known = std::ranges::find_if(
      types_, [&](const Types& types) { return std::ranges::equal(fields, types.fields); });
  if (known != types_.end()) {
    std::rotate(types_.begin(), known, known + 1);
    return types_.front();
  }
  if (types_.size() == most_sets) {
    free(types_.back());
    types_.pop_back();
  }
  Types& made = *types_.emplace(types_.begin());
  made.fields.assign(fields.begin(), fields.end());
  for (const Flight& f : receives_) made.receive.push_back(type_of(f.field_pieces, false, fields));
  for (const Flight& f : sends_) made.send.push_back(type_of(f.field_pieces, true, fields));
  return made;
}

void DatatypeCarrier::start(std::span<const Columns> fields) {
  const Region region(phases_.start, phases_.weight);
  const Types& types = types_for(fields);
  for (std::size_t n = 0; n < receives_.size(); ++n)
    MPI_Irecv(MPI_BOTTOM, 1, types.receive[n], receives_[n].rank, 0, comm_.get(), &requests_[n]);
  for (std::size_t n = 0; n < sends_.size(); ++n)
    MPI_Isend(MPI_BOTTOM, 1, types.send[n], sends_[n].rank, 0, comm_.get(),
              &requests_[receives_.size() + n]);
}

void DatatypeCarrier::finish() {
  const Region region(phases_.wait, phases_.weight);
  arrivals_.begin();
  const Wait wait(awaited_);
  for (int n; (n = wait_any({requests_.data(), receives_.size()})) != MPI_UNDEFINED;)
    arrivals_.came(receives_[static_cast<std::size_t>(n)].peer);
  wait_all(requests_);
}

}  // namespace seafret
