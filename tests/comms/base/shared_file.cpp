// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/shared_file.hpp"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <string>

#include "tests/comms/files_in_memory.hpp"

using namespace seafret;

namespace {

constexpr std::size_t large_page = 2 << 20;

/// What the child process says of it, as its exit status.
template <class Work>
int in_another_process(Work work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// So many kB of the memory at `data` are mapped in large pages.
long kilobytes_in_large_pages(const std::byte* data) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(data);
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    const auto dash = line.find('-');
    if (dash != std::string::npos && dash == line.find_first_not_of("0123456789abcdef")) {
      here = std::stoull(line, nullptr, 16) == wanted;
    }
    if (here && line.starts_with("ShmemPmdMapped:")) return std::stol(line.substr(15));
  }
  return -1;
}

/// Whether this system puts a file in memory into large pages for who asks, whatever its settings.
bool grants_large_pages() {
  constexpr int collapse = 25;  // MADV_COLLAPSE
  void* const all =
      ::mmap(nullptr, 2 * large_page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  std::size_t space = 2 * large_page;
  void* page = all;
  std::align(large_page, large_page, page, space);
  std::fill_n(static_cast<char*>(page), large_page, 'x');
  const bool granted = ::madvise(page, large_page, collapse) == 0;
  ::munmap(all, 2 * large_page);
  return granted;
}

}  // namespace

TEST_CASE("another process finds a file while it has its name, and what is written there") {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, large_page + 1}) {
    CAPTURE(bytes);
    SharedFile mine(bytes);
    REQUIRE(mine.error() == 0);
    const SharedFile::Name name = mine.name();
    CHECK(mine.data()[bytes - 1] == std::byte{0});
    mine.data()[bytes - 1] = std::byte{17};
    SharedFile::Name of_another = name;
    of_another.process =
        0;  // as if its own process had made it: it would take that memory as it is
    CHECK(SharedFile(of_another, bytes).error() == ENOENT);
    const auto look = [&] {
      const SharedFile found(name, bytes);
      if (found.data() == nullptr) return found.error();
      const int seen = static_cast<int>(found.data()[bytes - 1]);
      found.data()[0] = std::byte{42};
      return seen;
    };
    CHECK(in_another_process(look) == 17);
    CHECK(mine.data()[0] == std::byte{42});
    mine.forget_name();
    CHECK_FALSE(has_files(::getpid()));
    CHECK(in_another_process(look) == ENOENT);
    CHECK(mine.data()[0] == std::byte{42});
  }
}

TEST_CASE("threads of a process use the same addresses") {
  const SharedFile mine(100);
  const SharedFile same(mine.name(), 100);
  CHECK(same.data() == mine.data());
}

TEST_CASE("what nobody has any more is left by none, named or not") {
  { const SharedFile named(100); }
  CHECK_FALSE(has_files(::getpid()));
}

TEST_CASE("what there is no room for is refused, and leaves nothing") {
  const SharedFile vast(std::size_t{1} << 50);
  CHECK(vast.data() == nullptr);
  CHECK(vast.error() == ENOSPC);
  CHECK_FALSE(has_files(::getpid()));
}

TEST_CASE("much memory lies in large pages where the system grants them to who asks") {
  const SharedFile file(3 * large_page - 1);
  CHECK(reinterpret_cast<std::uintptr_t>(file.data()) % large_page == 0);
  if (grants_large_pages())
    CHECK(kilobytes_in_large_pages(file.data()) == 3 * large_page / 1024);
  else
    MESSAGE("no large pages for files in memory here");
}
