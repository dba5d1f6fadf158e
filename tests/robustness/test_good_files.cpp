// SPDX-License-Identifier: BSD-3-Clause
// What a case file may look like, and what is made of it.
#include <doctest/doctest.h>

#include <cfloat>

#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

using Texts = std::vector<std::string>;

Example read_physics(const std::string& line) {
  return read_example(good_text + "physics:\n  " + line + "\n").example;
}

TEST_CASE("a short file: what it says is taken, the rest is default") {
  const ExampleRun read = read_example(good_text);
  CHECK(read.run.case_name == "example");
  CHECK(read.run.time.steps == 100);
  CHECK_FALSE(read.run.time.end);
  CHECK(read.run.time.dt == 1.5);
  CHECK(read.run.time.check_every == 10);
  CHECK(read.run.partition.partitioner == "straits");
  CHECK(read.run.halo.how.transport == "p2p");
  CHECK(read.run.halo.depth == 0);
  CHECK(read.run.output.every == 0);
  CHECK(read.run.output.fields == Texts{"all"});
  CHECK(read.example.points == Points{50, 50, 120});
  CHECK(read.example.label == "plain");
  CHECK_FALSE(read.example.seed);
}

TEST_CASE("whole numbers") {
  CHECK(read_physics("{tracers: 0, weight: 0}").tracers == 0);
  CHECK(read_physics("tracers: +7").tracers == 7);
  CHECK(read_physics("tracers: 2147483647").tracers == 2147483647);
  CHECK(read_physics("seed: -2147483648").seed == -2147483647 - 1);
}

TEST_CASE("numbers") {
  CHECK(read_physics("drag: 1e-3").drag == 1e-3);
  CHECK(read_physics("drag: 2").drag == 2.0);
  CHECK(read_physics("drag: .5").drag == 0.5);
  CHECK(read_physics("drag: 5.").drag == 5.0);
  CHECK(read_physics("drag: +2.5E+3").drag == 2500.0);
  CHECK(read_physics("drag: 0.1").drag == 0.1);
  CHECK(read_physics("drag: 1.7976931348623157e308").drag == DBL_MAX);
  CHECK(read_physics("weight: 0.5").weight == 0.5);
  CHECK(read_physics("cutoff: 100").cutoff == 100.0);
}

TEST_CASE("texts and truth") {
  CHECK(read_physics("rotating: false").rotating == false);
  CHECK(read_physics("scheme: centred").scheme == "centred");
  CHECK(read_physics("scheme: \"centred\"").scheme == "centred");
  const ExampleRun read = read_example(
      "case: {name: 'example', label: \"a: b # c\"}\n"
      "grid: {points: [50, 50, 120], mask: ../data/hrcs.h5}\n"
      "time: {steps: 1}\n");
  CHECK(read.example.label == "a: b # c");
  CHECK(read.example.mask == "../data/hrcs.h5");
  CHECK(read.run.time.dt == 0.0);
}

