// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/analysis/amphidromes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <span>

#include "comms/exchange/halo_exchange.hpp"
#include "physics/ocean/constants.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {
namespace {

constexpr double about = 25e3;  // m, from the point to where the amplitude about it is taken

/// The complex tide between four cells: a + b x + c y + d x y, with x to the east and y to the
/// north, from 0 at the first cell to 1 at the last.
struct Bilinear {
  std::complex<double> a, b, c, d;

  std::complex<double> in_x(double y) const { return b + y * d; }  ///< slope
  std::complex<double> in_y(double x) const { return c + x * d; }
  std::complex<double> at(double x, double y) const { return a + x * b + y * in_y(x); }
};

struct Point {
  double x, y;
};

double cross(std::complex<double> p, std::complex<double> q) {
  return p.real() * q.imag() - p.imag() * q.real();
}

/// Newton's steps from the middle, kept within the square.
Point zero_of(const Bilinear& tide) {
  Point p{0.5, 0.5};
  for (int n = 0; n < 20; ++n) {
    const std::complex<double> value = tide.at(p.x, p.y), east = tide.in_x(p.y),
                               north = tide.in_y(p.x);
    const double area = cross(east, north);
    if (area == 0) break;
    p.x = std::clamp(p.x - cross(value, north) / area, 0.0, 1.0);
    p.y = std::clamp(p.y - cross(east, value) / area, 0.0, 1.0);
  }
  return p;
}

/// How many times the phase turns round these corners, in their order.
int turns(const std::array<std::complex<double>, 4>& corners) {
  double turned = 0;
  for (std::size_t n = 0; n < 4; ++n)
    turned += std::arg(corners[(n + 1) % 4] * std::conj(corners[n]));
  return static_cast<int>(std::lround(turned / (2 * std::numbers::pi)));
}

/// One found, as numbers that can be sent: what order it has, and its parts.
using Packed = std::array<double, 6>;

Packed packed(const Amphidrome& a, double order) {
  return {order, a.longitude, a.latitude, a.depth, a.amplitude_about, a.anticlockwise ? 1.0 : 0.0};
}

Amphidrome unpacked(const Packed& p) { return {p[1], p[2], p[3], p[4], p[5] != 0}; }

/// Of all ranks, on every rank.
std::vector<Packed> of_all(const std::vector<Packed>& mine, const Communicator& comm) {
  const std::vector<int> counts = comm.all(static_cast<int>(mine.size()));
  const int before = std::accumulate(counts.begin(), counts.begin() + comm.rank(), 0);
  std::vector<Packed> all(
      static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0)));
  if (all.empty()) return all;
  std::ranges::copy(mine, all.begin() + before);
  comm.join(std::span(all.data()->data(), all.size() * std::tuple_size_v<Packed>));
  std::ranges::sort(all, {}, [](const Packed& p) { return p[0]; });
  return all;
}

/// Real and imaginary part of the tide, with those of the neighbours' cells next to one's own.
class ComplexTide {
 public:
  ComplexTide(FieldView<const double> amplitude, FieldView<const double> phase,
              const Domain& domain)
      : real_(domain.owned(), Halo::all(1), 1), imaginary_(domain.owned(), Halo::all(1), 1) {
    const Box& owned = domain.owned();
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i) {
        if (!domain.grid().wet(Place::centre, i, j)) continue;
        const std::complex<double> z = tidal_constant(amplitude(i, j), phase(i, j));
        real_.view()(i, j) = z.real();
        imaginary_.view()(i, j) = z.imag();
      }
    HaloOptions plain;
    plain.name = "amphidromes";
    HaloExchange swap({domain.decomposition, domain.comm},
                      std::vector(2, Swapped::of(real_.view(), Halo::all(1))), plain);
    swap.start(std::array<Columns, 2>{real_.view(), imaginary_.view()});
    swap.finish();
  }
  std::complex<double> operator()(int i, int j) const {
    return {real_.view()(i, j), imaginary_.view()(i, j)};
  }

 private:
  Field<> real_, imaginary_;
};

}  // namespace

std::vector<Amphidrome> find_amphidromes(FieldView<const double> amplitude,
                                         FieldView<const double> phase, const Basin& basin,
                                         const SeaMetrics& metrics, const Domain& domain) {
  const ComplexTide tide(amplitude, phase, domain);
  const Box& owned = domain.owned();
  std::vector<Packed> mine;
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      if (!domain.grid().wet(Place::corner, i, j)) continue;
      const std::complex<double> z00 = tide(i, j), z10 = tide(i + 1, j), z01 = tide(i, j + 1),
                                 z11 = tide(i + 1, j + 1);
      const int winding = turns({z00, z10, z11, z01});
      if (winding == 0) continue;
      const Bilinear between{z00, z10 - z00, z01 - z00, z11 - z10 - z01 + z00};
      const auto [x, y] = zero_of(between);
      const auto row = static_cast<std::size_t>(j);
      const double east = std::abs(between.in_x(y)) / metrics.dx_north[row],
                   north = std::abs(between.in_y(x)) / metrics.dy;
      const double depth = 0.25 * (basin.depth_at(i, j) + basin.depth_at(i + 1, j) +
                                   basin.depth_at(i, j + 1) + basin.depth_at(i + 1, j + 1));
      // The lag grows the way that high water goes; the tide here is A e^(-iG).
      const Amphidrome found{basin.longitude[static_cast<std::size_t>(i)] + x * basin.grid.dx,
                             basin.latitude[row] + y * basin.grid.dy, depth,
                             about * std::sqrt(0.5 * (east * east + north * north)), winding < 0};
      mine.push_back(packed(found, static_cast<double>(j) * basin.grid.nx + i));
    }
  std::vector<Amphidrome> all;
  for (const Packed& p : of_all(mine, domain.comm)) all.push_back(unpacked(p));
  return all;
}

double kilometres_between(double longitude, double latitude, double other_longitude,
                          double other_latitude) {
  constexpr double radian = std::numbers::pi / 180;
  const double across = std::sin(0.5 * radian * (other_longitude - longitude)),
               along = std::sin(0.5 * radian * (other_latitude - latitude));
  return 2e-3 * earth_radius *
         std::asin(std::sqrt(along * along + std::cos(radian * latitude) *
                                                 std::cos(radian * other_latitude) * across *
                                                 across));
}

}  // namespace seafret
