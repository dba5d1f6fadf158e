// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/config/halo_config.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/tree.hpp"

namespace seafret {
namespace {

/// Who carries what how.  What does not go together is refused as soon as it is read.
void describe_carrying(Keys& keys, HaloOptions& how) {
  keys.value(
      "transport", how.transport,
      "what carries the messages between the ranks; with `auto` each swap tries in the first "
      "steps what can be done, and keeps what was fastest",
      {.choices = transports_or_auto()});
  keys.value("auto", how.candidates,
             "what `transport: auto` tries besides p2p: transports, `direct`, which is "
             "`on_node: direct`, and `datatype`, which is `packing: datatype`; nothing is whatever "
             "this MPI and these ranks can do, but notified, fence_get, passive_lock and "
             "passive_naive, which are tried where they are named",
             {.choices = HaloOptions::all_candidates()});
  keys.choose(
      "on_node", how.on_node,
      "what neighbours on one node do: use the transport, or copy straight out of each other's "
      "fields");
  keys.choose(
      "packing", how.packing,
      "who gathers the columns of a message: seafret, MPI by derived datatypes (with the transport "
      "p2p), or nobody: each row is put into the neighbour's halo (with notified)");
  keys.choose(
      "points", how.points,
      "which columns of a halo are fetched on a masked grid: all, those of rectangles clipped "
      "of dry edges, the wet ones found in the mask at every swap (with the packing packed), or "
      "the wet ones as boxes found once");
  if (const auto clash = conflict(how))
    keys.rule(false, clash->option, std::string("is refused: ") + clash->what());
}

/// Of all fields in a message the number is 0, of what is none -1.
std::string as_text(int combine) { return combine == 0 ? "true" : std::to_string(combine); }

/// What one swap does otherwise than all others.
void describe_own(Keys& keys, const HaloOptions& others, HaloOptions::Own& own) {
  keys.value("transport", own.transport, "as `halo.transport`", {.choices = transports_or_auto()});
  keys.choose("on_node", own.on_node, "as `halo.on_node`");
  keys.choose("packing", own.packing, "as `halo.packing`");
  std::optional<std::string> combine;
  if (own.combine) combine = as_text(*own.combine);
  keys.value("combine", combine, "as `halo.combine`");
  if (combine) {
    own.combine = fields_together(*combine);
    const std::string wrong = wrong_with_combine(*combine);
    keys.rule(wrong.empty(), "combine", wrong);
  }
  keys.choose("window", own.window, "as `rma.window`");
  HaloOptions how = others;
  how.transport = own.transport.value_or(others.transport);
  how.packing = own.packing.value_or(others.packing);
  if (const auto clash = conflict(how); clash && !conflict(others))
    keys.rule(false, own.packing ? "packing" : "transport",
              std::string("is refused: ") + clash->what());
}

}  // namespace

std::vector<std::string> transports_or_auto() {
  std::vector<std::string> names = transports().names();
  names.insert(names.begin(), HaloOptions::by_trial);
  return names;
}

int fields_together(const std::string& combine) {
  if (combine == "true") return 0;
  if (combine == "false") return 1;
  const int n = parse_as<int>(combine).value.value_or(-1);
  return n > 0 ? n : -1;
}

std::string wrong_with_combine(const std::string& combine) {
  if (fields_together(combine) >= 0) return "";
  return fmt::format("must be true, false or a number of fields from 1 to {}, not '{}'",
                     std::numeric_limits<int>::max(), one_line(combine));
}

std::string key_of(const OptionError& refused, const CaseFile& file) {
  for (const std::string& block : {"halo.swaps." + refused.swap, refused.swap})
    for (const std::string& option : {refused.option, refused.other})
      if (std::string own = fmt::format("{}.{}", block, option); file.gives(own)) return own;
  return (refused.option == "window" ? "rma." : "halo.") + refused.option;
}

void describe(Keys& keys, HaloConfig& halo) {
  keys.block("halo", "How columns of other ranks are fetched.", [&] {
    describe_carrying(keys, halo.how);
    keys.value("combine", halo.combine,
               "fields that travel in one message: `true` is all, `false` is one, or a number");
    halo.how.combine = fields_together(halo.combine);
    const std::string wrong = wrong_with_combine(halo.combine);
    keys.rule(wrong.empty(), "combine", wrong);
    keys.value("trial_share", halo.trial_share,
               "how much of the time of 500 steps `transport: auto` may take for its trials",
               {.low = 0});
    using Overlap = HaloConfig::Overlap;
    keys.choose<Overlap>(
        "overlap", halo.overlap,
        "what is computed while the messages fly: nothing, or the columns that need none "
        "of them; auto is these where the ranks are on several nodes: within one nothing "
        "flies by itself",
        {{"auto", Overlap::when_it_pays},
         {"interior", Overlap::interior},
         {"none", Overlap::none}});
    keys.value("depth", halo.depth,
               "how wide the halo is; 0 is as wide as the case needs, or as pays where substeps "
               "of a sea without levels can share a swap",
               {.unit = "columns", .low = 0, .high = 32});
    keys.value(
        "early_receives", halo.how.with.early_receives,
        "whether p2p and partitioned post a receive as soon as its buffer is free, or at the "
        "start of the next swap");
    keys.blocks(
        "swaps",
        "What the swap of this name, as the report has it, does otherwise than all others. Of the "
        "solver's this goes before `pressure`.",
        halo.how.swaps, [&](HaloOptions::Own& own) { describe_own(keys, halo.how, own); });
  });
  RmaOptions& rma = halo.how.with.rma;
  keys.block("rma", "How the one-sided transports go about it.", [&] {
    keys.choose(
        "window", rma.window,
        "who gives the memory that others write into: MPI_Win_allocate, or MPI_Win_create on "
        "MPI_Alloc_mem");
    keys.choose(
        "epoch", rma.epoch,
        "when fence and pscw begin the epoch of a swap: at the end of the swap before, when it "
        "starts, or they begin and end it there; fence_get begins it no sooner than it starts");
    keys.value("assertions", rma.assertions, "whether MPI is told what it need not do");
    keys.choose("receive", rma.receive,
                "whether messages are unpacked where they were put, or from a copy");
  });
  keys.block("comm", "What holds for all communication.", [&] {
    keys.value("timeout", halo.timeout,
               "how long a rank waits for others, wherever it may be, before the run is ended; 0 "
               "is for ever",
               {.unit = "s", .low = 0});
  });
}

}  // namespace seafret
