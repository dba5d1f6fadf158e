// SPDX-License-Identifier: BSD-3-Clause
// What killed processes have left in memory that ranks share.
#include "comms/base/left_behind.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace seafret {
namespace {

TEST_CASE("what is old, of this kind and of no process is removed, and nothing else") {
  namespace fs = std::filesystem;
  const std::string kind = "test-" + std::to_string(::getpid()) + "-", nobody = "4194305";
  const auto make = [](const std::string& name, int hours) {
    const fs::path path = "/dev/shm/" + name;
    std::ofstream(path).put('x');
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
    return path;
  };
  const fs::path gone = make(kind + nobody + ":1", 1);
  const fs::path stay[] = {
      make(kind + nobody + ":2", 0), make(kind + std::to_string(::getpid()) + ":1", 1),
      make(kind + nobody + "-1", 1), make(kind + "0:1", 1),
      make(kind + ":1", 1),          make("a-" + kind + nobody + ":1", 1)};
  remove_left_behind(kind, ":");
  CHECK_FALSE(fs::exists(gone));
  for (const fs::path& path : stay) {
    CHECK_MESSAGE(fs::exists(path), path.native());
    fs::remove(path);
  }
}

}  // namespace
}  // namespace seafret
