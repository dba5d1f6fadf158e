// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "comms/base/stopwatch.hpp"
#include "comms/base/timers.hpp"
#include "miniapp/run/output.hpp"
#include "miniapp/run/report/report.hpp"
#include "miniapp/run/setup.hpp"
#include "miniapp/run/watchdog.hpp"

namespace seafret {
namespace {

LoopTime time_loop(Case& model, Clock& clock, Watchdog& watchdog, Output& output,
                   Progress& progress) {
  const Stopwatch loop;
  LoopTime time;
  while (!clock.finished()) {
    {
      SEAFRET_REGION("step");
      const Stopwatch step;
      model.step();
      time.steps_s += step.seconds();
    }
    clock.advance();
    watchdog.check_if_due(clock);
    output.write_if_due(clock);
    progress.show(clock);
  }
  time.all_s = loop.seconds();
  return time;
}

/// The same, as profilers see it: what lies before and after does not count.
LoopTime timed(Case& model, Clock& clock, Watchdog& watchdog, Output& output, Progress& progress) {
  reset_region_times();
  MPI_Pcontrol(1);
  const LoopTime time = time_loop(model, clock, watchdog, output, progress);
  MPI_Pcontrol(0);
  return time;
}

std::string folder_of(const RunOptions& options) {
  if (!options.output.empty()) return options.output;
  return "out/" + std::filesystem::path(options.case_file).stem().string();
}

void print(const std::string& text, const Communicator& comm) {
  if (comm.rank() != 0) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

}  // namespace

int run(const RunOptions& options, const Communicator& comm) {
  const Stopwatch whole_run;
  const Provenance provenance = make_provenance(comm);
  const Setup setup = read_setup(options.case_file, options.overrides, comm);
  const Problem problem = problem_of(setup);
  const Domain domain = setup.domain();
  Case& model = *setup.model;
  Clock clock(setup.steps, setup.dt);
  print(opening(provenance, problem), comm);

  blaming_options(setup.file, [&] { model.begin(setup.start(domain)); });
  blaming(setup.file, "output.fields",
          [&] { check_names(setup.config.output.fields, model.fields()); });
  Watchdog watchdog(model, domain, setup.config.time.check_every);
  const std::string folder = folder_of(options);
  Output output(folder, "seafret: " + problem.case_name, setup.config.output, model, domain,
                setup.mask_rows, clock, provenance);
  LoopTime time;
  {
    Progress progress(comm.rank() == 0 ? options.progress : Progress::Style::none, clock);
    time = timed(model, clock, watchdog, output, progress);
  }
  output.finish();

  Result result = collect_result(model, time, clock.steps(), comm);
  result.files = {output.path(), folder + "/result.json"};
  result.wall_s = comm.max(whole_run.seconds());
  write_result(folder + "/result.json", to_json(provenance, problem, result), comm);
  print(closing(problem, result), comm);
  return result.all_passed() ? 0 : 2;
}

int check(const RunOptions& options, const Communicator& comm) {
  const Setup setup = read_setup(options.case_file, options.overrides, comm);
  const Problem problem = problem_of(setup);
  print(opening(make_provenance(comm), problem), comm);
  print(fmt::format("\nNothing was run. The results would be in {}.\n", folder_of(options)), comm);
  return 0;
}

}  // namespace seafret
