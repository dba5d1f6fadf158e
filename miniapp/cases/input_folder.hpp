// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace seafret {

/// Where a case file lies, from which it names its data files; keeps which of these were asked for,
/// lest a result be written over them.
class InputFolder {
 public:
  explicit InputFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The path of a file that is to be read.
  const std::string& file(const std::string& name) { return files_.emplace_back(folder_ / name); }
  const std::vector<std::string>& files() const { return files_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::string> files_;
};

}  // namespace seafret
