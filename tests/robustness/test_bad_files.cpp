// SPDX-License-Identifier: BSD-3-Clause
// Files that must be refused, each with the line and column to blame and the words that help.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "miniapp/case_file/text.hpp"
#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

struct Bad {
  std::string text;
  std::string place;  ///< line:column
  std::vector<std::string> words;
};

void check_refused(const Bad& bad, const std::string& message) {
  CAPTURE(bad.text.substr(0, 300));
  CAPTURE(message);
  CHECK(message.starts_with(example_path + (":" + bad.place) + ": "));
  CHECK(message.find('\n') == std::string::npos);
  for (const std::string& word : bad.words) {
    CAPTURE(word);
    CHECK(message.find(word) != std::string::npos);
  }
}

TEST_CASE("a file is refused as a whole") {
  const std::string too_large = good_text + std::string(largest_case_file, '#');
  const std::string nested = "a: " + std::string(5000, '[') + std::string(5000, ']');
  std::string blocks;
  for (std::size_t i = 0; i < 1000; ++i) blocks += std::string(i, ' ') + "a:\n";
  const std::vector<Bad> table = {
      {"", "1:1", {"the file is empty"}},
      {"\xef\xbb\xbf", "1:1", {"the file is empty"}},
      {"\n\n  \n", "1:1", {"no keys"}},
      {"# only\n# comments\n", "1:1", {"no keys", "comments"}},
      {"---\n", "1:1", {"no keys"}},
      {too_large, "1:1", {"larger than 1 MiB"}},
      {"just a text\n", "1:1", {"blocks of keys", "'just a text'"}},
      {"steps:10\n", "1:1", {"blocks of keys", "'steps:10'"}},
      {"- time\n- halo\n", "1:1", {"blocks of keys", "not a list of 2"}},
      {"[]", "1:1", {"not a list"}},
      {std::string("case: \0x\n", 9), "1:7", {"no text in UTF-8", "0x00"}},
      {"\x89HDF\r\n\x1a\n", "1:1", {"no text in UTF-8", "0x89"}},
      {"# fine\ncase: caf\xe9\n", "2:10", {"UTF-8", "0xe9"}},
      {"# \xc0\xaf: overlong", "1:3", {"UTF-8", "0xc0"}},
      {"# \xe0\x9f\xbf: overlong", "1:3", {"UTF-8", "0xe0"}},
      {"# \xed\xa0\x80: a surrogate", "1:3", {"UTF-8", "0xed"}},
      {"# \xf4\x90\x80\x80: beyond Unicode", "1:3", {"UTF-8", "0xf4"}},
      {"# \xe2\x82", "1:3", {"UTF-8", "0xe2"}},
      {"case: \x1b[31m\n", "1:7", {"0x1b"}},
      {"case: {name: example}\rtime: 3\n", "1:22", {"0x0d"}},
      {"\xff\xfe"
       "c\0a\0",
       "1:1",
       {"0xff"}},
      {nested, "1:11", {"more than 8 deep"}},
      {blocks, "9:9", {"more than 8 deep"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("a file is not YAML, or more of YAML than is taken") {
  const std::vector<Bad> table = {
      {"case: [1, 2\n", "2:1", {"not YAML"}},
      {"case: }\n", "1:7", {"not YAML"}},
      {"case: a: b\n", "1:8", {"not YAML"}},
      {"case: {name: example}\n  time: 1\n", "2:3", {"not YAML"}},
      {"case: @x\n", "1:7", {"not YAML"}},
      {"case: \"a\\qb\"\n", "1:11", {"not YAML", "escape"}},
      {"case: {name: 'example}\ntime: {steps: 'x'}\n", "1:14", {"quotation", "does not end"}},
      {"case:\n  name: \"example\n", "2:9", {"quotation", "does not end"}},
      {"case:\n\tname: example\n", "2:1", {"a tab in the indentation", "spaces"}},
      {"case:\n  name: example\n  \tlabel: x\n", "3:3", {"a tab in the indentation"}},
      {"case: {name: example}\n---\ntime: {}\n", "2:1", {"second document"}},
      {"case: &c {name: example}\n", "1:7", {"anchors (&)"}},
      {"case: {name: &n example}\n", "1:14", {"anchors (&)"}},
      {"case: &c\n", "1:7", {"anchors (&)"}},
      {"case: {name: example}\ntime: *c\n", "2:7", {"not YAML", "anchor is not defined"}},
      {"a: &a [*a]\n", "1:4", {"anchors (&)"}},
      {"case: {name: example}\n<<: {time: 3}\n", "2:1", {"merge keys (<<)"}},
      {"time:\n  <<: {dt: 3}\n", "2:3", {"merge keys (<<)"}},
      {"time: {steps: !!int 3}\n", "1:15", {"tags (!)"}},
      {"time: !clock {steps: 3}\n", "1:7", {"tags (!)"}},
      {"[1, 2]: 3\n", "1:1", {"the name of a key was expected"}},
      {"? {a: 1}\n: 3\n", "1:3", {"the name of a key was expected"}},
      {": 3\n", "1:1", {"the name of a key was expected"}},
      {"time: {~: 3}\n", "1:8", {"the name of a key was expected"}},
      {"time: {\"\": 3}\n", "1:8", {"the name of a key was expected"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("keys given twice, and keys without a value") {
  const std::vector<Bad> table = {
      {good_text + "  transport: pscw\n",
       "7:3",
       {"'transport' is given twice in 'halo'", "line 6"}},
      {good_text + "time: {steps: 3}\n", "7:1", {"'time' is given twice", "first in line 4"}},
      {good_text + "physics: {drag: 1, weight: 0, drag: 1}\n",
       "7:31",
       {"'drag'", "twice in 'physics'"}},
      {good_text + "physics: {drag: 1, \"drag\": 1}\n", "7:20", {"'drag' is given twice"}},
      {good_text + "physics:\n", "7:1", {"'physics' has no value"}},
      {good_text + "physics: {drag: }\n", "7:11", {"'drag' in 'physics' has no value"}},
      {good_text + "physics: {drag}\n", "7:11", {"'drag' in 'physics' has no value"}},
      {good_text + "physics: {drag: ~}\n", "7:11", {"'drag' in 'physics' has no value"}},
      {good_text + "physics:\n  drag: null\n", "8:3", {"'drag' in 'physics' has no value"}},
      {good_text + "physics: {levels: [1, ~]}\n", "7:23", {"an entry of the list has no value"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("unknown and missing keys") {
  const std::string no_grid = "case: {name: example}\ntime: {steps: 3}\n";
  const std::vector<Bad> table = {
      {good_text + "  transprot: p2p\n",
       "7:3",
       {"unknown key 'transprot' in 'halo'", "did you mean 'transport'?"}},
      {good_text + "  deph: 2\n", "7:3", {"unknown key 'deph' in 'halo'", "did you mean 'depth'?"}},
      {good_text + "  colour: red\n",
       "7:3",
       {"'colour'",
        "there are: auto, combine, depth, early_receives, on_node, overlap, packing, points, "
        "swaps, transport, trial_share"}},
      {good_text + "  on_nodes: {}\n", "7:3", {"unknown block 'on_nodes' in 'halo'"}},
      {good_text + "outptu: {every: 3}\n",
       "7:1",
       {"unknown block 'outptu'", "did you mean 'output'?"}},
      {good_text + "transport: p2p\n",
       "7:1",
       {"unknown key 'transport'", "did you mean 'halo.transport'?"}},
      {good_text + "physics: {points: 1x2x3}\n", "7:11", {"did you mean 'grid.points'?"}},
      {"case: {name: example}\ngrid:\n  points: 1x2x3\n  stretching: {facto: 2}\n"
       "time: {steps: 1}\n",
       "4:16",
       {"unknown key 'facto' in 'grid.stretching'", "did you mean 'factor'?"}},
      {good_text + "physics: {Drag: 1}\n", "7:11", {"did you mean 'drag'?"}},
      {good_text + "physics: {\"a\\nb\": 1}\n", "7:11", {"unknown key 'a b'"}},
      {no_grid + "gird: {points: 1x2x3}\n", "3:1", {"unknown block 'gird'", "'grid'"}},
      {no_grid + "grid: {pionts: 1x2x3}\n", "3:8", {"unknown key 'pionts'", "'points'"}},
      {no_grid + "grid: {}\n", "3:1", {"missing key 'points' in 'grid'"}},
      {no_grid, "1:1", {"missing key 'points' in 'grid'"}},
      {"grid: {points: 1x2x3}\ntime: {steps: 3}\n", "1:1", {"missing key 'name' in 'case'"}},
      {"grid: {points: 1x2x3}\ncase: {label: a}\n", "2:1", {"missing key 'name' in 'case'"}},
      {"grid: {points: 1x2x3}\ncase: {nmae: a}\n",
       "2:8",
       {"unknown key 'nmae' in 'case'", "did you mean 'name'?"}},
      {"grid: {points: 1x2x3}\ncaes: {name: a}\n", "2:1", {"unknown block 'caes'", "'case'?"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\n",
       "1:1",
       {"missing key 'steps' or 'end' in 'time'"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\ntime: {dt: 3}\n",
       "3:1",
       {"missing key 'steps' or 'end' in 'time'"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\ntime: {stesp: 3}\n",
       "3:8",
       {"unknown key 'stesp'", "did you mean 'steps'?"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\ntime: {steps: 3, dt: 1, end: 4}\n",
       "3:25",
       {"'steps' and 'end' in 'time' exclude each other"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\ntime:\n  end: 4\n  steps: 3\n",
       "5:3",
       {"exclude each other"}},
      {good_text + "physics: {tracers: 0}\n",
       "7:1",
       {"'physics.weight' must be 0 where there are no"}},
      {good_text + "physics: {tracers: 0, weight: 0.1}\n", "7:31", {"'physics.weight' must be 0"}},
      {good_text + "physics: {tracers: 0, weight: 0, scheme: ultimate}\n",
       "7:34",
       {"'physics.scheme' would not be used: it is for tracers (physics.tracers)"}},
      {"case: {name: example}\ngrid:\n  points: 1x2x1\n  stretching: {factor: 2}\n"
       "time: {steps: 1}\n",
       "4:3",
       {"'grid.stretching' would not be used: it is for several levels"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("values of the wrong kind") {
  const std::string physics = good_text + "physics:\n  ";
  const std::vector<Bad> table = {
      {physics + "tracers: ten", "8:12", {"'physics.tracers' must be a whole number, not 'ten'"}},
      {physics + "tracers: [1]", "8:12", {"a whole number, not a list of 1"}},
      {physics + "tracers: {a: 1}", "8:3", {"a whole number, not a block"}},
      {physics + "tracers: \"6\"", "8:12", {"not the quotation '6'"}},
      {physics + "tracers: 6.5", "8:12", {"a whole number, not '6.5'"}},
      {physics + "tracers: 6.0", "8:12", {"a whole number", "write 6"}},
      {physics + "tracers: 1e3", "8:12", {"a whole number", "write 1000"}},
      {physics + "tracers: 1_000", "8:12", {"a whole number, not '1_000'"}},
      {physics + "tracers: 010", "8:12", {"not '010'", "octal"}},
      {physics + "tracers: -010", "8:12", {"octal"}},
      {physics + "tracers: 0o17", "8:12", {"a whole number"}},
      {physics + "tracers: 0x10", "8:12", {"not '0x10'", "in decimal"}},
      {physics + "tracers: +-3", "8:12", {"a whole number"}},
      {physics + "tracers: true", "8:12", {"a whole number, not 'true'"}},
      {physics + "tracers: .nan", "8:12", {"a whole number", "finite"}},
      {physics + "tracers: 2147483648", "8:12", {"from -2147483648 to 2147483647"}},
      {physics + "tracers: 99999999999999999999", "8:12", {"to 2147483647"}},
      {physics + "drag: thin", "8:9", {"'physics.drag' must be a number, not 'thin'"}},
      {physics + "drag: 1,5", "8:9", {"a number, not '1,5'"}},
      {physics + "drag: 0010.5", "8:9", {"octal"}},
      {physics + "drag: 0x1p3", "8:9", {"in decimal"}},
      {physics + "drag: .nan", "8:9", {"a number, not '.nan'", "finite"}},
      {physics + "drag: NaN", "8:9", {"finite"}},
      {physics + "drag: -.inf", "8:9", {"finite"}},
      {physics + "drag: infinity", "8:9", {"finite"}},
      {physics + "drag: 1e999", "8:9", {"beyond what a double can hold"}},
      {physics + "drag: '1'", "8:9", {"a number, not the quotation '1'"}},
      {physics + "cutoff: 10 m", "8:11", {"not '10 m'", "the number alone"}},
      {physics + "drag: |\n    1\n", "8:9", {"quotation '1 '"}},
      {physics + "rotating: yes", "8:13", {"true or false, not 'yes'", "write true"}},
      {physics + "rotating: Off", "8:13", {"true or false", "write false"}},
      {physics + "rotating: True", "8:13", {"write true"}},
      {physics + "rotating: 0", "8:13", {"write false"}},
      {physics + "rotating: 'true'", "8:13", {"not the quotation 'true'"}},
      {physics + "rotating: perhaps", "8:13", {"must be true or false, not 'perhaps'"}},
      {physics + "scheme: [ultimate]", "8:11", {"must be a text, not a list"}},
      {physics + "levels: 3", "8:11", {"a list of whole numbers such as [1, 2], not '3'"}},
      {physics + "levels: [1, 2.5]", "8:15", {"entry 2 of 'physics.levels'", "whole number"}},
      {physics + "heights: [[1]]", "8:13", {"entry 1 of", "a number, not a list"}},
      {physics + "scalars: qv", "8:12", {"a list of names such as [u, v], not 'qv'"}},
      {physics + "patch: 16", "8:10", {"2 whole numbers such as 50x40, not '16'"}},
      {physics + "patch: [1, 2, 3]", "8:10", {"2 whole numbers", "not a list of 3"}},
      {physics + "patch: {a: 1, b: 2}", "8:3", {"2 whole numbers", "not a block"}},
      {physics + "patch: 16xx", "8:10", {"2 whole numbers", "'16xx'"}},
      {physics + "patch: 16x", "8:10", {"entry 2 of 'physics.patch'", "whole number"}},
      {physics + "wind: 3", "8:9", {"2 numbers such as [1.5, 2]"}},
      {physics + "wind: [3, fast]", "8:13", {"entry 2 of", "not 'fast'"}},
      {"case: example\n", "1:7", {"'case' must be a block of keys, not 'example'"}},
      {good_text + "output: [all]\n", "7:9", {"'output' must be a block", "a list"}},
      {"case: {name: example}\ngrid: {points: 50x50}\n", "2:16", {"'grid.points'", "50x50x120"}},
      {"case: {name: example}\ngrid: {points: 50*50*9}\n", "2:16", {"such as 50x50x120"}},
      {"case: {name: example}\ngrid: {points: 1x2x3, stretching: 3}\n",
       "2:35",
       {"'grid.stretching' must be a block of keys, not '3'"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("values out of range, and wrong names") {
  const std::string physics = good_text + "physics:\n  ";
  const std::vector<Bad> table = {
      {physics + "tracers: -1", "8:12", {"'physics.tracers' must be at least 0, not '-1'"}},
      {physics + "weight: 0.51", "8:11", {"must be from 0 to 0.5, not '0.51'"}},
      {physics + "drag: 0", "8:9", {"must be above 0 1, not '0'"}},
      {physics + "cutoff: -5", "8:11", {"must be above 0 m, not '-5'"}},
      {physics + "wind: [3, 101]", "8:13", {"entry 2 of", "from -100 to 100 m/s, not '101'"}},
      {physics + "patch: 0x8", "8:10", {"entry 1 of 'physics.patch' must be at least 1, not '0'"}},
      {physics + "heights: [-1]", "8:13", {"must be at least 0 m"}},
      {physics + "scheme: ultimat",
       "8:11",
       {"'physics.scheme' cannot be 'ultimat'", "there are: centred, ultimate",
        "did you mean 'ultimate'?"}},
      {physics + "scalars: [qv, qs]", "8:17", {"entry 2 of", "'qs'", "there are: qv, qc, qr"}},
      {"case: {name: example}\ngrid: {points: 0x2x3}\n", "2:16", {"from 1 to 4096, not '0'"}},
      {"case: {name: example}\ngrid: {points: 1x2x3, stretching: {factor: 1}}\n",
       "2:44",
       {"'grid.stretching.factor' must be above 1, at most 2, not '1'"}},
      {"case: {name: exmaple}\n",
       "1:14",
       {"'case.name' cannot be 'exmaple'", "basin, example, storm", "did you mean 'example'?"}},
      {"case: {name: moon}\n", "1:14", {"'moon'", "there are: basin, example, storm"}},
      {"case: {name: example}\ntime: {steps: 0}\n", "2:15", {"'time.steps' must be at least 1"}},
      {"case: {name: example}\ntime: {end: 0}\n", "2:13", {"'time.end' must be above 0 s"}},
      {"case: {name: example}\ntime: {dt: -1}\n", "2:12", {"'time.dt' must be at least 0 s"}},
      {"case: {name: example}\nhalo: {transport: pscww}\n",
       "2:19",
       {"'halo.transport' cannot be 'pscww'",
        fmt::format("{}", fmt::join(transports().names(), ", ")), "did you mean 'pscw'?"}},
      {"case: {name: example}\nhalo: {transport: auto, auto: [p2p, pscww]}\n",
       "2:37",
       {"entry 2 of 'halo.auto' cannot be 'pscww'", "there are: direct, ", "did you mean 'pscw'?"}},
      {"case: {name: example}\ngrid: {points: 1x2x3}\ntime: {steps: 1}\n"
       "halo: {transport: auto, packing: datatype}\n",
       "4:34",
       {"'halo.packing' is refused: packing datatype goes with transport p2p, not with auto"}},
      {"case: {name: example}\nhalo: {depth: 33}\n", "2:15", {"from 0 to 32 columns, not '33'"}},
      {"case: {name: example}\npartition: {method: block}\n",
       "2:21",
       {"'partition.method'", "did you mean 'blocks'?"}},
      {"case: {name: example}\noutput: {every: -1}\n", "2:17", {"at least 0 steps, not '-1'"}},
  };
  for (const Bad& bad : table) check_refused(bad, refusal(bad.text));
}

TEST_CASE("a long value is shown in part") {
  const std::string message =
      refusal(good_text + "physics: {drag: " + std::string(5000, 'z') + "}\n");
  CHECK(message.find("'zzz") != std::string::npos);
  CHECK(message.find("zzz...'") != std::string::npos);
  CHECK(message.size() < 200);
}

}  // namespace
}  // namespace seafret
