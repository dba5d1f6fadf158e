// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seafret {

/// What could not be done, and HDF5's own reason.
struct Hdf5Error : std::runtime_error {
  explicit Hdf5Error(std::string_view what);
};

/// Passes on the result of a call that worked; throws Hdf5Error after one that did not.
template <class T>
T hdf5_check(T result, std::string_view what) {
  if (result < 0) throw Hdf5Error(what);
  return result;
}

/// HDF5 says nothing by itself from now on: our one line holds its reason.
void silence_hdf5();

/// Owns an id; `close` is the call that gives it back.
template <herr_t (*close)(hid_t)>
class Hdf5Id {
 public:
  Hdf5Id() = default;
  Hdf5Id(hid_t id, std::string_view what) : id_(hdf5_check(id, what)) {}
  ~Hdf5Id() {
    if (id_ >= 0) close(id_);
  }
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }

  operator hid_t() const { return id_; }

  /// Gives the id back now, so that what fails then can be heard of.
  void reset(std::string_view what) {
    if (id_ >= 0) hdf5_check(close(std::exchange(id_, -1)), what);
  }

 private:
  hid_t id_ = -1;
};

using Hdf5File = Hdf5Id<H5Fclose>;
using Hdf5Dataset = Hdf5Id<H5Dclose>;
using Hdf5Space = Hdf5Id<H5Sclose>;
using Hdf5Type = Hdf5Id<H5Tclose>;
using Hdf5Attribute = Hdf5Id<H5Aclose>;
using Hdf5Properties = Hdf5Id<H5Pclose>;

/// How many values a data set of this extent has.
std::size_t product(const std::vector<hsize_t>& extent);

Hdf5Space data_space(const std::vector<hsize_t>& extent, const hsize_t* most = nullptr);

/// Makes a file, in place of any that is there.
Hdf5File create_file(const std::string& path, hid_t access = H5P_DEFAULT);

/// For create_file(): nothing of it is written to a disk.  HDF5 does not survive a disk that is
/// full when it closes a file.
Hdf5Properties in_memory();
/// What a file would hold on a disk.
std::string bytes_of(const Hdf5File& file);

/// The type of numbers in memory: double, float or std::int32_t.
inline hid_t type_of(double) { return H5T_NATIVE_DOUBLE; }
inline hid_t type_of(float) { return H5T_NATIVE_FLOAT; }
inline hid_t type_of(std::int32_t) { return H5T_NATIVE_INT32; }

/// Makes a data set of this extent, of numbers of this type, and writes what lies at `values`, if
/// its extent has room for any.
Hdf5Dataset write_dataset(hid_t file, const char* name, const std::vector<hsize_t>& extent,
                          hid_t type, const void* values, hid_t type_here);
template <class Number>
Hdf5Dataset write_dataset(hid_t file, const char* name, const std::vector<hsize_t>& extent,
                          const std::vector<Number>& values, hid_t type = type_of(Number())) {
  return write_dataset(file, name, extent, type, values.data(), type_of(Number()));
}

/// Properties of something to be made, which then remembers the order in which its links and
/// attributes come, as netCDF asks for.
Hdf5Properties in_creation_order(hid_t kind);

void write_attribute(hid_t object, const char* name, const std::string& value);
void write_attribute(hid_t object, const char* name, double value);
/// "" where there is none that holds text.
std::string text_attribute(hid_t object, const std::string& name);

}  // namespace seafret
