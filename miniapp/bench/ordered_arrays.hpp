// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "comms/c/seafret.h"
#include "decomposition/fields/field.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// Fields of a rank, with halos, whose indices run in any order. Each place of the grid holds
/// its own number in each of them.
class OrderedArrays {
 public:
  OrderedArrays(const Grid& grid, const Box& owned, int depth, int fields, std::string order);

  const std::string& order() const { return order_; }
  const Box& held() const { return held_; }
  /// Of one of them.
  std::size_t column_bytes() const { return static_cast<std::size_t>(grid_.nz) * sizeof(double); }
  /// As seafret is told in C.
  std::vector<seafret_array> where();
  /// As the exchange of C++ sees them, where levels or x run fastest.
  std::vector<Columns> columns();
  std::vector<std::vector<double>>& values() { return values_; }
  /// Whether the halo holds what it should.
  bool is_right();

 private:
  double truth(std::size_t f, int i, int j, int k) const;
  template <class Visit>
  void for_each(const Box& box, Visit visit) const;
  double& at(std::size_t f, int i, int j, int k);

  std::string order_;
  Grid grid_;
  Box owned_, held_;
  std::vector<std::vector<double>> values_;
  seafret_array stride_{};
};

}  // namespace seafret
