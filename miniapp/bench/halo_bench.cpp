// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/halo_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "comms/carriers/copying.hpp"
#include "comms/carriers/packed.hpp"
#include "comms/transports/message_memory.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {
namespace {

/// Boxes of one size on as square a grid of ranks as there is.  If there are more of them one
/// way it is in y, whose rows lie farthest apart in memory (as x in MONC, whose rows are in y).
Decomposition same_for_all(const Points& points, int ranks) {
  int py = static_cast<int>(std::ceil(std::sqrt(ranks)));
  while (ranks % py != 0) ++py;
  const int px = ranks / py;
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
  const Traffic& t = c.exchange->traffic();
  c.row.messages = t.messages;
  c.row.bytes = t.bytes + t.bytes_direct;
  c.row.bytes_total = domain.comm.sum(c.row.bytes);
  c.row.x_faces = domain.comm.max(t.x_faces);
  c.row.y_faces = domain.comm.max(t.y_faces);
  c.row.corners = domain.comm.max(t.corners);
  c.row.correct = is_right(*c.exchange, fields, domain.comm);
  return c;
}

/// A few more swaps, with a look at the clock between the phases.
std::vector<PhaseTime> time_phases(HaloExchange& exchange, const HaloFields& fields, int swaps,
                                   const Communicator& comm) {
  const auto now = [&] {
    const Phases& p = exchange.phases();
    return std::array{p.pack.seconds, p.start.seconds, p.in_place.seconds, p.wait.seconds,
                      p.unpack.seconds};
  };
  exchange.time_every_swap();
  const auto before = now();
  comm.barrier();
  for (int n = 0; n < swaps; ++n) {
    exchange.start(fields.columns());
    exchange.finish();
  }
  const auto after = now();
  std::vector<PhaseTime> times;
  for (const std::size_t p : {0u, 1u, 2u, 3u, 4u}) {
    const double mine = (after[p] - before[p]) / swaps;
    times.push_back({std::array{"pack", "start", "in place", "wait", "unpack"}[p], comm.mean(mine),
                     comm.max(mine)});
  }
  return times;
}

}  // namespace

bool HaloTable::all_correct() const {
  return std::ranges::all_of(rows,
                             [](const HaloRow& r) { return r.correct || !r.refused.empty(); });
}

HaloTable bench_halo(const HaloBenchOptions& options, const Communicator& comm) {
  const Decomposition decomposition = options.mask.empty()
                                          ? same_for_all(options.points, comm.size())
                                          : of_mask(options.mask, comm);
  const Node node(comm.get(), options.cores_per_node);
  SharedMemory shared(node);
  const bool direct = std::ranges::count(options.modes.on_node, "direct") > 0;
  const Domain domain{decomposition, comm, direct ? &shared : nullptr};
  HaloFields fields(domain, options.levels, options.depth);
  Floors floors(domain, fields, named<HaloPoints>(options.modes.points.front()));
  HaloTable table{.ranks = comm.size(),
                  .fields = static_cast<int>(options.levels.size()),
                  .bytes = comm.max(floors.bytes())};

  std::vector<Contestant> all;
  for (const HaloMode& mode : options.modes.all(!comm.any(node.mates().size() < comm.size())))
    all.push_back(prepare(mode, options, domain, fields));
  std::vector<std::function<void()>> timed{[&] { floors.copy(); }, [&] { floors.pack(); },
                                           [&] { floors.mock(); }};
  const bool slow = comm.rank() == options.slow_rank;
  for (const Contestant& c : all)
    if (c.row.correct)
      timed.emplace_back([&, exchange = c.exchange.get()] {
        if (slow) work_for(options.slow_us);
        exchange->start(fields.columns());
        if (options.compute_us > 0) work_for(options.compute_us);
        exchange->finish();
      });
  fields.set(0);
  const Measurement found = measure_in_blocks(timed, options.plan, comm);

  const auto& series = found.series;
  table.memcpy_s = median(series[0].seconds);
  table.memcpy_spread = spread(series[0].seconds);
  table.pack_s = median(series[1].seconds);
  table.mock_s = median(series[2].seconds);
  table.blocks = static_cast<int>(series[0].seconds.size());
  table.repeated = found.repeated;
  std::size_t next = 3;
  for (Contestant& c : all) {
    if (c.row.correct) {
      const Series& s = series[next++];
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
