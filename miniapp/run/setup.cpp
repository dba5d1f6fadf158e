// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "comms/base/wait.hpp"
#include "comms/notify/channel.hpp"
#include "decomposition/base/nearest.hpp"
#include "miniapp/cases/memory.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

/// What a rank must know of the grid's mask: its own columns, the widest halo round them, and one
/// more, which decides whether the faces of the last are wet.
Grid known_part(const Case& the_case, const Placing& placing, int widest) {
  for (const FieldDescription& f : the_case.descriptions())
    widest = std::max({widest, f.halo.west, f.halo.east, f.halo.south, f.halo.north});
  const Box& owned = placing.owned[static_cast<std::size_t>(placing.comm->rank())];
  return the_case.grid().cut_to(owned.empty() ? Box{} : owned.grown(widest + 1));
}

/// 0: as wide as the case needs.
int halo_depth(const Case& the_case, const RunConfig& config, const Placing& placing) {
  return config.halo.depth > 0 ? config.halo.depth : the_case.halo_that_pays(placing.owned);
}

/// How the case's swaps may go about it, those with a way of their own as well.  Which of them goes
/// by which of the others' ways is the case's affair: it may be any.
std::vector<HaloOptions> ways_of_swapping(const Case& the_case, const HaloOptions& halo) {
  const std::vector<HaloOptions> general = the_case.ways_of_swapping(halo);
  std::vector<HaloOptions> all = general;
  for (const HaloOptions& way : general)
    for (const auto& swap : halo.swaps) all.push_back(way.named(swap.first).own());
  return all;
}

template <class Question>
bool any_swap(const Case& the_case, const HaloOptions& halo, Question asks) {
  return std::ranges::any_of(ways_of_swapping(the_case, halo), asks);
}
bool reads_node_mates(const HaloOptions& swap) {
  return swap.on_node == HaloOptions::OnNode::direct;
}
/// Where there is room.
bool would_read_node_mates(const HaloOptions& swap) {
  return reads_node_mates(swap) || (swap.is_by_trial() && swap.tries(HaloOptions::direct_copy));
}
bool notifies(const HaloOptions& swap) { return swap.transport == "notified"; }

bool packs_nothing(const HaloOptions& swap) {
  return swap.packing == HaloOptions::Packing::unpacked;
}

bool are_on_several_nodes(const Node& node) {
  return node.everyone().any(node.mates().size() < node.everyone().size());
}

/// Boxes cut into interior and rim cost a tenth of a step and more, and on one node there is
/// nothing to hide: a message moves while its ranks look after it, not while they compute.
bool overlaps(HaloConfig::Overlap asked, const Node& node) {
  using Overlap = HaloConfig::Overlap;
  return asked == Overlap::interior ||
         (asked == Overlap::when_it_pays && are_on_several_nodes(node));
}

/// All swaps of a run share the time for trials.
HaloOptions ways_of(const HaloConfig& halo) {
  HaloOptions how = halo.how;
  how.trials = std::make_shared<Trials>(halo.trial_share);
  return how;
}

void insist_on_a_way_out(const Node& node, const std::vector<std::string>& channels) {
  const bool apart = are_on_several_nodes(node);
  const auto stays = [](const std::string& name) {
    return name != "auto" && !notify::channels().at(name).leaves_node;
  };
  if (apart && std::ranges::all_of(channels, stays))
    throw notify::OptionError("channels",
                              "none of these leaves a node, and the ranks are on several; add "
                              "'auto'");
}

template <class Work>
auto naming_keys_of_notify(Work&& work) {
  try {
    return work();
  } catch (const notify::OptionError& e) {
    throw KeyError("notify." + e.option, "is refused: " + e.why);
  }
}

std::unique_ptr<notify::Endpoint> make_endpoint(const Setup& setup) {
  const notify::NotifyOptions& options = setup.stepping.halo.with.notify;
  try {
    return naming_keys_of_notify([&] {
      insist_on_a_way_out(*setup.placing.node, options.channels);
      return std::make_unique<notify::Endpoint>(*setup.placing.node, options, setup.shared.get());
    });
  } catch (const KeyError&) {
    throw;
  } catch (const InputError& e) {
    throw KeyError("notify.channels", std::string("is refused: ") + e.what());
  }
}

std::vector<std::string> swaps_of_halos(const Case& the_case) {
  std::vector<std::string> names;
  for (const Exchange* swap : the_case.swaps())
    if (swap->way()) names.push_back(swap->name());
  return names;
}

