// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/output.hpp"

#include <algorithm>

#include "comms/base/progress.hpp"
#include "comms/base/timers.hpp"
#include "comms/base/together.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

const Awaited the_output("the output");

constexpr std::int64_t hdf5_of_a_file = 1 << 20, hdf5_of_a_record = 256;  // bytes; ample

bool asks_for_all(const std::vector<std::string>& names) {
  return names.size() == 1 && names.front() == "all";
}

}  // namespace

void check_names(const std::vector<std::string>& names, const std::vector<OutputField>& fields) {
  if (asks_for_all(names)) return;
  Registry<bool> known("field");
  for (const OutputField& field : fields) known.add(field.description.name, true);
  for (const std::string& name : names) known.at(name);
}

Output::Output(const std::string& folder, const std::string& title, const OutputConfig& config,
               const Case& the_case, const Domain& domain, const Grid& mask_rows,
               const Clock& clock, const Provenance& provenance)
    : folder_(folder),
      path_(folder + "/fields.h5"),
      temporary_(path_ + ".tmp"),
      config_(config),
      case_(the_case),
      domain_(domain) {
  blaming("output.fields", [&] { check_names(config.fields, the_case.fields()); });
  const CollectiveWait wait(the_output, domain.comm.get());
  const bool is_first = domain.comm.rank() == 0;
  const std::int64_t every = config.every;
  const std::int64_t records = every == 0 ? 1 : (clock.steps() + every - 1) / every;
  const std::int64_t bytes = hdf5_of_a_file + bytes_of(true) + bytes_of(false) * records;
  together<InputError>(domain.comm, [&] {
    if (!is_first) return;
    make_writable_folder(folder);
    remove_quietly(temporary_);  // of a run that crashed
    check_room(folder, bytes);
  });
  together<InputError>(domain.comm, [&] { file_.emplace(temporary_, domain, mask_rows); });
  together<InputError>(domain.comm,
                       [&] { room_is_kept_ = is_first && reserve_room(temporary_, bytes); });
  file_->describe(title, the_case, provenance);
}

Output::~Output() {
  if (!file_) return;
  const CollectiveWait wait(the_output, domain_.comm.get());
  file_.reset();
  if (domain_.comm.rank() == 0) remove_quietly(temporary_);
}

bool Output::is_asked_for(const OutputField& field) const {
  return asks_for_all(config_.fields) ||
         std::ranges::find(config_.fields, field.description.name) != config_.fields.end();
}

std::int64_t Output::bytes_of(bool once) const {
  std::int64_t bytes = 0;
  for (const OutputField& f : case_.fields())
    if (is_asked_for(f) && f.once == once)
      bytes += OutputFile::bytes(f.description, domain_.grid()) + hdf5_of_a_record;
  return bytes;
}

void Output::write_if_due(const Clock& clock) {
  if (!clock.is_due(config_.every) && !clock.finished()) return;
  SEAFRET_REGION("output");
  const CollectiveWait wait(the_output, domain_.comm.get());
  // A file that could not be written cannot be closed either, and not every MPI tells that it could
  // not write: so look first, while the run can still end in good order.
  together<RunError>(domain_.comm, [&] {
    if (domain_.comm.rank() == 0 && !room_is_kept_)
      check_room(folder_, hdf5_of_a_file + bytes_of(false));
  });
  file_->begin_record(clock.time());
  write_fields(false);
}

/// A large file takes its time: each field is a wait of its own.
void Output::write_fields(bool once) {
  for (const OutputField& field : case_.fields()) {
    if (!is_asked_for(field) || field.once != once) continue;
    const CollectiveWait wait(the_output, domain_.comm.get());
    file_->write(field);
  }
}

void Output::finish() {
  const CollectiveWait wait(the_output, domain_.comm.get());
  write_fields(true);
  file_->close();
  together<RunError>(domain_.comm, [&] {
    if (domain_.comm.rank() == 0) publish(temporary_, path_);
  });
  file_.reset();
}

}  // namespace seafret
