// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/base/error.hpp"
#include "decomposition/grid/decomposition.hpp"
#include "miniapp/bench/ordered_arrays.hpp"

namespace seafret {

/// The exchange of all of a rank's arrays as a model in C has it.
class SwapInC {
 public:
  SwapInC(const Decomposition& d, const Communicator& comm, int depth, OrderedArrays& arrays)
      : where_(arrays.where()) {
    const Box& own = d.owned(comm.rank());
    insist(seafret_domain_init(comm.get(), {d.grid().nx, d.grid().ny, 1, 1},
                               {own.x0, own.x1, own.y0, own.y1}, nullptr, nullptr, &domain_));
    const std::vector<seafret_shape> shapes(
        where_.size(), seafret_shape{sizeof(double), d.grid().nz, {depth, depth, depth, depth, 1}});
    insist(seafret_exchange_init(domain_, "arrays", static_cast<int>(shapes.size()), shapes.data(),
                                 arrays.order().c_str(), nullptr, &exchange_));
  }
  ~SwapInC() {
    seafret_exchange_free(&exchange_);
    seafret_domain_free(&domain_);
  }
  SwapInC(const SwapInC&) = delete;
  SwapInC& operator=(const SwapInC&) = delete;

  void start_and_finish() {
    insist(seafret_start(exchange_, where_.data()));
    insist(seafret_finish(exchange_));
  }

 private:
  static void insist(int status) {
    if (status != SEAFRET_OK) throw InputError(seafret_message());
  }

  std::vector<seafret_array> where_;
  seafret_domain* domain_ = nullptr;
  seafret_exchange* exchange_ = nullptr;
};

}  // namespace seafret
