// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "comms/base/stopwatch.hpp"
#include "comms/base/timers.hpp"
#include "comms/base/together.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/output.hpp"
#include "miniapp/run/pace.hpp"
#include "miniapp/run/report/page/page.hpp"
#include "miniapp/run/setup.hpp"
#include "miniapp/run/watchdog.hpp"

namespace seafret {
namespace {

/// What is written of a begun case: fields, and means where they are asked for.
std::vector<OutputContent> contents_of(const Setup& setup) {
  const OutputConfig& config = setup.config.output;
  std::vector<OutputContent> contents = {fields_of(*setup.the_case, config)};
  if (config.profiles_every > 0) contents.push_back(profiles_of(*setup.the_case, config));
  return contents;
}

/// What is written into the folder must be nothing that the run reads.  For one rank.
void refuse_to_lose_inputs(const std::string& folder, const std::vector<OutputContent>& contents,
                           const ReadCase& read) {
  std::vector<std::string> written = {path_of_results(folder), path_of_page(folder)};
  for (const OutputContent& content : contents) written.push_back(folder + "/" + content.file);
  insist_on_others(written, read.inputs.files());
}

/// Collective.
std::vector<std::unique_ptr<Output>> make_outputs(std::vector<OutputContent> contents,
                                                  const std::string& folder, const Setup& setup,
                                                  const std::string& title, const Clock& clock,
                                                  const Provenance& provenance) {
  std::vector<std::unique_ptr<Output>> outputs;
  for (OutputContent& content : contents) {
    const OutputFile::Header header{title, setup.the_case->references(), provenance, content.frame};
    outputs.push_back(std::make_unique<Output>(folder, header, std::move(content), setup.domain,
                                               setup.mask_rows, clock));
  }
  return outputs;
}

/// What has been waited for each of the case's swaps so far.
std::vector<double> exposed_s(const Case& the_case) {
  std::vector<double> seconds;
  for (const Exchange* swap : the_case.swaps()) seconds.push_back(swap->phases().exposed_s());
  return seconds;
}

LoopTime time_loop(const Setup& setup, Clock& clock,
                   const std::vector<std::unique_ptr<Output>>& outputs, Progress progress) {
  reset_region_times();
  SEAFRET_REGION("time loop");
  MPI_Pcontrol(1);  // for profilers: what lies before and after does not count
  const std::vector<double> exposed_before = exposed_s(*setup.the_case);
  const Stopwatch loop;
  LoopTime time;
  Pace pace(setup.config.time, *setup.the_case, setup.domain);
  while (!clock.finished()) {
    pace.choose(clock);
    {
      SEAFRET_REGION("step");
      const Stopwatch step;
      setup.the_case->step();
      time.steps_s += step.seconds();
    }
    clock.advance();
    watch_if_due(*setup.the_case, setup.domain, clock, setup.config.time.check_every);
    for (const auto& output : outputs) output->write_if_due(clock);
    progress.show(clock, setup.the_case->pulse());
  }
  time.all_s = loop.seconds();
  MPI_Pcontrol(0);
  time.exposed_s = exposed_s(*setup.the_case);
  for (std::size_t n = 0; n < exposed_before.size(); ++n) time.exposed_s[n] -= exposed_before[n];
  return time;
}

/// All that may be refused before the first step, but for what only the disk can tell.  Returns
/// what is to be written.
std::vector<OutputContent> begin(const Setup& setup) {
  begin_case(setup);
  if (setup.config.time.courant == 0) check_first_state(*setup.the_case, setup.domain);
  return contents_of(setup);
}

void print(const std::string& text, const RunOptions& options, const Communicator& comm) {
  if (comm.rank() != 0 || options.is_quiet) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

}  // namespace

std::optional<Result> run_case(const RunOptions& options, const Communicator& comm) {
  const Stopwatch whole_run;
  const std::string uncounted = options.counts_events ? EventCounters::open() : "";
  const Provenance provenance = make_provenance(comm);
  ReadCase read = read_case(options.case_file, options.overrides, comm);
  const std::string folder =
      options.output.empty() ? "out/" + read.config.file.stem().string() : options.output;
  return obeying(read.file, [&]() -> std::optional<Result> {
    if (!options.only_check) insist_on_memory(*read.the_case, comm);
    const Setup setup(read.config, std::move(read.the_case), comm);
    const Problem problem = problem_of(setup);
    print(opening(provenance, problem), options, comm);
    if (!uncounted.empty()) print("  counters    " + uncounted + "\n", options, comm);
    Case& the_case = *setup.the_case;
    if (options.only_check) {
      const auto why = fields_beyond_memory(the_case, comm);
      if (!why) begin(setup);
      print(
          why ? fmt::format("\nHere it cannot run: {}. Its first state was not looked at.\n", *why)
              : fmt::format("\nNothing was run; results would be in {}.\n", folder),
          options, comm);
      return {};
    }
    std::vector<OutputContent> contents = begin(setup);
    const std::string results = path_of_results(folder);
    std::optional<HeldFolder> held;
    together<InputError>(comm, [&] {
      if (comm.rank() != 0) return;
      make_folder(folder);
      held.emplace(folder);
      refuse_to_lose_inputs(folder, contents, read);
      for (const std::string& path : {results, path_of_page(folder)}) try_to_write(path);
    });
    Clock clock = clock_of(setup);
    const auto outputs = make_outputs(std::move(contents), folder, setup,
                                      "seafret: " + problem.case_name, clock, provenance);
    const LoopTime time =
        time_loop(setup, clock, outputs,
                  {comm.rank() == 0 ? options.progress : Progress::Style::none, clock});
    for (const auto& output : outputs) output->finish();

    Result result =
        collect_result(the_case, time, clock.taken(), setup.domain, setup.stepping.halo);
    for (const auto& output : outputs) result.files.push_back(output->path());
    result.files.insert(result.files.end(), {results, path_of_page(folder)});
    result.wall_s = comm.max(whole_run.seconds());
    together<RunError>(comm, [&] {
      if (comm.rank() != 0) return;
      replace_text(results, to_json(provenance, problem, result));
      write_page(folder);
    });
    print(closing(result), options, comm);
    return result;
  });
}

int run(const RunOptions& options, const Communicator& comm) {
  const std::optional<Result> result = run_case(options, comm);
  return !result || result->all_passed() ? 0 : 2;
}

}  // namespace seafret
