// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>
#include <hdf5_hl.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "miniapp/command_line/command.hpp"
#include "miniapp/compare/compare.hpp"
#include "miniapp/files/number_file.hpp"
#include "tests/nearly.hpp"

using namespace seafret;

namespace {

using Values = std::vector<double>;
const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

/// A file made by hand.
class HandMade {
 public:
  explicit HandMade(const std::string& path) : file_(create_file(path)) {}

  void add(const char* name, const std::vector<hsize_t>& extent, const Values& values,
           hid_t type = H5T_NATIVE_DOUBLE) {
    write_dataset(file_, name, extent, values, type);
  }
  void make_axis(const char* name) {
    const Hdf5Dataset data(H5Dopen2(file_, name, H5P_DEFAULT), "open");
    H5DSset_scale(data, name);
  }
  void attach(const char* name, const char* axis, unsigned d) {
    const Hdf5Dataset data(H5Dopen2(file_, name, H5P_DEFAULT), "open");
    const Hdf5Dataset scale(H5Dopen2(file_, axis, H5P_DEFAULT), "open");
    H5DSattach_scale(data, scale, d);
  }
  void describe(const char* text) { write_attribute(file_, "history", std::string(text)); }

 private:
  Hdf5File file_;
};

void write(const std::string& path, const Values& values) {
  HandMade(path).add("q", {values.size()}, values);
}

FieldComparison compare_values(const Values& a, const Values& b, const Tolerance& tolerance = {}) {
  write("a.h5", a);
  write("b.h5", b);
  return compare_files("a.h5", "b.h5", tolerance).fields.front();
}

int execute(std::vector<std::string> arguments) {
  silence_hdf5();
  arguments.insert(arguments.begin(), "seafret");
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  return execute(static_cast<int>(argv.size()), argv.data(), Communicator(MPI_COMM_WORLD));
}

}  // namespace

TEST_CASE("equal values are the same; attributes are not looked at") {
  for (const char* path : {"a.h5", "b.h5"}) {
    HandMade file(path);
    file.describe(path);
    file.add("q", {2, 2}, {1, 2, 3, not_a_number});
  }
  const Comparison found = compare_files("a.h5", "b.h5", {});
  CHECK(found.fields.size() == 1);
  CHECK(found.is_same());
  CHECK(compare_values({1, 2, not_a_number, infinity}, {1, 2, not_a_number, infinity}).is_same());
}

TEST_CASE("the largest difference is found, with its place") {
  const FieldComparison found = compare_values({1, 2, 3, 4}, {1, 2.5, 2, 4});
  CHECK_FALSE(found.is_same());
  CHECK(found.values == 4);
  CHECK(found.different == 2);
  CHECK(found.most_absolute == 1);
  CHECK(found.share_of_largest() == 0.25);
  CHECK(compare_values({0, 2}, {0, -8}).share_of_largest() == 1.25);
  CHECK(compare_values({0}, {0}).share_of_largest() == 0);
  CHECK(compare_values({infinity}, {1}).share_of_largest() == infinity);
  CHECK(compare_values({not_a_number}, {1}).share_of_largest() == infinity);
  CHECK(found.most_relative == nearly(1.0 / 3));
  CHECK(found.where == "axis0=2");
}

TEST_CASE("one last bit is a difference, unless it is within the tolerance") {
  const double next = std::nextafter(1e10, 2e10);
  CHECK_FALSE(compare_values({1e10}, {next}).is_same());
  CHECK(compare_values({1e10}, {next}, {.relative = 1e-15}).is_same());
  CHECK(compare_values({1e10}, {next}, {.absolute = 1e-5}).is_same());
  CHECK_FALSE(compare_values({1e10}, {next}, {.relative = 1e-17, .absolute = 1e-7}).is_same());
}

TEST_CASE("NaN is only equal to NaN, infinity to infinity of the same sign") {
  const Tolerance generous{.relative = 10, .absolute = 1e300};
  const FieldComparison one_nan = compare_values({1, not_a_number, 3}, {1, 2, 3}, generous);
  CHECK_FALSE(one_nan.is_same());
  CHECK(one_nan.nan_first == 1);
  CHECK(one_nan.nan_second == 0);
  CHECK(one_nan.where == "axis0=1");
  CHECK(compare_values({not_a_number}, {not_a_number}).is_same());
  CHECK_FALSE(compare_values({infinity}, {-infinity}, generous).is_same());
  CHECK_FALSE(compare_values({infinity}, {1}, generous).is_same());
}

