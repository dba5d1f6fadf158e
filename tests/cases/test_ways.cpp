// SPDX-License-Identifier: BSD-3-Clause
// One swap going another way than the others, and a way that cannot be had: on two ranks.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "miniapp/run/report/keys_of_ways.hpp"
#include "miniapp/run/report/trials.hpp"
#include "tests/cases/small_cases.hpp"

using namespace seafret;

namespace {

/// The file of a case without its own words about swaps, and with these.
std::string pasted(const std::string& name, const std::string& keys, const Communicator& comm) {
  const std::string path = "pasted_" + name + ".yaml";
  if (comm.rank() != 0) return path;
  std::ifstream file(SEAFRET_SOURCE_DIR "/inputs/" + name + ".yaml");
  std::ofstream copy(path);
  bool of_swaps = false;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(' ')) of_swaps = line == "halo:" || line == "rma:";
    if (!of_swaps) copy << line << '\n';
  }
  copy << keys;
  return path;
}

std::map<std::string, WayInWords> ways_of(const Case& the_case) {
  std::map<std::string, WayInWords> ways;
  for (const Exchange* swap : the_case.swaps())
    if (swap->way()) ways[swap->name()] = *swap->way();
  return ways;
}

/// What a run finds out that is told to try, and is then to be told by a file; other keys stay.
void check_paste(const std::string& name, const Options& to_try, const Options& to_stay) {
  const Communicator comm(MPI_COMM_WORLD);
  Options options = small_case(name);
  options.insert(options.end(), {"time.steps=240", "halo.trial_share=1e9"});
  options.insert(options.end(), to_stay.begin(), to_stay.end());
  Options trying = options;
  trying.insert(trying.end(), to_try.begin(), to_try.end());
  BegunCase tried(SEAFRET_SOURCE_DIR "/inputs/" + name + ".yaml", trying, comm);
  tried.step_to_the_end();
  const LoopTime time{.steps_s = 1,
                      .exposed_s = std::vector<double>(tried.the_case().swaps().size())};
  const Result result =
      collect_result(tried.the_case(), time, {}, tried.domain(), tried.setup().stepping.halo);
  CHECK(result.trial_cost.swaps > 0);
  CHECK(result.trial_cost.unfinished == 0);
  CAPTURE(trials_as_text(result));
  const std::string file = pasted(name, keys_of_ways(result, ""), comm);
  BegunCase told(file, options, comm);
  if (comm.rank() == 0) std::filesystem::remove(file);
  told.step_to_the_end();
  CHECK(told.setup().stepping.halo.trials->cost().swaps == 0);
  CHECK(ways_of(told.the_case()) == ways_of(tried.the_case()));
  CHECK(fingerprint(told.the_case(), told.domain()) ==
        fingerprint(tried.the_case(), tried.domain()));
}

}  // namespace

TEST_CASE("the pressure solver may swap in another way than the model") {
  const Communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
  const std::int64_t right = result_of("stratus", {}, alone);
  CHECK(result_of("stratus", {"pressure.transport=passive"}, all) == right);
  CHECK(result_of("stratus", {"pressure.on_node=direct", "halo.transport=fence"}, all) == right);
  CHECK(result_of("stratus", {"halo.on_node=direct", "pressure.on_node=transport"}, all) == right);
}

TEST_CASE("what a report says to paste has each swap go at once as its trials had it go at last") {
  const Communicator all(MPI_COMM_WORLD);
  check_paste("stratus", {"halo.transport=auto"}, {});
  check_paste("stratus", {"halo.transport=auto", "halo.swaps.source.transport=fence"}, {});
  check_paste("stratus", {"halo.swaps.all fields.transport=auto"},
              {"pressure.transport=auto", "halo.auto=[direct]"});
  check_paste("layers", {"halo.transport=auto"}, {});
}

TEST_CASE("a way of swapping that cannot be had is refused by the key that asks for it") {
  const Communicator all(MPI_COMM_WORLD);
  const auto refuses = [&](const Options& options, const std::string& why) {
    CHECK_THROWS_WITH_AS(result_of("stratus", options, all), doctest::Contains(why.c_str()),
                         InputError);
  };
  const std::string on_nodes = "partition.cores_per_node=1";
  refuses({on_nodes, "pressure.transport=shared"},
          "--set pressure.transport=shared: 'pressure.transport' is refused: transport shared: ");
  refuses({on_nodes, "halo.transport=shared", "pressure.transport=p2p"},
          "--set halo.transport=shared: 'halo.transport' is refused: transport shared: ");
  refuses({"halo.packing=datatype", "pressure.transport=fence"},
          "--set pressure.transport=fence: 'pressure.transport' is refused: packing datatype goes");
  refuses(
      {on_nodes, "halo.transport=notified", "notify.channels=[shared_memory]"},
      "'notify.channels' is refused: none of these leaves a node, and the ranks are on several");
  refuses({on_nodes, "halo.swaps.source.transport=shared"},
          "--set halo.swaps.source.transport=shared: 'halo.swaps.source.transport' is refused: ");
  refuses({"halo.swaps.tvd column.on_node=direct", "halo.swaps.al fields.combine=2"},
          "--set halo.swaps.al fields.combine=2: 'halo.swaps.al fields' is no swap of this run; "
          "there are: 'all fields', ");
  refuses({"halo.swaps.al fields.combine=2"}, "'; did you mean 'all fields'?");
  if (std::thread::hardware_concurrency() < 4)
    refuses(
        {"halo.transport=notified", "notify.thread=spinning"},
        "--set notify.thread=spinning: 'notify.thread' is refused: one that spins needs a core");
}
