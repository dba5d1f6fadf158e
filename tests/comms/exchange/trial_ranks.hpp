// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "comms/exchange/trials.hpp"
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// A field whose every column says where it is and of which swap.
struct Known {
  Known(const Decomposition& d, const Communicator& comm, int width,
        std::pmr::memory_resource* from)
      : grid(d.grid()),
        owned(d.owned(comm.rank())),
        halo(Halo::all(width)),
        field(owned, halo, 3, from) {}

  double truth(int i, int j, int swap) const {
    return (i + grid.nx) % grid.nx + 100. * ((j + grid.ny) % grid.ny) + 1e4 * swap;
  }
  void fill(int swap) {
    visit(owned, [&](int i, int j) {
      for (int k = 0; k < 3; ++k) field.view()(i, j, k) = truth(i, j, swap) + k * 1e8;
    });
  }
  int wrong(int swap) {
    int count = 0;
    visit(owned.grown(halo), [&](int i, int j) {
      for (int k = 0; k < 3; ++k) count += field.view()(i, j, k) != truth(i, j, swap) + k * 1e8;
    });
    return count;
  }
  static void visit(const Box& box, auto work) {
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) work(i, j);
  }

  Grid grid;
  Box owned;
  Halo halo;
  Field<> field;
};

/// All ranks, boxes of theirs, and memory that node mates share.
struct Ranks {
  explicit Ranks(int cores = 0)
      : node(comm.get(), cores),
        boxes(grid, partitioners().at("blocks")(grid, comm.size())),
        domain{boxes, comm, &shared} {}

  /// Swaps until the trial of the exchange must be over; says how many values were wrong.
  int swap(HaloExchange& exchange, int times = 200) {
    Known known(boxes, comm, 2, &shared);
    return swap(exchange, known, times);
  }
  static int swap(HaloExchange& exchange, Known& known, int times) {
    int wrong = 0;
    for (int n = 0; n < times; ++n) {
      known.fill(n);
      exchange.start(std::array<Columns, 2>{known.field.view(), known.field.view()});
      exchange.finish();
      wrong += known.wrong(n);
    }
    return wrong;
  }
  std::vector<Swapped> two_fields() const {
    return std::vector(2, Swapped{Halo::all(2), 3 * sizeof(double)});
  }

  Grid grid{.nx = 12, .ny = 12, .nz = 3};
  Communicator comm{MPI_COMM_WORLD};
  Node node;
  SharedMemory shared{node};
  Decomposition boxes;
  Domain domain;
};

/// By trial, with all the time in the world.
inline HaloOptions by_trial(std::vector<std::string> candidates, double share = 1e9) {
  return {.transport = HaloOptions::by_trial,
          .candidates = std::move(candidates),
          .trials = std::make_shared<Trials>(share)};
}

}  // namespace seafret
