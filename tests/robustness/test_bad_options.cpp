// SPDX-License-Identifier: BSD-3-Clause
// --set options that must be refused: the message names the option, not a line of the file.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

struct BadOption {
  std::string option;
  std::string message;  ///< after "--set <option>: "
};

TEST_CASE("an option is refused by its own name") {
  const std::vector<BadOption> table = {
      {"time.steps", "write it as --set block.key=value"},
      {"", "write it as --set block.key=value"},
      {"=3", "no key before the '='; write --set block.key=value"},
      {".steps=3", "no key before the '='; write --set block.key=value"},
      {"time.=3", "no key before the '='; write --set block.key=value"},
      {"time..steps=3", "no key before the '='; write --set block.key=value"},
      {"time.steps=", "no value after the '='"},
      {"a.b.c.d.e.f.g.h.i=3", "no key lies in so many blocks"},
      {"halo.transprot=p2p", "unknown key 'transprot' in 'halo'; did you mean 'transport'?"},
      {"halp.transport=p2p", "unknown block 'halp'; did you mean 'halo'?"},
      {"transport=p2p", "unknown key 'transport'; did you mean 'halo.transport'?"},
      {"moon.phase=1",
       "unknown block 'moon'; there are: case, comm, grid, halo, notify, output, partition, "
       "physics, rma, time"},
      {"physics.colour.red=1",
       "unknown block 'colour' in 'physics'; there are: cutoff, drag, heights, levels, patch, "
       "rotating, scalars, scheme, seed, tracers, weight, wind"},
      {"time.steps=ten", "'time.steps' must be a whole number, not 'ten'"},
      {"time.steps=1e2", "'time.steps' must be a whole number, not '1e2'; write 100"},
      {"time.steps= 6", "'time.steps' must be a whole number, not ' 6'"},
      {"time.steps=010",
       "'time.steps' must be a whole number, not '010'; a leading zero means octal to some; "
       "leave it out"},
      {"time.steps='6'", "'time.steps' must be a whole number, not the quotation '6'"},
      {"time.steps=[6]", "'time.steps' must be a whole number, not a list of 1"},
      {"time.steps=0", "'time.steps' must be at least 1, not '0'"},
      {"time.dt=nan", "'time.dt' must be a number, not 'nan'; it must be finite"},
      {"time.dt=1 s", "'time.dt' must be a number, not '1 s'; write the number alone"},
      {"time.dt.x=1", "'dt' is not a block, so it has no key 'x'"},
      {"time=5", "'time' must be a block of keys, not '5'"},
      {"time.end.x=5", "'time.end' must be a number, not a block"},
      {"physics.rotating=no", "'physics.rotating' must be true or false, not 'no'; write false"},
      {"grid.points=50x50", "'grid.points' must be 3 whole numbers such as 50x50x120, not '50x50'"},
      {"grid.points=50x50x0", "entry 3 of 'grid.points' must be from 1 to 4096, not '0'"},
      {"output.fields=u,v", "'output.fields' must be a list of names such as [u, v], not 'u,v'"},
      {"output.fields=[u", "not YAML: end of sequence flow not found"},
      {"output.fields=\"u", "not YAML: illegal EOF in scalar"},
      {"output.fields=[u, ~]", "an entry of the list has no value"},
      {"output.fields=[&a u]", "anchors (&) are not taken; write the value where it is used"},
      {"halo.transport=pscww",
       fmt::format("'halo.transport' cannot be 'pscww'; there are: {}; did you mean 'pscw'?",
                   fmt::join(transports_or_auto(), ", "))},
      {"halo={depth: 2}", "set the keys of a block one by one"},
      {"case.label=caf\xe9", "no text in UTF-8: byte 0xe9"},
      {"case.label=\"caf\xe9\"", "no text in UTF-8: byte 0xe9"},
      {"physics.weight=0.6", "'physics.weight' must be from 0 to 0.5, not '0.6'"},
  };
  for (const BadOption& bad : table)
    CHECK(refusal(good_text, {"halo.depth=1", bad.option}) ==
          "--set " + bad.option + ": " + bad.message);
}

TEST_CASE("line breaks of an option do not break the message") {
  CHECK(refusal(good_text, {"halo.dep\nth=\n1"}) ==
        "--set halo.dep th= 1: unknown key 'dep th' in 'halo'; did you mean 'depth'?");
}

TEST_CASE("what the file lacks is blamed on the file, what a rule forbids on who broke it") {
  const std::string text = "case: {name: example}\ngrid: {points: 1x2x3}\n";
  CHECK(refusal(text, {"time.dt=1"}) ==
        "inputs/example.yaml:1:1: missing key 'steps' or 'end' in 'time'");
  CHECK(refusal(good_text, {"physics.tracers=0", "physics.weight=0.1"}) ==
        "--set physics.weight=0.1: 'physics.weight' must be 0 where there are no tracers");
  CHECK(
      refusal(text, {"time.steps=1", "physics.tracers=0"})
          .ends_with("must be 0 where there are no tracers; it is not given, and has its default"));
  CHECK(refusal(text, {"time.steps=1"}) == "");
}

TEST_CASE("a value found wrong after reading is blamed on its place") {
  const CaseFile file = CaseFile::parse(example_path, good_text, {"output.fields=[w]"});
  const auto refused = [&](const char* key) -> std::string {
    try {
      file.refuse(key, "is not to my liking");
    } catch (const InputError& error) {
      return error.what();
    }
  };
  CHECK(refused("output.fields") == "--set output.fields=[w]: 'output.fields' is not to my liking");
  CHECK(refused("grid.points") == "inputs/example.yaml:3:16: 'grid.points' is not to my liking");
  CHECK(refused("halo.depth") == "inputs/example.yaml:5:1: 'halo.depth' is not to my liking");
  CHECK(refused("physics.drag") == "inputs/example.yaml:1:1: 'physics.drag' is not to my liking");
  CHECK((file.folder() / "masks/a.h5").string() == "inputs/masks/a.h5");
  CHECK((file.folder() / "/a.h5").string() == "/a.h5");
  CHECK((CaseFile::parse("a.yaml", good_text, {}).folder() / "a.h5").string() == "a.h5");
}

}  // namespace
}  // namespace seafret
