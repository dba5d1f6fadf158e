// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

#include <bit>
#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {

/// A small stratus, on levels that are not uniform, in a wind from a corner.
struct SmallStratus {
  StratusSettings settings{.points = {13, 11, 16},
                           .spacing = {50, 40},
                           .levels = {.faces = {10, 16}, .heights = {500, 1200}, .passes = 3},
                           .reference = {.boussinesq = false},
                           .first = {.wind = {3.5, -4.5}, .noise = 0.3},
                           .q_fields = 5,
                           .pressure = {.tolerance = 1e-6}};
  Stepping stepping{.dt = 2};
};

/// The model and all it stands on, on the ranks of one communicator.
class StratusRun {
 public:
  StratusRun(const SmallStratus& small, const Communicator& comm,
             const std::string& partitioner = "blocks")
      : decomposition(small.settings.grid(),
                      partitioners().at(partitioner)(small.settings.grid(), comm.size())),
        domain{decomposition, comm},
        model(domain, small.settings, small.stepping) {}

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