/// What swaps there are is known when they have been made.
void insist_on_swaps(const HaloOptions& halo, const Case& the_case) {
  const std::vector<std::string> names = swaps_of_halos(the_case);
  for (const auto& entry : halo.swaps) {
    if (std::ranges::count(names, entry.first) > 0) continue;
    throw KeyError("halo.swaps." + entry.first,
                   fmt::format("is no swap of this run; there are: '{}'{}",
                               fmt::join(names, "', '"), or_nearest(entry.first, names)));
  }
}

}  // namespace

ReadCase read_case(const std::string& case_file, const std::vector<std::string>& overrides,
                   const Communicator& comm) {
  return read_case(CaseFile::parse(case_file, read_on_one_rank(case_file, comm), overrides), comm);
}

ReadCase read_case(CaseFile file, const Communicator& comm) {
  InputFolder inputs(file.folder());
  std::unique_ptr<Case> the_case;
  const RunConfig config =
      read_config(file, cases().names(), [&](Keys& keys, const RunConfig& read) {
        the_case = cases().at(read.case_name)();
        the_case->describe(keys);
      });
  Wait::set_limit(config.halo.timeout);
  obeying(file, [&] {
    if (config.time.courant > 0 && !the_case->may_change_step())
      throw KeyError("time.courant", "must be 0: this case keeps its time step");
    the_case->load(inputs, comm);
  });
  inputs.file(config.file.filename());
  if (!config.partition.file.empty()) inputs.file(config.partition.file);  // which place() reads
  return {std::move(file), std::move(inputs), config, std::move(the_case)};
}

std::optional<std::string> fields_beyond_memory(const Case& the_case, const Communicator& comm) {
  const Grid grid = the_case.grid();
  const auto columns = static_cast<double>(count_wet(grid, grid.box()));
  double bytes = 0;
  for (const FieldDescription& field : the_case.descriptions())
    bytes += columns * field.time_levels * field.levels * static_cast<double>(sizeof(double));
  return beyond_memory("the fields alone take", bytes, comm);
}

void insist_on_memory(const Case& the_case, const Communicator& comm) {
  const auto why = fields_beyond_memory(the_case, comm);
  if (!why) return;
  if (the_case.grid().masked()) throw InputError(*why);
  throw KeyError("grid.points", "is too much: " + *why);
}

Setup::Setup(const RunConfig& read, std::unique_ptr<Case> a_case, const Communicator& comm)
    : config(read),
      stepping{.dt = blaming("time.dt", [&] { return a_case->time_step(config.time.dt); }),
               .halo = ways_of(config.halo)},
      placing(place(*a_case, config, comm)),
      shared(any_swap(*a_case, stepping.halo, would_read_node_mates)
                 ? std::make_unique<SharedMemory>(*placing.node)
                 : nullptr),
      endpoint(any_swap(*a_case, stepping.halo, notifies) ? make_endpoint(*this) : nullptr),
      registered(any_swap(*a_case, stepping.halo, packs_nothing)
                     ? std::make_unique<notify::RegisteredMemory>(*endpoint)
                     : nullptr),
      decomposition(known_part(*a_case, placing, halo_depth(*a_case, config, placing)),
                    placing.owned),
      mask_rows(a_case->grid().rows(comm.rank(), comm.size())),
      domain{decomposition, *placing.comm, shared.get(), endpoint.get(), registered.get()},
      the_case(std::move(a_case)),
      start{stepping, domain, config.time.step_count(stepping.dt)} {
  start.depth = halo_depth(*the_case, config, placing);
  start.profiles = config.output.profiles_every > 0;
  start.overlap = overlaps(config.halo.overlap, *placing.node);
  if (shared && !any_swap(*the_case, stepping.halo, reads_node_mates)) do_without_room();
}

/// Direct copy is then not among what is tried.
void Setup::do_without_room() {
  try {
    shared->insist_on_room(the_case->held(start).arena);
    shared->deallocate(shared->allocate(1), 1);  // node mates may be in containers of their own
  } catch (const InputError& e) {
    domain.shared = nullptr;
    no_direct_copy = e.what();
  }
}

void begin_case(const Setup& setup) {
  naming_keys_of_notify([&] { setup.the_case->begin(setup.start); });
  insist_on_swaps(setup.stepping.halo, *setup.the_case);
}

Clock clock_of(const Setup& setup) {
  const TimeConfig& time = setup.config.time;
  const double dt = setup.stepping.dt;
  return setup.start.steps > 0 ? Clock(setup.start.steps, dt) : Clock::until(*time.end, dt);
}

}  // namespace seafret
