// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <numbers>

#include "miniapp/cases/known_flow.hpp"

namespace seafret {

inline constexpr const char* taylor_and_green =
    "Taylor and Green 1937, Proceedings of the Royal Society of London A 158, 499-521";

/// Vortices in a slice between two walls that stand still and decay as exp(-(k^2 + m^2) viscosity
/// time), without friction at the walls. The slice lies along x, or, of one column in x, along y.
class TaylorGreen final : public KnownFlow {
 public:
  /// Throws KeyError where the answer is not that of this air, or where the wind carries it away.
  explicit TaylorGreen(const KnownFlowSetup& setup);
  /// As KnownFlowKind has it: 1 m/s along the slice, and upwards as a slice so long and high makes
  /// of that.
  static double crossing(const Grid& grid, const VerticalGrid& levels);
  double disturbance(std::size_t field, int i, int j, int k) const override;
  /// The errors of u, or v, and w, m/s, times the slice's area, m2: as MicroHH gives them.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  bool along_y() const { return setup_.grid.nx == 1; }
  int columns() const { return along_y() ? setup_.grid.ny : setup_.grid.nx; }
  double spacing() const { return along_y() ? setup_.grid.dy : setup_.grid.dx; }
  double wave() const { return 2 * std::numbers::pi / (columns() * spacing()); }  ///< 1/m
};

inline const bool taylor_green_registered = known_flows().add(
    "taylor_green", {"vortices in a slice that decay (Taylor and Green 1937)",
                     make_known_flow<TaylorGreen>, taylor_and_green, TaylorGreen::crossing});

/// A vortex 2 pi wide, long and high breaks up into turbulence.  The walls are planes of its
/// symmetry.
class TaylorGreen3D final : public KnownFlow {
 public:
  /// Throws KeyError for a box that is not so wide, long and high.
  explicit TaylorGreen3D(const KnownFlowSetup& setup);
  /// As KnownFlowKind has it: 1 m/s every way.
  static double crossing(const Grid& grid, const VerticalGrid& levels);
  double disturbance(std::size_t field, int i, int j, int k) const override;
  void follow(const Domain& domain, Stratus& model, Profiles* profiles, double time) override;
  /// The kinetic energy, m2/s2, at some times; the strongest dissipation, m2/s3, and when, s.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  struct Moment {
    double time, energy;
  };
  std::vector<Moment> moments_;
};

inline const bool taylor_green_3d_registered = known_flows().add(
    "taylor_green_3d", {"a vortex that breaks up (Taylor and Green 1937)",
                        make_known_flow<TaylorGreen3D>, taylor_and_green, TaylorGreen3D::crossing});

}  // namespace seafret
