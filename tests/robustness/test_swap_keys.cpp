// SPDX-License-Identifier: BSD-3-Clause
// The blocks of halo.swaps, whose names are the file's.
#include <doctest/doctest.h>

#include "miniapp/case_file/list.hpp"
#include "tests/robustness/example.hpp"

namespace seafret {
namespace {

using OnNode = HaloOptions::OnNode;

const std::string text = good_text +
                         "  swaps:\n"
                         "    all fields: {transport: pscw, on_node: direct, combine: 4}\n"
                         "    source: {packing: datatype}\n"
                         "    eta, U, V: {transport: auto, window: create, combine: false}\n";

HaloOptions own_of(const std::string& name, const std::vector<std::string>& set = {}) {
  return read_example(text, set).run.halo.how.named(name).own();
}

TEST_CASE("a swap has the keys of its block, and what they leave out as all others") {
  CHECK(in_words(own_of("all fields")) ==
        WayInWords{.transport = "pscw", .window = "allocate", .on_node = "direct", .combine = 4});
  const HaloOptions flow = own_of("eta, U, V");
  CHECK(flow.is_by_trial());
  CHECK(flow.with.rma.window == RmaOptions::Window::create);
  CHECK(flow.on_node == OnNode::transport);
  CHECK(flow.combine == 1);
  CHECK(
      in_words(own_of("source")) ==
      WayInWords{.transport = "p2p", .window = "", .on_node = "transport", .packing = "datatype"});
  const WayInWords all{.transport = "p2p", .window = "", .on_node = "transport"};
  CHECK(in_words(own_of("another")) == all);
  CHECK(in_words(read_example(good_text).run.halo.how.named("all fields").own()) == all);
}

TEST_CASE("--set gives a swap its keys, one by one") {
  CHECK(own_of("all fields", {"halo.swaps.all fields.transport=fence"}).transport == "fence");
  CHECK(own_of("pressure", {"halo.swaps.pressure.on_node=direct"}).on_node == OnNode::direct);
  const HaloOptions flow =
      own_of("eta, U, V", {"halo.combine=7", "halo.swaps.eta, U, V.combine=true"});
  CHECK(flow.combine == 0);
  CHECK(own_of("another", {"halo.combine=7"}).combine == 7);
}

TEST_CASE("what a swap is told is echoed as it was given") {
  ExampleRun read = read_example(text);
  const auto json = echo([&](Keys& keys) { describe(keys, read.run, example_names); });
  CHECK(json["halo"]["swaps"].dump() ==
        R"({"all fields":{"transport":"pscw","on_node":"direct","combine":"4"},)"
        R"("eta, U, V":{"transport":"auto","combine":"1","window":"create"},)"
        R"("source":{"packing":"datatype"}})");
}

TEST_CASE("wrong keys of a swap are refused at their place") {
  const auto refused = [](const std::string& more, const std::string& why) {
    const std::string message = refusal(good_text + "  swaps:\n    " + more + "\n");
    CAPTURE(message);
    CHECK(message.starts_with(example_path + std::string(":8:")));
    CHECK(message.find(why) != std::string::npos);
  };
  refused("pressure: {transprot: p2p}",
          "unknown key 'transprot' in 'halo.swaps.pressure'; did you mean 'transport'?");
  refused("pressure: {transport: pscww}",
          "'halo.swaps.pressure.transport' cannot be 'pscww'; there are: auto, ");
  refused("pressure: {combine: 0}",
          "'halo.swaps.pressure.combine' must be true, false or a number");
  refused("pressure: {window: made}", "'halo.swaps.pressure.window' cannot be 'made'");
  refused("pressure: p2p", "'halo.swaps.pressure' must be a block of keys, not 'p2p'");
  CHECK(refusal(good_text + "  swaps: p2p\n") ==
        "inputs/example.yaml:7:10: 'halo.swaps' must be a block of keys, not 'p2p'");
  CHECK(refusal(good_text + "  swaps: {}\n") == "");
}

TEST_CASE("a swap's transport that does not go with all others' packing is refused by its key") {
  CHECK(refusal(good_text +
                "  packing: datatype\n"
                "  swaps: {source: {transport: pscw}, pressure: {on_node: direct}}\n") ==
        "inputs/example.yaml:8:31: 'halo.swaps.source.transport' is refused: packing datatype goes "
        "with transport p2p, not with pscw");
  CHECK(refusal(good_text + "  packing: datatype\n"
                            "  swaps: {source: {transport: pscw, packing: packed}}\n") == "");
  CHECK(refusal(good_text + "  swaps: {source: {transport: pscw, packing: datatype}}\n") ==
        "inputs/example.yaml:7:46: 'halo.swaps.source.packing' is refused: packing datatype goes "
        "with transport p2p, not with pscw");
}

TEST_CASE("what a swap refuses when it is made is blamed on the block of its name, if it has one") {
  const auto key = [](const std::string& swap) {
    OptionError refused("transport", "lacks");
    refused.swap = swap;
    return key_of(refused, CaseFile::parse(example_path, text, {"pressure.transport=fence"}));
  };
  CHECK(key("all fields") == "halo.swaps.all fields.transport");
  CHECK(key("pressure") == "pressure.transport");
  CHECK(key("source") == "halo.transport");
}

}  // namespace
}  // namespace seafret
