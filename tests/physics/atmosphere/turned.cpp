// SPDX-License-Identifier: BSD-3-Clause
// The assembled step in a box that is turned or mirrored: but for the Earth that turns, air knows
// neither east nor north.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "stratus_runs.hpp"
#include "tests/physics/one_rank.hpp"
#include "tests/physics/symmetry.hpp"

namespace seafret {
namespace {

SmallStratus turned(const Symmetry& turn, SmallStratus small) {
  StratusSettings& settings = small.settings;
  if (turn.swaps_axes()) {
    std::swap(settings.points[0], settings.points[1]);
    std::swap(settings.spacing[0], settings.spacing[1]);
  }
  settings.first.wind = turn(settings.first.wind);
  auto& coriolis = std::get<Coriolis::Options>(settings.components.each);
  coriolis.wind = turn(coriolis.wind_at(0));
  coriolis.parameter *= turn.handedness();
  return small;
}

/// Of the turned box, from the box as it was.
double turned_value(const Symmetry& turn, const StratusRun& was, const TimeLevel& level,
                    std::size_t field, int i, int j, int k) {
  const Place place = field == stratus::u   ? Place::east_face
                      : field == stratus::v ? Place::north_face
                                            : Place::centre;
  const Symmetry::Source from = turn.source(place, i, j, was.domain.grid());
  if (from.place == Place::east_face) field = stratus::u;
  if (from.place == Place::north_face) field = stratus::v;
  return from.sign * level.fields[field](from.i, from.j, k);
}

/// Gusts, warm spots and more of each Q field, from numbers of the place alone, halo included.
void disturb(const StratusRun& run) {
  const Grid& grid = run.domain.grid();
  for (const TimeLevel* level : {&run.model.now(), &run.model.past()})
    for (std::size_t n = 0; n < level->fields.size(); ++n) {
      const FieldView<double> f = level->fields[n];
      for_each_point(f.box, f.levels, [&](int i, int j, int k) {
        const double spot = noise(n + 1, (i + grid.nx) % grid.nx, (j + grid.ny) % grid.ny, k);
        if (n == stratus::w)
          f(i, j, k) = k + 1 < f.levels ? 0.3 * spot : 0;
        else
          f(i, j, k) += n < stratus::w        ? spot
                        : n == stratus::theta ? 0.2 * spot
                                              : 1e-4 * (1 + spot);
      });
    }
}

void copy_turned(const Symmetry& turn, const StratusRun& was, const TimeLevel& from,
                 const TimeLevel& to) {
  for (std::size_t n = 0; n < to.fields.size(); ++n)
    for_each_point(to.fields[n].box, to.fields[n].levels, [&](int i, int j, int k) {
      to.fields[n](i, j, k) = turned_value(turn, was, from, n, i, j, k);
    });
}

/// As a share of the largest value.
double largest_difference(const Symmetry& turn, const StratusRun& was, const StratusRun& is,
                          std::size_t field) {
  double difference = 0, largest = 0;
  for_each_point(is.domain.owned(), is.model.levels().levels(), [&](int i, int j, int k) {
    const double asked = turned_value(turn, was, was.model.now(), field, i, j, k);
    difference = std::max(difference, std::abs(is.model.now().fields[field](i, j, k) - asked));
    largest = std::max(largest, std::abs(asked));
  });
  return difference / largest;
}

TEST_CASE("in a box that is turned or mirrored air does the same, turned or mirrored") {
  SmallStratus small;
  small.settings.components.on = ComponentOptions::names();
  small.settings.first.noise = 0;
  small.settings.pressure = {.solver = "fft"};
  small.stepping.dt = 1;
  for (const std::string& momentum : momentum_schemes().names())
    for (const std::string& advection : advection_schemes().names())
      for (const Symmetry& turn : {quarter_turn, half_turn, east_for_west}) {
        CAPTURE(momentum);
        CAPTURE(advection);
        CAPTURE(std::string(turn.name));
        small.settings.momentum = momentum;
        small.settings.advection = advection;
        StratusRun was(small, self()), is(turned(turn, small), self());
        disturb(was);
        copy_turned(turn, was, was.model.now(), is.model.now());
        copy_turned(turn, was, was.model.past(), is.model.past());
        was.step(4);
        is.step(4);
        for (std::size_t n = 0; n < was.model.now().fields.size(); ++n) {
          CAPTURE(was.model.descriptions()[n].name);
          CHECK(largest_difference(turn, was, is, n) < 1e-11);
        }
      }
}

TEST_CASE("how wide the one column across a slice is changes no bit") {
  SmallStratus small;
  small.settings.components.on = ComponentOptions::names();
  small.settings.first.noise = 0;
  small.stepping.dt = 1;
  for (const std::string& momentum : momentum_schemes().names())
    for (const std::string& advection : advection_schemes().names())
      for (const std::size_t across : {std::size_t{0}, std::size_t{1}}) {
        CAPTURE(momentum);
        CAPTURE(advection);
        CAPTURE(across);
        small.settings.momentum = momentum;
        small.settings.advection = advection;
        const auto slice = [&](double width) {
          SmallStratus thin = small;
          thin.settings.points[across] = 1;
          thin.settings.spacing[across] = width;
          return thin;
        };
        StratusRun narrow(slice(1), self()), wide(slice(1e4), self());
        for (StratusRun* run : {&narrow, &wide}) {
          disturb(*run);
          run->step(3);
        }
        check_same_bits(narrow, wide);
      }
}

}  // namespace
}  // namespace seafret
