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

  struct Header {
    std::string title, references;
    const Provenance& provenance;
    std::string frame = "";
  };
  /// Comes first: what the file is about.  The axes are those that its fields need.
  void describe(const Header& header, const Axes& axes);
  /// Opens the next record.
  void begin_record(double time);
  /// Writes a field: its part of the record, or once.
  void write(const OutputField& field);
  void close();

  /// What such a field takes in the file, a record.
  static std::int64_t bytes(const OutputField& field, const Grid& grid);

 private:
  using Extent = std::vector<hsize_t>;

  void add_axis(const Axis& axis, const char* letter);
  void add_term(const Axis& axis, const Axis::Term& term);
  void add_time();
  void add_mask();
  std::vector<const char*> axes_of(const OutputField& field) const;
  Hdf5Dataset create(const OutputField& field) const;
  Hdf5Dataset create(const std::string& name, hid_t type, const Hdf5Space& space,
                     const Hdf5Properties& how) const;
  Hdf5Properties layout(const Extent& extent, bool with_time, bool mean) const;
  void describe(hid_t data, const OutputField& field) const;
  void write_part(hid_t data, const std::string& name, hid_t type, const Extent& first,
                  const Extent& count, const void* values) const;
  const double* packed(const OutputField& field);
  const double* packed_means(const OutputField& field);

  const Grid &grid_, &mask_rows_;
  Box owned_;
  bool is_first_rank_;
  bool has_holes_;  // cells that no rank owns
  Axes axes_;
  Hdf5File file_;
  Hdf5Properties together_;
  std::map<std::string, Hdf5Dataset> scales_;
  std::map<std::string, Hdf5Dataset> variables_;
  hsize_t records_ = 0;
  std::vector<double> packed_;
};

}  // namespace seafret
