// SPDX-License-Identifier: BSD-3-Clause
// Every case, swapped in every way there is, against one rank by itself: the same bits.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "comms/transports/availability.hpp"
#include "physics/advection.hpp"
#include "physics/momentum.hpp"
#include "physics/poisson.hpp"
#include "tests/cases/small_cases.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;

namespace {

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