TEST_CASE("every character of Unicode may stand in a text") {
  for (const std::string label : {"\x7e", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                                  "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(read_example(good_text, {"case.label=" + label}).example.label == label);
    const std::string in_file = "# " + label + "\n" + good_text;
    CHECK(read_example(in_file).run.case_name == "example");
  }
}

TEST_CASE("lists") {
  CHECK(read_physics("patch: 16x8").patch == std::array{16, 8});
  CHECK(read_physics("patch: [16, 8]").patch == std::array{16, 8});
  CHECK(read_physics("wind: [-100, 1e1]").wind == std::array{-100.0, 10.0});
  CHECK(read_physics("levels: []").levels.empty());
  CHECK(read_physics("levels:\n  - 4\n  - 5").levels == std::vector{4, 5});
  CHECK(read_physics("heights: [0, 0.5]").heights == std::vector{0.0, 0.5});
  CHECK(read_physics("scalars: [qr]").scalars == Texts{"qr"});
}

TEST_CASE("a block inside a block") {
  const std::string text = "case: {name: example}\ntime: {steps: 1}\ngrid:\n  points: 1x2x3\n";
  CHECK(read_example(text + "  stretching:\n    factor: 2\n").example.factor == 2.0);
  CHECK(read_example(text, {"grid.stretching.factor=1.5"}).example.factor == 1.5);
}

TEST_CASE("line ends of Windows, a byte order mark, a document's marks") {
  std::string windows;
  for (const char c : good_text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& text : {windows, "\xef\xbb\xbf" + good_text,
                                  "---\n" + good_text + "...\n", "%YAML 1.2\n---\n" + good_text}) {
    CAPTURE(text);
    const ExampleRun read = read_example(text);
    CHECK(read.run.halo.how.transport == "p2p");
    CHECK(read.run.time.steps == 100);
    CHECK(read.example.points == Points{50, 50, 120});
  }
}

TEST_CASE("--set takes the place of what the file says, the last one wins") {
  const ExampleRun read =
      read_example(good_text, {"halo.transport=pscw", "halo.transport=fence",
                               "grid.points=64x32x40", "output.fields=[u, \"v\"]",
                               "physics.wind=[1, 2]", "case.label=a: [b] #c=d", "halo.depth=2"});
  CHECK(read.run.halo.how.transport == "fence");
  CHECK(read.run.halo.depth == 2);
  CHECK(read.run.output.fields == Texts{"u", "v"});
  CHECK(read.example.points == Points{64, 32, 40});
  CHECK(read.example.wind == std::array{1.0, 2.0});
  CHECK(read.example.label == "a: [b] #c=d");
}

TEST_CASE("--set may mend a value of the file that cannot be") {
  CHECK(read_example(good_text + "physics: {tracers: many}\n", {"physics.tracers=3"})
            .example.tracers == 3);
}

TEST_CASE("--set may switch off what the file has keys for, not what was set after") {
  const std::string text = good_text + "physics: {scheme: centred, weight: 0}\n";
  CHECK(refusal(text, {"physics.tracers=0"}) == "");
  CHECK(refusal(text, {"physics.scheme=ultimate", "physics.tracers=0"}) == "");
  CHECK(refusal(text, {"physics.tracers=0", "physics.scheme=ultimate"}) ==
        "--set physics.scheme=ultimate: 'physics.scheme' would not be used: it is for tracers "
        "(physics.tracers)");
  const std::string block =
      "case: {name: example}\ngrid:\n  points: 1x2x3\n  stretching: {factor: 2}\n"
      "time: {steps: 1}\n";
  CHECK(refusal(block, {"grid.points=1x2x1"}) == "");
  CHECK(refusal(block, {"grid.points=1x2x1", "grid.stretching.factor=1.5"}) ==
        "--set grid.stretching.factor=1.5: 'grid.stretching' would not be used: it is for "
        "several levels");
}

TEST_CASE("steps and end take each other's place") {
  const TimeConfig end = read_example(good_text, {"time.end=60"}).run.time;
  CHECK(end.end == 60.0);
  CHECK_FALSE(end.steps);

  const std::string text = "case: {name: example}\ngrid: {points: 1x2x3}\ntime: {end: 60, dt: 1}\n";
  CHECK(read_example(text).run.time.end == 60.0);
  const TimeConfig steps = read_example(text, {"time.steps=6"}).run.time;
  CHECK(steps.steps == 6);
  CHECK_FALSE(steps.end);
  CHECK(read_example(text, {"time.steps=6", "time.end=7"}).run.time.end == 7.0);
  CHECK(read_example(text, {"time.end=7", "time.steps=6"}).run.time.steps == 6);
  CHECK_FALSE(read_example(text, {"time.end=7", "time.steps=6"}).run.time.end);
}

TEST_CASE("the number of steps that reaches the end") {
  const auto count = [](double end, double step) {
    return TimeConfig{.steps = {}, .end = end}.step_count(step);
  };
  CHECK(count(60, 1) == 60);
  CHECK(count(60.5, 1) == 61);
  CHECK(count(0.1, 1) == 1);
  CHECK(count(0.3, 0.1) == 3);  // 0.3 / 0.1 is less than 3 ...
  CHECK(count(2.1, 0.7) == 3);  // ... and 2.1 / 0.7 more
  CHECK(count(2.2, 0.7) == 4);
  CHECK(count(86400 * 365.25, 0.1) == 315576000);
  CHECK(count(5e-324, 1) == 1);
  for (const double step : {1e-300, 1.0})
    CHECK_THROWS_WITH_AS(count(1e300, step), doctest::Contains("'time.end' is more than 1e+15"),
                         KeyError);
  CHECK(TimeConfig{.steps = 12}.step_count(7) == 12);
}

}  // namespace
}  // namespace seafret
