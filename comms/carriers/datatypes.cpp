// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/datatypes.hpp"

#include <algorithm>

#include "comms/base/progress.hpp"
#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

/// The columns of all patches, at their absolute addresses.
MPI_Datatype type_of(const std::vector<Patch>& patches, bool at_sender,
                     std::span<const Columns> fields) {
  if (patches.empty()) return MPI_DATATYPE_NULL;
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  for (const Patch& patch : patches) {
    const Columns& f = fields[patch.field];
    const Box box = at_sender ? patch.piece.source() : patch.piece.box;
    for (int j = box.y0; j < box.y1; ++j) {
      lengths.push_back(static_cast<int>(run_of(f, box)));
      MPI_Get_address(f.column(box.x0, j), &places.emplace_back());
    }
  }
  MPI_Datatype type;
  MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(),
                           MPI_BYTE, &type);
  MPI_Type_commit(&type);
  return type;
}

}  // namespace

DatatypeCarrier::DatatypeCarrier(std::vector<Message> messages, MPI_Comm comm, Phases& phases)
    : messages_(std::move(messages)),
      comm_(comm),
      phases_(phases),
      awaited_(phases.swap, job_ranks_of(messages_, comm)),
      requests_(2 * messages_.size(), MPI_REQUEST_NULL) {}

DatatypeCarrier::~DatatypeCarrier() {
  for (Types& set : types_) free(set);
}

void DatatypeCarrier::free(Types& set) {
  for (auto* types : {&set.send, &set.receive})
    for (MPI_Datatype& type : *types)
      if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
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
  for (const Message& m : messages_) {
    made.send.push_back(type_of(m.send, true, fields));
    made.receive.push_back(type_of(m.receive, false, fields));
  }
  return made;
}

void DatatypeCarrier::start(std::span<const Columns> fields) {
  const Region region(phases_.start, phases_.weight);
  const Types& types = types_for(fields);
  const std::size_t count = messages_.size();
  for (std::size_t m = 0; m < count; ++m)
    if (types.receive[m] != MPI_DATATYPE_NULL)
      MPI_Irecv(MPI_BOTTOM, 1, types.receive[m], messages_[m].rank, 0, comm_.get(), &requests_[m]);
  for (std::size_t m = 0; m < count; ++m)
    if (types.send[m] != MPI_DATATYPE_NULL)
      MPI_Isend(MPI_BOTTOM, 1, types.send[m], messages_[m].rank, 0, comm_.get(),
                &requests_[count + m]);
}

void DatatypeCarrier::finish() {
  const Region region(phases_.wait, phases_.weight);
  awaited_.begin();
  const Wait wait(awaited_);
  wait_all(requests_);
}

}  // namespace seafret
