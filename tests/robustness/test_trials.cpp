// SPDX-License-Identifier: BSD-3-Clause
// What the report says of swaps that tried how to go about it.
#include <doctest/doctest.h>

#include "miniapp/run/report/trials.hpp"

using namespace seafret;

namespace {

Result tried_result() {
  Result r;
  r.swaps = {{.name = "small", .exposed_s = 1}, {.name = "large", .exposed_s = 2}};
  const Tried safe{.transport = "p2p", .window = "", .on_node = "transport", .least_s = 5e-6};
  Tried put{.transport = "pscw", .window = "create", .on_node = "transport", .combine = 8};
  put.least_s = 4e-6;
  Tried lacking{
      .transport = "partitioned", .window = "", .on_node = "transport", .refused = "not here"};
  r.trials = {{"small", {safe}}, {"large", {safe, put, lacking}}};
  r.trials[0].tried[0].kept = true;
  r.trials[1].tried[1].kept = true;
  return r;
}

bool says(const Result& result, const std::string& text) {
  return trials_as_text(result).find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("the report says what was tried, the fastest first, and why something was not") {
  const Result r = tried_result();
  CHECK(says(r, "Tried for the swap 'large'\n    pscw create, 8 field(s) a message"));
  CHECK(says(r, "4.0 us  kept\n    p2p "));
  CHECK(says(r, "    not partitioned: not here\n"));
  CHECK(trials_as_text({}).empty());
  CHECK(closing(r).find(trials_as_text(r)) != std::string::npos);
}

TEST_CASE("what is to be pasted is the choice of the swap that most time is waited for") {
  Result r = tried_result();
  CHECK(says(r,
             "as 'large' does now:\n    halo:\n      transport: pscw\n      on_node: transport\n"
             "      combine: 8\n    rma:\n      window: create\n"));
  r.swaps[0].exposed_s = 3;
  CHECK(says(r, "as 'small' does now:\n    halo:\n      transport: p2p\n"));
  CHECK(says(r, "      combine: true\n"));
  CHECK_FALSE(says(r, "    rma:"));
}

TEST_CASE("result.json has all that was tried") {
  const auto trials = nlohmann::json::parse(to_json({}, {}, tried_result()))["trials"];
  CHECK(trials.size() == 2);
  CHECK(trials[1]["swap"] == "large");
  CHECK(trials[1]["kept"] == 1);
  const auto put = trials[1]["tried"][1];
  CHECK(put["transport"] == "pscw");
  CHECK(put["window"] == "create");
  CHECK(put["on_node"] == "transport");
  CHECK(put["combine"] == 8);
  CHECK(put["least_us"] == doctest::Approx(4));
  CHECK(put["refused"] == "");
  CHECK(trials[1]["tried"][2]["refused"] == "not here");
}
