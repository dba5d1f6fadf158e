// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/base/error.hpp"
#include "miniapp/config/run_config.hpp"

namespace seafret {

/// A case's configuration with every kind of value that there is.
struct Example {
  std::string label = "plain";
  Points points = {16, 16, 8};
  double factor = 1.1;
  bool rotating = true;
  int tracers = 23;
  double weight = 0.2;
  double drag = 0.0025;
  std::array<int, 2> patch = {8, 4};
  std::array<double, 2> wind = {7, -5.5};
  std::optional<int> seed;
  std::optional<double> cutoff;
  std::optional<std::string> mask;
  std::vector<int> levels = {1, 2};
  std::vector<double> heights = {0.5, 1e-5, 840};
  std::vector<std::string> scalars = {"qv", "qc"};
  std::string scheme = "ultimate";
};

inline void describe(Keys& keys, Example& example) {
  keys.block("case", "", [&] { keys.value("label", example.label, "a name"); });
  keys.block("grid", "The grid.", [&] {
    keys.value("points", example.points, "points", {.low = 1, .high = 4096, .required = true});
    keys.value("mask", example.mask, "a file");
    keys.block("stretching", "The levels.",
               [&] { keys.value("factor", example.factor, "ratio", {.above = 1, .high = 2}); });
    keys.used(example.points[2] > 1, "stretching", "grid.points", "several levels");
  });
  keys.block("physics", "The equations.", [&] {
    keys.value("rotating", example.rotating, "Coriolis");
    keys.value("tracers", example.tracers, "passive ones", {.low = 0});
    keys.value("weight", example.weight, "filter", {.low = 0, .high = 0.5});
    keys.value("drag", example.drag, "drag | friction", {.unit = "1", .above = 0});
    keys.value("patch", example.patch, "i by j", {.low = 1});
    keys.value("wind", example.wind, "u, v", {.unit = "m/s", .low = -100, .high = 100});
    keys.value("seed", example.seed, "of the noise");
    keys.value("cutoff", example.cutoff, "length", {.unit = "m", .above = 0});
    keys.value("levels", example.levels, "levels", {.low = 0});
    keys.value("heights", example.heights, "heights", {.unit = "m", .low = 0});
    keys.value("scalars", example.scalars, "names", {.choices = {"qv", "qc", "qr"}});
    keys.value("scheme", example.scheme, "advection", {.choices = {"centred", "ultimate"}});
    keys.rule(example.tracers > 0 || example.weight == 0, "weight",
              "must be 0 where there are no tracers");
    keys.used(example.tracers > 0, "scheme", "physics.tracers", "tracers (physics.tracers)");
  });
}

struct ExampleRun {
  RunConfig run;
  Example example;
};

inline const std::vector<std::string> example_names = {"basin", "example", "storm"};

inline constexpr const char* example_path = "inputs/example.yaml";

inline const std::string good_text =
    "# A good file.\n"
    "case: {name: example}\n"
    "grid: {points: 50x50x120}\n"
    "time: {steps: 100, dt: 1.5}\n"
    "halo:\n"
    "  transport: p2p\n";

inline ExampleRun read_example(const std::string& text, const std::vector<std::string>& set = {}) {
  ExampleRun result;
  const CaseFile file = CaseFile::parse(example_path, text, set);
  result.run = read_config(file, example_names,
                           [&](Keys& keys, const RunConfig&) { describe(keys, result.example); });
  return result;
}

/// The message with which a file is refused, or "" if it is accepted.
inline std::string refusal(const std::string& text, const std::vector<std::string>& set = {}) {
  try {
    read_example(text, set);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace seafret
