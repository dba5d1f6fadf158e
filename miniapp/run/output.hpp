// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "miniapp/run/clock.hpp"
#include "miniapp/run/output_file.hpp"

namespace seafret {

/// What a file holds a record of every so many steps; 0 is after the last one only.
struct OutputContent {
  std::string file;
  std::string frame = "";  ///< Case::frame; empty: that of the ground
  int every = 0;
  std::vector<std::string> names = {"all"};
  std::function<std::vector<OutputField>()> fields = {};
  std::function<void()> measure = [] {};  ///< before each record; collective
  Axes axes = {};
};
/// The fields that are asked for.  Throws InputError for names that the case does not have; [all]
/// is all.
OutputContent fields_of(const Case& the_case, const OutputConfig& config);
/// Means over the grid.  Throws InputError where the case has none.
OutputContent profiles_of(Case& the_case, const OutputConfig& config);

/// Writes a file of a case when it is due.  The file has another name until it is
/// complete, so one that an earlier run left there is whole until then.  If the run ends before
/// finish(), what was written is removed.  All functions are collective.
class Output {
 public:
  /// Makes the folder if need be.  `mask_rows` as in OutputFile.  Throws InputError where the file
  /// cannot be written, or where the disk has no room for it.
  Output(const std::string& folder, const OutputFile::Header& header, OutputContent content,
         const Domain& domain, const Grid& mask_rows, const Clock& clock);
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

  OutputContent content_;
  std::string folder_, path_, temporary_;
  const Domain& domain_;
  bool room_is_kept_ = false;  // on the disk for this file; known to rank 0
  std::optional<OutputFile> file_;
};

}  // namespace seafret
