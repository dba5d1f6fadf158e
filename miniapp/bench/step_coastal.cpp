// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step_coastal.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "comms/base/timers.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/timed_models.hpp"
#include "miniapp/cases/coastal.hpp"

namespace seafret {
namespace {

/// A sea, where --set does not say otherwise.
struct SeaVariant {
  int coarsen, levels;
};

/// What must move between memory and processor where no field fits the cache; what is written anew
/// is fetched first, and so counts twice.  A substep of the flow alone goes over its columns once,
/// if no other goes with it: eta, U and V are read and written anew, depth and weight of both faces
/// are read.  One that is driven reads a stress and what
/// drag leaves, adds to what has moved, and leads the surface on.
constexpr double bytes_of_substep = 13 * sizeof(double);
constexpr double bytes_of_driven_substep = bytes_of_substep + 11 * sizeof(double);
/// Of levels: density from temperature and salinity; u and v pushed by it and by each other; each
/// turned by the other and mixed in place; tracers carried by both, and mixed in place.
constexpr double bytes_of_density = 6 * sizeof(double), bytes_of_push = 2 * 6 * sizeof(double),
                 bytes_of_turn = 2 * 3 * sizeof(double), bytes_of_velocities = 2 * sizeof(double),
                 bytes_of_tracer = 5 * sizeof(double);

CaseFile file_of(const SeaVariant& variant, const std::vector<std::string>& settings) {
  return file_to_step(
      "bench step",
      {"case.name=coastal", "grid.mask=inputs/masks/hrcs.h5",
       fmt::format("grid.coarsen={}", variant.coarsen), "time.substeps=20", "water.depths=[0, 50]",
       "water.temperature=[15, 10]", "water.salinity=[35, 35]"},
      settings, fmt::format("grid.levels={}", variant.levels));
}

const CoastalCase& sea_of(const TimedModel& timed) {
  return dynamic_cast<const CoastalCase&>(timed.model->the_case());
}

/// What parts of a step take, s.
struct StepParts {
  std::optional<double> substeps = {};         ///< of the flow
  std::optional<double> carried_tracers = {};  ///< without their mixing
};

/// Of a step with levels, by the regions that the parts stand in; of the slowest rank, the medians
/// of the blocks.  Nothing where regions are not listed.  Without levels substeps are all of the
/// step.  Collective.
StepParts time_parts(const TimedModel& timed, const CoastalStepOptions& options,
                     const Communicator& comm) {
  if (!sea_of(timed).config().has_levels()) return {.substeps = timed.seconds};
  const std::array<std::string, 2> names{"shelf/substeps", "shelf/carry tracers"};
  std::array<std::vector<double>, 2> seconds;
  for (int block = 0; block < options.blocks; ++block) {
    auto before = region_totals();
    for (int n = 0; n < options.steps; ++n) timed.model->step();
    auto after = region_totals();
    for (std::size_t n = 0; n < names.size(); ++n) {
      const double taken = after[names[n]].seconds - before[names[n]].seconds;
      seconds[n].push_back(comm.max(taken) / options.steps);
    }
  }
  const auto part = [](const std::vector<double>& of_blocks) {
    const double found = median(of_blocks);
    return found > 0 ? std::optional(found) : std::nullopt;
  };
  return {part(seconds[0]), part(seconds[1])};
}

/// On all ranks together, as one core sees it; of the case that was stepped.
struct SeaRow {
  const TimedModel& timed;
  int ranks;
  StepParts parts;

