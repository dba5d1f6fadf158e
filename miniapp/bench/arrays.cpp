// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/arrays.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <functional>
#include <memory>

#include "comms/base/stopwatch.hpp"
#include "comms/c/seafret.h"
#include "comms/carriers/copying.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/points.hpp"

namespace seafret {
namespace {

struct ArraysCommand {
  std::string points = "16x16x256", json;
  int fields = 30, depth = 2, blocks = 21, swaps = 10;
};

/// What a place of the grid holds, whoever asks.
double truth(const Grid& grid, int i, int j, int k) {
  const int x = (i % grid.nx + grid.nx) % grid.nx, y = (j % grid.ny + grid.ny) % grid.ny;
  return (1000. * k + y) * 1000 + x;
}

/// Fields of a rank, with halos, whose indices run in any order.
class Arrays {
 public:
  Arrays(const Grid& grid, const Box& owned, const ArraysCommand& line, std::string order)
      : order_(std::move(order)),
        grid_(grid),
        owned_(owned),
        held_(owned.grown(line.depth)),
        values_(static_cast<std::size_t>(line.fields),
                std::vector<double>(static_cast<std::size_t>(held_.area() * grid.nz))) {
    std::ptrdiff_t next = sizeof(double);
    for (const char index : order_) {
      (index == 'i' ? stride_.i : index == 'j' ? stride_.j : stride_.k) = next;
      next *= index == 'i' ? held_.width() : index == 'j' ? held_.height() : grid.nz;
    }
    for (std::size_t f = 0; f < values_.size(); ++f)
      for_each(owned, [&](int i, int j, int k) { at(f, i, j, k) = truth(grid, i, j, k); });
  }

  const std::string& order() const { return order_; }
  std::vector<seafret_array> where() {
    std::vector<seafret_array> all;
    for (std::size_t f = 0; f < values_.size(); ++f) {
      all.push_back(stride_);
      all.back().first = &at(f, owned_.x0, owned_.y0, 0);
    }
    return all;
  }
  /// As the exchange of C++ sees them, where levels or x run fastest.
  std::vector<Columns> columns() {
    std::vector<Columns> all;
    for (std::size_t f = 0; f < values_.size(); ++f) {
      Columns c(reinterpret_cast<std::byte*>(values_[f].data()), held_, column_bytes());
      c.next_column = stride_.i;
      c.next_row = stride_.j;
      if (order_ == "ijk") c.slices = grid_.nz, c.next_slice = stride_.k;
      all.push_back(c);
    }
    return all;
  }
  std::size_t column_bytes() const { return static_cast<std::size_t>(grid_.nz) * sizeof(double); }
  bool is_right() {
    bool right = true;
    for (std::size_t f = 0; f < values_.size(); ++f)
      for_each(held_,
               [&](int i, int j, int k) { right &= at(f, i, j, k) == truth(grid_, i, j, k); });
    return right;
  }
  std::vector<std::vector<double>>& values() { return values_; }
  const Box& held() const { return held_; }

 private:
  template <class Visit>
  void for_each(const Box& box, Visit visit) const {
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i)
        for (int k = 0; k < grid_.nz; ++k) visit(i, j, k);
  }
  double& at(std::size_t f, int i, int j, int k) {
    const std::ptrdiff_t bytes =
        (i - held_.x0) * stride_.i + (j - held_.y0) * stride_.j + k * stride_.k;
    return values_[f][static_cast<std::size_t>(bytes) / sizeof(double)];
  }

  std::string order_;
  Grid grid_;
  Box owned_, held_;
  std::vector<std::vector<double>> values_;
  seafret_array stride_{};
};

void insist(int status) {
  if (status != SEAFRET_OK) throw InputError(seafret_message());
}

/// An exchange as a model in C has it.
class InC {
 public:
  InC(const Decomposition& d, const Communicator& comm, const ArraysCommand& line, Arrays& arrays)
      : where_(arrays.where()) {
    const Box& own = d.owned(comm.rank());
    insist(seafret_domain_init(comm.get(), {d.grid().nx, d.grid().ny, 1, 1},
                               {own.x0, own.x1, own.y0, own.y1}, nullptr, nullptr, &domain_));
    const int h = line.depth;
    const std::vector<seafret_shape> shapes(
        where_.size(), seafret_shape{sizeof(double), d.grid().nz, {h, h, h, h, 1}});
    insist(seafret_exchange_init(domain_, "arrays", static_cast<int>(shapes.size()), shapes.data(),
                                 arrays.order().c_str(), nullptr, &exchange_));
  }
  ~InC() {
    seafret_exchange_free(&exchange_);
    seafret_domain_free(&domain_);
  }
  InC(const InC&) = delete;
  InC& operator=(const InC&) = delete;

  void start_and_finish() {
    insist(seafret_start(exchange_, where_.data()));
    insist(seafret_finish(exchange_));
  }

