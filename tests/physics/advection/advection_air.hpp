// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "physics/advection.hpp"

namespace seafret {

using ValueAt = std::function<double(int i, int j, int k)>;

/// Levels whose thickness jumps up and down, in air that thins upwards.
inline VerticalGrid uneven_levels(int levels) {
  VerticalGrid grid;
  double ground = 0;
  for (int k = 0; k < levels; ++k) {
    const double dz = 20 + 7 * ((3 * k) % 5);
    grid.dz.push_back(dz);
    grid.z.push_back(ground + dz / 2);
    grid.z_half.push_back(ground += dz);
    grid.rho.push_back(1.2 * std::exp(-grid.z.back() / 800));
    grid.rho_half.push_back(1.2 * std::exp(-ground / 800));
  }
  for (std::size_t k = 0; k + 1 < grid.z.size(); ++k)
    grid.dz_half.push_back(grid.z[k + 1] - grid.z[k]);
  grid.dz_half.push_back(0);
  return grid;
}

/// Levels of 1 m and 1 kg m-3.
inline VerticalGrid unit_levels(int levels) {
  VerticalGrid grid;
  for (int k = 0; k < levels; ++k) {
    grid.z.push_back(k + 0.5);
    grid.z_half.push_back(k + 1);
  }
  grid.dz = grid.dz_half = grid.rho = grid.rho_half = std::vector<double>(grid.z.size(), 1.0);
  return grid;
}

/// The three components of a wind and their memory.
struct Flow {
  Field<> u, v, w;

  Wind wind() const { return {u.view(), v.view(), w.view()}; }
};

/// A box of air: everything a test of advection needs, with a halo of two columns.
struct Air {
  int nx, ny;
  VerticalGrid levels;
  double dx = 50, dy = 40;

  int nz() const { return levels.levels(); }
  Box box() const { return {0, nx, 0, ny}; }
  AdvectionSetup setup(int fields = 1) const { return {{levels, dx, dy}, box(), fields}; }

  /// The values of a function of any (i, j, k), halo included.
  Field<> field(const ValueAt& value) const {
    Field<> made(box(), Halo::all(2), nz());
    const FieldView<double> f = made.view();
    for (int j = f.box.y0; j < f.box.y1; ++j)
      for (int i = f.box.x0; i < f.box.x1; ++i)
        for (int k = 0; k < nz(); ++k) f(i, j, k) = value(i, j, k);
    return made;
  }
  /// Noise from `low` to `high`, periodic in x and y.
  Field<> noise(unsigned seed, double low, double high) const {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> between(low, high);
    const Field<> made = field([&](int, int, int) { return between(random); });
    return field(
        [&](int i, int j, int k) { return made.view()((i + 2 * nx) % nx, (j + 2 * ny) % ny, k); });
  }
  /// Any wind, which has a divergence everywhere; none through the lid.
  Flow noisy_flow(unsigned seed, double speed) const {
    Flow flow{noise(seed, -speed, speed), noise(seed + 1, -speed, speed),
              noise(seed + 2, -speed, speed)};
    close_lid(flow);
    return flow;
  }
  /// A noisy wind without divergence: its mass fluxes are the curl of noise on the cells' edges.
  Flow solenoidal_flow(unsigned seed, double flux) const;

  void close_lid(Flow& flow) const {
    const FieldView<double> w = flow.w.view();
    for (int j = w.box.y0; j < w.box.y1; ++j)
      for (int i = w.box.x0; i < w.box.x1; ++i) w(i, j, nz() - 1) = 0;
  }

  double rho(int k) const { return levels.rho[static_cast<std::size_t>(k)]; }
  double dz(int k) const { return levels.dz[static_cast<std::size_t>(k)]; }
  double dz_half(int k) const { return levels.dz_half[static_cast<std::size_t>(k)]; }
  double rho_half(int k) const { return levels.rho_half[static_cast<std::size_t>(k)]; }
  /// Of the mass through the top face of level k; the ground is level -1.
  double rising(const Wind& wind, int i, int j, int k) const {
    return k < 0 ? 0 : rho_half(k) * wind.w(i, j, k);
  }
  double divergence(const Wind& wind, int i, int j, int k) const {
    return (wind.u(i, j, k) - wind.u(i - 1, j, k)) / dx +
           (wind.v(i, j, k) - wind.v(i, j - 1, k)) / dy +
           (rising(wind, i, j, k) - rising(wind, i, j, k - 1)) / (rho(k) * dz(k));
  }
  /// The share of a cell's mass that leaves it in a second.
  double outflow(const Wind& wind, int i, int j, int k) const {
    const auto out = [](double front, double back) {
      return std::max(0., front) - std::min(0., back);
    };
    return out(wind.u(i, j, k), wind.u(i - 1, j, k)) / dx +
           out(wind.v(i, j, k), wind.v(i, j - 1, k)) / dy +
           out(rising(wind, i, j, k), rising(wind, i, j, k - 1)) / (rho(k) * dz(k));
  }

  template <class Visit>
  void for_each_cell(const Visit& visit) const {
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int k = 0; k < nz(); ++k) visit(i, j, k);
  }
};

inline Flow Air::solenoidal_flow(unsigned seed, double flux) const {
  const Field<> along_x = noise(seed, -flux, flux), along_y = noise(seed + 1, -flux, flux),
                along_z = noise(seed + 2, -flux, flux);
  // Of the edges at the north, east and top end of a cell; there is none on ground and lid.
  const auto level = [this](const Field<>& f, int i, int j, int k) {
    return k < 0 || k == nz() - 1 ? 0 : f.view()((i + nx) % nx, (j + ny) % ny, k);
  };
  const auto column = [this](const Field<>& f, int i, int j, int k) {
    return f.view()((i + nx) % nx, (j + ny) % ny, k);
  };
  const auto at = [this](auto f) {
    return field([f, this](int i, int j, int k) { return f((i + nx) % nx, (j + ny) % ny, k); });
  };
  return {at([&](int i, int j, int k) {
            return (column(along_z, i, j, k) - column(along_z, i, j - 1, k) -
                    level(along_y, i, j, k) + level(along_y, i, j, k - 1)) /
                   (rho(k) * dz(k) * dy);
          }),
          at([&](int i, int j, int k) {
            return (level(along_x, i, j, k) - level(along_x, i, j, k - 1) -
                    column(along_z, i, j, k) + column(along_z, i - 1, j, k)) /
                   (rho(k) * dz(k) * dx);
          }),
          at([&](int i, int j, int k) {
            return (level(along_y, i, j, k) - level(along_y, i - 1, j, k) -
                    level(along_x, i, j, k) + level(along_x, i, j - 1, k)) /
                   (rho_half(k) * dx * dy);
          })};
}

inline bool same_bits(FieldView<const double> a, FieldView<const double> b) {
  const auto bytes = static_cast<std::size_t>(a.box.area() * a.levels) * sizeof(double);
  return a.box == b.box && a.levels == b.levels && std::memcmp(a.data, b.data, bytes) == 0;
}

}  // namespace seafret
