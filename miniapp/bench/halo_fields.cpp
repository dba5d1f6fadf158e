// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/halo_fields.hpp"

namespace seafret {
namespace {

constexpr double untouched = -1;

double truth(int i, int j, int k, std::size_t field, int step) {
  return 1e9 * (step + 1) + 1e6 * static_cast<double>(field) + 1e3 * k + 17. * j + i / 1024.;
}

std::vector<FieldDescription> descriptions(const std::vector<int>& levels, int depth) {
  std::vector<FieldDescription> all(levels.size());
  for (std::size_t f = 0; f < levels.size(); ++f) {
    all[f].levels = levels[f];
    all[f].halo = Halo::all(depth);
  }
  return all;
}

}  // namespace

HaloFields::HaloFields(const Domain& domain, const std::vector<int>& levels, int depth)
    : grid_(domain.grid()),
      owned_(domain.owned()),
      halo_(Halo::all(depth)),
      has_owner_(static_cast<std::size_t>(grid_.box().area())),
      arena_(Arena::room_for(descriptions(levels, depth), owned_), domain.memory()) {
  for (int r = 0; r < domain.decomposition.ranks(); ++r) {
    const Box& box = domain.decomposition.owned(r);
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) has_owner_[grid_.index(i, j)] = true;
  }
  fields_.reserve(levels.size());
  for (const int n : levels)
    columns_.emplace_back(fields_.emplace_back(owned_, halo_, n, &arena_).view());
}

std::vector<Swapped> HaloFields::swapped() const {
  std::vector<Swapped> all;
  for (const Field<>& f : fields_) all.push_back(Swapped::of(f.view(), halo_));
  return all;
}

/// Calls work(i, j, x, y, has_owner) for the halo and the columns that go into others' halos: a
/// column held, the cell of the grid that it stands for, and whether some rank owns that.
template <class Work>
void HaloFields::for_each_column(Work work) const {
  for (const Box& strip : rim(owned_.grown(halo_), owned_.grown(-halo_.west)))
    for (int j = strip.y0; j < strip.y1; ++j)
      for (int i = strip.x0; i < strip.x1; ++i) {
        const int x = grid_.periodic_x ? wrapped(i, grid_.nx) : i;
        const int y = grid_.periodic_y ? wrapped(j, grid_.ny) : j;
        work(i, j, x, y, grid_.box().contains(x, y) && has_owner_[grid_.index(x, y)]);
      }
}

void HaloFields::set(int step) {
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const FieldView<double> view = fields_[f].view();
    for_each_column([&](int i, int j, int x, int y, bool) {
      const bool mine = owned_.contains(i, j);
      for (int k = 0; k < view.levels; ++k)
        view(i, j, k) = mine ? truth(x, y, k, f, step) : untouched;
    });
  }
}

std::int64_t HaloFields::wrong(int step, HaloPoints points) const {
  std::int64_t count = 0;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const FieldView<const double> view = fields_[f].view();
    for_each_column([&](int i, int j, int x, int y, bool has_owner) {
      const bool mine = owned_.contains(i, j);
      const bool dry = !mine && grid_.cell(x, y) != Cell::wet;
      const bool filled = has_owner && (!dry || points == HaloPoints::all);
      const bool either = has_owner && dry && points == HaloPoints::clipped;
      for (int k = 0; k < view.levels; ++k) {
        const double value = view(i, j, k), right = truth(x, y, k, f, step);
        count += value != (filled ? right : untouched) && !(either && value == right);
      }
    });
  }
  return count;
}

}  // namespace seafret
