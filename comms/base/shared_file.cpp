// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/shared_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <utility>

#include "comms/base/left_behind.hpp"
#include "comms/base/pages.hpp"
#include "decomposition/base/huge_pages.hpp"

namespace seafret {
namespace {

/// MADV_COLLAPSE, which Linux has since 6.1 and not every C library names.  It gives large pages
/// also where the settings of /dev/shm give none to those who do not ask.
constexpr int collapse = 25;

constexpr std::size_t page_for(std::size_t bytes) {
  return bytes < HugePages::page ? SharedFile::small_page : HugePages::page;
}

std::int64_t first_made() {
  static const std::int64_t when = [] {
    remove_left_behind("seafret-", "-");
    return std::chrono::steady_clock::now().time_since_epoch().count();
  }();
  return when;
}

std::int64_t next_number() {
  static std::atomic<std::int64_t> last = 0;
  return ++last;
}

/// What keeps a file from having so much room, as errno says it; 0 if nothing does.
int take_room(int file, std::size_t bytes) {
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  return error;
}

/// Addresses for so many bytes, the first one that of a page; null where there are none.
std::byte* addresses(std::size_t bytes) {
  const std::size_t step = page_for(bytes), more = bytes + step - SharedFile::small_page;
  void* const all = ::mmap(nullptr, more, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(all);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % step;
  if (before > 0) ::munmap(begin, before);
  if (more > before + bytes) ::munmap(begin + before + bytes, more - before - bytes);
  return begin + before;
}

}  // namespace

std::string SharedFile::Name::path() const {
  return "/seafret-" + std::to_string(process) + '-' + std::to_string(born) + '-' +
         std::to_string(number);
}

std::size_t SharedFile::whole_pages(std::size_t bytes) {
  const std::size_t page = page_for(bytes);
  return std::max((bytes + page - 1) / page, std::size_t{1}) * page;
}

SharedFile::SharedFile(std::size_t bytes) {
  const Name name{.process = ::getpid(), .born = first_made(), .number = next_number()};
  const int file = ::shm_open(name.path().data(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file < 0) {
    error_ = errno;
    return;
  }
  name_ = name;
  error_ = take_room(file, whole_pages(bytes));
  if (error_ == 0) map(file, bytes);
  ::close(file);
  if (data_ == nullptr) {
    forget_name();
    return;
  }
  name_.data = data_;
  if (mapped_ < HugePages::page || ::madvise(data_, mapped_, collapse) != 0)
    take_pages(data_, mapped_);
}

SharedFile::SharedFile(const Name& name, std::size_t bytes) {
  if (name.process == ::getpid() && name.born == first_made()) {
    data_ = name.data;
    return;
  }
  const int file = ::shm_open(name.path().data(), O_RDWR, 0);
  if (file < 0) {
    error_ = errno;
    return;
  }
  map(file, bytes);
  ::close(file);
}

void SharedFile::map(int file, std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
  std::byte* const at = addresses(size);
  if (at != nullptr &&
      ::mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED) {
    data_ = at;
    mapped_ = size;
    return;
  }
  error_ = errno;
  if (at != nullptr) ::munmap(at, size);
}

SharedFile::~SharedFile() {
  forget_name();
  if (mapped_ > 0) ::munmap(data_, mapped_);
}

SharedFile::SharedFile(SharedFile&& other) noexcept { *this = std::move(other); }

SharedFile& SharedFile::operator=(SharedFile&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(data_, other.data_);
  std::swap(mapped_, other.mapped_);
  std::swap(error_, other.error_);
  return *this;
}

void SharedFile::forget_name() {
  if (name_.process != 0) ::shm_unlink(name_.path().data());
  name_ = {};
}

}  // namespace seafret
