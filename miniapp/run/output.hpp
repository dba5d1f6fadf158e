// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "miniapp/run/clock.hpp"
#include "miniapp/run/output_file.hpp"

namespace seafret {

/// Refuses, with an InputError, the names of fields that the case does not have; [all] is all.
void check_names(const std::vector<std::string>& names, const std::vector<OutputField>& fields);

/// Writes a case's fields to fields.h5 when they are due.  The file has another name until it is
/// complete, so one that an earlier run left there is whole until then.  If the run ends before
/// finish(), what was written is removed.  All functions are collective.
class Output {
 public:
  /// Makes the folder if need be.  `mask_rows` as in OutputFile.  Throws InputError where the file
  /// cannot be written, or where the disk has no room for it.
  Output(const std::string& folder, const std::string& title, const OutputConfig& config,
         const Case& the_case, const Domain& domain, const Grid& mask_rows, const Clock& clock,
         const Provenance& provenance);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes a record, of the last step too.
  void write_if_due(const Clock& clock);
  /// Adds the fields that are written once, and gives the file its name.
  void finish();

  const std::string& path() const { return path_; }

 private:
  bool is_asked_for(const OutputField& field) const;
  std::int64_t bytes_of(bool once) const;  // once, or a record
  void write_fields(bool once);

  std::string folder_, path_, temporary_;
  OutputConfig config_;
  const Case& case_;
  const Domain& domain_;
  bool room_is_kept_ = false;  // on the disk for this file; known to rank 0
  std::optional<OutputFile> file_;
};

}  // namespace seafret
