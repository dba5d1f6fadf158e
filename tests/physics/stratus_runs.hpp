// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/reference_state.hpp"
#include "physics/atmosphere/stratus.hpp"
#include "physics/atmosphere/stretched_grid.hpp"

namespace seafret {

/// A small stratus, on levels that are not uniform, in a wind from a corner.
struct SmallStratus {
  Grid grid{.nx = 13, .ny = 11, .nz = 16, .dx = 50, .dy = 40};
  bool boussinesq = false;
  StratusSettings settings{.levels = {}, .dt = 2, .q_fields = 5, .tolerance = 1e-6};
  double noise = 0.3, u = 3.5, v = -4.5;

  VerticalGrid levels() const {
    const std::array<Knot, 2> knots{{{10, 500}, {16, 1200}}};
    VerticalGrid g = stretched_grid(16, 1200, knots, 3);
    if (boussinesq)
      set_constant_density(g, 1.14);
    else
      set_isentropic_density(g, 287.5, 101250);
    return g;
  }
  StratusSettings complete() const {
    StratusSettings s = settings;
    s.levels = levels();
    return s;
  }
  FirstState first() const { return {fire_sounding(levels()), 287.5, u, v, noise, 1}; }
};

/// The model and all it stands on, on the ranks of one communicator.
class StratusRun {
 public:
  StratusRun(const SmallStratus& small, const Communicator& comm,
             const std::string& partitioner = "blocks")
      : decomposition(small.grid, partitioners().at(partitioner)(small.grid, comm.size())),
        domain{decomposition, comm},
        model(domain, small.complete(), small.first()) {}

  void step(int steps) {
    for (int n = 0; n < steps; ++n) model.step();
  }

  Decomposition decomposition;
  Domain domain;
  Stratus model;
};

template <class Visit>
void for_each_point(const Box& box, int levels, Visit visit) {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i)
      for (int k = 0; k < levels; ++k) visit(i, j, k);
}

/// How many values differ in any bit between two fields on a box.
inline std::int64_t differences(const Box& box, FieldView<const double> a,
                                FieldView<const double> b) {
  std::int64_t count = 0;
  for_each_point(box, a.levels, [&](int i, int j, int k) {
    count += std::bit_cast<std::uint64_t>(a(i, j, k)) != std::bit_cast<std::uint64_t>(b(i, j, k));
  });
  return count;
}

inline void check_same_bits(const StratusRun& together, const StratusRun& alone) {
  const Box& owned = together.domain.owned();
  for (std::size_t f = 0; f < together.model.now().fields.size(); ++f) {
    CAPTURE(together.model.descriptions()[f].name);
    CHECK(differences(owned, together.model.now().fields[f], alone.model.now().fields[f]) == 0);
    CHECK(differences(owned, together.model.past().fields[f], alone.model.past().fields[f]) == 0);
  }
  CHECK(differences(owned, together.model.pressure(), alone.model.pressure()) == 0);
  CHECK(together.model.continuity().largest == alone.model.continuity().largest);
  CHECK(together.model.continuity().growth == alone.model.continuity().growth);
  CHECK(together.model.continuity().iterations == alone.model.continuity().iterations);
}

}  // namespace seafret
