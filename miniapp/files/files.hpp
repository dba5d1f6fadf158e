// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <ios>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// Files and folders, for one rank.  These throw std::runtime_error, saying what cannot be done
/// and why.

/// Makes the folder if need be.
void make_folder(const std::string& folder);

/// Tries whether replace_text() or, where there is no link, publish() could give a file this name;
/// only a real try tells: permissions, read-only file systems and quotas all have their say.  What
/// an interrupted writer left beside it goes.
void try_to_write(const std::string& path);

/// An open file or folder.
class Descriptor {
 public:
  /// `what` is what could not be done with it.
  Descriptor(const std::string& path, int flags, const std::string& what);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  operator int() const { return number_; }

 private:
  int number_;
};

/// Keeps other runs from writing into a folder, refused where one does so now, as long as this
/// lives: whatever ends a process lets go.  A file system that has no locks keeps nobody away.
class HeldFolder {
 public:
  explicit HeldFolder(const std::string& folder);

 private:
  Descriptor folder_;
};

/// Refuses what is to be written if it is the same file as one that is read.
void insist_on_another(const std::string& written, const std::string& read);
/// The same of each of some beside each of others.
void insist_on_others(const std::vector<std::string>& written,
                      const std::vector<std::string>& read);

/// Refuses a file system that has no room for so many bytes more.
void check_room(const std::string& folder, std::int64_t bytes);

/// Keeps the disk from being filled by others before this file is written; the file keeps its size.
/// False where the file system does not know how.
bool reserve_room(const std::string& path, std::int64_t bytes);

/// Gives a finished file its final name; before, it must have reached the disk.
void publish(const std::string& temporary, const std::string& path);

void write_text(const std::string& path, const std::string& text, std::ios::openmode mode = {});

/// Removes a file if there is one; does not complain.
void remove_quietly(const std::string& path) noexcept;

/// Rank 0 reads a text file as big as a case file may be, and all ranks get the text, or all throw
/// the same InputError.  Collective.
std::string read_on_one_rank(const std::string& path, const Communicator& comm);

/// Writes a file under another name and gives it its own when it is complete; a link stays one, and
/// into a device the text goes at once.
void replace_text(const std::string& path, const std::string& text);

}  // namespace seafret
