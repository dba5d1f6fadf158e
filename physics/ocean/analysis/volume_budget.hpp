// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/basin/local_sea.hpp"
#include "physics/ocean/forcing/flather_boundary.hpp"

namespace seafret {

/// Keeps account of the water in the free cells, which can change only by what runs in through
/// their faces with prescribed cells, or comes into open ones from outside. Each such face is
/// summed up over time by itself; faces and cells are added exactly, at the end. So the outcome is
/// the same for any partition.
class VolumeBudget {
 public:
  /// Starts from this surface. `prescribed` cells are not free; `inflow` as it will be added.
  VolumeBudget(const Basin& basin, const LocalSea& sea, const std::vector<OpenCell>& prescribed,
               const Box& owned, FieldView<const double> eta, std::span<const Inflow> inflow = {});

  /// Of every part of the surface in each step the transports that move it.
  void add(const Box& where, FieldView<const double> u, FieldView<const double> v);
  /// What came in from outside since it was last added.
  void add(std::span<const Inflow> inflow);

  /// How far the water gained is from the water that ran in, as a share of all that stands above or
  /// below the surface of rest or came through a face. Collective.
  double imbalance(const LocalSea& sea, FieldView<const double> eta, double dt,
                   const Communicator& comm) const;

 private:
  struct Inlet {
    int x, y;       // the free cell
    int i, j;       // whose face it is,
    bool eastern;   // to the east or else to the north
    double length;  // m; negative where a positive transport leaves the free cell
    double sum = 0;
  };

  Box owned_;
  std::vector<Inlet> inlets_;
  std::vector<Inflow> from_outside_;  // rates of all steps, summed
  ReproducibleSum at_start_;          // m3
};

}  // namespace seafret
