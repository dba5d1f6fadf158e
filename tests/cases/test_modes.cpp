// SPDX-License-Identifier: BSD-3-Clause
// Every case, swapped in every way there is, against one rank by itself: the same bits.
#include <doctest/doctest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "comms/transports/availability.hpp"
#include "miniapp/run/report/keys_of_ways.hpp"
#include "miniapp/run/report/trials.hpp"
#include "physics/advection.hpp"
#include "physics/momentum.hpp"
#include "physics/poisson.hpp"
#include "tests/cases/begun_case.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;

namespace {

using Options = std::vector<std::string>;

std::uint64_t mixed(std::uint64_t h, std::uint64_t part) {
  h = (h ^ part) * 0xff51afd7ed558ccd;
  return h ^ h >> 32;
}

/// Of every bit of every wet value; the order of cells, and so the ranks, make no difference.
std::int64_t fingerprint(const Case& the_case, const Domain& domain) {
  std::uint64_t sum = 0, number = 0;
  const Box owned = domain.owned();
  for (const OutputField& field : the_case.fields()) {
    ++number;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < field.values.levels; ++k) {
          if (!domain.grid().wet(field.description.place, i, j)) continue;
          std::uint64_t h = mixed(number, static_cast<std::uint64_t>(j));
          for (const int part : {i, k}) h = mixed(h, static_cast<std::uint64_t>(part));
          sum += mixed(h, std::bit_cast<std::uint64_t>(field.values(i, j, k)));
        }
  }
  return domain.comm.sum(std::bit_cast<std::int64_t>(sum));
}

const std::string small_cases = SEAFRET_SOURCE_DIR "/tests/cases/small/";

/// The settings that make a case small: the line of its file in tests/cases/small that is for here.
Options small_case(const std::string& name) {
  std::ifstream file(small_cases + name);
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> word && word == "modes")
      return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }
  throw std::runtime_error("tests/cases/small/" + name + " has no line 'modes'");
}

std::int64_t result_of(const std::string& name, Options options, const Communicator& comm) {
  const Options small = small_case(name);
  options.insert(options.begin(), small.begin(), small.end());
  BegunCase run(SEAFRET_SOURCE_DIR "/inputs/" + name + ".yaml", options, comm);
  run.step_to_the_end();
  return fingerprint(run.the_case(), run.domain());
}

void add_variants(std::vector<Options>& all, const std::string& transport, bool more) {
  const std::string chosen = "halo.transport=" + transport;
  const bool one_sided = transports().at(transport).needs == TransportKind::Needs::window;
  all.push_back({chosen, "halo.overlap=interior"});
  if (!more) return;
  all.push_back({chosen, "halo.overlap=none", "partition.method=k_section"});
  if (transport != "shared")
    all.push_back({chosen, "halo.on_node=direct", "partition.cores_per_node=2"});
  if (one_sided) {
    all.push_back({chosen, "rma.window=create", "rma.receive=copy"});
    all.push_back({chosen, "rma.epoch=late", "rma.assertions=false", "halo.combine=2"});
    all.push_back({chosen, "rma.epoch=closed_at_start", "halo.combine=false"});
  }
}

/// With `more`: not only every transport, but every option of each.
std::vector<Options> every_mode(bool more) {
  std::vector<Options> all{
      {"halo.on_node=direct", "halo.overlap=interior"},
      {"halo.on_node=direct", "halo.overlap=none"},
      {"halo.packing=datatype"},
      {"halo.packing=datatype", "halo.combine=false"},
      {"halo.on_node=direct", "partition.cores_per_node=2", "partition.rank_order=mapped"},
      {"partition.cost=measured", "partition.method=footnote3", "partition.rank_order=greedy"},
      {"halo.combine=3"},
      {"halo.early_receives=false", "comm.timeout=60"},
      {"halo.depth=3"},
      {"halo.depth=6"},  // so that substeps share swaps where cells may fall dry, too
      {"halo.points=all"},
      {"halo.points=clipped", "halo.packing=datatype"},
      {"halo.points=masked"},
      {"halo.points=masked", "halo.on_node=direct"},
      {"halo.transport=auto", "halo.trial_share=1000"}};
  for (const std::string& name : transports_here()) add_variants(all, name, more);
  return all;
}

/// MPICH's ranks poll while they wait: with more of them than cores one mode of each kind must do.
std::vector<Options> affordable_modes(const Communicator& comm) {
  if (!is_mpich() || comm.size() < 3) return every_mode(comm.size() == 2);
  return {{"halo.transport=p2p", "time.steps=1"},
          {"halo.on_node=direct", "time.steps=1"},
          {"halo.transport=pscw", "time.steps=1"}};
}

