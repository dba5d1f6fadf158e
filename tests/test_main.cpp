// SPDX-License-Identifier: BSD-3-Clause
// The main of every test that runs on several ranks. It says what rank 0 says and what failed
// elsewhere, and fails if any rank failed.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <mpi.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "arguments.hpp"
#include "comms/base/job.hpp"
#include "comms/base/wait_watch.hpp"
#include "decomposition/base/floating_point_traps.hpp"

namespace {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// What this rank has said so far; only rank 0 speaks at once.
std::ostringstream& silenced_output() {
  static std::ostringstream output;
  return output;
}

void print_as_rank(const std::string& text) {
  std::ostringstream lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines << "[rank " << world_rank() << "] " << line << '\n';
  std::cerr << lines.str() << std::flush;
}

/// A rank that leaves a test early would leave the others waiting in it for ever: it ends them all.
class AbortOnEarlyExit : public doctest::IReporter {
 public:
  explicit AbortOnEarlyExit(const doctest::ContextOptions&) {}

  void log_assert(const doctest::AssertData& assertion) override {
    const bool leaves = (assertion.m_at & doctest::assertType::is_require) != 0;
    if (!assertion.m_failed || !leaves || world_size() == 1) return;
    end_all(std::string(assertion.m_file) + ":" + std::to_string(assertion.m_line) + ": " +
            doctest::assertString(assertion.m_at) + "( " + assertion.m_expr + " ) failed: " +
            (assertion.m_threw ? assertion.m_exception.c_str() : assertion.m_decomp.c_str()));
  }
  void test_case_exception(const doctest::TestCaseException& exception) override {
    const std::string error = exception.error_string.c_str();
    const std::string report = "'" + test_case_ + "' threw: " + error;
    const bool ended_by_another_rank = error.starts_with("SIGTERM");
    if (world_size() == 1 || ended_by_another_rank) return;
    if (!exception.is_crash) end_all(report);
    print_as_rank(report);  // the signal goes on to end this rank, and the launcher the others
  }
  void test_case_start(const doctest::TestCaseData& test_case) override {
    test_case_ = test_case.m_name;
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  [[noreturn]] static void end_all(const std::string& why) {
    std::cout << std::flush;
    print_as_rank(silenced_output().str() + why);
    seafret::abort_all_ranks(1);
  }

  std::string test_case_;
};

DOCTEST_REGISTER_LISTENER("abort_on_early_exit", 1, AbortOnEarlyExit);

int run_tests(int argc, char** argv) {
  doctest::Context context;
  context.setOption("no-colors", true);
  context.setOption("no-intro", true);
  context.setOption("no-version", true);
  context.applyCommandLine(argc, argv);
  if (world_rank() != 0) context.setCout(&silenced_output());
  const int status = context.run();
  if (status != 0 && world_rank() != 0) print_as_rank(silenced_output().str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  seafret::test_arguments().assign(argv + 1, argv + argc);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (std::getenv("SEAFRET_TRAPS") != nullptr) seafret::trap_floating_point();
  seafret::set_job(MPI_COMM_WORLD);
  seafret::Wait::set_limit(30);
  std::optional<seafret::WaitWatch> watch;  // says what a test hangs in
  if (world_size() > 1) watch.emplace(MPI_COMM_WORLD, "a test's limit");
  int status = run_tests(argc, argv);
  watch.reset();
  MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
