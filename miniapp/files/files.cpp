// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "comms/base/together.hpp"
#include "decomposition/base/error.hpp"
#include "miniapp/case_file/text.hpp"

namespace seafret {
namespace {

[[noreturn]] void fail(const std::string& what, int error = errno) {
  throw std::runtime_error(what + ": " + std::strerror(error));
}

void flush_to_disk(const std::string& path) {
  const Descriptor file(path, O_RDONLY, "cannot open");
  // Not every file system can do it for a folder (EINVAL); then there is nothing to wait for.
  if (::fsync(file) != 0 && errno != EINVAL) fail("cannot write " + path);
}

/// Whether there is something that no file can take the place of: a device, or what the program
/// prints to, be that a file.
bool is_no_file(const std::string& path) {
  if (path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/")) return true;
  std::error_code none;
  const auto what = std::filesystem::status(path, none);
  return std::filesystem::exists(what) && !std::filesystem::is_regular_file(what);
}

/// The file that a link leads to, whether there is one or not.
std::string behind_links(const std::string& path) {
  constexpr int most = 40;  // as Linux follows
  std::error_code none;
  std::filesystem::path real = path;
  for (int n = 0; n < most && std::filesystem::is_symlink(real, none); ++n)
    real = real.parent_path() / std::filesystem::read_symlink(real, none);
  return real.string();
}

std::string in_megabytes(double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }

[[noreturn]] void refuse_for_room(const std::string& where, std::int64_t bytes,
                                  const std::string& room) {
  throw std::runtime_error(
      fmt::format("no room for about {} of output on the disk of {} ({}); choose another --output, "
                  "fewer output.fields or a larger output.every",
                  in_megabytes(static_cast<double>(bytes)), where, room));
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail("cannot make the folder " + folder, error.value());
}

Descriptor::Descriptor(const std::string& path, int flags, const std::string& what)
    : number_(::open(path.c_str(), flags | O_CLOEXEC)) {
  if (number_ < 0) fail(what + " " + path);
}

Descriptor::~Descriptor() { ::close(number_); }

HeldFolder::HeldFolder(const std::string& folder)
    : folder_(folder, O_RDONLY | O_DIRECTORY, "cannot look at the folder") {
  if (::flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw std::runtime_error("another run is writing into " + folder +
                             "; wait for it, or choose another --output");
}

void try_to_write(const std::string& path) {
  if (std::filesystem::is_directory(path)) fail("cannot write " + path, EISDIR);
  if (is_no_file(path)) {
    if (::access(path.c_str(), W_OK) != 0) fail("cannot write " + path);
    return;
  }
  const std::string temporary = behind_links(path) + ".tmp";
  if (!std::ofstream(temporary)) fail("cannot write " + path);
  remove_quietly(temporary);
}

void insist_on_another(const std::string& written, const std::string& read) {
  std::error_code none;
  if (std::filesystem::equivalent(written, read, none))
    throw std::runtime_error(
        fmt::format("{} would be written over {}, which is read", written, read));
}

void insist_on_others(const std::vector<std::string>& written,
                      const std::vector<std::string>& read) {
  for (const std::string& path : written)
    for (const std::string& other : read) insist_on_another(path, other);
}

void check_room(const std::string& folder, std::int64_t bytes) {
  struct statvfs disk = {};
  if (::statvfs(folder.c_str(), &disk) != 0) fail("cannot look at the folder " + folder);
  const double room = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (static_cast<double>(bytes) > room)
    refuse_for_room(folder, bytes, in_megabytes(room) + " left");
}

bool reserve_room(const std::string& path, std::int64_t bytes) {
  const Descriptor file(path, O_WRONLY, "cannot write");
  if (::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0) return true;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    refuse_for_room(path, bytes, std::strerror(errno));
  return false;
}

void publish(const std::string& temporary, const std::string& path) {
  // What lies reserved behind the end of a file goes when the file is cut there.
  std::error_code error;
  const auto size = static_cast<off_t>(std::filesystem::file_size(temporary, error));
  if (error) fail("cannot find " + temporary, error.value());
  if (::truncate(temporary.c_str(), size) != 0) fail("cannot write " + temporary);
  flush_to_disk(temporary);
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail("cannot rename " + temporary);
  flush_to_disk(std::filesystem::absolute(path).parent_path().string());
}

void write_text(const std::string& path, const std::string& text, std::ios::openmode mode) {
  std::ofstream file(path, std::ios::binary | mode);
  file << text;
  file.close();  // some file systems say only now that the disk is full
  if (!file) fail("cannot write " + path);
}

void remove_quietly(const std::string& path) noexcept { ::unlink(path.c_str()); }

std::string read_on_one_rank(const std::string& path, const Communicator& comm) {
  std::string text;
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) text = read_text(path);
  });
  comm.broadcast(text);
  return text;
}

void replace_text(const std::string& path, const std::string& text) {
  if (is_no_file(path)) return write_text(path, text, std::ios::app);
  const std::string place = behind_links(path), temporary = place + ".tmp";
  try {
    write_text(temporary, text);
    publish(temporary, place);
  } catch (const std::runtime_error&) {
    remove_quietly(temporary);
    throw;
  }
}

}  // namespace seafret
