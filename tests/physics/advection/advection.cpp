// SPDX-License-Identifier: BSD-3-Clause
// What every advection scheme must do, whatever its formula.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "comms/base/reproducible_sum.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"
#include "tests/physics/same_bits.hpp"

namespace seafret {
namespace {

Field<> tendency_of(const MakeScalarAdvection& make, const Air& air, const Flow& flow, double dt,
                    const Field<>& scalar) {
  Field<> tendency = air.field([](int, int, int) { return 0.0; });
  const std::array<FieldView<const double>, 1> scalars{scalar.view()};
  const std::array<FieldView<double>, 1> tendencies{tendency.view()};
  make(air.setup())->advect(air.box(), flow.wind(), dt, scalars, tendencies);
  return tendency;
}

/// Asks a question of every scheme, on air of one, two, ... levels.
template <class Question>
void for_every_scheme(const Question& question) {
  for (const std::string& name : advection_schemes().names())
    for (const int levels : {1, 2, 3, 8, 13, 32}) {
      CAPTURE(name);
      CAPTURE(levels);
      question(advection_schemes().at(name).make, Air{11, 9, uneven_levels(levels)});
    }
}

TEST_CASE("no scalar is made or lost, whatever the wind") {
  for_every_scheme([](const MakeScalarAdvection& make, const Air& air) {
    const Flow flow = air.noisy_flow(1, 2.0);
    const Field<> tendency = tendency_of(make, air, flow, 2.0, air.noise(7, -1, 3));
    ReproducibleSum sum;
    double size = 0;
    air.for_each_cell([&](int i, int j, int k) {
      const double change = air.rho(k) * air.dz(k) * tendency.view()(i, j, k);
      sum.add(change);
      size += std::abs(change);
    });
    REQUIRE(size > 0);
    CHECK(std::abs(sum.value()) < 1e-14 * size);
  });
}

TEST_CASE("a uniform scalar changes by its value times the divergence, and only so") {
  for_every_scheme([](const MakeScalarAdvection& make, const Air& air) {
    const Flow flow = air.noisy_flow(2, 2.0);
    const Field<> tendency =
        tendency_of(make, air, flow, 2.0, air.field([](int, int, int) { return 3.0; }));
    air.for_each_cell([&](int i, int j, int k) {
      CHECK(tendency.view()(i, j, k) ==
            nearly(-3 * air.divergence(flow.wind(), i, j, k)).epsilon(1e-12).scale(0.01));
    });
  });
}

TEST_CASE("a tendency is added to what is there, and only on the box") {
  for_every_scheme([](const MakeScalarAdvection& make, const Air& air) {
    const Flow flow = air.noisy_flow(3, 2.0);
    const Field<> q = air.noise(7, 0, 1), alone = tendency_of(make, air, flow, 2.0, q);
    Field<> added = air.field([](int, int, int) { return 5.0; });
    const std::array<FieldView<const double>, 1> scalars{q.view()};
    const std::array<FieldView<double>, 1> tendencies{added.view()};
    const Box part{2, 7, 3, 4};
    make(air.setup())->advect(part, flow.wind(), 2.0, scalars, tendencies);
    air.for_each_cell([&](int i, int j, int k) {
      const double value = added.view()(i, j, k);
      if (part.contains(i, j))
        CHECK(value == nearly(5 + alone.view()(i, j, k)).epsilon(1e-15));
      else
        CHECK(value == 5);
    });
  });
}

TEST_CASE("nothing moves where there is no wind") {
  for_every_scheme([](const MakeScalarAdvection& make, const Air& air) {
    const Field<> tendency =
        tendency_of(make, air, air.noisy_flow(1, 0.0), 2.0, air.noise(7, 0, 1));
    air.for_each_cell([&](int i, int j, int k) { CHECK(tendency.view()(i, j, k) == 0); });
  });
}

/// Of fields that a scheme is made for: with so many it takes several columns of a field at once.
constexpr int many_fields = 300;

TEST_CASE("any cut of a box, any number of threads and fields gives the same bits") {
  constexpr int fields = 3;
  for (const std::string& name : advection_schemes().names()) {
    CAPTURE(name);
    const MakeScalarAdvection make = advection_schemes().at(name).make;
    const Air air{45, 37, uneven_levels(21)};  // wider than any tile, and no round number
    const Flow flow = air.noisy_flow(4, 2.0);
    std::vector<Field<>> q;
    for (unsigned f = 0; f < fields; ++f) q.push_back(air.noise(10 + f, 0, 1));
    std::vector<Field<>> whole;
    for (const Field<>& scalar : q)
      with_threads(1, [&] { whole.push_back(tendency_of(make, air, flow, 2.0, scalar)); });

    const auto check_cut_by = [&](int fields_at_most, const std::vector<Box>& boxes) {
      std::vector<Field<>> cut;
      for (int f = 0; f < fields; ++f) cut.push_back(air.field([](int, int, int) { return 0.0; }));
      const std::vector<FieldView<const double>> scalars{q[0].view(), q[1].view(), q[2].view()};
      const std::vector<FieldView<double>> tendencies{cut[0].view(), cut[1].view(), cut[2].view()};
      const auto scheme = make(air.setup(fields_at_most));
      for (const Box& box : boxes) scheme->advect(box, flow.wind(), 2.0, scalars, tendencies);
      for (std::size_t f = 0; f < fields; ++f) CHECK(same_bits(cut[f].view(), whole[f].view()));
    };
    const auto check_cut = [&](const std::vector<Box>& boxes) {
      for (const int fields_at_most : {fields, many_fields}) check_cut_by(fields_at_most, boxes);
    };
    const auto around_middle = [&](const Box& middle) {
      const auto sides = rim(air.box(), middle);
      return std::vector<Box>{middle, sides[0], sides[1], sides[2], sides[3], Box{}};
    };
    for (const int threads : {1, 2, 3})
      with_threads(threads, [&] {
        CAPTURE(threads);
        check_cut({air.box()});
        check_cut(around_middle(air.box().grown(-2)));
        check_cut(around_middle({0, 45, 1, 2}));
        check_cut(around_middle({17, 18, 5, 30}));
      });
  }
}

/// Three scalars in a wind, and what an undivided sweep makes of them.
struct Three {
  static constexpr int fields = 3;

