// SPDX-License-Identifier: BSD-3-Clause
// What an output file says about itself, and its axes.
#include <fmt/format.h>
#include <hdf5_hl.h>

#include <iterator>

#include "miniapp/run/output_file.hpp"

namespace seafret {
namespace {

std::string formula_terms(const Axis& axis) {
  std::string text = "s: " + axis.name;
  for (const Axis::Term& term : axis.terms) text += fmt::format(" {}: {}", term.term, term.name);
  return text;
}

}  // namespace

void OutputFile::describe(const Header& header, const Axes& axes) {
  const Provenance& p = header.provenance;
  axes_ = axes;
  write_attribute(file_, "Conventions", "CF-1.10");
  write_attribute(file_, "title", header.title);
  // Where it comes from, in the attributes that CF has for it; a group of its own makes cdo warn.
  write_attribute(file_, "source",
                  fmt::format("{}, {}; {}; HDF5 {}", program_version(), p.flags, p.mpi, p.hdf5));
  write_attribute(file_, "history",
                  fmt::format("{}: seafret run; ranks: {} on {} node(s) ({}); threads a rank: {}",
                              p.start, p.ranks, p.nodes, p.hosts, p.threads));
  if (!header.references.empty()) write_attribute(file_, "references", header.references);
  if (!header.frame.empty()) write_attribute(file_, "frame", header.frame);
  write_attribute(
      file_, "comment",
      "The date of the first state means nothing. A cell that is not wet, or that no rank owned, "
      "holds _FillValue. The values do not depend on ranks, threads, partition, transport or MPI.");
  add_time();
  for (const Axis* z : {&axes_.z, &axes_.z_half}) add_axis(*z, "Z");
  for (const Axis* y : {&axes_.y, &axes_.y_face}) add_axis(*y, "Y");
  for (const Axis* x : {&axes_.x, &axes_.x_face}) add_axis(*x, "X");
  if (grid_.masked() && !axes_.x.values.empty()) add_mask();
}

void OutputFile::add_time() {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = 512;
  const Hdf5Space space = data_space({none}, &unlimited);
  const Hdf5Properties creation = in_creation_order(H5P_DATASET_CREATE);
  H5Pset_chunk(creation, 1, &chunk);
  Hdf5Dataset time = create("time", H5T_NATIVE_DOUBLE, space, creation);
  hdf5_check(H5DSset_scale(time, "time"), "make time an axis");
  write_attribute(time, "standard_name", "time");
  write_attribute(time, "long_name", "time since the run's first state (the date means nothing)");
  write_attribute(time, "units", "seconds since 2000-01-01 00:00:00");
  write_attribute(time, "calendar", "proleptic_gregorian");
  write_attribute(time, "axis", "T");
  scales_["time"] = std::move(time);
}

void OutputFile::add_axis(const Axis& axis, const char* letter) {
  if (axis.values.empty()) return;
  const hsize_t size = axis.values.size();
  Hdf5Dataset data = create(axis.name, H5T_NATIVE_DOUBLE, data_space({size}),
                            in_creation_order(H5P_DATASET_CREATE));
  hdf5_check(H5DSset_scale(data, axis.name.c_str()), "make " + axis.name + " an axis");
  if (!axis.standard_name.empty()) write_attribute(data, "standard_name", axis.standard_name);
  write_attribute(data, "long_name", axis.long_name);
  write_attribute(data, "units", axis.unit);
  write_attribute(data, "axis", letter);
  if (*letter == 'Z') write_attribute(data, "positive", "up");
  if (!axis.terms.empty()) write_attribute(data, "formula_terms", formula_terms(axis));
  write_part(data, axis.name, H5T_NATIVE_DOUBLE, {0}, {is_first_rank_ ? size : 0},
             axis.values.data());
  scales_[axis.name] = std::move(data);
  for (const Axis::Term& term : axis.terms)
    if (!term.values.empty()) add_term(axis, term);
}

void OutputFile::add_term(const Axis& axis, const Axis::Term& term) {
  const bool single = term.values.size() == 1;
  const Hdf5Dataset data = create(term.name, H5T_NATIVE_DOUBLE,
                                  data_space(single ? Extent{} : Extent{term.values.size()}),
                                  in_creation_order(H5P_DATASET_CREATE));
  write_attribute(data, "long_name", term.long_name);
  write_attribute(data, "units", term.unit);
  if (!single) hdf5_check(H5DSattach_scale(data, scales_.at(axis.name), 0), "give a term its axis");
  const Hdf5Space all(H5Dget_space(data), "read a data space");
  if (!is_first_rank_) H5Sselect_none(all);
  hdf5_check(H5Dwrite(data, H5T_NATIVE_DOUBLE, all, all, together_, term.values.data()),
             "write " + term.name);
}

/// What is land, what is sea, and what lies beyond the open boundary.
void OutputFile::add_mask() {
  const Hdf5Space space =
      data_space({static_cast<hsize_t>(grid_.ny), static_cast<hsize_t>(grid_.nx)});
  const Hdf5Dataset data =
      create("mask", H5T_NATIVE_UCHAR, space, in_creation_order(H5P_DATASET_CREATE));
  write_attribute(data, "long_name", "what a cell is");
  constexpr unsigned char flags[] = {0, 1, 2};
  hdf5_check(H5LTset_attribute_uchar(file_, "mask", "flag_values", flags, std::size(flags)),
             "write flag_values");
  write_attribute(data, "flag_meanings", "dry wet outside");
  unsigned dimension = 0;
  for (const Axis* axis : {&axes_.y, &axes_.x})
    hdf5_check(H5DSattach_scale(data, scales_.at(axis->name), dimension++), "give mask its axes");
  const Box rows = mask_rows_.held();
  write_part(data, "mask", H5T_NATIVE_UCHAR, {static_cast<hsize_t>(rows.y0), 0},
             {static_cast<hsize_t>(rows.height()), static_cast<hsize_t>(rows.width())},
             mask_rows_.cells.data());
}

}  // namespace seafret
