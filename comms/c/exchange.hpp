// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "comms/c/domain.hpp"

namespace seafret {

/// Which index of an array runs fastest, which next.
class IndexOrder {
 public:
  /// Of the letters i and j, and k where there are levels.  Throws InputError.
  IndexOrder(const std::string& letters, int most_levels);

  bool turned() const { return turned_; }                  ///< rows run along y
  bool levels_fastest() const { return levels_fastest_; }  ///< a column is in one piece

 private:
  bool turned_, levels_fastest_;
};

}  // namespace seafret

/// Behind the handle of seafret.h.
struct seafret_exchange {
  /// Collective over the domain.
  seafret_exchange(seafret_domain& domain, const std::string& name,
                   std::span<const seafret_shape> shapes, const std::string& order,
                   const seafret::SwapOptions& options);

  void start(const seafret_array* arrays);
  void finish();
  bool in_flight() const { return in_flight_; }
  /// Of any of its waits, in s.
  double timeout() const { return options_.timeout; }
  seafret_domain& domain() const { return domain_; }
  /// What its swaps took, as a line of JSON on rank 0.  Collective.
  std::string told() const;

 private:
  std::vector<seafret::Swapped> swapped() const;
  seafret::Columns columns(std::size_t array, const seafret_array& where) const;

  seafret_domain& domain_;
  seafret::IndexOrder order_;
  std::vector<seafret_shape> shapes_;
  seafret::SwapOptions options_;
  seafret::Decomposition decomposition_;
  seafret::HaloExchange exchange_;
  std::vector<seafret::Columns> columns_;
  bool in_flight_ = false;
};
