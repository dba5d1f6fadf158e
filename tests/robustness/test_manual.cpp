// SPDX-License-Identifier: BSD-3-Clause
// docs/input.md lists the keys that the program has, no others and no older ones. To bring it up to
// date, run this test with SEAFRET_WRITE_DOCS=1 in the environment.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "miniapp/case_file/list.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/commands/list.hpp"
#include "miniapp/config/run_config.hpp"

namespace seafret {
namespace {

const std::string manual_path = SEAFRET_SOURCE_DIR "/docs/input.md";
const std::string begin_mark = "<!-- keys: begin -->\n";
const std::string end_mark = "<!-- keys: end -->\n";

TEST_CASE("the manual lists the keys of the program") {
  const std::string manual = read_text(manual_path);
  const std::size_t begin = manual.find(begin_mark) + begin_mark.size();
  const std::size_t end = manual.find(end_mark);
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  const std::string right =
      "\n" + list({.kind = "keys", .markdown = true}, Communicator(MPI_COMM_SELF)) + "\n";
  if (std::getenv("SEAFRET_WRITE_DOCS") != nullptr)
    std::ofstream(manual_path) << manual.substr(0, begin) << right << manual.substr(end);
  else
    CHECK(manual.substr(begin, end - begin) == right);
}

TEST_CASE("every key of every case says what it means") {
  for (const std::string& name : cases().names()) {
    const auto blocks = list_keys([&](Keys& keys) { cases().at(name)()->describe(keys); });
    for (const ListedBlock& block : blocks)
      for (const ListedKey& key : block.keys) {
        CAPTURE(name);
        CAPTURE(block.path);
        CAPTURE(key.name);
        CHECK_FALSE(key.what.empty());
      }
  }
}

void check_readable(const std::string& path, const std::string& text,
                    const std::vector<std::string>& set) {
  CAPTURE(path);
  CAPTURE(text);
  CHECK_NOTHROW(read_config(
      CaseFile::parse(path, text, set), cases().names(),
      [](Keys& keys, const RunConfig& run) { cases().at(run.case_name)()->describe(keys); }));
}

TEST_CASE("every case accepts the values that it starts from") {
  for (const std::string& name : cases().names()) {
    const auto describe_case = [&](Keys& keys) { cases().at(name)()->describe(keys); };
    check_readable(name, echo(describe_case).dump(2), {"case.name=" + name, "time.steps=1"});
  }
}

TEST_CASE("the case files that come with the program are right") {
  const std::filesystem::path inputs = SEAFRET_SOURCE_DIR "/inputs";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(inputs)) {
    if (entry.path().extension() != ".yaml") continue;
    check_readable(entry.path().string(), read_text(entry.path().string()), {});
    ++files;
  }
  CHECK(files >= 1);
}

}  // namespace
}  // namespace seafret
