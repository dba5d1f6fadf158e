// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "decomposition/partition/partitioner.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/number_file.hpp"
#include "miniapp/run/output.hpp"
#include "tests/questions.hpp"
#include "tests/robustness/ramp_case.hpp"

using namespace seafret;
using seafret::test::Ramp;

namespace {

constexpr double fill_value = 9.969209968386869e36;

/// A case in a folder of its own, partitioned so that cells of land have no owner.
class Run {
 public:
  Run(const std::string& name, bool masked, std::int64_t steps)
      : comm(MPI_COMM_WORLD), folder(name + "." + std::to_string(comm.size())), clock(steps, 2) {
    silence_hdf5();
    ramp.config.masked = masked;
    const Grid grid = ramp.grid();
    const auto boxes = partitioners().at(masked ? "k_section" : "blocks")(grid, comm.size());
    const Box& owned = boxes[static_cast<std::size_t>(comm.rank())];
    decomposition.emplace(grid.cut_to(owned.grown(2)), boxes);
    mask_rows = grid.rows(comm.rank(), comm.size());
    domain.emplace(Domain{*decomposition, comm});
    ramp.begin({{.dt = 2}, *domain, steps});
    if (comm.rank() == 0) std::filesystem::remove_all(folder);
    comm.barrier();
  }

  void step() {
    ramp.step();
    clock.advance();
  }
  Output make_output(const OutputConfig& config) { return make_output(fields_of(ramp, config)); }
  Output make_output(OutputContent content) {
    const Provenance provenance = make_provenance(comm);
    const OutputFile::Header header{"a test", ramp.references(), provenance};
    return {folder, header, std::move(content), *domain, mask_rows, clock};
  }
  /// Runs to the end.
  void write(const OutputConfig& config) { write(fields_of(ramp, config)); }
  void write(OutputContent content) {
    Output output = make_output(std::move(content));
    while (!clock.finished()) {
      step();
      output.write_if_due(clock);
    }
    output.finish();
    comm.barrier();
  }
  std::string path() const { return folder + "/fields.h5"; }

  Communicator comm;
  std::string folder;
  Clock clock;
  Ramp ramp;
  std::optional<Decomposition> decomposition;
  Grid mask_rows;
  std::optional<Domain> domain;
};

std::vector<double> read_all(const NumberFile& file, const std::string& name) {
  std::vector<double> values;
  const NumberSet set = file.open(name);
  set.read(std::vector<hsize_t>(set.extent().size(), 0), set.extent(), values);
  return values;
}

void check_record(const Run& run, const std::vector<double>& values, std::size_t record, int field,
                  int step) {
  const Grid grid = run.ramp.grid();
  const FieldDescription d = run.ramp.fields()[static_cast<std::size_t>(field)].description;
  std::size_t n = record * static_cast<std::size_t>(grid.nx * grid.ny * d.levels);
  int wrong = 0;
  for (int k = 0; k < d.levels; ++k)
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i) {
        const bool wet = grid.wet(d.place, i, j);
        wrong += values[n++] != (wet ? Ramp::expected(field, i, j, k, step) : fill_value);
      }
  CAPTURE(d.name);
  CHECK(wrong == 0);
}

void check_file(const Run& run, const std::vector<int>& steps) {
  const NumberFile file(run.path());
  const std::vector<double> time = read_all(file, "time");
  REQUIRE(time.size() == steps.size());
  for (int field = 1; field <= 5; ++field) {
    const OutputField f = run.ramp.fields()[static_cast<std::size_t>(field)];
    const std::vector<double> values = read_all(file, f.description.name);
    if (f.once) {
      check_record(run, values, 0, field, steps.back());
      continue;
    }
    for (std::size_t r = 0; r < steps.size(); ++r) check_record(run, values, r, field, steps[r]);
  }
  for (std::size_t r = 0; r < steps.size(); ++r) CHECK(time[r] == 2 * steps[r]);
}

bool exists(const std::string& path) { return std::filesystem::exists(path); }

}  // namespace

TEST_CASE("a file holds every value of every record, the last step among them") {
  Run run("every_third", false, 7);
  run.write({.every = 3, .fields = {"all"}});
  if (run.comm.rank() == 0) check_file(run, {3, 6, 7});
}

TEST_CASE("without a rhythm the last step alone is written") {
  Run run("last_only", false, 4);
  run.write({.every = 0, .fields = {"all"}});
  if (run.comm.rank() == 0) check_file(run, {4});
}

TEST_CASE("what is not wet, or owned by nobody, is _FillValue") {
  Run run("masked", true, 2);
  run.write({.every = 1, .fields = {"all"}});
  if (run.comm.rank() == 0) check_file(run, {1, 2});
}

TEST_CASE("axes are named, ordered and long as CF wants them") {
  Run run("axes", false, 1);
  run.write({.every = 1, .fields = {"all"}});
  if (run.comm.rank() != 0) return;
  const NumberFile file(run.path());
  CHECK(file.open("w").where(0) == "time=0, z_half=0, y=0, x=0");
  CHECK(file.open("u").where(12) == "time=0, z=0, y=1, x_face=0");
  CHECK(file.open("v").where(13) == "time=0, y_face=1, x=1");
  CHECK(file.open("psi").where(0) == "time=0, y_face=0, x_face=0");
  CHECK(file.open("total").where(0) == "y=0, x=0");
  CHECK(read_all(file, "x_face") == run.ramp.axes().x_face.values);
  CHECK(read_all(file, "z") == run.ramp.axes().z.values);
}

