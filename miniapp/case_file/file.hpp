// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

  /// The path of a file that it names, which is named from where it lies itself.
  std::string beside(const std::string& name) const;

 private:
  CaseFile(const std::string& path, const std::vector<std::string>& overrides)
      : path_(path), source_(path, overrides) {}
  void apply(const std::string& override, int option);

  std::string path_;
  TextSource source_;
  TextNode root_;
};

/// Does something with the value of a key; if it is refused, the message says where the key stands.
template <class Work>
auto blaming(const CaseFile& file, const char* key, Work&& work) {
  try {
    return work();
  } catch (const InputError& e) {
    file.refuse(key, std::string("is refused: ") + e.what());
  }
}

}  // namespace seafret
