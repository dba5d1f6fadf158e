// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "physics/ocean/shelf/column_mixer.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// A step over dt of a cosine that has no gradient at the ends of water `depth` m deep, in levels
/// whose thickness changes by a third: how far it is from 1/(1 + dt K (m pi/h)^2) of it.
double cosine_error(int levels, double depth, double diffusivity, double dt) {
  const int waves = 2;
  ColumnMixer mixer(levels, 1);
  const auto face = [&](double k) {
    const double s = k / levels;
    return depth * (s + 0.05 * std::sin(2 * std::numbers::pi * s));
  };
  const auto wave = [&](double z) { return std::cos(waves * std::numbers::pi * z / depth); };
  for (int k = 0; k < levels; ++k)
    for (int l = 0; l < ColumnMixer::lanes; ++l) {
      mixer.thickness(k)[l] = face(k + 1) - face(k);
      mixer.exchange(k)[l] = dt * diffusivity;
      mixer.value(0, k)[l] = (l + 1) * wave(0.5 * (face(k) + face(k + 1)));
    }
  mixer.mix();
  const double rate = diffusivity * std::pow(waves * std::numbers::pi / depth, 2);
  double error = 0;
  for (int k = 0; k < levels; ++k)
    for (int l = 0; l < ColumnMixer::lanes; ++l)
      error = std::max(error, std::abs(mixer.value(0, k)[l] / (l + 1) -
                                       wave(0.5 * (face(k) + face(k + 1))) / (1 + dt * rate)));
  return error;
}

TEST_CASE("a cosine decays as the implicit step has it, with second order in the thickness") {
  for (const double dt : {100., 1e5}) {
    const double coarse = cosine_error(40, 30, 0.01, dt), fine = cosine_error(80, 30, 0.01, dt);
    CHECK(std::log2(coarse / fine) > 1.9);
    CHECK(fine < 2e-3);
  }
}

TEST_CASE("mixing loses nothing, and brings in what comes through the surface") {
  const int levels = 17;
  ColumnMixer mixer(levels, 2);
  double content = 0;
  for (int k = 0; k < levels; ++k)
    for (int l = 0; l < ColumnMixer::lanes; ++l) {
      mixer.thickness(k)[l] = 1 + 0.1 * k + l;
      mixer.exchange(k)[l] = 5. * k * l;
      mixer.value(0, k)[l] = std::sin(3. * k + l);
      mixer.value(1, k)[l] = 4;
      if (l == 5) content += mixer.thickness(k)[l] * mixer.value(0, k)[l];
    }
  mixer.brought(0)[5] = 2.5;
  mixer.mix();
  for (int k = 0; k < levels; ++k) {
    content -= mixer.thickness(k)[5] * mixer.value(0, k)[5];
    CHECK(mixer.value(1, k)[5] == nearly(4).epsilon(1e-15));
  }
  CHECK(content == nearly(-2.5).epsilon(1e-12));
}

TEST_CASE("between wind and bottom drag the current has a constant shear") {
  // K du/dz = tau, r u = tau at the bottom: u = tau (1/r + z/K).
  const int levels = 12;
  const double tau = 1e-4, drag = 2e-3, viscosity = 5e-3, dt = 1e7;
  ColumnMixer mixer(levels, 1);
  for (int n = 0; n < 4; ++n) {
    for (int k = 0; k < levels; ++k)
      for (int l = 0; l < ColumnMixer::lanes; ++l) {
        mixer.thickness(k)[l] = 2;
        mixer.exchange(k)[l] = dt * viscosity;
        mixer.drag()[l] = dt * drag;
        mixer.brought(0)[l] = dt * tau;
      }
    mixer.mix();
  }
  for (int k = 0; k < levels; ++k)
    CHECK(mixer.value(0, k)[3] == nearly(tau * (1 / drag + 2 * k / viscosity)).epsilon(1e-6));
}

/// Columns of uneven levels in a sheared current, with wind; what drags at the bottom differs from
/// lane to lane, from nothing to a million times what lies above it.
ColumnMixer sheared(int levels) {
  ColumnMixer mixer(levels, 1);
  for (int l = 0; l < ColumnMixer::lanes; ++l) {
    mixer.drag()[l] = l == 0 ? 0 : std::pow(10., l - 1);
    mixer.brought(0)[l] = 0.3 - 0.1 * l;
    for (int k = 0; k < levels; ++k) {
      mixer.thickness(k)[l] = 1 + 0.2 * k + 0.1 * l;
      mixer.exchange(k)[l] = 0.5 + k * (l % 3);
      mixer.value(0, k)[l] = std::sin(2. * k + l);
    }
  }
  return mixer;
}

TEST_CASE(
    "levels pushed alike carry the transport that is asked for, and the drag feels the push") {
  const int levels = 9;
  ColumnMixer mixer = sheared(levels), before = sheared(levels), more = sheared(levels);
  double transport[ColumnMixer::lanes], greater[ColumnMixer::lanes];
  for (int l = 0; l < ColumnMixer::lanes; ++l) {
    double height = 0;
    for (int k = 0; k < levels; ++k) height += mixer.thickness(k)[l];
    transport[l] = 4 - l;
    greater[l] = transport[l] + height;  // the mean is 1 m/s more
  }
  mixer.mix_to(transport);
  more.mix_to(greater);
  for (int l = 0; l < ColumnMixer::lanes; ++l) {
    CAPTURE(l);
    const auto u = [&](int k) { return mixer.value(0, k)[l]; };
    const auto h = [&](int k) { return mixer.thickness(k)[l]; };
    const auto to_above = [&](int k) {  // what level k gets through its top
      return k + 1 == levels ? mixer.brought(0)[l]
                             : 2 * mixer.exchange(k)[l] * (u(k + 1) - u(k)) / (h(k) + h(k + 1));
    };
    double carried = 0;
    for (int k = 0; k < levels; ++k) carried += h(k) * u(k);
    CHECK(carried == nearly(transport[l]).epsilon(1e-9));
    const auto pushed = [&](int k) {
      const double lost = k == 0 ? mixer.drag()[l] * u(0) : to_above(k - 1);
      return u(k) - before.value(0, k)[l] - (to_above(k) - lost) / h(k);
    };
    for (int k = 1; k < levels; ++k) CHECK(pushed(k) == nearly(pushed(0)).epsilon(1e-8));
    const double followed = more.value(0, 0)[l] - u(0);
    CHECK(mixer.lowest_follows()[l] == nearly(followed).epsilon(1e-8));
    CHECK(followed > 0);
    CHECK(followed <= 1 + 1e-12);
  }
  CHECK(mixer.lowest_follows()[0] == 1);
}

}  // namespace
}  // namespace seafret
