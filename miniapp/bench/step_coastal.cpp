// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step_coastal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "comms/base/timers.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/timed_models.hpp"

namespace seafret {
namespace {

struct SeaVariant {
  int coarsen, levels, substeps;
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
  return file_to_step("bench step",
                      {"case.name=coastal", "grid.mask=inputs/masks/hrcs.h5",
                       fmt::format("grid.coarsen={}", variant.coarsen),
                       fmt::format("grid.levels={}", variant.levels),
                       fmt::format("time.substeps={}", variant.substeps), "water.depths=[0, 50]",
                       "water.temperature=[15, 10]", "water.salinity=[35, 35]"},
                      settings);
}

/// What parts of a step take, s.
struct StepParts {
  std::optional<double> substeps = {};         ///< of the flow
  std::optional<double> carried_tracers = {};  ///< without their mixing
};

/// Of a step with levels, by the regions that the parts stand in; of the slowest rank, the medians
/// of the blocks.  Nothing where regions are not listed.  Collective.
StepParts time_parts(const SteppingModel& model, const CoastalStepOptions& options,
                     const Communicator& comm) {
  const std::array<std::string, 2> names{"shelf/substeps", "shelf/carry tracers"};
  std::array<std::vector<double>, 2> seconds;
  for (int block = 0; block < options.blocks; ++block) {
    auto before = region_totals();
    for (int n = 0; n < options.steps; ++n) model.step();
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

/// On all ranks together, as one core sees it.
struct SeaRow {
  SeaVariant variant;
  const TimedModel& timed;
  int ranks;
  StepParts parts;

  double cells() const { return timed.model->cells(); }
  double columns() const { return cells() / std::max(1, variant.levels); }
  int tracers() const {
    const std::vector<FieldDescription> fields = timed.model->the_case().descriptions();
    return static_cast<int>(std::ranges::count(fields, Place::centre, &FieldDescription::place)) -
           1;  // the surface
  }
  double bytes_per_cell() const {
    if (variant.levels == 0) return bytes_of_substep * variant.substeps;
    return bytes_of_density + bytes_of_push + bytes_of_turn + bytes_of_velocities +
           bytes_of_tracer * tracers() +
           bytes_of_driven_substep * variant.substeps / variant.levels;
  }
  double ns_per_cell_step() const { return timed.ns_per_cell(ranks); }
  std::optional<double> ns_per_column_substep() const {
    if (!parts.substeps) return {};
    return 1e9 * *parts.substeps * ranks / columns() / variant.substeps;
  }
  /// Of each tracer.
  std::optional<double> ns_per_cell_tracer() const {
    if (!parts.carried_tracers) return {};
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
  const auto if_any = [](std::optional<double> ns) {
    return ns ? fmt::format("{:.4g}", *ns) : "-";
  };
  for (const SeaRow& row : rows)
    text +=
        fmt::format("{:>8}{:>8}{:>10}{:>9}{:>12.0f}{:>14.4g}{:>20}{:>17}{:>8.0f}{:>8.0f} %{:>8}\n",
                    row.variant.coarsen, row.variant.levels, row.variant.substeps, row.tracers(),
                    row.cells(), row.ns_per_cell_step(), if_any(row.ns_per_column_substep()),
                    if_any(row.ns_per_cell_tracer()), row.bytes_per_cell(),
                    100 * row.share_of_bound(timed.triad), in_words(row.timed.one));
  return text + timed.foot_in_words();
}

Json results_of(const std::vector<SeaRow>& rows, const TimedModels& timed,
                const CoastalStepOptions& options, const Communicator& comm) {
  Json json = timed.without_rows(options.blocks, comm);
  Json& all = json["rows"] = Json::array();
  const auto if_any = [](std::optional<double> ns) { return ns ? Json(*ns) : Json(); };
  for (const SeaRow& row : rows) {
    all.push_back({{"case", "coastal"},
                   {"coarsen", row.variant.coarsen},
                   {"levels", row.variant.levels},
                   {"substeps", row.variant.substeps},
                   {"tracers", row.tracers()},
                   {"wet_cells", row.cells()},
                   {"ns_per_cell_step", row.ns_per_cell_step()},
                   {"ns_per_column_substep", if_any(row.ns_per_column_substep())},
                   {"ns_per_cell_tracer", if_any(row.ns_per_cell_tracer())},
                   {"spread", row.timed.spread},
                   {"bytes_per_cell_step", row.bytes_per_cell()},
                   {"share_of_bound", row.share_of_bound(timed.triad)}});
    all.back().update(to_json(row.timed));
  }
  return json;
}

}  // namespace

int bench_coastal_steps(const CoastalStepOptions& options, const Communicator& comm) {
  const std::vector<SeaVariant> variants{{4, 34, 20}, {1, 0, 20}, {2, 0, 20}};
  std::vector<CaseFile> files;
  for (const SeaVariant& variant : variants) files.push_back(file_of(variant, options.settings));
  const TimedModels timed =
      time_models([&](int) { return files; },
                  {.before = 1, .steps = options.steps, .blocks = options.blocks}, comm);
  std::vector<SeaRow> rows;
  for (std::size_t n = 0; n < variants.size(); ++n) {
    const TimedModel& model = timed.models[n];
    rows.push_back({variants[n], model, comm.size(),
                    variants[n].levels > 0 ? time_parts(*model.model, options, comm)
                                           : StepParts{.substeps = model.seconds}});
  }
  tell(as_table(rows, timed), results_of(rows, timed, options, comm), options.json, comm);
  return 0;
}

}  // namespace seafret
