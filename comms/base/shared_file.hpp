// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace seafret {

/// Memory that processes of one machine map: a file in /dev/shm, which one makes and others find by
/// its name.  No window of MPI, so that it can go when a rank is lost, and lies in pages of 2 MB
/// where it is large and the system grants them: the sweep over fields that a rank shares with its
/// mates is as fast as over its own.
class SharedFile {
 public:
  /// Says to other processes which it is; threads of the same process use its memory as it is.
  struct Name {
    std::int64_t process = 0;  ///< 0: there is no file
    std::int64_t born = 0;     ///< when the process made its first: their numbers come again
    std::int64_t number = 0;   ///< of the process's files
    std::byte* data = nullptr;

    std::string path() const;
  };

  static constexpr std::size_t small_page = 4096;
  /// What a file of so many bytes takes; it begins on a page.
  static std::size_t whole_pages(std::size_t bytes);

  SharedFile() = default;
  /// Makes one, of zeros.  All its pages are taken now, from the memory of this core: who writes to
  /// a page that a file system in memory has not is killed.
  explicit SharedFile(std::size_t bytes);
  /// Finds one that has its name still.
  SharedFile(const Name& name, std::size_t bytes);
  ~SharedFile();
  SharedFile(SharedFile&& other) noexcept;
  SharedFile& operator=(SharedFile&& other) noexcept;

  /// Null where it could not be made or found.
  std::byte* data() const { return data_; }
  /// Why not, as errno says it; 0 if all went well.
  int error() const { return error_; }
  const Name& name() const { return name_; }
  /// Nobody finds it any more; whoever has it keeps it.
  void forget_name();

 private:
  void map(int file, std::size_t bytes);

  Name name_;  // while this process is to remove it
  std::byte* data_ = nullptr;
  std::size_t mapped_ = 0;  // bytes
  int error_ = 0;
};

}  // namespace seafret
