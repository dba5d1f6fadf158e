// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/halo_bench.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>
#include <thread>

#include "comms/base/stopwatch.hpp"
#include "comms/carriers/copying.hpp"
#include "comms/carriers/packed.hpp"
#include "comms/notify/registered_memory.hpp"
#include "comms/transports/message_memory.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/halo_fields.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {
namespace {

Decomposition same_for_all(const Points& points, int ranks) {
  const auto [px, py] = boxes_in_x_and_y(ranks);
  const Grid grid{.nx = points[0] * px, .ny = points[1] * py, .nz = points[2]};
  const Box first{0, points[0], 0, points[1]};
  std::vector<Box> owned;
  for (int r = 0; r < ranks; ++r)
    owned.push_back(first.shifted(points[0] * (r % px), points[1] * (r / px)));
  return {grid, owned};
}

Decomposition of_mask(const std::string& file, const Communicator& comm) {
  const Grid grid = read_mask(file, {}, comm).grid;
  return {grid, partitioners().at("k_section")(grid, comm.size())};
}

/// Packs and unpacks, but moves nothing.
class Mock final : public Transport {
 public:
  Mock(const std::vector<Peer>& peers, MPI_Comm, const TransportOptions&)
      : outgoing_(peers, &Peer::send), incoming_(peers, &Peer::receive), count_(peers.size()) {
    for (std::size_t p = 0; p < count_; ++p)
      std::ranges::fill(incoming_.of(static_cast<int>(p)), std::byte{});
  }
  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void start() override {}
  void finish(const Unpack& unpack) override {
    for (int p = 0; p < static_cast<int>(count_); ++p)
      if (const auto message = incoming_.of(p); !message.empty()) unpack(p, 0, message);
  }

 private:
  MessageMemory outgoing_, incoming_;
  std::size_t count_;
};

/// What a swap cannot be faster than: its bytes copied once; packed; packed and unpacked.
class Floors {
 public:
  Floors(const Domain& domain, const HaloFields& fields, HaloPoints points)
      : columns_(fields.columns()),
        phases_("mock"),
        plan_(make_plan(domain, fields.swapped(), fields.swapped().size(), points)),
        carrier_(plan_.messages, {.what = "", .make = make_transport<Mock>}, domain.comm.get(), {},
                 phases_) {
    std::size_t bytes = plan_.in_place.bytes;
    for (const Message& m : plan_.messages) bytes += m.receive_bytes();
    from_.assign(bytes, std::byte{1});
    to_.assign(bytes, std::byte{2});
    phases_.weight = 0;
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(from_.size()); }
  void copy() { std::memcpy(to_.data(), from_.data(), from_.size()); }
  void pack() { carrier_.start(columns_); }
  void mock() {
    carrier_.start(columns_);
    copy_in_place(plan_.in_place, columns_);
    carrier_.finish();
  }

