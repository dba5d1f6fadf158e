// SPDX-License-Identifier: BSD-3-Clause
// The tide of the European shelf beside what is known of it. On a grid coarse enough for a test;
// the same sea on finer ones is nearer to the gauges.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "coastal_runs.hpp"
#include "physics/ocean/tide.hpp"

namespace seafret {
namespace {

constexpr double degree = 111.2;  // km

struct Spot {
  double longitude, latitude;
};

double distance(const Spot& a, const Spot& b) {
  const double shrink = std::cos(a.latitude * std::numbers::pi / 180);
  return degree * std::hypot((a.longitude - b.longitude) * shrink, a.latitude - b.latitude);
}

/// The corners around which the phase runs once through all its values.
std::vector<Spot> amphidromes(CoastalRun& run) {
  const FieldView<const double> phase = run.field("m2_phase").values;
  const Axes axes = run.the_case().axes();
  const Grid& grid = run.domain().grid();
  std::vector<Spot> found;
  for (int j = 0; j + 1 < grid.ny; ++j)
    for (int i = 0; i + 1 < grid.nx; ++i) {
      if (!grid.wet(Place::corner, i, j)) continue;
      const std::array<double, 5> round = {phase(i, j), phase(i + 1, j), phase(i + 1, j + 1),
                                           phase(i, j + 1), phase(i, j)};
      double turned = 0;
      for (std::size_t n = 0; n < 4; ++n) turned += std::remainder(round[n + 1] - round[n], 360);
      if (std::abs(turned) > 350)
        found.push_back({axes.x_face.values[static_cast<std::size_t>(i)],
                         axes.y_face.values[static_cast<std::size_t>(j)]});
    }
  return found;
}

TEST_CASE("the three amphidromes of the North Sea stand where they do, and gauges agree") {
  const Communicator self(MPI_COMM_SELF);
  CoastalRun run({"grid.coarsen=4", "time.end=" + std::to_string(5.0001 * m2_period)}, self);
  REQUIRE(run.the_case().fields().size() == 6);
  run.step_to_the_end();
  for (const Check& check : run.the_case().checks()) CHECK(check.passed);

  const std::vector<Spot> found = amphidromes(run);
  for (const Spot& known : {Spot{3.1, 52.3}, Spot{5.5, 55.0}, Spot{7.7, 56.8}}) {
    double nearest = 1e9;
    for (const Spot& spot : found) nearest = std::min(nearest, distance(known, spot));
    CAPTURE(known.longitude);
    CHECK(nearest < 100);
  }

  const std::vector<std::string> remarks = run.the_case().remarks();
  CHECK(remarks.size() > 30);
  const std::string& last = remarks.back();
  const double median = std::stod(last.substr(last.find(':') + 1));
  CHECK(median > 0.05);
  CHECK(median < 0.45);
}

}  // namespace
}  // namespace seafret