  Three(const MakeScalarAdvection& make, bool mixes, int fields_at_most = fields)
      : scheme(make(air.setup(fields_at_most))) {
    for (unsigned f = 0; f < fields; ++f) {
      q.push_back(air.noise(10 + f, 0, 1));
      scalars.push_back(q.back().view());
      made.push_back(air.field([](int, int, int) { return 0.0; }));
      whole.push_back(air.field([](int, int, int) { return 0.0; }));
    }
    if (mixes) mixing = {diffusivity.view(), scalars};
    std::vector<FieldView<double>> at_once;
    for (unsigned f = 0; f < fields; ++f) {
      tendencies.push_back(made[f].view());
      at_once.push_back(whole[f].view());
    }
    make(air.setup(fields))->advect(air.box(), flow.wind(), 2.0, scalars, at_once, {}, mixing);
  }
  void advect(const Box& where, const EdgeFluxes& edges) {
    scheme->advect(where, flow.wind(), 2.0, scalars, tendencies, edges, mixing);
  }
  /// Of all scalars through the east faces of column i.
  Field<> fluxes(int i) {
    Field<> found({i, i + 1, 0, air.ny}, Halo{}, fields * air.nz());
    scheme->find_east_fluxes({i, i + 1, 0, air.ny}, flow.wind(), 2.0, scalars, found.view(),
                             mixing);
    return found;
  }
  bool same() const {
    for (std::size_t f = 0; f < fields; ++f)
      if (!same_bits(made[f].view(), whole[f].view())) return false;
    return true;
  }

  const Air air{35, 9, uneven_levels(21)};
  const Flow flow = air.noisy_flow(4, 2.0);
  const Field<> diffusivity = Air{35, 9, uneven_levels(22)}.noise(9, 0, 20);
  Mixing mixing;
  std::unique_ptr<ScalarAdvection> scheme;
  std::vector<Field<>> q, made, whole;
  std::vector<FieldView<const double>> scalars;
  std::vector<FieldView<double>> tendencies;
};

TEST_CASE("fluxes through the edges of a box may come from elsewhere") {
  for (const std::string& name : advection_schemes().names())
    for (const int threads : {1, 2, 3})
      for (const bool in_strips : {false, true}) {
        CAPTURE(name);
        CAPTURE(threads);
        CAPTURE(in_strips);
        with_threads(threads, [&] {
          Three three(advection_schemes().at(name).make, threads != 2,
                      in_strips ? Three::fields : many_fields);
          const Box all = three.air.box();
          const Field<> west = three.fluxes(all.x0 - 1), east = three.fluxes(all.x1 - 1);
          Field<> into_last({all.x1 - 2, all.x1 - 1, 0, all.y1}, Halo{}, east.view().levels);
          const auto sides = rim(all, in_strips ? all.grown(-2) : Box{});
          if (in_strips) three.advect(all.grown(-2), {});
          for (const Box& side : sides) {
            EdgeFluxes edges;
            if (side.x0 == all.x0) edges.west = west.view();
            if (side.x1 == all.x1) edges.into_last = into_last.view();
            three.advect(side, edges);
          }
          CHECK_FALSE(three.same());
          finish_last_column(all, into_last.view(), east.view(), three.tendencies);
          CHECK(three.same());
        });
      }
}

TEST_CASE("both sides of a periodic edge find the same fluxes") {
  for (const std::string& name : advection_schemes().names()) {
    CAPTURE(name);
    Three three(advection_schemes().at(name).make, true);
    const Field<> west = three.fluxes(-1), east = three.fluxes(three.air.nx - 1);
    for (int j = 0; j < three.air.ny; ++j)
      for (int k = 0; k < west.view().levels; ++k)
        CHECK(west.view()(-1, j, k) == east.view()(three.air.nx - 1, j, k));
  }
}

}  // namespace
}  // namespace seafret
