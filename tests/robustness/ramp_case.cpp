// SPDX-License-Identifier: BSD-3-Clause
#include "tests/robustness/ramp_case.hpp"

#include <cmath>
#include <limits>
#include <new>

#include "decomposition/fields/arena.hpp"

namespace seafret::test {
namespace {

enum : int { theta, u, v, w, psi, total, count };

const bool registered =
    cases().add("ramp", []() -> std::unique_ptr<Case> { return std::make_unique<Ramp>(); });

template <class Visit>
void for_each_column(const Box& box, Visit visit) {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) visit(i, j);
}

Axis axis(const char* name, const char* standard_name, int n, double first) {
  Axis a{name, "m", standard_name, std::string("distance along ") + name, {}};
  for (int i = 0; i < n; ++i) a.values.push_back(10 * (first + i));
  return a;
}

}  // namespace

void describe(Keys& keys, RampConfig& config) {
  keys.block("grid", "", [&] {
    keys.value("points", config.points, "columns and levels", {.low = 1});
    keys.value("masked", config.masked, "an island");
  });
  keys.block("ramp", "What goes wrong.", [&] {
    keys.value("nan_step", config.nan_step, "when a NaN comes up", {.low = 0});
    keys.value("fast_step", config.fast_step, "when the flow is too fast", {.low = -1});
    keys.value("cell", config.cell, "where");
    keys.value("throw_step", config.throw_step, "when a rank throws", {.low = 0});
    keys.value("throw_rank", config.throw_rank, "which rank throws", {.low = 0});
    keys.value("out_of_memory", config.out_of_memory, "whether it has no memory");
    keys.value("fail_check", config.fail_check, "whether a check fails");
    keys.value("leak", config.leak, "whether an MPI handle is not freed");
  });
}

Grid Ramp::grid() const {
  Grid g{.nx = config.points[0],
         .ny = config.points[1],
         .nz = config.points[2],
         .periodic_x = !config.masked,
         .periodic_y = !config.masked};
  if (!config.masked) return g;
  const Box outside{0, 2, 0, g.ny}, island{g.nx / 2 + 1, g.nx - 2, g.ny / 2 + 1, g.ny - 2};
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      g.cells.push_back(outside.contains(i, j)  ? Cell::outside
                        : island.contains(i, j) ? Cell::dry
                                                : Cell::wet);
  return g;
}

double Ramp::time_step(double asked) const {
  if (asked > 100) throw InputError("a step of more than 100 s is not stable");
  return asked > 0 ? asked : 2;
}

FieldDescription Ramp::description(int field) const {
  const int nz = config.points[2];
  switch (field) {
    case theta:
      return {.name = "theta",
              .unit = "K",
              .long_name = "potential temperature",
              .standard_name = "air_potential_temperature",
              .levels = nz,
              .halo = Halo::all(1),
              .time_levels = 2};
    case u:
      return {.name = "u",
              .unit = "m s-1",
              .long_name = "wind to the east",
              .standard_name = "eastward_wind",
              .place = Place::east_face,
              .levels = nz};
    case v:
      return {.name = "v",
              .unit = "m s-1",
              .long_name = "flow to the north",
              .place = Place::north_face};
    case w:
      return {.name = "w",
              .unit = "m s-1",
              .long_name = "wind upwards",
              .half_levels = true,
              .levels = nz};
    case psi:
      return {
          .name = "psi", .unit = "m2 s-1", .long_name = "stream function", .place = Place::corner};
    default:
      return {.name = "total", .unit = "1", .long_name = "steps done", .prognostic = false};
  }
}

std::vector<FieldDescription> Ramp::descriptions() const {
  std::vector<FieldDescription> all;
  for (int f = 0; f < count; ++f) all.push_back(description(f));
  return all;
}

Held Ramp::held(const Start& start) const {
  return {.arena = 0, .work = Arena::room_for(descriptions(), start.domain.owned())};
}

double Ramp::expected(int field, int i, int j, int k, int step) {
  if (field == total) return step;
  return field + i / 7.0 + 100 * j + 1e4 * k + 1e6 * step;
}

