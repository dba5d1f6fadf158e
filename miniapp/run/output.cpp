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

/// With a field on levels whose heights a formula tells go the fields which that names.
std::vector<std::string> with_heights(std::vector<std::string> names, const Case& the_case,
                                      const Axes& axes) {
  const bool has_levels = std::ranges::any_of(the_case.fields(), [&](const OutputField& field) {
    return field.description.levels > 1 && std::ranges::count(names, field.description.name) > 0;
  });
  if (!has_levels || asks_for_all(names)) return names;
  for (const Axis::Term& term : axes.z.terms)
    if (term.values.empty() && std::ranges::count(names, term.name) == 0)
      names.push_back(term.name);
  return names;
}

}  // namespace

OutputContent fields_of(const Case& the_case, const OutputConfig& config) {
  blaming("output.fields", [&] {
    Registry<bool> known("field");
    for (const OutputField& field : the_case.fields()) known.add(field.description.name, true);
    if (asks_for_all(config.fields)) return;
    if (std::ranges::count(config.fields, "all") > 0)
      throw InputError("'all' stands alone in the list");
    for (const std::string& name : config.fields) known.at(name);
  });
  const Axes axes = the_case.axes();
  return {.file = "fields.h5",
          .frame = the_case.frame(),
          .every = config.every,
          .names = with_heights(config.fields, the_case, axes),
          .fields = [&the_case] { return the_case.fields(); },
          .axes = axes};
}

OutputContent profiles_of(Case& the_case, const OutputConfig& config) {
  if (the_case.profiles().empty())
    throw KeyError("output.profiles_every", "must be 0: this case has no profiles");
  Axes axes = the_case.axes();
  for (Axis* const side : {&axes.x, &axes.x_face, &axes.y, &axes.y_face}) *side = {};
  return {.file = "profiles.h5",
          .every = config.profiles_every,
          .fields = [&the_case] { return the_case.profiles(); },
          .measure = [&the_case] { the_case.measure_profiles(); },
          .axes = axes};
}

Output::Output(const std::string& folder, const OutputFile::Header& header, OutputContent content,
               const Domain& domain, const Grid& mask_rows, const Clock& clock)
    : content_(std::move(content)),
      folder_(folder),
      path_(folder + "/" + content_.file),
      temporary_(path_ + ".tmp"),
      domain_(domain) {
  const CollectiveWait wait(the_output, domain.comm.get());
  const bool is_first = domain.comm.rank() == 0;
  const std::int64_t every = content_.every;
  const bool is_known = every == 0 || clock.steps();  // how many records there will be
  const std::int64_t records = every == 0 || !is_known ? 1 : (*clock.steps() + every - 1) / every;
  // More records than a disk has room for may be more bytes than can be counted.
  const auto bytes = static_cast<std::int64_t>(
      std::min(9e18, static_cast<double>(hdf5_of_a_file + bytes_of(true)) +
                         static_cast<double>(bytes_of(false)) * static_cast<double>(records)));
  together<InputError>(domain.comm, [&] {
    if (!is_first) return;
    make_folder(folder);
    try_to_write(path_);
    check_room(folder, bytes);
  });
  together<InputError>(domain.comm, [&] { file_.emplace(temporary_, domain, mask_rows); });
  together<InputError>(domain.comm, [&] {
    room_is_kept_ = is_first && is_known && reserve_room(temporary_, bytes);
  });
  file_->describe(header, content_.axes);
}

Output::~Output() {
  if (!file_) return;
  const CollectiveWait wait(the_output, domain_.comm.get());
  file_.reset();
  if (domain_.comm.rank() == 0) remove_quietly(temporary_);
}

bool Output::is_asked_for(const OutputField& field) const {
  return asks_for_all(content_.names) ||
         std::ranges::find(content_.names, field.description.name) != content_.names.end();
}

std::int64_t Output::bytes_of(bool once) const {
  std::int64_t bytes = 0;
  for (const OutputField& f : content_.fields())
    if (is_asked_for(f) && f.once == once)
      bytes += OutputFile::bytes(f, domain_.grid()) + hdf5_of_a_record;
  return bytes;
}

void Output::write_if_due(const Clock& clock) {
  if (!clock.is_due(content_.every) && !clock.finished()) return;
  content_.measure();
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
  for (const OutputField& field : content_.fields()) {
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
