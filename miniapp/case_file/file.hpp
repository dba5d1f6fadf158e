// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/tree.hpp"

namespace seafret {

/// A case file with the --set options applied: names and values, whose meaning is not known yet.
class CaseFile {
 public:
  /// `overrides` are the arguments of --set, "block.key=value", in their order. Throws InputError.
  static CaseFile parse(const std::string& path, std::string_view text,
                        const std::vector<std::string>& overrides);

  const std::string& path() const { return path_; }
  const TextSource& source() const { return source_; }
  const TextNode& root() const { return root_; }

  /// Refuses the value of "block.key" for a reason that was found after reading; if the file does
  /// not give it, the block's place is named.
  [[noreturn]] void refuse(std::string_view key, std::string_view why) const;

  /// Whether the value of "block.key" was given.
  bool gives(std::string_view key) const;

  /// Where it lies: the files that it names are named from there.
  std::filesystem::path folder() const { return std::filesystem::path(path_).parent_path(); }

 private:
  CaseFile(const std::string& path, const std::vector<std::string>& overrides)
      : path_(path), source_(path, overrides) {}
  void apply(const std::string& override, int option);

  std::string path_;
  TextSource source_;
  TextNode root_;
};

/// The value of a key is refused, by somebody who need not know where it stands.
struct KeyError : InputError {
  KeyError(const std::string& name, const std::string& reason)
      : InputError("'" + name + "' " + reason), key(name), why(reason) {}
  std::string key, why;
};

/// Does something with the value of a key, which is to blame for what is refused, unless another
/// key already is.
template <class Work>
auto blaming(const char* key, Work&& work) {
  try {
    return work();
  } catch (const KeyError&) {
    throw;
  } catch (const InputError& e) {
    throw KeyError(key, std::string("is refused: ") + e.what());
  }
}

}  // namespace seafret