void Ramp::begin(const Start& start) {
  owned_ = start.domain.owned();
  for (int f = 0; f < count; ++f) {
    const FieldDescription d = description(f);
    fields_.emplace_back(owned_, d.halo, d.levels);
    fill(f);
  }
  fields_.emplace_back(owned_, Halo::all(1), config.points[2]);  // the new theta
  halo_ = std::make_unique<HaloExchange>(
      start.domain, std::vector{Swapped::of(fields_[theta].view(), Halo{1, 1, 1, 1, false})},
      start.halo.named("theta"));
  if (config.leak) {
    MPI_Comm lost = MPI_COMM_NULL;
    MPI_Comm_dup(start.domain.comm.get(), &lost);
  }
  rank_ = start.domain.comm.rank();
  mask_ = start.domain.grid();
}

void Ramp::fill(int field) {
  const FieldView<double> f = fields_[static_cast<std::size_t>(field)].view();
  for_each_column(owned_, [&](int i, int j) {
    for (int k = 0; k < f.levels; ++k)
      f(i, j, k) =
          field == theta ? std::sin(i + 3.0 * j * j + 0.7 * k) : expected(field, i, j, k, step_);
  });
}

void Ramp::diffuse() {
  const FieldView<double> now = fields_[theta].view(), next = fields_.back().view();
  const std::array<Columns, 1> swapped{now};
  halo_->start(swapped);
  halo_->finish();
  for_each_column(owned_, [&](int i, int j) {
    const std::array<std::array<int, 2>, 4> around{
        {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}}};
    for (int k = 0; k < now.levels; ++k) {
      double flow = 0;
      for (const auto& [ni, nj] : around)
        if (mask_.wet(Place::centre, ni, nj)) flow += now(ni, nj, k) - now(i, j, k);
      next(i, j, k) = now(i, j, k) + 0.1 * flow;
    }
  });
  std::swap(fields_[theta], fields_.back());
}

void Ramp::step() {
  ++step_;
  if (step_ == config.throw_step && rank_ == config.throw_rank) {
    if (config.out_of_memory) throw std::bad_alloc();
    throw std::logic_error("planted by the test");
  }
  diffuse();
  for (int f = u; f < count; ++f) fill(f);
  if (step_ != config.nan_step) return;
  const auto [i, j] = config.cell;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (owned_.contains(i, j)) fields_[theta].view()(i, j, 2) = nan;
  if (owned_.contains(i, j)) fields_[theta].view()(i, j, 3) = nan;
  // Behind it in the order of the search, though in memory and in rank it may come first.
  if (mask_.wet(Place::centre, i, j)) fields_[u].view()(owned_.x0, owned_.y0, 0) = nan;
}

Axes Ramp::axes() const {
  const auto [nx, ny, nz] = config.points;
  return {.x = axis("x", "projection_x_coordinate", nx, 0.5),
          .x_face = axis("x_face", "projection_x_coordinate", nx, 1),
          .y = axis("y", "projection_y_coordinate", ny, 0.5),
          .y_face = axis("y_face", "projection_y_coordinate", ny, 1),
          .z = axis("z", "height", nz, 0.5),
          .z_half = axis("z_half", "height", nz, 1)};
}

std::vector<OutputField> Ramp::fields() const {
  std::vector<OutputField> all;
  for (int f = 0; f < count; ++f)
    all.push_back({description(f), fields_[static_cast<std::size_t>(f)].view(), f == total});
  return all;
}

Courant Ramp::courant() const {
  const auto [i, j] = config.cell;
  if (step_ == config.fast_step && owned_.contains(i, j))
    return {.number = 7, .limit = 1, .i = i, .j = j, .k = 1};
  return {.number = 0.5, .limit = 1, .i = owned_.x0, .j = owned_.y0, .k = 0};
}

std::int64_t Ramp::cells() const {
  const auto [nx, ny, nz] = config.points;
  return std::int64_t{nx} * ny * nz;
}

std::vector<const Exchange*> Ramp::swaps() const { return {halo_.get()}; }

std::vector<Check> Ramp::checks() {
  return {{"steps done", static_cast<double>(step_), 1e6, !config.fail_check},
          {"not a number", std::numeric_limits<double>::quiet_NaN(), 1, true}};
}

std::vector<std::string> Ramp::remarks() { return {"a ramp, not a model"}; }

}  // namespace seafret::test