TEST_CASE("only the fields asked for are written") {
  Run run("some", false, 1);
  run.write({.every = 1, .fields = {"total", "v"}});
  if (run.comm.rank() != 0) return;
  const NumberFile file(run.path());
  CHECK(std::ranges::count(file.names(), "v") == 1);
  CHECK(std::ranges::count(file.names(), "total") == 1);
  CHECK(std::ranges::count(file.names(), "theta") == 0);
}

TEST_CASE("a field that the case does not have is refused, with the right names") {
  Run run("names", false, 1);
  CHECK_NOTHROW(fields_of(run.ramp, {.fields = {"all"}}));
  CHECK_NOTHROW(fields_of(run.ramp, {.fields = {"u", "psi"}}));
  std::string why;
  try {
    fields_of(run.ramp, {.fields = {"u", "pssi"}});
  } catch (const InputError& e) {
    why = e.what();
  }
  CHECK(
      why.ends_with("no field 'pssi'; there are: psi, theta, total, u, v, w; did you mean 'psi'?"));
}

TEST_CASE("profiles of a case that has none are refused") {
  Run run("no_profiles", false, 1);
  CHECK_THROWS_WITH_AS(profiles_of(run.ramp, {.profiles_every = 2}),
                       "'output.profiles_every' must be 0: this case has no profiles", InputError);
}

TEST_CASE("means lie in a file without x and y") {
  Run run("means", false, 35);
  double number = 0, known = std::nan("");  // before the second record
  std::vector<double> profile(4);
  const auto fields = [&] {
    FieldDescription height{"height", "m", "a profile"}, sum{"sum", "m", "a number"},
        later{"later", "m", "a number that is not known at first"};
    height.half_levels = true;
    height.levels = 4;
    return std::vector<OutputField>{
        {.description = height,
         .values = {profile.data(), Box{0, 1, 0, 1}, 4},
         .over_area = "mean"},
        {.description = sum, .values = {&number, Box{0, 1, 0, 1}, 1}, .over_area = "mean"},
        {.description = later, .values = {&known, Box{0, 1, 0, 1}, 1}, .over_area = "maximum"}};
  };
  OutputContent content = fields_of(run.ramp, {});
  content.file = "fields.h5";
  content.every = 2;
  content.fields = fields;
  content.measure = [&] {
    number += 1;
    if (number > 1) known = number;
    for (std::size_t k = 0; k < 4; ++k) profile[k] = number * static_cast<double>(k);
  };
  content.axes.x = content.axes.x_face = content.axes.y = content.axes.y_face = {};
  run.write(content);
  if (run.comm.rank() != 0) return;
  const NumberFile file(run.path());
  CHECK(file.open("height").where(5) == "time=1, z_half=1");
  CHECK(file.open("sum").where(5) == "time=5");
  CHECK(std::ranges::count(file.names(), "x") == 0);
  const std::vector<double> heights = read_all(file, "height"), sums = read_all(file, "sum");
  REQUIRE(sums.size() == 18);  // after steps 2, 4, ..., 34 and the last, 35
  REQUIRE(heights.size() == 72);
  const std::vector<double> later = read_all(file, "later");
  CHECK(later[0] == 9.969209968386869e36);  // _FillValue
  CHECK(later[1] == 2);
  CHECK(file.open("sum").text("cell_methods") == "area: mean");
  CHECK(file.open("later").text("cell_methods") == "area: maximum");
  for (std::size_t n = 0; n < sums.size(); ++n) {
    CHECK(sums[n] == static_cast<double>(n + 1));
    CHECK(heights[4 * n + 3] == 3 * sums[n]);
  }
}

TEST_CASE("ranks that write a file, or break it off, look after what progresses") {
  Run run("progressing", false, 2);
  run.step();
  test::Questions questions(run.comm);
  const OutputConfig everything{.every = 1, .fields = {"all"}};
  test::with_each_late(questions, "a file", [&] {
    questions.ask();
    Output output = run.make_output(everything);
    questions.ask();
    output.write_if_due(run.clock);
    questions.ask();
    output.finish();
  });
  test::with_each_late(questions, "half a file", [&] {
    const Output broken_off = run.make_output(everything);
    questions.ask();
  });
}

TEST_CASE(
    "an old file stays whole until the new one is, and a run that breaks off leaves nothing") {
  Run run("old_file", false, 2);
  if (run.comm.rank() == 0) {
    std::filesystem::create_directory(run.folder);
    std::ofstream(run.path()) << "old";
  }
  run.comm.barrier();
  {
    Output output = run.make_output({.every = 1, .fields = {"all"}});
    run.step();
    output.write_if_due(run.clock);
    run.comm.barrier();
    CHECK(std::filesystem::file_size(run.path()) == 3);
    CHECK(exists(run.path() + ".tmp"));
    run.comm.barrier();
  }
  run.comm.barrier();
  CHECK(std::filesystem::file_size(run.path()) == 3);
  CHECK_FALSE(exists(run.path() + ".tmp"));
  run.write({.every = 1, .fields = {"all"}});
  CHECK(std::filesystem::file_size(run.path()) > 3);
  CHECK_FALSE(exists(run.path() + ".tmp"));
}

TEST_CASE("a folder that cannot be is refused on all ranks") {
  Run run("no_folder", false, 1);
  if (run.comm.rank() == 0) std::ofstream(run.folder) << "not a folder";
  run.comm.barrier();
  CHECK_THROWS_AS(run.make_output({.every = 1, .fields = {"all"}}), InputError);
  run.comm.barrier();
  if (run.comm.rank() == 0) std::filesystem::remove(run.folder);
}

TEST_CASE("output that no disk can hold is refused before the first step") {
  Run run("no_room", false, std::int64_t{1} << 40);
  CHECK_THROWS_AS(run.make_output({.every = 1, .fields = {"all"}}), InputError);
}
