// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/config/run_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "decomposition/partition/partitioner.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/case_file/reader.hpp"
#include "miniapp/config/notify_config.hpp"

namespace seafret {
namespace {

/// Shorter ones, s, move nothing that a double can tell; their steps could not be counted.
constexpr double shortest_dt = 1e-9;

void describe(Keys& keys, TimeConfig& time) {
  keys.block("time", "How far the run goes, and in which steps.", [&] {
    keys.value("steps", time.steps, "how many steps the run takes; replaces `end`",
               {.low = 1, .required = true, .instead_of = "end"});
    keys.value("end", time.end, "the model time that the run reaches; replaces `steps`",
               {.unit = "s", .above = 0, .instead_of = "steps"});
    keys.value("dt", time.dt, "the time step; 0 leaves the choice to the case",
               {.unit = "s", .low = 0});
    const std::string too_short = fmt::format("must be 0 or at least {:g} s", shortest_dt);
    keys.rule(time.dt == 0 || time.dt >= shortest_dt, "dt", too_short);
    keys.value("courant", time.courant,
               "the Courant number that the time step follows (stratus), as a share of its limit; "
               "the first step is then `dt`, or shorter where the first state is too fast for it; "
               "0: all steps are alike",
               {.low = 0, .high = 1});
    keys.value("courant_every", time.courant_every, "how often it is looked at",
               {.unit = "steps", .low = 1});
    keys.value("longest_dt", time.longest_dt,
               "what the step does not exceed where it follows the Courant number, beside what the "
               "case knows to be unstable; 0 is no bound",
               {.unit = "s", .low = 0});
    keys.rule(time.longest_dt == 0 || time.longest_dt >= shortest_dt, "longest_dt", too_short);
    for (const char* key : {"courant_every", "longest_dt"})
      keys.used(time.courant > 0, key, "time.courant", "steps that follow time.courant");
    keys.value("check_every", time.check_every,
               "how often the fields are searched for values that are not finite and for a wind or "
               "current too fast for the step",
               {.unit = "steps", .low = 1});
  });
}

void describe(Keys& keys, CostWeights& weights) {
  const auto weight = [&](const char* name, const char* what, double& value) {
    keys.value(name, value, what, {.low = 0, .high = 1e9});
  };
  weight("wet", "a wet column of a rank's own", weights.wet);
  weight("dry", "any other column of its box", weights.dry);
  weight("off_node", "a halo column from another node", weights.off_node);
  weight("on_node", "a halo column from its own node", weights.on_node);
  weight("message_off_node", "a message from another node (latency, mix)",
         weights.message_off_node);
  weight("message_on_node", "a message from its own node (the same)", weights.message_on_node);
  weight("exchanges_2d", "how many two-dimensional exchanges a step has (mix)",
         weights.exchanges_2d);
  weight("exchanges_3d", "how many three-dimensional ones (mix)", weights.exchanges_3d);
  keys.value("levels", weights.levels, "how many levels those have (mix)", {.low = 1, .high = 1e9});
  weight("node", "a column that the busiest node receives (node)", weights.node);
  weight("total", "a column that any node receives (node)", weights.total);
}

void describe(Keys& keys, PartitionConfig& partition) {
  keys.block("partition", "Which rank owns which columns.", [&] {
    keys.value("method", partition.partitioner, "how the grid is cut",
               {.choices = partitioners().names()});
    keys.value("cores_per_node", partition.cores_per_node,
               "take no more ranks than this to share a node; 0 is as many as do", {.low = 0});
    keys.value("node", partition.node,
               "who is taken to be on one node: all ranks that share memory, or of these only "
               "those bound to one socket (needs hwloc)",
               {.choices = {"memory", "socket"}});
    keys.value("cost", partition.cost, "by what the partitioners that search judge a partition",
               {.choices = costs().names()});
    keys.value("refine", partition.refine,
               "move the lines of the partition for as long as that makes it cost less");
    keys.value("rank_order", partition.rank_order,
               "which of the partition's ranks share a node: as they come, or so that little goes "
               "between nodes",
               {.choices = rank_orders().names()});
    keys.value("file", partition.file,
               "take the partition out of this file, which seafret partition --out wrote, and cut "
               "nothing");
    for (const char* key : {"method", "cost", "refine"})
      keys.used(partition.file.empty(), key, "partition.file", "a grid that is to be cut");
    keys.block("weights", "What things cost, in units of one wet column for one step.",
               [&] { describe(keys, partition.weights); });
  });
}

}  // namespace

std::int64_t TimeConfig::step_count(double step) const {
  if (steps) return *steps;
  if (courant > 0) return 0;
  // An end that is a whole number of steps must not cost one more for a rounding error.
  constexpr double rounding = 1e-12;
  constexpr double more_than_anybody_waits_for = 1e15;
  const double count = std::ceil(*end / step * (1 - rounding));
  if (!(count <= more_than_anybody_waits_for))
    throw KeyError("time.end", fmt::format("is more than {:g} steps of {:g} s away",
                                           more_than_anybody_waits_for, step));
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(count));
}

void describe(Keys& keys, RunConfig& config, const std::vector<std::string>& cases) {
  keys.block("case", "What is computed.", [&] {
    keys.value("name", config.case_name, "the case; it has keys of its own, listed below",
               {.required = true, .choices = cases});
  });
  describe(keys, config.time);
  describe(keys, config.partition);
  describe(keys, config.halo);
  describe(keys, config.halo.how.with.notify);
  config.halo.how.with.cores_per_node = config.partition.cores_per_node;
  keys.block("output", "What is written to `fields.h5`. The last step always is.", [&] {
    keys.value("every", config.output.every,
               "how often the fields are written; 0 is after the last step only",
               {.unit = "steps", .low = 0});
    keys.value("fields", config.output.fields,
               "the names of the fields written, or `[all]`; a wrong name is answered with the "
               "right ones; with a field on levels that follow the bottom go those that tell "
               "their heights");
    keys.value("profiles_every", config.output.profiles_every,
               "how often means over the grid are written to `profiles.h5`; 0 is never",
               {.unit = "steps", .low = 0});
  });
}

RunConfig read_config(
    const CaseFile& file, const std::vector<std::string>& cases,
    const std::function<void(Keys& keys, const RunConfig& config)>& describe_case) {
  RunConfig config;
  config.file = file.path();
  KeyReader reader(file);
  describe(reader, config, cases);
  reader.insist("case.name");
  describe_case(reader, config);
  reader.finish();
  return config;
}

}  // namespace seafret
