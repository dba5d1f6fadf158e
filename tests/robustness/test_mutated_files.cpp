// SPDX-License-Identifier: BSD-3-Clause
// Whatever a file holds, it is either read or refused with a place: no crash, no hang.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <regex>

#include "miniapp/case_file/text.hpp"
#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

const std::string full_text =
    "# All kinds of values.\n"
    "case: {name: example, label: \"a 'b' # c\"}\n"
    "grid:\n"
    "  points: 50x50x120\n"
    "  mask: ../data/hrcs.h5\n"
    "  stretching: {factor: 1.05}\n"
    "time: {end: 3600, dt: 1.5e0, check_every: 10}\n"
    "halo: {transport: p2p, depth: 2, swaps: {all fields: {transport: pscw, combine: 3}}}\n"
    "output: {every: 0, fields: [all]}\n"
    "physics:\n"
    "  rotating: true\n"
    "  wind: [7.0, -5.5]\n"
    "  levels:\n"
    "    - 1\n"
    "    - 2\n"
    "  seed: -3\n";

/// Is it a message that begins with a place, and is it one line?
bool is_good_message(const std::string& message) {
  static const std::regex form(R"((inputs/example\.yaml:[1-9]\d*:[1-9]\d*|--set .*): [^\n]+)");
  return std::regex_match(message, form);
}

class Mutator {
 public:
  std::string mutate(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0; --n) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void change(std::string& text) {
    static const std::vector<std::string> pieces = {":",
                                                    ": ",
                                                    "\n",
                                                    "\n\n  ",
                                                    "\t",
                                                    "{",
                                                    "}",
                                                    "[",
                                                    "]",
                                                    ",",
                                                    "\"",
                                                    "'",
                                                    "#",
                                                    "&a ",
                                                    "*a",
                                                    "<<: ",
                                                    "!!int ",
                                                    "---\n",
                                                    "...\n",
                                                    "? ",
                                                    "- ",
                                                    "|\n",
                                                    ">-\n",
                                                    "%",
                                                    "@",
                                                    "`",
                                                    "~",
                                                    "null",
                                                    "0x",
                                                    "-",
                                                    "1e999",
                                                    ".nan",
                                                    "\\",
                                                    "\r",
                                                    std::string(1, '\0'),
                                                    "\xff",
                                                    "\xef\xbb\xbf",
                                                    "é",
                                                    "x",
                                                    "00"};
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(text.size() - at, 12) + 1);
    const std::size_t from = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        text.insert(at, pieces[below(pieces.size())]);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(from, length));
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random_());
    }
  }

  std::mt19937 random_{20240229};
};

TEST_CASE("changed files are read or refused") {
  REQUIRE(refusal(full_text) == "");
  Mutator mutator;
  int refused = 0;
  constexpr int all = 10000;
  for (int i = 0; i < all; ++i) {
    const std::string text = mutator.mutate(full_text);
    const std::string message = refusal(text);
    if (message.empty()) continue;
    ++refused;
    CAPTURE(i);
    CAPTURE(text);
    CAPTURE(message);
    REQUIRE(is_good_message(message));
  }
  CHECK(refused > all / 4);
  CHECK(refused < all);
}

TEST_CASE("changed options are read or refused") {
  const std::vector<std::string> options = {"grid.points=64x32x40", "time.steps=6",
                                            "output.fields=[u, v]", "case.label=\"a b\"",
                                            "grid.stretching.factor=1.5"};
  Mutator mutator;
  for (int i = 0; i < 5000; ++i) {
    const std::string option =
        mutator.mutate(options[static_cast<std::size_t>(i) % options.size()]);
    const std::string message = refusal(full_text, {option});
    CAPTURE(option);
    CAPTURE(message);
    REQUIRE((message.empty() || is_good_message(message)));
  }
}

TEST_CASE("files that are no case files, or attack YAML, are refused") {
  const std::filesystem::path corpus = SEAFRET_SOURCE_DIR "/tests/robustness/corpus";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    const std::string message = refusal(read_text(entry.path().string()));
    CAPTURE(entry.path().string());
    CAPTURE(message);
    CHECK(is_good_message(message));
    ++files;
  }
  CHECK(files >= 12);
}

TEST_CASE("large files of one kind of bracket, or of anything, are refused at once") {
  for (const char* piece :
       {"[",   "{",   "- ",  "? ",     "a: ",  "'",    "\"", "#",    "\n",    "a\n", " ",
        "&a ", "!a ", "|\n", "a: 1\n", "[a, ", "a: {", "*",  "%a\n", "---\n", ", ",  "\"a\\n"}) {
    std::string text;
    while (text.size() < 100000) text += piece;
    CAPTURE(piece);
    CHECK(is_good_message(refusal(text)));
  }
}

}  // namespace
}  // namespace seafret
