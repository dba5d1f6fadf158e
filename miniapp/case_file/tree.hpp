// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seafret {

/// Where something was written: at a line and column of the case file (from 1), or, if `option` is
/// not 0, in that --set option. A later option overrides an earlier one, and each the file.
struct TextPlace {
  int line = 1, column = 1;
  int option = 0;
  friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

/// What places refer to.
class TextSource {
 public:
  TextSource(const std::string& path, const std::vector<std::string>& options);

  /// Throws InputError: the place ("inputs/stratus.yaml:14:3" or "--set halo.depth=2"), then what
  /// is wrong there.
  [[noreturn]] void refuse(TextPlace place, std::string_view message) const;

 private:
  std::string path_;
  std::vector<std::string> options_;
};

/// A value of a case file, not interpreted yet.
struct TextNode {
  enum class Kind { nothing, scalar, list, block };

  Kind kind = Kind::nothing;
  TextPlace place = {};
  std::string text = {};  ///< of a scalar
  bool is_quoted = false;
  std::string key = {};  ///< its name, if it lies in a block
  TextPlace key_place = {};
  std::vector<TextNode> children = {};  ///< of a list or block, in the order of the file

  /// The value of a key of this block, or nullptr.
  const TextNode* find(std::string_view name) const;
  /// That of "block.key" in the blocks of this one, or nullptr.
  const TextNode* find_path(std::string_view path) const;
};

/// Lists and blocks may lie in each other so deep.
inline constexpr std::size_t deepest = 8;

/// Reads YAML, of which it takes the plain part only: no anchors, tags, merge keys or second
/// documents, and no key twice or without a value. All places get the number `option`. An empty
/// text is a node of the kind nothing.
TextNode parse_tree(const TextSource& source, const std::string& text, int option = 0);

bool is_control(char c);
/// What a user wrote, made fit for a message: on one line; and in quotes and of bearable length.
std::string one_line(std::string_view text);
std::string in_quotes(std::string_view text);
/// The parts between these separators, empty ones too.
std::vector<std::string_view> split(std::string_view text, char separator);
/// " in 'halo'", or nothing outside all blocks.
std::string in_block(std::string_view name);

}  // namespace seafret
