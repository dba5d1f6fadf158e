// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fstream>
#include <string>
#include <vector>

#include "miniapp/files/hdf5.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {

/// A sea closed all round, `deep` m deep, `wide` cells long and wide that are `spacing` degrees
/// from one another; nothing mixes its levels. In the north there may be a row of land so high, m,
/// that can be flooded.
class ClosedSea {
 public:
  ClosedSea(const Communicator& comm, double spacing, int wide, double land = 0, double deep = 200)
      : mask_(comm, "closed.h5"), file_(comm, "closed.yaml") {
    const int n = wide + 2;
    const auto size = static_cast<hsize_t>(n);
    mask_.fill([&](const std::string& path) {
      std::vector<int> mask(size * size);
      std::vector<double> depth(size * size), longitude, latitude;
      for (int j = 1; j <= wide; ++j)
        for (int i = 1; i <= wide; ++i) {
          mask[static_cast<std::size_t>(j * n + i)] = 1;
          depth[static_cast<std::size_t>(j * n + i)] = land > 0 && j == wide ? -land : deep;
        }
      for (int i = 0; i < n; ++i) {
        longitude.push_back(spacing * i);
        latitude.push_back(55 + 0.6 * spacing * i);
      }
      const Hdf5File file = create_file(path);
      write_dataset(file, "mask", {size, size}, mask);
      write_dataset(file, "depth", {size, size}, depth);
      write_dataset(file, "lon", {size}, longitude);
      write_dataset(file, "lat", {size}, latitude);
    });
    file_.fill([&](const std::string& path) {
      std::ofstream(path)
          << "{case: {name: coastal}, grid: {mask: " << mask_.path()
          << ", levels: 10}, tide: {amplitude: [0], phase: [0]}, bottom: {drag: 0}, "
             "mixing: {viscosity: 0, diffusivity: 0}, time: {steps: 400}}\n";
    });
  }
  const std::string& case_file() const { return file_.path(); }

 private:
  ScratchFile mask_, file_;
};

}  // namespace seafret
