// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/taylor_green.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/columns.hpp"

namespace seafret {

using std::numbers::pi;

TaylorGreen::TaylorGreen(const KnownFlowSetup& setup) : KnownFlow(setup) {
  insist_on_exactness({Subgrid::name});
  insist_on_columns(points(), along_y() ? std::array{1, 4} : std::array{4, 1},
                    "its vortices turn along it");
  insist_on_no_wind("for case.flow: taylor_green, whose vortices are looked for where they were");
  insist_on_constant_viscosity(
      "for case.flow: taylor_green: how its vortices decay is known of one viscosity everywhere");
}

double TaylorGreen::crossing(const Grid& grid, const VerticalGrid& levels) {
  const bool along_y = grid.nx == 1;
  const double spacing = along_y ? grid.dy : grid.dx,
               length = (along_y ? grid.ny : grid.nx) * spacing;
  return 1 / spacing + 2 * levels.z_half.back() / length / levels.dz[0];
}

double TaylorGreen::disturbance(std::size_t field, int i, int j, int k) const {
  const auto n = static_cast<std::size_t>(k);
  const double a = wave(), b = pi / setup_.height(), d = spacing();
  const int column = along_y() ? j : i;
  if (field == (along_y() ? stratus::v : stratus::u))
    return std::sin(a * (column + 1) * d) * std::cos(b * setup_.levels.z[n]);
  if (field != stratus::w || k + 1 == setup_.levels.levels()) return 0;
  return -a / b * std::cos(a * (column + 0.5) * d) * std::sin(b * setup_.levels.z_half[n]);
}

std::vector<Measure> TaylorGreen::measures(const Domain& domain, const Stratus& model,
                                           double time) {
  const double a = wave(), b = pi / setup_.height();
  const auto* const subgrid = setup_.components.of<Subgrid>();
  const double viscosity = subgrid ? subgrid->viscosity : 0;
  const double left = std::exp(-(a * a + b * b) * viscosity * time);
  std::array<ReproducibleSum, 2> off;
  const std::array<std::size_t, 2> fields{along_y() ? stratus::v : stratus::u, stratus::w};
  const Box owned = domain.owned();
  for (std::size_t n = 0; n < fields.size(); ++n)
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < setup_.levels.levels(); ++k)
          off[n].add(std::abs(model.now().fields[fields[n]](i, j, k) -
                              left * disturbance(fields[n], i, j, k)));
  ReproducibleSum::over_ranks(off, domain.comm);
  // Of a cell, of so many slices beside each other.
  const double area = spacing() * setup_.height() / setup_.levels.levels(),
               slices = along_y() ? 1 : setup_.grid.ny;
  return {{along_y() ? "v_l1" : "u_l1", off[0].value() * area / slices, "m3/s"},
          {"w_l1", off[1].value() * area / slices, "m3/s"}};
}

TaylorGreen3D::TaylorGreen3D(const KnownFlowSetup& setup) : KnownFlow(setup) {
  insist_on_exactness({Subgrid::name});
  insist_on_columns(points(), {4, 4}, "its vortices turn along both");
  insist_on_no_wind("for case.flow: taylor_green_3d, of whose air all energy counts");
  insist_on_constant_viscosity(
      "for case.flow: taylor_green_3d: how its energy decays is known of one viscosity everywhere");
  const double side = 2 * pi, north = setup.grid.ny * setup.grid.dy;
  const auto differs = [&](double length) { return std::abs(length / side - 1) > 1e-6; };
  if (differs(setup.width()) || differs(north))
    throw KeyError("grid.spacing",
                   fmt::format("makes the box {:g} m by {:g} m: the vortex of case.flow: "
                               "taylor_green_3d takes 2 pi, {:.10g} m, both ways",
                               setup.width(), north, side));
  if (differs(setup.height()))
    throw KeyError("grid.top",
                   fmt::format("is {:g} m: the vortex of case.flow: taylor_green_3d takes 2 pi, "
                               "{:.10g} m",
                               setup.height(), side));
}

double TaylorGreen3D::crossing(const Grid& grid, const VerticalGrid& levels) {
  return 1 / grid.dx + 1 / grid.dy + 1 / levels.dz[0];
}

double TaylorGreen3D::disturbance(std::size_t field, int i, int j, int k) const {
  const double dx = setup_.grid.dx, dy = setup_.grid.dy;
  const double up = std::cos(setup_.levels.z[static_cast<std::size_t>(k)]);
  if (field == stratus::u) return std::sin((i + 1) * dx) * std::cos((j + 0.5) * dy) * up;
  if (field == stratus::v) return -std::cos((i + 0.5) * dx) * std::sin((j + 1) * dy) * up;
  return 0;
}

/// Of cells of the same size.
void TaylorGreen3D::follow(const Domain& domain, Stratus& model, Profiles* /*profiles*/,
                           double time) {
  std::array<ReproducibleSum, 1> sum;
  const Box owned = domain.owned();
  for (const FieldView<double>& wind : model.now().velocities())
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < wind.levels; ++k) sum[0].add(0.5 * wind(i, j, k) * wind(i, j, k));
  ReproducibleSum::over_ranks(sum, domain.comm);
  const double cells = static_cast<double>(setup_.grid.box().area()) * setup_.levels.levels();
  moments_.push_back({time, sum[0].value() / cells});
}

std::vector<Measure> TaylorGreen3D::measures(const Domain& /*domain*/, const Stratus& /*model*/,
                                             double /*time*/) {
  std::vector<Measure> found;
  if (moments_.size() < 2) return found;
  const double end = moments_.back().time, last_step = end - moments_[moments_.size() - 2].time;
  for (const int at : {5, 8, 10}) {
    if (at > end + 0.5 * last_step) continue;
    const Moment nearest = *std::ranges::min_element(
        moments_, {}, [at](const Moment& moment) { return std::abs(moment.time - at); });
    found.push_back({fmt::format("energy_at_{}_s", at), nearest.energy, "m2/s2"});
  }
  double strongest = 0, when = 0;
  for (std::size_t n = 1; n < moments_.size(); ++n) {
    const double dissipation =
        (moments_[n - 1].energy - moments_[n].energy) / (moments_[n].time - moments_[n - 1].time);
    if (dissipation <= strongest) continue;
    strongest = dissipation;
    when = 0.5 * (moments_[n - 1].time + moments_[n].time);
  }
  found.push_back({"dissipation", strongest, "m2/s3"});
  found.push_back({"dissipation_when", when, "s"});
  return found;
}

}  // namespace seafret
