// SPDX-License-Identifier: BSD-3-Clause
// If the environment asks for it, a file system that does not tell how full it is and keeps no room
// for a file.  What is linked into the program goes before the C library's.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstdlib>

namespace {

bool is_asked_for() { return std::getenv("SEAFRET_TEST_SECRETIVE_DISK") != nullptr; }

template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int fallocate(int file, int mode, off_t from, off_t bytes) {
  if (!is_asked_for()) return original<decltype(fallocate)>("fallocate")(file, mode, from, bytes);
  errno = EOPNOTSUPP;
  return -1;
}

extern "C" int statvfs(const char* path, struct statvfs* disk) noexcept {
  const int status = original<decltype(statvfs)>("statvfs")(path, disk);
  if (is_asked_for()) disk->f_bavail = disk->f_blocks = 1UL << 40;
  return status;
}
