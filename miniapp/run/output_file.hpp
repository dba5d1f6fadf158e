// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/files/hdf5.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// Selects a part of a data set in a file, none where it is empty; returns what it is in memory.
Hdf5Space select(hid_t file, const std::vector<hsize_t>& first, const std::vector<hsize_t>& count);

/// An HDF5 file of fields that reads as NetCDF-4 and follows the CF conventions.  All ranks write
/// it together: every function is collective.  Making it throws Hdf5Error on all ranks or none;
/// after that a rank may be alone in throwing one, while the others are still busy in HDF5.
///
/// The axes of a field are time, z, y, x, the last running fastest, as CF recommends.  What is not
/// wet, or not owned by any rank, is _FillValue: a file does not show who owned what.
class OutputFile {
 public:
  /// `mask_rows` is this rank's share of the mask, which is written by all ranks together; it and
  /// the domain must outlive the file.
  OutputFile(const std::string& path, const Domain& domain, const Grid& mask_rows);

  /// Comes first: what the file is about.
  void describe(const std::string& title, const Case& the_case, const Provenance& provenance);
  /// A field that comes with every record.
  void add(const FieldDescription& field);
  /// Opens the next record of all fields that were added.
  void begin_record(double time);
  /// Writes a field's part of the record.
  void write(const OutputField& field);
  /// Writes a field that has no time axis.
  void write_once(const OutputField& field);
  void close();

  /// What such a field takes in the file, a record.
  static std::int64_t bytes(const FieldDescription& field, const Grid& grid);

 private:
  /// A data set and its extent: levels (none if flat), y, x, without the time.
  struct Variable {
    Hdf5Dataset data;
    std::vector<hsize_t> extent;
  };

  void add_provenance(const Provenance& provenance);
  void add_axis(const Axis& axis, const char* letter);
  void add_time();
  void add_mask();
  std::vector<const char*> axes_of(const FieldDescription& field) const;
  Variable create(const FieldDescription& field, bool with_time);
  Hdf5Properties layout(const std::vector<hsize_t>& extent, bool with_time) const;
  void describe(hid_t data, const FieldDescription& field, const std::vector<const char*>& axes);
  void write(const Variable& variable, const OutputField& field, bool with_time);
  void pack(const OutputField& field);

  const Grid &grid_, &mask_rows_;
  Box owned_;
  bool is_first_rank_;
  bool has_holes_;  // cells that no rank owns
  Axes axes_;
  Hdf5File file_;
  Hdf5Properties together_;
  std::map<std::string, Hdf5Dataset> scales_;
  std::map<std::string, Variable> variables_;
  hsize_t records_ = 0;
  std::vector<double> packed_;
};

}  // namespace seafret