void check_all_modes(const std::string& name) {
  const Communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
  const std::int64_t right = result_of(name, {}, alone),
                     one = result_of(name, {"time.steps=1"}, alone);
  CHECK(right != one);  // it does see a difference
  for (const Options& mode : affordable_modes(all)) {
    std::string text;
    for (const std::string& option : mode) text += option + ' ';
    CAPTURE(text);
    CHECK(result_of(name, mode, all) ==
          (text.find("time.steps=1") == std::string::npos ? right : one));
  }
}

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

TEST_CASE("every case is the same however its halos are swapped") {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(small_cases))
    names.insert(file.path().filename());
  for (const std::string& name : cases().names()) CHECK(names.contains(name));
  for (const std::string& name : names) {
    CAPTURE(name);
    check_all_modes(name);
  }
}

TEST_CASE("every solver and every scheme is the same over the transports, one after the other") {
  const Communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
  if (is_mpich() && all.size() > 2) return;
  const std::vector<std::string> ways = transports_here();
  auto check = [&, n = std::size_t{0}](const std::string& solver, const std::string& key,
                                       const std::string& scheme) mutable {
    const Options what{"pressure.solver=" + solver, "case." + key + "=" + scheme};
    Options how = what;
    how.insert(how.end(),
               {"halo.transport=" + ways[n % ways.size()],
                (n + n / ways.size()) % 2 == 0 ? "halo.overlap=none" : "halo.overlap=interior",
                n % 3 == 0 ? "partition.method=k_section" : "partition.method=blocks"});
    CAPTURE(solver);
    CAPTURE(scheme);
    CAPTURE(ways[n % ways.size()]);
    CHECK(result_of("stratus", how, all) == result_of("stratus", what, alone));
    ++n;
  };
  for (const std::string& solver : poisson_solvers().names()) {
    for (const std::string& scheme : advection_schemes().names())
      check(solver, "advection", scheme);
    for (const std::string& scheme : momentum_schemes().names()) check(solver, "momentum", scheme);
  }
}

TEST_CASE("the pressure solver may swap in another way than the model") {
  const Communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
  if (all.size() > 2) return;
  const std::int64_t right = result_of("stratus", {}, alone);
  CHECK(result_of("stratus", {"pressure.transport=passive"}, all) == right);
  CHECK(result_of("stratus", {"pressure.on_node=direct", "halo.transport=fence"}, all) == right);
  CHECK(result_of("stratus", {"halo.on_node=direct", "pressure.on_node=transport"}, all) == right);
}

TEST_CASE("what a report says to paste has each swap go at once as its trials had it go at last") {
  const Communicator all(MPI_COMM_WORLD);
  if (all.size() != 2) return;
  check_paste("stratus", {"halo.transport=auto"}, {});
  check_paste("stratus", {"halo.transport=auto", "halo.swaps.source.transport=fence"}, {});
  check_paste("stratus", {"halo.swaps.all fields.transport=auto"},
              {"pressure.transport=auto", "halo.auto=[direct]"});
  check_paste("layers", {"halo.transport=auto"}, {});
}

TEST_CASE("a report knows for which swaps the solver's keys may ask") {
  const Communicator all(MPI_COMM_WORLD);
  const auto count = [&](const Options& options) {
    BegunCase run(SEAFRET_SOURCE_DIR "/inputs/stratus.yaml", options, all);
    int apart = 0;
    for (const Exchange* swap : run.the_case().swaps()) {
      CHECK((!swap->is_apart() || swap->name().starts_with("pressure")));
      apart += swap->is_apart();
    }
    return apart;
  };
  Options options = small_case("stratus");
  CHECK(count(options) == 0);
  options.emplace_back("pressure.transport=p2p");
  CHECK(count(options) > 0);
}

TEST_CASE("what can be computed meanwhile is, where messages fly between nodes") {
  const Communicator comm(MPI_COMM_WORLD);
  const auto overlaps = [&](const std::string& asked, const std::string& cores) {
    return BegunCase(SEAFRET_SOURCE_DIR "/inputs/rotation.yaml",
                     {"halo.overlap=" + asked, "partition.cores_per_node=" + cores}, comm)
        .setup()
        .start.overlap;
  };
  CHECK_FALSE(overlaps("auto", std::to_string(comm.size())));
  CHECK(overlaps("auto", "1") == (comm.size() > 1));
  CHECK(overlaps("interior", std::to_string(comm.size())));
  CHECK_FALSE(overlaps("none", "1"));
}

TEST_CASE("a way of swapping that cannot be had is refused by the key that asks for it") {
  const Communicator all(MPI_COMM_WORLD);
  if (all.size() != 2) return;
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
