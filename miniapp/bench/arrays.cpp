// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/arrays.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/halo_packing.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/bench/swap_in_c.hpp"
#include "miniapp/command_line/option_values.hpp"

namespace seafret {
namespace {

struct ArraysCommand {
  std::string points = "16x16x256", json;
  int fields = 30, depth = 2, blocks = 21, swaps = 10;
};

struct ArraysRow {
  std::string what, beside;
  std::vector<double> seconds = {}, ratio = {};
};

/// What is timed in turn, and what each is compared with.
class Contest {
 public:
  void add(const std::string& what, const std::string& beside, std::function<void()> work) {
    rows_.push_back({what, beside});
    work_.push_back(std::move(work));
  }
  void run(const ArraysCommand& line, const Communicator& comm) {
    std::vector<std::function<double()>> timed;
    for (const auto& work : work_)
      timed.emplace_back([&] {
        for (int n = 0; n < line.swaps; ++n) work();  // others have just filled the caches
        return time_one(work, line.swaps, comm);
      });
    const Measurement found = measure_in_blocks(timed, line.blocks);
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      rows_[n].seconds = found.series[n].seconds;
      const auto floor = std::ranges::find(rows_, rows_[n].beside, &ArraysRow::what);
      for (std::size_t b = 0; b < rows_[n].seconds.size(); ++b)
        rows_[n].ratio.push_back(rows_[n].seconds[b] / floor->seconds[b]);
    }
  }
  const std::vector<ArraysRow>& rows() const { return rows_; }

 private:
  std::vector<ArraysRow> rows_;
  std::vector<std::function<void()>> work_;
};

std::string as_table(const std::vector<ArraysRow>& rows) {
  std::string text = fmt::format("{:<26}{:>12}{:>9}  {}\n", "", "median us", "spread", "ratio");
  for (const ArraysRow& row : rows)
    text += fmt::format("{:<26}{:>12.1f}{:>7.0f} %  {:.3f} of {}\n", row.what,
                        1e6 * median(row.seconds), 100 * spread(row.seconds), median(row.ratio),
                        row.beside);
  return text;
}

Json results_of(const std::vector<ArraysRow>& rows, const ArraysCommand& line,
                const Communicator& comm) {
  const Provenance provenance = make_provenance(comm);
  Json json{{"benchmark", "arrays"},     {"provenance", to_json(provenance)},
            {"ranks", provenance.ranks}, {"points", line.points},
            {"fields", line.fields},     {"depth", line.depth},
            {"blocks", line.blocks},     {"floors", Json::object()},
            {"rows", Json::array()}};
  for (const ArraysRow& row : rows)
    json["rows"].push_back({{"what", row.what},
                            {"beside", row.beside},
                            {"median_us", 1e6 * median(row.seconds)},
                            {"ratio", median(row.ratio)},
                            {"spread", spread(row.seconds)}});
  return json;
}

/// So many points for each rank, side by side.
Decomposition side_by_side(const ArraysCommand& line, int ranks) {
  const auto [nx, ny, nz] = read_points("bench arrays", line.points);
  std::vector<Box> boxes;
  for (int r = 0; r < ranks; ++r) boxes.push_back({r * nx, (r + 1) * nx, 0, ny});
  return {{.nx = nx * ranks, .ny = ny, .nz = nz}, boxes};
}

void add_packing(Contest& contest, HaloPacking& packing, OrderedArrays& kij, OrderedArrays& ijk) {
  for (OrderedArrays* arrays : {&kij, &ijk})
    contest.add("packing, " + arrays->order(), "packing, kij",
                [&packing, columns = arrays->columns()] { packing.of(columns); });
}

int run_arrays_benchmark(const ArraysCommand& line, const Communicator& comm) {
  const Decomposition d = side_by_side(line, comm.size());
  const Box& own = d.owned(comm.rank());

  Contest contest;
  std::vector<std::unique_ptr<OrderedArrays>> arrays;
  std::vector<std::unique_ptr<SwapInC>> in_c;
  for (const std::string order : {"kij", "kji", "ijk"}) {
    arrays.push_back(
        std::make_unique<OrderedArrays>(d.grid(), own, line.depth, line.fields, order));
    in_c.push_back(std::make_unique<SwapInC>(d, comm, line.depth, *arrays.back()));
    in_c.back()->start_and_finish();
    if (comm.any(!arrays.back()->is_right()))
      throw RunError("order " + order + ": a halo is wrong");
  }
  OrderedArrays &kij = *arrays.front(), &ijk = *arrays.back();
  const std::vector<Swapped> swapped(static_cast<std::size_t>(line.fields),
                                     {Halo::all(line.depth), kij.column_bytes()});
  HaloExchange first({d, comm}, swapped, {}), second({d, comm}, swapped, {});
  const auto in_cpp = [&](HaloExchange& exchange) {
    return [&exchange, columns = kij.columns()] {
      exchange.start(columns);
      exchange.finish();
    };
  };
  contest.add("C++, kij", "C++, kij", in_cpp(first));
  contest.add("C++, kij, again", "C++, kij", in_cpp(second));
  for (std::size_t n = 0; n < in_c.size(); ++n)
    contest.add("C, " + arrays[n]->order(), "C++, kij", [&c = *in_c[n]] { c.start_and_finish(); });

  HaloPacking packing(kij.held(), line.depth, swapped.size() * kij.column_bytes());
  add_packing(contest, packing, kij, ijk);
  if (own.width() == 16 && line.depth == 2)
    contest.add("packing by hand, ijk", "packing, ijk",
                [&] { packing.by_hand<2, 16>(ijk.values(), d.grid().nz); });
  contest.run(line, comm);

  tell(as_table(contest.rows()), results_of(contest.rows(), line, comm), line.json, comm);
  return 0;
}

}  // namespace

Command::Execute declare_arrays_benchmark(CLI::App& app) {
  const auto line = std::make_shared<ArraysCommand>();
  app.add_option("--points", line->points, "columns of a rank in x and y, and levels (16x16x256)");
  app.add_option("--fields", line->fields, "that are swapped together (30)")
      ->check(whole_number(1, 1000));
  app.add_option("--depth", line->depth, "columns of the halo (2)")->check(whole_number(1, 16));
  app.add_option("--blocks", line->blocks, "how often all are timed (21)")
      ->check(whole_number(1, 1000));
  app.add_option("--swaps", line->swaps, "of each in a block (10)")->check(whole_number(1, 10000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_arrays_benchmark(*line, comm); };
}

}  // namespace seafret
