// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace seafret {
namespace {

/// MADV_POPULATE_WRITE, which Linux has since 5.14 and not every C library names.
constexpr int populate = 23;

void touch(volatile std::byte* first, std::size_t bytes, std::size_t step) {
  for (std::size_t at = 0; at < bytes; at += step) first[at] = first[at];
}

}  // namespace

double memory_of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

bool take_pages(void* block, std::size_t bytes) {
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const start = static_cast<std::byte*>(block);
  const std::size_t before = reinterpret_cast<std::uintptr_t>(start) % size;
  if (bytes == 0 || madvise(start - before, bytes + before, populate) == 0) return true;
  if (errno != EINVAL) return false;
  touch(start, bytes, size);  // an old Linux, where who asks for too much is killed here
  return true;
}

}  // namespace seafret
