// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>

namespace seafret {

/// Whether a process has files of ours in /dev/shm that could be left there.
inline bool has_files(pid_t process) {
  const std::string name = "seafret-" + std::to_string(process) + '-';
  for (const auto& file : std::filesystem::directory_iterator("/dev/shm"))
    if (file.path().filename().string().starts_with(name)) return true;
  return false;
}

}  // namespace seafret
