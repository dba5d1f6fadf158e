// SPDX-License-Identifier: BSD-3-Clause
// What the report says of swaps that tried how to go about it.
#include <doctest/doctest.h>

#include "miniapp/run/report/keys_of_ways.hpp"
#include "miniapp/run/report/trials.hpp"
#include "tests/nearly.hpp"
#include "tests/robustness/example.hpp"

using namespace seafret;

namespace {

const WayInWords p2p{.transport = "p2p", .window = "", .on_node = "transport"},
    direct{.transport = "p2p", .window = "", .on_node = "direct"},
    typed{.transport = "p2p", .window = "", .on_node = "transport", .packing = "datatype"},
    put{.transport = "pscw", .window = "create", .on_node = "transport", .combine = 8};

SwapTotals going(const std::string& name, const WayInWords& way) {
  return {.name = name, .most = {.neighbours = 2}, .way = way};
}

Result tried_result() {
  Result r;
  r.halo = {.transport = "auto", .window = "", .on_node = "transport"};
  r.swaps = {going("small", p2p), going("large", put)};
  r.trials = {{"small", {{.way = p2p, .least_s = 5e-6, .kept = true}}},
              {"large",
               {{.way = p2p, .least_s = 5e-6},
                {.way = put, .least_s = 4e-6, .kept = true},
                {.way = {.transport = "partitioned", .window = "", .on_node = "transport"},
                 .refused = "not here"},
                {.way = typed, .least_s = 4.5e-6}}}};
  r.trial_cost = {.making_s = 3e-3, .swapping_s = 1e-3, .step_s = 1e-3, .swaps = 2};
  r.trial_share = 0.02;
  return r;
}

bool says(const Result& result, const std::string& text) {
  return trials_as_text(result).find(text) != std::string::npos;
}

/// What each swap is to use, in a case file that has nothing but these keys for swaps.
std::vector<WayInWords> asked_for(const Result& result) {
  const std::string rest = "case: {name: example}\ngrid: {points: 50x50x120}\ntime: {steps: 100}\n";
  const HaloOptions halo = read_example(rest + keys_of_ways(result, "")).run.halo.how;
  std::vector<WayInWords> ways;
  for (const SwapTotals& one : result.swaps) ways.push_back(in_words(halo.named(one.name).own()));
  return ways;
}

std::vector<WayInWords> found(const Result& result) {
  std::vector<WayInWords> ways;
  for (const SwapTotals& one : result.swaps) ways.push_back(*one.way);
  return ways;
}

}  // namespace

TEST_CASE("the report says what was tried, the fastest first, and why something was not") {
  const Result r = tried_result();
  CHECK(says(r, "Tried for the swap 'large'\n    pscw create, 8 field(s) a message"));
  CHECK(says(r, "4.0 us  kept\n    p2p datatype "));
  CHECK(says(r, "    not partitioned: not here\n"));
  CHECK(trials_as_text({}).empty());
  CHECK(closing(r).find(trials_as_text(r)) != std::string::npos);
}

TEST_CASE("the report says what trials cost, and whether they came to their end") {
  Result r = tried_result();
  CHECK(says(r, "Trials took 4 ms: 3 ms to make ways, destroy them and decide, 1 ms by swaps"));
  CHECK(says(r, "which is 0.8 % of 500 steps of 1 ms; halo.trial_share allows 2 %\n"));
  CHECK_FALSE(says(r, "cut short"));
  CHECK_FALSE(says(r, "The run ended"));
  r.trial_cost.cut_short = true;
  r.trial_cost.unfinished = 1;
  CHECK(says(r, "They were cut short: for more there was no time.\n"));
  CHECK(says(r, "The run ended before 1 of 2 swaps had chosen.\n"));
  r.trial_cost.step_s = 0;
  CHECK(says(r, "of steps that were too few to be measured"));
}

