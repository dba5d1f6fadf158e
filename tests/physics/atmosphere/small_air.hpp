// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "physics/atmosphere/components.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {

/// Two by one columns of 100 m levels, four unless said otherwise, and a halo; both time levels and
/// a tendency that is 0.
class SmallAir {
 public:
  using Value = std::function<double(int i, int j, int k)>;

  explicit SmallAir(int count = 4) : levels(count) {
    for (std::vector<double>* of_levels : {&sounding.theta_l, &sounding.total, &sounding.exner,
                                           &sounding.pressure, &sounding.u, &sounding.v})
      of_levels->resize(static_cast<std::size_t>(levels), of_levels->back());
    for (std::size_t n = 0; n < 3 * fields_of_a_level; ++n) {
      Field<>& field = memory_.emplace_back(domain_.owned(), Halo{2, 2, 2, 2, true}, levels);
      field.view().fill(0.0);
    }
    for (std::size_t n = 0; n < fields_of_a_level; ++n) {
      past.fields.push_back(memory_[n].view());
      now.fields.push_back(memory_[fields_of_a_level + n].view());
      tendencies.push_back(memory_[2 * fields_of_a_level + n].view());
    }
  }

  static void set(const FieldView<double>& field, const Value& value) {
    for (int j = field.box.y0; j < field.box.y1; ++j)
      for (int i = field.box.x0; i < field.box.x1; ++i)
        for (int k = 0; k < field.levels; ++k) field(i, j, k) = value(i, j, k);
  }
  ComponentSetup setup() const { return {{grid, 50, 40}, reference, sounding}; }
  Moment moment() const { return {past, now, 4}; }
  const Domain& domain() const { return domain_; }
  const Box& owned() const { return domain_.owned(); }
  double tendency(std::size_t field, int k = 0) const { return tendencies[field](0, 0, k); }
  /// How many fields have any tendency.
  int changed() const {
    int count = 0;
    for (const FieldView<double>& t : tendencies) {
      bool any = false;
      for (int i = 0; i < 2; ++i)
        for (int k = 0; k < levels; ++k) any = any || t(i, 0, k) != 0;
      count += any;
    }
    return count;
  }

  int levels;
  VerticalGrid grid = stretched_grid(levels, 100. * levels, {}, 0);
  ReferenceAir reference = {.theta = 300};
  Sounding sounding = {.theta_l = {300, 300, 301, 303},
                       .total = {0.01, 0.01, 0.005, 0.001},
                       .exner = {1, 0.99, 0.98, 0.97},
                       .pressure = {1e5, 9.9e4, 9.8e4, 9.7e4},
                       .u = {3},
                       .v = {-4}};
  TimeLevel past, now;
  std::vector<FieldView<double>> tendencies;

 private:
  static constexpr std::size_t fields_of_a_level = 7;  // one passive tracer

  Decomposition decomposition_{Grid{.nx = 2, .ny = 1, .nz = levels}, {Box{0, 2, 0, 1}}};
  Domain domain_{decomposition_, self()};
  std::vector<Field<>> memory_;
};

/// Levels of 40, 60, 150 and 150 m in air that thins: centres at 20, 63.125, 169.375 and 325 m.
inline VerticalGrid uneven_grid() {
  VerticalGrid grid = stretched_grid(4, 400, std::array<Knot, 2>{{{1, 40}, {2, 100}}}, 0);
  grid.rho = {1.25, 1.1, 0.9, 0.8};
  grid.rho_half = {1.2, 1.05, 0.85, 0.7};
  return grid;
}

}  // namespace seafret
