// SPDX-License-Identifier: BSD-3-Clause
// The list of keys and the echo come from the same descriptions as the reader.
#include <doctest/doctest.h>

#include "miniapp/case_file/list.hpp"
#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

void describe_all(Keys& keys, ExampleRun& read) {
  describe(keys, read.run, example_names);
  describe(keys, read.example);
}

nlohmann::ordered_json echo_of(ExampleRun read) {
  return echo([&](Keys& keys) { describe_all(keys, read); });
}

TEST_CASE("the echo holds what was read and what is default") {
  const auto json = echo_of(read_example(good_text, {"physics.seed=7", "output.fields=[u]"}));
  CHECK(json["case"].dump() == R"({"name":"example","label":"plain"})");
  CHECK(json["time"].dump() == R"({"steps":100,"dt":1.5,"courant":0.0,"check_every":10})");
  CHECK(json["grid"].dump() == R"({"points":[50,50,120],"stretching":{"factor":1.1}})");
  CHECK(json["output"].dump() == R"({"every":0,"fields":["u"],"profiles_every":0})");
  CHECK(json["physics"]["seed"] == 7);
  CHECK(json["physics"]["heights"].dump() == "[0.5,1e-05,840.0]");
  CHECK(json["physics"]["rotating"] == true);
  CHECK_FALSE(json["physics"].contains("cutoff"));
}

TEST_CASE("an echo is a case file that gives the same run") {
  const std::vector<std::vector<std::string>> runs = {
      {},
      {"time.end=0.1", "physics.cutoff=1e-300", "physics.drag=0.30000000000000004"},
      {"grid.mask=\"a \\\"b\\\": #c\"", "case.label= é [", "physics.levels=[]",
       "physics.seed=-2147483648", "physics.wind=[-0.1, 1e-5]", "physics.rotating=false"}};
  for (const std::vector<std::string>& set : runs) {
    const std::string once = echo_of(read_example(good_text, set)).dump(2);
    CAPTURE(once);
    const std::string twice = echo_of(read_example(once)).dump(2);
    CHECK(once == twice);
  }
}

TEST_CASE("every listed key can be given, alone, with its default, if it counts") {
  ExampleRun defaults;
  const auto blocks = list_keys([&](Keys& keys) { describe_all(keys, defaults); });
  int keys_given = 0;
  std::vector<std::string> unused;
  for (const ListedBlock& block : blocks)
    for (const ListedKey& key : block.keys) {
      if (key.default_value == "none" || key.default_value.starts_with("required")) continue;
      const std::string option = block.path + "." + key.name + "=" + key.default_value;
      const std::string why = refusal(good_text, {option});
      if (why.find("would not be used") != std::string::npos) {
        unused.push_back(key.name);
        continue;
      }
      CHECK(why == "");
      ++keys_given;
    }
  CHECK(unused == std::vector<std::string>{"courant_every", "longest_dt"});
  CHECK(keys_given >= 17);
}

TEST_CASE("a key that two structs describe is listed once, where it was first") {
  ExampleRun defaults;
  const auto once = [&](Keys& keys) { describe_all(keys, defaults); };
  const auto twice = [&](Keys& keys) {
    describe_all(keys, defaults);
    describe(keys, defaults.example);
  };
  CHECK(keys_as_markdown(list_keys(once)) == keys_as_markdown(list_keys(twice)));
}

TEST_CASE("the manual's table") {
  ExampleRun defaults;
  const std::string manual =
      manual_as_markdown([&](Keys& keys) { describe(keys, defaults.run, example_names); },
                         {{"example", [&](Keys& keys) { describe(keys, defaults.example); }}});
  CAPTURE(manual);
  const auto has = [&](const std::string& text) { return manual.find(text) != std::string::npos; };
  CHECK(has("## Every case\n\n### `case`\n\nWhat is computed.\n\n| key | default |"));
  CHECK(has("| `name` | required | basin or example or storm |  |"));
  CHECK(has("| `steps` | required (or `end`) | whole number, at least 1 |  |"));
  CHECK(has("| `end` | none | number, above 0 | s |"));
  CHECK(has("| `fields` | [all] | list of names such as [u, v] |"));
  CHECK(has("\n## The case `example`\n\n### `case`\n\n| key |"));
  CHECK(has("| `points` | required | 3 whole numbers such as 50x50x120, from 1 to 4096 |"));
  CHECK(has("\n### `grid.stretching`\n\nThe levels.\n"));
  CHECK(has("| `drag` | 0.0025 | number, above 0 | 1 | drag \\| friction |"));
  CHECK(has("| `rotating` | true | true or false |"));
  CHECK(has("| `patch` | 8x4 |"));
  CHECK(has("| `scalars` | [qv, qc] | list of names such as [u, v], qv or qc or qr |"));
  CHECK(manual.find("`depth`") == manual.rfind("`depth`"));
}

}  // namespace
}  // namespace seafret