TEST_CASE("zeros of different sign are equal, and counted") {
  const FieldComparison found = compare_values({0.0, -0.0, 1}, {-0.0, -0.0, 1});
  CHECK(found.is_same());
  CHECK(found.other_zeros == 1);
}

TEST_CASE("axes are named where a file names them") {
  for (const char* path : {"a.h5", "b.h5"}) {
    HandMade file(path);
    file.add("y", {2}, {10, 20});
    file.add("q", {2, 3}, {0, 0, 0, 0, 0, path[0] == 'a' ? 1.0 : 2.0});
    file.make_axis("y");
    file.attach("q", "y", 0);
  }
  const Comparison found = compare_files("a.h5", "b.h5", {});
  REQUIRE(found.fields.size() == 2);
  CHECK(found.fields[0].where == "y=1, axis1=2");
  CHECK(found.fields[1].is_same());
}

TEST_CASE("a field in one file only, or of another shape, is a difference") {
  HandMade("a.h5").add("q", {2}, {1, 2});
  {
    HandMade b("b.h5");
    b.add("q", {2, 1}, {1, 2});
    b.add("r", {1}, {1});
  }
  const Comparison found = compare_files("a.h5", "b.h5", {});
  CHECK_FALSE(found.is_same());
  CHECK(found.fields.at(0).trouble == "is 2 in the first, 2 x 1 in the second");
  CHECK(found.fields.at(1).trouble == "is in the second file only");
}

TEST_CASE("numbers of other types, in groups, and single ones are compared too") {
  for (const char* path : {"a.h5", "b.h5"}) {
    HandMade file(path);
    file.add("mask", {3}, {0, 1, path[0] == 'a' ? 2.0 : 1.0}, H5T_NATIVE_UINT8);
    file.add("single", {}, {path[0] == 'a' ? 2.0 : 1.0}, H5T_NATIVE_FLOAT);
  }
  const Comparison found = compare_files("a.h5", "b.h5", {});
  CHECK(found.fields.at(0).different == 1);
  CHECK(found.fields.at(1).different == 1);
  CHECK(found.fields.at(1).where.empty());
}

TEST_CASE("slabs cover an extent once, in order, whatever their size") {
  const std::vector<hsize_t> extent{3, 4, 5};
  for (const std::size_t most : {1u, 2u, 5u, 7u, 10u, 20u, 40u, 59u, 60u, 1000u}) {
    std::size_t next = 0;
    bool in_order = true, small = true;
    for_each_slab(extent, most, [&](const auto& first, const auto& count) {
      in_order &= (first[0] * 4 + first[1]) * 5 + first[2] == next;
      small &= count[0] * count[1] * count[2] <= most;
      next += count[0] * count[1] * count[2];
    });
    CAPTURE(most);
    CHECK(in_order);
    CHECK(small);
    CHECK(next == 60);
  }
  int visits = 0;
  for_each_slab({}, 10, [&](const auto&, const auto&) { ++visits; });
  CHECK(visits == 1);
}

TEST_CASE("a field of several slabs is compared to its end") {
  Values a(5'000'000, 1.0), b = a;
  b.back() = 2;
  const FieldComparison found = compare_values(a, b);
  CHECK(found.different == 1);
  CHECK(found.where == "axis0=4999999");
}

TEST_CASE("exit statuses: 0 same, 2 different, 1 unreadable or nothing in common") {
  write("a.h5", {1, 2});
  write("b.h5", {1, 2});
  write("c.h5", {1, 2.5});
  HandMade("d.h5").add("other", {2}, {1, 2});
  std::ofstream("text.h5") << "no HDF5 file";
  CHECK(execute({"compare", "a.h5", "b.h5"}) == 0);
  CHECK(execute({"compare", "a.h5", "c.h5"}) == 2);
  CHECK(execute({"compare", "a.h5", "c.h5", "--atol", "0.5"}) == 0);
  CHECK(execute({"compare", "a.h5", "c.h5", "--rtol=0.1"}) == 2);
  CHECK_THROWS_WITH_AS(execute({"compare", "a.h5", "d.h5"}),
                       "a.h5 and d.h5 have no field in common", InputError);
  CHECK_THROWS_WITH_AS(execute({"compare", "a.h5", "none.h5"}), "cannot read none.h5: no such file",
                       InputError);
  CHECK_THROWS_WITH_AS(execute({"compare", "text.h5", "a.h5"}),
                       "cannot read text.h5: it is not an HDF5 file", InputError);
}
