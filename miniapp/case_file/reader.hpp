// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "miniapp/case_file/file.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// Fills the described variables from a case file. A value that cannot be is refused at once; what
/// is missing or not allowed together only by finish(), because a misspelt name, which only
/// finish() can tell from a name that is described later, is the likelier reason.
class KeyReader : public Keys {
 public:
  explicit KeyReader(const CaseFile& file)
      : source_(file.source()), root_(file.root()), scopes_{{"", &root_, {}}} {}

  void block(const std::string& name, const std::string& what,
             const std::function<void()>& inside) override;
  void rule(bool holds, const std::string& key, const std::string& otherwise) override;
  void used(bool counts, const std::string& key, const std::string& decider,
            const std::string& what) override;

  /// To be called when all has been described. Throws InputError for the first key that nobody
  /// described, else for the first that is missing, else for the first broken rule.
  void finish() const;

  /// Throws at once if the required key `path` is missing: for who cannot describe the rest without
  /// its value.
  void insist(const std::string& path) const;

 protected:
  void visit(const Key& key, Value value) override;
  std::vector<std::string> names_in(const std::string& block,
                                    const std::vector<std::string>& held) override;

 private:
  /// A block being described; `node` is null where the file does not have it.
  struct Scope {
    std::string path;
    const TextNode* node;
    TextPlace place;  ///< of the innermost block that the file does have
  };
  struct Problem {
    std::string path;
    TextPlace place;
    std::string message;
  };

  const TextNode* find(const std::string& name) const;
  void refuse_if_both(const TextNode& one, const TextNode& other) const;
  void check_known(const TextNode& block, const std::string& path) const;
  [[noreturn]] void refuse_unknown(const TextNode& child, const std::string& path) const;
  std::string suggestion(const std::string& wrong, const std::string& path) const;
  void check_misspelt(const std::string& missing) const;

  const TextSource& source_;
  const TextNode& root_;
  std::vector<Scope> scopes_;
  std::map<std::string, std::vector<std::string>> known_;  ///< by block: the names in it
  std::vector<Problem> missing_, broken_;
};

}  // namespace seafret
