// SPDX-License-Identifier: BSD-3-Clause
// Amphidromes of a tide that has them where we put them.
#include "physics/ocean/analysis/amphidromes.hpp"

#include <doctest/doctest.h>

#include <complex>

#include "ocean_runs.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// What is found, on these ranks, of the tide z(longitude, latitude).
template <class Tide>
std::vector<Amphidrome> found_in(const Basin& basin, Tide z, const Communicator& comm,
                                 const char* partitioner) {
  const Decomposition decomposition(basin.grid,
                                    partitioners().at(partitioner)(basin.grid, comm.size()));
  const Domain domain{decomposition, comm};
  Field<> amplitude(domain.owned(), Halo{}, 1), phase(domain.owned(), Halo{}, 1);
  const Box& owned = domain.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      const std::complex<double> here = z(basin.longitude[static_cast<std::size_t>(i)],
                                          basin.latitude[static_cast<std::size_t>(j)]);
      amplitude.view()(i, j) = std::abs(here);
      phase.view()(i, j) = phase_lag(here);
    }
  return find_amphidromes(std::as_const(amplitude).view(), std::as_const(phase).view(), basin,
                          metrics_of(basin), domain);
}

/// Zero at two places, about which it turns in opposite senses: z is linear about each.
std::complex<double> two_of_them(double longitude, double latitude) {
  const double x = longitude + 2.987, y = latitude - 50.613;
  return {x * (x - 1.01), y};
}

TEST_CASE("amphidromes stand where the tide is zero, on any number of ranks") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Basin basin = bathtub(60, 40, 35);
  const std::vector<Amphidrome> alone = found_in(basin, two_of_them, self, "blocks");
  REQUIRE(alone.size() == 2);
  CHECK(alone[0].longitude == nearly(-2.987).epsilon(4e-4));
  CHECK(alone[1].longitude == nearly(-2.987 + 1.01).epsilon(4e-4));
  for (const Amphidrome& a : alone) {
    CHECK(a.latitude == nearly(50.613).epsilon(1e-6));
    CHECK(a.depth == 35);
  }
  // The real part falls to the east at the one and rises at the other.
  CHECK_FALSE(alone[0].anticlockwise == alone[1].anticlockwise);
  for (const char* partitioner : {"blocks", "k_section"}) {
    const std::vector<Amphidrome> together = found_in(basin, two_of_them, world, partitioner);
    REQUIRE(together.size() == 2);
    for (std::size_t n = 0; n < 2; ++n) {
      CHECK(together[n].longitude == alone[n].longitude);
      CHECK(together[n].latitude == alone[n].latitude);
      CHECK(together[n].amplitude_about == alone[n].amplitude_about);
      CHECK(together[n].anticlockwise == alone[n].anticlockwise);
    }
  }
}

TEST_CASE("sense and size of the tide about one") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = bathtub(60, 40, 35);
  // High water runs against the clock: the lag is the angle from due east.
  const double shrink = std::cos(50.8 * std::numbers::pi / 180);
  const auto turning = [&](double sense) {
    return [=](double longitude, double latitude) {
      return std::complex<double>((longitude + 2.51) * shrink, -sense * (latitude - 50.8123));
    };
  };
  const auto found = found_in(basin, turning(1), world, "blocks");
  REQUIRE(found.size() == 1);
  CHECK(found[0].anticlockwise);
  // 1 m a degree of latitude in either direction
  CHECK(found[0].amplitude_about == nearly(25 / 111.2).epsilon(2e-3));
  const auto other = found_in(basin, turning(-1), world, "blocks");
  REQUIRE(other.size() == 1);
  CHECK_FALSE(other[0].anticlockwise);
}

TEST_CASE("a wave that runs through has none, nor has one beside land") {
  const Communicator world(MPI_COMM_WORLD);
  const auto running = [](double longitude, double) { return std::polar(1.0, -3 * longitude); };
  CHECK(found_in(bathtub(60, 40, 35), running, world, "blocks").empty());
  Basin basin = bathtub(60, 40, 35);
  basin.grid.cells[basin.index(20, 15)] = Cell::dry;  // at the first of the two
  basin.longitude[20] = -2.99;
  CHECK(found_in(basin, two_of_them, world, "blocks").size() == 1);
}

TEST_CASE("distances on the sphere") {
  CHECK(kilometres_between(3, 52, 3, 53) == nearly(111.195).epsilon(1e-5));
  CHECK(kilometres_between(-1, 60, 1, 60) == nearly(2 * 111.195 * 0.5).epsilon(1e-3));
}

}  // namespace
}  // namespace seafret