 private:
  std::vector<seafret_array> where_;
  seafret_domain* domain_ = nullptr;
  seafret_exchange* exchange_ = nullptr;
};

/// The eight pieces of a halo, as they are packed for others and unpacked from them.
std::vector<Box> pieces_of(const Box& held, int depth) {
  const Box in = held.grown(-depth);
  const int x[] = {held.x0, in.x0, in.x1, held.x1}, y[] = {held.y0, in.y0, in.y1, held.y1};
  std::vector<Box> pieces;
  for (int q = 0; q < 3; ++q)
    for (int p = 0; p < 3; ++p)
      if (p != 1 || q != 1) pieces.push_back({x[p], x[p + 1], y[q], y[q + 1]});
  return pieces;
}

/// Packs and unpacks the halos of all arrays, as a swap does.
void pack_and_unpack(std::vector<Columns>& fields, const std::vector<Box>& pieces,
                     std::vector<std::byte>& buffer) {
  for (const bool pack : {true, false}) {
    std::byte* bytes = buffer.data();
    for (const Columns& f : fields)
      for (const Box& box : pieces) {
        const Spread<std::byte> there(f, box, bytes);
        if (pack)
          copy_box(there, {f, box}, box, f.slices, f.slice_bytes());
        else
          copy_box({f, box}, {f, box, bytes}, box, f.slices, f.slice_bytes());
        bytes += static_cast<std::size_t>(box.area()) * f.column_bytes;
      }
  }
}

/// Copies so many rows of a fixed length, from or to a field.
template <int width>
std::byte* copy_rows(bool pack, std::byte* bytes, double* there, std::ptrdiff_t row, int rows) {
  constexpr std::size_t run = width * sizeof(double);
  for (; rows > 0; --rows, there += row, bytes += run) {
    if (pack)
      std::memcpy(bytes, there, run);
    else
      std::memcpy(there, bytes, run);
  }
  return bytes;
}

/// The same as a model's author would write it for arrays (i, j, k), whose widths the compiler
/// knows.
template <int depth, int width>
void pack_by_hand(Arrays& arrays, const std::vector<Box>& pieces, int levels,
                  std::vector<std::byte>& buffer) {
  const Box& held = arrays.held();
  const std::ptrdiff_t row = held.width(), level = row * held.height();
  for (const bool pack : {true, false}) {
    std::byte* bytes = buffer.data();
    for (std::vector<double>& f : arrays.values())
      for (const Box& box : pieces) {
        double* there = f.data() + (box.y0 - held.y0) * row + (box.x0 - held.x0);
        for (int k = 0; k < levels; ++k, there += level)
          bytes = box.width() == depth ? copy_rows<depth>(pack, bytes, there, row, box.height())
                                       : copy_rows<width>(pack, bytes, there, row, box.height());
      }
  }
}

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
        comm.barrier();
        const Stopwatch stopwatch;
        for (int n = 0; n < line.swaps; ++n) work();
        return comm.max(stopwatch.seconds() / line.swaps);
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

int run_arrays_benchmark(const ArraysCommand& line, const Communicator& comm) {
  const auto [nx, ny, nz] = read_points("bench arrays", line.points);
  const Grid grid{.nx = nx * comm.size(), .ny = ny, .nz = nz};
  std::vector<Box> boxes;
  for (int r = 0; r < comm.size(); ++r) boxes.push_back({r * nx, (r + 1) * nx, 0, ny});
  const Decomposition d(grid, boxes);
  const Box& own = d.owned(comm.rank());

  Contest contest;
  std::vector<std::unique_ptr<Arrays>> arrays;
  std::vector<std::unique_ptr<InC>> in_c;
  for (const std::string order : {"kij", "kji", "ijk"}) {
    arrays.push_back(std::make_unique<Arrays>(grid, own, line, order));
    in_c.push_back(std::make_unique<InC>(d, comm, line, *arrays.back()));
    in_c.back()->start_and_finish();
    if (comm.any(!arrays.back()->is_right()))
      throw RunError("order " + order + ": a halo is wrong");
  }
  Arrays &kij = *arrays.front(), &ijk = *arrays.back();
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

  const std::vector<Box> pieces = pieces_of(kij.held(), line.depth);
  std::vector<std::byte> buffer(
      static_cast<std::size_t>((kij.held().area() - own.area()) * nz * line.fields) *
      sizeof(double));
  const auto packing = [&](Arrays& of) {
    return [&, columns = of.columns()]() mutable { pack_and_unpack(columns, pieces, buffer); };
  };
  contest.add("packing, kij", "packing, kij", packing(kij));
  contest.add("packing, ijk", "packing, kij", packing(ijk));
  if (nx == 16 && line.depth == 2)
    contest.add("packing by hand, ijk", "packing, ijk",
                [&] { pack_by_hand<2, 16>(ijk, pieces, grid.nz, buffer); });
  contest.run(line, comm);

  tell(as_table(contest.rows()), results_of(contest.rows(), line, comm), line.json, comm);
  return 0;
}

}  // namespace

Command::Execute declare_arrays_benchmark(CLI::App& app) {
  const auto line = std::make_shared<ArraysCommand>();
  app.add_option("--points", line->points, "columns of a rank in x and y, and levels (16x16x256)");
  app.add_option("--fields", line->fields, "that are swapped together (30)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--depth", line->depth, "columns of the halo (2)")->check(CLI::Range(1, 16));
  app.add_option("--blocks", line->blocks, "how often all are timed (21)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--swaps", line->swaps, "of each in a block (10)")->check(CLI::Range(1, 10000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_arrays_benchmark(*line, comm); };
}

}  // namespace seafret
