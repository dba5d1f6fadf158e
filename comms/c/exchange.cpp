// SPDX-License-Identifier: BSD-3-Clause
#include "comms/c/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "comms/base/together.hpp"
#include "decomposition/grid/turned.hpp"

namespace seafret {
namespace {

Halo halo_of(const seafret_shape& shape) {
  const seafret_halo& h = shape.halo;
  return {h.west, h.east, h.south, h.north, h.corners != 0};
}

int most_levels(std::span<const seafret_shape> shapes) {
  int most = 1;
  for (const seafret_shape& s : shapes) most = std::max(most, s.levels);
  return most;
}

int widest(std::span<const seafret_shape> shapes) {
  int width = 0;
  for (const auto& [element, levels, h] : shapes)
    width = std::max({width, h.west, h.east, h.south, h.north});
  return width;
}

/// What all ranks must say alike of an exchange, in words.
std::string agreed(const std::string& name, std::span<const seafret_shape> shapes,
                   const std::string& order) {
  std::string all = fmt::format("exchange '{}', order {}", name, order);
  for (const auto& [element, levels, h] : shapes)
    all += fmt::format(", {} bytes x {} levels, halo {} {} {} {} {}", element, levels, h.west,
                       h.east, h.south, h.north, h.corners != 0 ? "with corners" : "");
  return all;
}

/// Throws InputError on all ranks where one of them says something that cannot be, or not what rank
/// 0 says.
void check(const Communicator& comm, const std::string& name, std::span<const seafret_shape> shapes,
           const std::string& order) {
  together<InputError>(comm, [&] {
    if (std::ranges::any_of(name, [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; }))
      throw InputError(
          "the name of an exchange has no quotes, backslashes, ends of lines or control "
          "characters");
    for (std::size_t a = 0; a < shapes.size(); ++a) {
      const auto& [element, levels, h] = shapes[a];
      if (element < 1 || levels < 1 || std::min({h.west, h.east, h.south, h.north}) < 0)
        throw InputError(
            fmt::format("exchange '{}': array {} has {} levels of {} bytes and halos of {}, {}, {} "
                        "and {} columns; levels and bytes begin at 1, halos at 0",
                        name, a, levels, element, h.west, h.east, h.south, h.north));
    }
  });
  insist_alike(agreed(name, shapes, order), comm);
}

}  // namespace

IndexOrder::IndexOrder(const std::string& letters, int most_levels)
    : turned_(letters.find('j') < letters.find('i')), levels_fastest_(letters.starts_with('k')) {
  std::string sorted = letters;
  std::ranges::sort(sorted);
  if (sorted != "ijk" && (sorted != "ij" || most_levels > 1))
    throw InputError(fmt::format(
        "order '{}' of the indices: must have i and j{} once, the fastest first, such as kij",
        letters, most_levels > 1 ? " and k" : ", and k where there are levels,"));
}

}  // namespace seafret

using namespace seafret;

seafret_exchange::seafret_exchange(seafret_domain& domain, const std::string& name,
                                   std::span<const seafret_shape> shapes, const std::string& order,
                                   const SwapOptions& options)
    : domain_(domain),
      order_((check(domain.comm(), name, shapes, order), order), most_levels(shapes)),
      shapes_(shapes.begin(), shapes.end()),
      options_(options),
      decomposition_(domain.decomposition(widest(shapes), order_.turned())),
      exchange_({decomposition_, domain.comm(),
                 options.halo.on_node == HaloOptions::OnNode::direct ? &domain.shared() : nullptr},
                swapped(), options.halo.named(name)),
      columns_(shapes.size()) {}

std::vector<Swapped> seafret_exchange::swapped() const {
  std::vector<Swapped> all;
  for (const seafret_shape& s : shapes_) {
    const Halo halo = halo_of(s);
    all.push_back({order_.turned() ? turned(halo) : halo,
                   s.element * static_cast<std::size_t>(s.levels),
                   order_.levels_fastest() ? 1 : s.levels});
  }
  return all;
}

Columns seafret_exchange::columns(std::size_t array, const seafret_array& where) const {
  const auto& [element, levels, h] = shapes_[array];
  if (order_.levels_fastest() && levels > 1 && where.k != static_cast<std::ptrdiff_t>(element))
    throw std::logic_error(fmt::format(
        "exchange '{}': the levels of array {}, of {} bytes, lie {} bytes apart, which an order "
        "that begins with k excludes; with any other they may",
        exchange_.name(), array, element, where.k));
  const Box held = domain_.owned().grown(halo_of(shapes_[array]));
  Columns c;
  c.column_bytes = element * static_cast<std::size_t>(levels);
  c.data = static_cast<std::byte*>(where.first) - h.west * where.i - h.south * where.j;
  c.box = order_.turned() ? turned(held) : held;
  c.next_column = order_.turned() ? where.j : where.i;
  c.next_row = order_.turned() ? where.i : where.j;
  c.slices = order_.levels_fastest() ? 1 : levels;
  c.next_slice = where.k;
  return c;
}

void seafret_exchange::start(const seafret_array* arrays) {
  if (in_flight_)
    throw std::logic_error("exchange '" + exchange_.name() + "': started before it was finished");
  for (std::size_t a = 0; a < shapes_.size(); ++a) columns_[a] = columns(a, arrays[a]);
  if (options_.halo.on_node == HaloOptions::OnNode::direct && !domain_.owned().empty())
    for (std::size_t a = 0; a < columns_.size(); ++a)
      if (!domain_.shared().find(columns_[a].data))
        throw std::logic_error(fmt::format(
            "exchange '{}': array {} does not lie in memory from seafret_allocate, which "
            "on_node=direct needs",
            exchange_.name(), a));
  exchange_.start(columns_);
  in_flight_ = true;
}

void seafret_exchange::finish() {
  if (!in_flight_)
    throw std::logic_error("exchange '" + exchange_.name() + "': finished before it was started");
  exchange_.finish();
  in_flight_ = false;
}

std::string seafret_exchange::told() const {
  const Communicator& comm = domain_.comm();
  const Traffic& t = exchange_.traffic();
  std::string transport = options_.halo.transport, on_node = name_of(options_.halo.on_node);
  for (const Tried& one : exchange_.tried())
    if (one.kept) transport = one.way.transport, on_node = one.way.on_node;
  const double seconds = exchange_.phases().exposed_s();
  const double mean = comm.mean(seconds), most = comm.max(seconds);
  const std::int64_t messages = comm.max(std::int64_t{t.messages}), bytes = comm.max(t.bytes),
                     direct = comm.max(t.bytes_direct);
  return fmt::format(
      R"({{"name": "{}", "transport": "{}", "on_node": "{}", "packing": "{}", "tried": {}, )"
      R"("arrays": {}, "swaps": {}, "messages": {}, "bytes": {}, "bytes_direct": {}, )"
      R"("mean_s": {:.6g}, "max_s": {:.6g}}})",
      exchange_.name(), transport, on_node, name_of(options_.halo.packing),
      exchange_.tried().size(), shapes_.size(), t.swaps, messages, bytes, direct, mean, most);
}