TEST_CASE("what is to be pasted has what most swaps have in common, and the others by name") {
  Result r = tried_result();
  r.swaps.push_back(going("eta, U, V", put));
  r.swaps.push_back(going("other", direct));
  CHECK(says(r,
             "  To swap so from the first step on:\n"
             "    halo:\n"
             "      transport: pscw\n"
             "      on_node: transport\n"
             "      packing: packed\n"
             "      combine: 8\n"
             "      swaps:\n"
             "        small: {transport: p2p, combine: true}\n"
             "        other: {transport: p2p, on_node: direct, combine: true}\n"
             "    rma:\n"
             "      window: create\n"));
  CHECK(asked_for(r) == found(r));
  r.swaps.push_back(going("fifth", direct));
  r.swaps.push_back(going("sixth", direct));
  CHECK(says(
      r,
      "      transport: p2p\n      on_node: direct\n      packing: packed\n      combine: true\n"));
  CHECK(says(
      r, "        eta, U, V: {transport: pscw, on_node: transport, combine: 8, window: create}"));
  CHECK_FALSE(says(r, "    rma:"));
  CHECK(asked_for(r) == found(r));
}

TEST_CASE("where swaps all go alike none is named; what goes nowhere has no say") {
  Result r = tried_result();
  r.swaps = {going("small", direct), going("alone", p2p), going("lonely", p2p)};
  r.swaps[1].most.neighbours = r.swaps[2].most.neighbours = 0;
  CHECK(keys_of_ways(r, "") ==
        "halo:\n  transport: p2p\n  on_node: direct\n  packing: packed\n  combine: true\n");
}

TEST_CASE("who packs is said of each swap that goes otherwise than most") {
  Result r = tried_result();
  r.swaps = {going("small", typed), going("large", typed), going("other", put)};
  CHECK(asked_for(r) == found(r));
  CHECK(says(r, "      packing: datatype\n"));
  CHECK(says(r, "        other: {transport: pscw, packing: packed, combine: 8, window: create}\n"));
  r.swaps.push_back(going("third", put));
  r.swaps.push_back(going("fourth", put));
  CHECK(asked_for(r) == found(r));
  CHECK(says(r, "        small: {transport: p2p, packing: datatype, combine: true}\n"));
}

TEST_CASE("what only some swaps were to choose leaves the others as they are") {
  Result r = tried_result();
  r.halo = p2p;
  r.swaps = {going("small", direct), going("large", direct), going("other", p2p)};
  CHECK(asked_for(r) == found(r));
  CHECK(says(r, "      transport: p2p\n      on_node: transport\n"));
  CHECK(says(r, "        large: {on_node: direct}\n"));
}

TEST_CASE("a swap that other keys may ask for is told all") {
  Result r = tried_result();
  r.swaps[0].apart = true;
  r.swaps.push_back(going("other", p2p));
  CHECK(says(r, "        small: {transport: p2p, on_node: transport}\n"));
}

TEST_CASE("result.json has all that was tried") {
  const auto trials = nlohmann::json::parse(to_json({}, {}, tried_result()))["trials"];
  CHECK(trials.size() == 2);
  CHECK(trials[1]["swap"] == "large");
  CHECK(trials[1]["kept"] == 1);
  const auto tried = trials[1]["tried"][1];
  CHECK(tried["transport"] == "pscw");
  CHECK(tried["window"] == "create");
  CHECK(tried["on_node"] == "transport");
  CHECK(tried["combine"] == 8);
  CHECK(tried["least_us"] == nearly(4));
  CHECK(tried["refused"] == "");
  CHECK(tried["packing"] == "packed");
  CHECK(trials[1]["tried"][2]["refused"] == "not here");
  CHECK(trials[1]["tried"][3]["packing"] == "datatype");
}

TEST_CASE("result.json has what trials cost, and the way of each swap") {
  Result r = tried_result();
  r.swaps.push_back({.name = "transpose"});
  const auto json = nlohmann::json::parse(to_json({}, {}, r));
  const auto cost = json["trial_cost"];
  CHECK(cost["making_ms"] == nearly(3));
  CHECK(cost["swapping_ms"] == nearly(1));
  CHECK(cost["cost_ms"] == nearly(4));
  CHECK(cost["step_ms"] == nearly(1));
  CHECK(cost["share_of_500_steps"] == nearly(0.008));
  CHECK(cost["allowed_share"] == nearly(0.02));
  CHECK(cost["cut_short"] == false);
  CHECK(cost["swaps"] == 2);
  CHECK(cost["unfinished"] == 0);
  CHECK(json["swaps"][1]["way"]["transport"] == "pscw");
  CHECK(json["swaps"][1]["way"]["window"] == "create");
  CHECK(json["swaps"][2]["way"].is_null());
  CHECK(nlohmann::json::parse(to_json({}, {}, {}))["trial_cost"].is_null());
}
