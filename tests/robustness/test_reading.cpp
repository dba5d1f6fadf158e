// SPDX-License-Identifier: BSD-3-Clause
// One rank reads, all ranks know: the same text, or the same reason why there is none.
#include <doctest/doctest.h>
#include <mpi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

/// A folder of this test's own, which only rank 0 makes and sees the name of.
class Scratch {
 public:
  explicit Scratch(const Communicator& comm) : comm_(comm) {
    std::string name = (std::filesystem::temp_directory_path() / "seafret-XXXXXX").string();
    if (comm.rank() == 0) folder_ = mkdtemp(name.data());
  }
  ~Scratch() {
    comm_.barrier();
    if (comm_.rank() == 0) std::filesystem::remove_all(folder_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Elsewhere it is a path that does not exist: nobody but rank 0 may try to read it.
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    if (comm_.rank() == 0) std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  const Communicator& comm_;
  std::filesystem::path folder_ = "/no/such/folder";
};

/// The message with which reading fails, without the path in front; it must be the same on all.
std::string failure(const std::string& path, const Communicator& comm) {
  std::string message;
  try {
    read_on_one_rank(path, comm);
  } catch (const InputError& error) {
    message = error.what();
  }
  std::string of_rank_0 = message;
  comm.broadcast(of_rank_0);
  CHECK(message == of_rank_0);
  const std::size_t colon = message.rfind(": ");
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

TEST_CASE("all ranks get the text, byte for byte") {
  const Communicator comm(MPI_COMM_WORLD);
  const Scratch scratch(comm);
  const std::string binary("a\0b\r\n\xff\n", 8);
  CHECK(read_on_one_rank(scratch.write("good.yaml", good_text), comm) == good_text);
  CHECK(read_on_one_rank(scratch.write("binary.yaml", binary), comm) == binary);
  CHECK(read_on_one_rank(scratch.write("empty.yaml", ""), comm).empty());
}

TEST_CASE("all ranks learn why a file cannot be read") {
  const Communicator comm(MPI_COMM_WORLD);
  const Scratch scratch(comm);
  CHECK(failure(scratch.path("missing.yaml"), comm) == "no such file");
  CHECK(failure(scratch.path("missing/too.yaml"), comm) == "no such file");
  CHECK(failure(scratch.path(""), comm) == "is a folder, not a file");
  CHECK(failure("", comm) == "no such file");
  CHECK(failure(scratch.path(std::string(5000, 'a')), comm) == "File name too long");
  CHECK(failure(scratch.write("file", "") + "/inside.yaml", comm) == "no such file");
}

TEST_CASE("a pipe without a writer is refused, not waited for; an endless device too") {
  const Communicator comm(MPI_COMM_WORLD);
  const Scratch scratch(comm);
  if (comm.rank() == 0) REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
  CHECK(failure(scratch.path("pipe"), comm) == "is not a regular file");
  CHECK(failure("/dev/zero", comm) == "is not a regular file");
}

TEST_CASE("a file that may not be read, and one whose reading fails") {
  const Communicator comm(MPI_COMM_WORLD);
  const Scratch scratch(comm);
  const std::string path = scratch.write("secret.yaml", good_text);
  if (comm.rank() == 0) std::filesystem::permissions(path, std::filesystem::perms::none);
  // root may read everything
  const std::string expected = geteuid() == 0 ? "" : "Permission denied";
  CHECK(failure(path, comm) == expected);
  if (std::filesystem::exists("/proc/self/mem"))
    CHECK(failure("/proc/self/mem", comm) == "Input/output error");
}

TEST_CASE("of a file without end no more is read than must be") {
  const Communicator comm(MPI_COMM_WORLD);
  const Scratch scratch(comm);
  const std::string path = scratch.write("sparse.yaml", "");
  if (comm.rank() == 0) std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  const std::string text = read_on_one_rank(path, comm);
  CHECK(text.size() == largest_case_file + 1);
  CHECK(refusal(text) == "inputs/example.yaml:1:1: larger than 1 MiB, of which no more is read");
}

}  // namespace
}  // namespace seafret
