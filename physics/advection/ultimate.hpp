// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "physics/advection.hpp"
#include "physics/advection/ultimate_faces.hpp"

namespace seafret {

/// ULTIMATE QUICKEST with its multidimensional terms (Leonard, MacVean and Lock): of third order
/// where a field is smooth.  Where the wind has no divergence and no cell gives away more than it
/// holds, a new value lies between the old ones of the cell and its six neighbours: so it stays
/// positive and makes no new extrema, on levels of any thickness and density.
///
/// Let `out` be the share of a cell's mass that leaves it within dt: dt |u|/dx through a side,
/// dt rho_half |w|/(rho dz) through top and bottom.  Through a face with the cell fu upwind of it
/// the cell fc may then give at most fu + (fc - fu)/out = fc + room (fc - fu), room = 1/out - 1:
/// all its outgoing faces together take no more of what it has above its neighbours than is there.
/// Where out exceeds 1 there is no room, and the scheme is plain upwind.
///
/// Beyond the ends of a column values are those of the end.  No such value is made up: where one
/// would count its weight is zero, so the loops run over whole columns (and do read, of a
/// neighbouring column, the value that lies there in memory).
class Ultimate final : public ScalarAdvection {
 public:
  static std::vector<FieldDescription> work(int levels);

  explicit Ultimate(const AdvectionSetup& setup);
  void advect(const Box& where, const Wind& wind, double dt,
              std::span<const FieldView<const double>> scalars,
              std::span<const FieldView<double>> tendencies, const EdgeFluxes& edges) override;
  void find_east_fluxes(const Box& cells, const Wind& wind, double dt,
                        std::span<const FieldView<const double>> scalars,
                        const Fluxes<double>& fluxes) override;

 private:
  class Sweep;

  int team() const;
  void describe_cells(const Box& where, const Wind& wind, double dt);

  VerticalGrid levels_;
  double dx_, dy_;
  std::vector<double> per_mass_;  // 1/(rho dz)
  std::vector<double> per_step_;  // 1/dz_half; that of half level k is at k + 1, ends are 0
  Field<double> room_;            // as work() describes them
  Field<double> rise_;
  std::vector<UltimateWorkspace> workspaces_;  // one a thread
};

inline const bool ultimate_registered = advection_schemes().add(
    "ultimate",
    {Ultimate::work, [](const AdvectionSetup& setup) -> std::unique_ptr<ScalarAdvection> {
       return std::make_unique<Ultimate>(setup);
     }});

}  // namespace seafret