  const CoastalConfig& config() const { return sea_of(timed).config(); }
  int coarsen() const { return config().coarsen; }
  int levels() const { return config().shelf.levels.count; }
  int substeps() const { return sea_of(timed).substeps(); }
  int tracers() const { return config().has_levels() ? config().shelf.tracers() : 0; }
  double cells() const { return timed.model->cells(); }
  double columns() const { return config().has_levels() ? cells() / levels() : cells(); }
  double bytes_per_cell() const {
    if (!config().has_levels()) return bytes_of_substep * substeps();
    return bytes_of_density + bytes_of_push + bytes_of_turn + bytes_of_velocities +
           bytes_of_tracer * tracers() + bytes_of_driven_substep * substeps() / levels();
  }
  double ns_per_cell_step() const { return timed.ns_per_cell(ranks); }
  /// Null, as that of tracers, where it was not told apart.
  Json ns_per_column_substep() const {
    if (!parts.substeps) return Json();
    return 1e9 * *parts.substeps * ranks / columns() / substeps();
  }
  /// Of each tracer.
  Json ns_per_cell_tracer() const {
    if (!parts.carried_tracers) return Json();
    return 1e9 * *parts.carried_tracers * ranks / cells() / tracers();
  }
  double share_of_bound(const TriadFloor& triad) const {
    return bytes_per_cell() * cells() / triad.rate() / timed.seconds;
  }
};

std::string as_table(const std::vector<SeaRow>& rows, const TimedModels& timed) {
  std::string text =
      fmt::format("{:>8}{:>8}{:>10}{:>9}{:>12}{:>14}{:>20}{:>17}{:>8}{:>10}{:>8}\n", "coarsen",
                  "levels", "substeps", "tracers", "wet cells", "ns/cell, step",
                  "ns/column, substep", "ns/cell, tracer", "bytes", "of bound", "x one");
  const auto if_any = [](const Json& ns) {
    return ns.is_null() ? "-" : fmt::format("{:.4g}", ns.get<double>());
  };
  for (const SeaRow& row : rows)
    text +=
        fmt::format("{:>8}{:>8}{:>10}{:>9}{:>12.0f}{:>14.4g}{:>20}{:>17}{:>8.0f}{:>8.0f} %{:>8}\n",
                    row.coarsen(), row.levels(), row.substeps(), row.tracers(), row.cells(),
                    row.ns_per_cell_step(), if_any(row.ns_per_column_substep()),
                    if_any(row.ns_per_cell_tracer()), row.bytes_per_cell(),
                    100 * row.share_of_bound(timed.triad), in_words(row.timed.one));
  return text + timed.foot_in_words();
}

Json results_of(const std::vector<SeaRow>& rows, const TimedModels& timed,
                const CoastalStepOptions& options, const Communicator& comm) {
  Json json = timed.without_rows(options.blocks, comm);
  Json& all = json["rows"] = Json::array();
  for (const SeaRow& row : rows) {
    all.push_back({{"case", "coastal"},
                   {"coarsen", row.coarsen()},
                   {"levels", row.levels()},
                   {"substeps", row.substeps()},
                   {"tracers", row.tracers()},
                   {"wet_cells", row.cells()},
                   {"ns_per_cell_step", row.ns_per_cell_step()},
                   {"ns_per_column_substep", row.ns_per_column_substep()},
                   {"ns_per_cell_tracer", row.ns_per_cell_tracer()},
                   {"spread", row.timed.spread},
                   {"bytes_per_cell_step", row.bytes_per_cell()},
                   {"share_of_bound", row.share_of_bound(timed.triad)}});
    all.back().update(to_json(row.timed));
  }
  return json;
}

}  // namespace

int bench_coastal_steps(const CoastalStepOptions& options, const Communicator& comm) {
  const std::vector<SeaVariant> variants{{4, 34}, {1, 0}, {2, 0}};
  std::vector<CaseFile> files;
  for (const SeaVariant& variant : variants) files.push_back(file_of(variant, options.settings));
  const TimedModels timed =
      time_models([&](int) { return files; },
                  {.before = 1, .steps = options.steps, .blocks = options.blocks}, comm);
  std::vector<SeaRow> rows;
  for (const TimedModel& model : timed.models)
    rows.push_back({model, comm.size(), time_parts(model, options, comm)});
  tell(as_table(rows, timed), results_of(rows, timed, options, comm), options.json, comm);
  return 0;
}

}  // namespace seafret