 private:
  std::vector<Columns> columns_;
  Phases phases_;
  Plan plan_;
  PackedCarrier carrier_;
  std::vector<std::byte> from_, to_;
};

/// Swaps a dozen times, with random delays before finishing; false if any value was wrong on any
/// rank.
bool is_right(HaloExchange& exchange, HaloFields& fields, const Communicator& comm) {
  std::mt19937 random(static_cast<unsigned>(comm.rank()));
  std::int64_t wrong = 0;
  for (int step = 0; step < 12; ++step) {
    fields.set(step);
    exchange.start(fields.columns());
    if (random() % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    exchange.finish();
    wrong += fields.wrong(step, exchange.points());
  }
  return comm.sum(wrong) == 0;
}

/// One mode, made and verified.
struct Contestant {
  HaloRow row;
  std::unique_ptr<HaloExchange> exchange = nullptr;
};

Contestant prepare(const HaloMode& mode, const HaloBenchOptions& options, const Domain& domain,
                   HaloFields& fields) {
  Contestant c{.row = {.mode = mode}};
  const HaloOptions how =
      mode.options({.rma = options.rma, .cores_per_node = options.cores_per_node});
  try {
    c.exchange = std::make_unique<HaloExchange>(domain, fields.swapped(), how);
  } catch (const InputError& e) {
    c.row.refused = e.what();
    return c;
  }
  Traffic& t = c.row.traffic = c.exchange->traffic();
  c.row.bytes_total = domain.comm.sum(t.bytes + t.bytes_direct);
  t.x_faces = domain.comm.max(t.x_faces);
  t.y_faces = domain.comm.max(t.y_faces);
  t.corners = domain.comm.max(t.corners);
  c.row.correct = is_right(*c.exchange, fields, domain.comm);
  return c;
}

/// Keeps a core busy.
void work_for(double microseconds) {
  for (const Stopwatch stopwatch; 1e6 * stopwatch.seconds() < microseconds;) continue;
}

/// Times the floors and then whatever is correct.
Measurement measure(Floors& floors, const std::vector<Contestant>& all, const HaloFields& fields,
                    const HaloBenchOptions& options, const Communicator& comm) {
  std::vector<std::function<void()>> timed{[&] { floors.copy(); }, [&] { floors.pack(); },
                                           [&] { floors.mock(); }};
  const bool slow = comm.rank() == options.slow_rank;
  for (const Contestant& c : all)
    if (c.row.correct)
      timed.emplace_back([&, slow] {
        if (slow) work_for(options.slow_us);
        c.exchange->start(fields.columns());
        if (options.compute_us > 0) work_for(options.compute_us);
        c.exchange->finish();
      });
  return measure_in_blocks(timed, options.plan, comm);
}

/// A few more swaps, with a look at the clock between the phases.
std::vector<PhaseTime> time_phases(HaloExchange& exchange, const HaloFields& fields, int swaps,
                                   const Communicator& comm) {
  const Phases& p = exchange.phases();
  const std::vector<std::pair<std::string, const RegionSite*>> phases{{"pack", &p.pack},
                                                                      {"start", &p.start},
                                                                      {"in place", &p.in_place},
                                                                      {"wait", &p.wait},
                                                                      {"unpack", &p.unpack}};
  std::vector<double> before;
  for (const auto& [name, site] : phases) before.push_back(site->seconds);
  exchange.time_every_swap();
  comm.barrier();
  for (int n = 0; n < swaps; ++n) {
    exchange.start(fields.columns());
    exchange.finish();
  }
  std::vector<PhaseTime> times;
  for (const auto& [name, site] : phases) {
    const double mine = (site->seconds - before[times.size()]) / swaps;
    times.push_back({name, comm.mean(mine), comm.max(mine)});
  }
  return times;
}

}  // namespace

HaloTable bench_halo(const HaloBenchOptions& options, const Communicator& comm) {
  const Decomposition decomposition = options.mask.empty()
                                          ? same_for_all(options.points, comm.size())
                                          : of_mask(options.mask, comm);
  const Node node(comm.get(), options.cores_per_node);
  SharedMemory shared(node);
  const bool direct = std::ranges::count(options.modes.on_node, "direct") > 0;
  std::optional<notify::Endpoint> endpoint;
  std::optional<notify::RegisteredMemory> registered;
  if (std::ranges::count(options.modes.packings, "unpacked") > 0)
    registered.emplace(endpoint.emplace(node, notify::NotifyOptions(), &shared));
  const Domain domain{decomposition, comm, direct ? &shared : nullptr,
                      endpoint ? &*endpoint : nullptr, registered ? &*registered : nullptr};
  HaloFields fields(domain, options.levels, options.depth);
  Floors floors(domain, fields, named<HaloPoints>(options.modes.points.front()));

  std::vector<Contestant> all;
  for (const HaloMode& mode : options.modes.all(!comm.any(node.mates().size() < comm.size())))
    all.push_back(prepare(mode, options, domain, fields));
  fields.set(0);
  const Measurement found = measure(floors, all, fields, options, comm);

  HaloTable table{.bytes = comm.max(floors.bytes()),
                  .copy_s = found.series[0].seconds,
                  .pack_s = found.series[1].seconds,
                  .mock_s = found.series[2].seconds,
                  .repeated = found.repeated};
  auto series = found.series.begin() + 3;
  for (Contestant& c : all) {
    if (c.row.correct) {
      const Series& s = *series++;
      c.row.median_s = median(s.seconds);
      c.row.ratio = median(s.ratio);
      c.row.spread = spread(s.ratio);
      c.row.phases = time_phases(*c.exchange, fields, options.plan.repetitions, comm);
    }
    table.rows.push_back(std::move(c.row));
  }
  return table;
}

}  // namespace seafret
