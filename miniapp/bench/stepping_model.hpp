// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "miniapp/bench/points.hpp"
#include "miniapp/bench/warm_up.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {

/// What a step is made of.
struct StepVariant {
  std::vector<std::string> components;
  int q_fields = 0;
};

/// What the models of a benchmark have in common.
struct StepSettings {
  std::string the_case = "stratus", points = "16x16x256";  ///< of each rank
  std::vector<std::string> settings = {};                  ///< KEY=VALUE of a case file
};

/// A model that has begun, and steps on.
class SteppingModel {
 public:
  /// Collective.
  SteppingModel(const StepSettings& asked, StepVariant variant, const Communicator& comm)
      : variant_(std::move(variant)),
        read_(read_case(file_of(asked, variant_, comm.size()), comm)),
        setup_(read_.config, std::move(read_.the_case), comm) {
    begin_case(setup_);
    warm_up(setup_, 3);
  }

  Case& the_case() const { return *setup_.the_case; }
  void step() const { the_case().step(); }
  const StepVariant& variant() const { return variant_; }
  std::size_t fields() const { return the_case().descriptions().size(); }
  double cells() const { return static_cast<double>(the_case().cells()); }

  /// What must move a cell and step between memory and processor where no field fits the cache,
  /// pressure solver and components left out.  A tracer leaps in the sweep that carries it: past,
  /// present and next values are read, the latter two written.  Of theta, vapour and liquid water
  /// the sweep reads the past and changes the tendency; the leap reads and writes past, present and
  /// tendency.  The wind likewise, and it is projected, filtered twice and looked at for its
  /// divergence.
  double bytes_per_cell() const {
    constexpr double of_a_tracer = 5 * sizeof(double), of_another = 9 * sizeof(double),
                     of_the_wind = 53 * sizeof(double);
    return of_the_wind + 3 * of_another + of_a_tracer * (variant_.q_fields - 2);
  }

 private:
  /// As wide as long, or nearly so, of so many boxes.
  static std::array<int, 2> rows_and_columns(int boxes) {
    int rows = 1;
    for (int n = 2; n * n <= boxes; ++n)
      if (boxes % n == 0) rows = n;
    return {boxes / rows, rows};
  }
  static CaseFile file_of(const StepSettings& asked, const StepVariant& variant, int ranks) {
    const auto [nx, ny, nz] = read_points("bench step", asked.points);
    const auto [along, across] = rows_and_columns(ranks);
    std::vector<std::string> settings{
        "case.name=" + asked.the_case,
        fmt::format("case.components=[{}]", fmt::join(variant.components, ", ")),
        fmt::format("case.q_fields={}", variant.q_fields),
        fmt::format("grid.points={}x{}x{}", nx * along, ny * across, nz), "time.dt=0.5"};
    settings.insert(settings.end(), asked.settings.begin(), asked.settings.end());
    return CaseFile::parse("bench step", "time: {steps: 1}\n", settings);
  }

  StepVariant variant_;
  ReadCase read_;
  Setup setup_;
};

}  // namespace seafret
