// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/open_water.hpp"

#include <algorithm>
#include <tuple>

namespace seafret {
namespace {

Field<> columns_of(std::size_t cells, int tracers, int levels) {
  return {Box{0, static_cast<int>(cells), 0, tracers}, Halo{}, levels};
}

}  // namespace

OpenWater::OpenWater(std::span<const OpenCell> open, const SeaLevels& levels, int tracers,
                     double relaxation, const Box& owned)
    : levels_(levels),
      relaxation_(relaxation),
      cells_([&] {
        std::vector<Place> mine;
        for (const OpenCell& c : open)
          if (owned.contains(c.i, c.j)) mine.push_back({c.i, c.j, {}});
        std::ranges::sort(mine, {}, [](const Place& p) { return std::tuple(p.j, p.i); });
        return mine;
      }()),
      given_(columns_of(cells_.size(), tracers, levels.count())),
      outside_(columns_of(cells_.size(), tracers, levels.count())),
      gained_(cells_.size() * static_cast<std::size_t>(tracers), 0.),
      tracers_(tracers) {}

std::size_t OpenWater::bytes(std::span<const OpenCell> open, int levels, int tracers,
                             const Box& owned) {
  const auto cells = static_cast<std::size_t>(
      std::ranges::count_if(open, [&](const OpenCell& c) { return owned.contains(c.i, c.j); }));
  return 2 * cells * static_cast<std::size_t>(levels * tracers) * sizeof(double);
}

void OpenWater::take(std::span<const FieldView<double>> tracers) {
  for (std::size_t n = 0; n < cells_.size(); ++n)
    for (int f = 0; f < tracers_; ++f) {
      const double* const here =
          tracers[static_cast<std::size_t>(f)].column(cells_[n].i, cells_[n].j);
      std::copy_n(here, levels_.count(), column(given_, n, f));
      std::copy_n(here, levels_.count(), column(outside_, n, f));
    }
}

void OpenWater::note(const WaterColumns& water) {
  for (Place& cell : cells_) cell.before = water.at(cell.i, cell.j);
}

/// Where it is, or would be.
std::vector<OpenWater::Place>::const_iterator OpenWater::find(int i, int j) const {
  const auto place = [](const Place& p) { return std::tuple(p.j, p.i); };
  return std::ranges::lower_bound(cells_, std::tuple(j, i), {}, place);
}

const WaterColumn* OpenWater::before(int i, int j) const {
  const auto found = find(i, j);
  return found != cells_.end() && found->i == i && found->j == j ? &found->before : nullptr;
}

void OpenWater::let_in(int i, int j, double area, double dt, const SideBuffers& column_done,
                       std::span<const FieldView<const double>> now,
                       std::span<const FieldView<double>> next) {
  const auto n = static_cast<std::size_t>(find(i, j) - cells_.begin());
  const int levels = levels_.count();
  const double *const after_all = column_done.after(), *const lost = column_done.lost(),
                      *const per_after = column_done.per_after();
  double* const came = column_done.spare();
  for (int k = 0; k < levels; ++k)
    came[k] = after_all[k] + lost[k] - area * cells_[n].before.thickness(levels_, k);
  const double kept = relaxation_ / (relaxation_ + dt);
  for (int f = 0; f < tracers_; ++f) {
    const double* const here = now[static_cast<std::size_t>(f)].column(i, j);
    double* const after = next[static_cast<std::size_t>(f)].column(i, j);
    const double* const given = column(given_, n, f);
    double* const outside = column(outside_, n, f);
    double gained = 0;
    for (int k = 0; k < levels; ++k) {
      outside[k] = came[k] > 0 ? given[k] + kept * (outside[k] - given[k]) : here[k];
      after[k] += per_after[k] * came[k] * (outside[k] - here[k]);
      gained += came[k] * outside[k];
    }
    gained_[static_cast<std::size_t>(f) * cells_.size() + n] += gained;
  }
}

std::span<const double> OpenWater::gained(int tracer) const {
  return std::span(gained_).subspan(static_cast<std::size_t>(tracer) * cells_.size(),
                                    cells_.size());
}

}  // namespace seafret
