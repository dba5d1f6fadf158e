// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/left_behind.hpp"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>

namespace seafret {
namespace {

/// Whether a name begins with `before`, the number of no process, and `after`.
bool is_of_the_dead(std::string_view name, std::string_view before, std::string_view after) {
  if (!name.starts_with(before)) return false;
  name.remove_prefix(before.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  if (error != std::errc() || process <= 0) return false;
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  return name.starts_with(after) && ::kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

void remove_left_behind(std::string_view before, std::string_view after) {
  namespace fs = std::filesystem;
  std::error_code failed;  // others may remove the same, and of others' nothing can be removed
  const auto old = fs::file_time_type::clock::now() - std::chrono::minutes(1);
  for (auto file = fs::directory_iterator("/dev/shm", failed);
       !failed && file != fs::directory_iterator(); file.increment(failed)) {
    std::error_code kept;
    if (is_of_the_dead(file->path().filename().native(), before, after) &&
        file->last_write_time(kept) < old && !kept)
      fs::remove(file->path(), kept);
  }
}

}  // namespace seafret
