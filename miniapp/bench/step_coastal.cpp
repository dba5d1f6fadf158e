// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step_coastal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/stream_triad.hpp"
#include "miniapp/bench/warm_up.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {
namespace {

struct SeaVariant {
  int coarsen, levels, substeps;
};

/// What must move between memory and processor where no field fits the cache.  A substep of the
/// flow alone goes over its columns once, if no other goes with it: eta, U and V are read and
/// written, depth and weight of both faces are read.  One that is driven reads a stress and what
/// drag leaves, adds to what has moved, and leads the surface on.
constexpr double bytes_of_substep = 13 * sizeof(double);
constexpr double bytes_of_driven_substep = bytes_of_substep + 11 * sizeof(double);
/// Of levels: density from temperature and salinity; u and v pushed by it and by each other; each
/// turned by the other and mixed in place; tracers carried by both, and mixed in place.
constexpr double bytes_of_density = 6 * sizeof(double), bytes_of_push = 2 * 6 * sizeof(double),
                 bytes_of_turn = 2 * 3 * sizeof(double), bytes_of_velocities = 2 * sizeof(double),
                 bytes_of_tracer = 5 * sizeof(double);

/// A sea that has begun.
class SteppedSea {
 public:
  SteppedSea(const SeaVariant& variant, const CoastalStepOptions& options, const Communicator& comm)
      : variant_(variant),
        read_(read_case(file_of(variant, options), comm)),
        setup_(read_.config, std::move(read_.the_case), comm) {
    begin_case(setup_);
    warm_up(setup_, 1);
  }

  const SeaVariant& variant() const { return variant_; }
  void step() const { setup_.the_case->step(); }
  double cells() const { return static_cast<double>(setup_.the_case->cells()); }
  int tracers() const {
    const std::vector<FieldDescription> fields = setup_.the_case->descriptions();
    return static_cast<int>(std::ranges::count(fields, Place::centre, &FieldDescription::place)) -
           1;  // the surface
  }
  double columns() const { return cells() / std::max(1, variant_.levels); }
  double bytes_of_step() const {
    if (variant_.levels == 0) return bytes_of_substep * variant_.substeps * columns();
    return (bytes_of_density + bytes_of_push + bytes_of_turn + bytes_of_velocities +
            bytes_of_tracer * tracers()) *
               cells() +
           bytes_of_driven_substep * variant_.substeps * columns();
  }

 private:
  static CaseFile file_of(const SeaVariant& variant, const CoastalStepOptions& options) {
    std::vector<std::string> settings{"case.name=coastal",
                                      "grid.mask=inputs/masks/hrcs.h5",
                                      fmt::format("grid.coarsen={}", variant.coarsen),
                                      fmt::format("grid.levels={}", variant.levels),
                                      fmt::format("time.substeps={}", variant.substeps),
                                      "water.depths=[0, 50]",
                                      "water.temperature=[15, 10]",
                                      "water.salinity=[35, 35]"};
    settings.insert(settings.end(), options.settings.begin(), options.settings.end());
    return CaseFile::parse("bench step", "time: {steps: 1}\n", settings);
  }

  SeaVariant variant_;
  ReadCase read_;
  Setup setup_;
};

struct SeaRow {
  const SteppedSea* sea;
  double seconds = 0;  ///< of a step
  double spread = 0;
};

/// On all ranks together, as one core sees it.
struct SeaTable {
  std::vector<SeaRow> rows = {};
  TriadFloor triad = {};
  int ranks = 1;

  double ns_per_cell_step(const SeaRow& row) const {
    return 1e9 * row.seconds * ranks / row.sea->cells();
  }
  double ns_per_column_substep(const SeaRow& row) const {
    return 1e9 * row.seconds * ranks / row.sea->columns() /
           std::max(1, row.sea->variant().substeps);
  }
  double share_of_bound(const SeaRow& row) const {
    return row.sea->bytes_of_step() / triad.rate() / row.seconds;
  }
};

std::string as_table(const SeaTable& table) {
  std::string text = fmt::format("{:>8}{:>8}{:>10}{:>9}{:>12}{:>14}{:>20}{:>10}\n", "coarsen",
                                 "levels", "substeps", "tracers", "wet cells", "ns/cell, step",
                                 "ns/column, substep", "of bound");
  for (const SeaRow& row : table.rows) {
    const SeaVariant& v = row.sea->variant();
    text += fmt::format("{:>8}{:>8}{:>10}{:>9}{:>12.0f}{:>14.4g}{:>20.4g}{:>8.0f} %\n", v.coarsen,
                        v.levels, v.substeps, row.sea->tracers(), row.sea->cells(),
                        table.ns_per_cell_step(row), table.ns_per_column_substep(row),
                        100 * table.share_of_bound(row));
  }
  return text + table.triad.in_words();
}

Json results_of(const SeaTable& table, const CoastalStepOptions& options,
                const Communicator& comm) {
  Json json = beside_triad("step", make_provenance(comm), options.blocks, table.triad);
  Json& rows = json["rows"] = Json::array();
  for (const SeaRow& row : table.rows) {
    const SeaVariant& v = row.sea->variant();
    rows.push_back({{"case", "coastal"},
                    {"coarsen", v.coarsen},
                    {"levels", v.levels},
                    {"substeps", v.substeps},
                    {"tracers", row.sea->tracers()},
                    {"wet_cells", row.sea->cells()},
                    {"ns_per_cell_step", table.ns_per_cell_step(row)},
                    {"ns_per_column_substep", table.ns_per_column_substep(row)},
                    {"spread", row.spread},
                    {"share_of_bound", table.share_of_bound(row)}});
  }
  return json;
}

}  // namespace

int bench_coastal_steps(const CoastalStepOptions& options, const Communicator& comm) {
  std::vector<std::unique_ptr<SteppedSea>> seas;
  for (const SeaVariant& variant :
       {SeaVariant{4, 34, 20}, SeaVariant{1, 0, 20}, SeaVariant{2, 0, 20}})
    seas.push_back(std::make_unique<SteppedSea>(variant, options, comm));
  StreamTriad triad(comm.size());
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  for (const auto& sea : seas)
    timed.emplace_back([&sea = *sea, taken = options.steps] {
      for (int n = 0; n < taken; ++n) sea.step();
    });
  const Measurement found = measure_in_blocks(timed, {options.blocks, 1}, comm);
  SeaTable table{.triad = {median(found.series[0].seconds), triad.bytes(comm.size())},
                 .ranks = comm.size()};
  for (std::size_t n = 0; n < seas.size(); ++n) {
    const std::vector<double>& seconds = found.series[n + 1].seconds;
    const int taken = options.steps;
    table.rows.push_back({seas[n].get(), median(seconds) / taken, spread(seconds)});
  }
  tell(as_table(table), results_of(table, options, comm), options.json, comm);
  return 0;
}

}  // namespace seafret
