// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <array>
#include <cstddef>
#include <optional>

#include "comms/notify/custom_bits.hpp"

namespace seafret::notify {

/// Requests of MPI under way, of which there is a fixed number, and what is told as each is done.
class Flights {
 public:
  static constexpr std::size_t most = 64;

  Flights() { requests_.fill(MPI_REQUEST_NULL); }

  bool full() const { return under_way_ == most; }
  std::size_t under_way() const { return under_way_; }
  std::size_t bytes() const { return bytes_; }

  /// The number of a place for one more.
  std::size_t add(std::size_t bytes, const std::optional<Notice>& then) {
    std::size_t n = 0;
    while (taken_[n]) ++n;
    taken_[n] = true;
    bytes_of_[n] = bytes;
    then_[n] = then;
    bytes_ += bytes;
    ++under_way_;
    if (n >= used_) used_ = n + 1;
    return n;
  }
  MPI_Request& request(std::size_t n) { return requests_[n]; }
  /// Of one that no request stands for, or whose request is done.
  template <class Tell>
  void land(std::size_t n, Tell tell) {
    taken_[n] = false;
    bytes_ -= bytes_of_[n];
    --under_way_;
    if (then_[n]) tell(*then_[n]);
  }
  /// Lands all whose requests are done.
  template <class Tell>
  void land_some(Tell tell) {
    if (under_way_ == 0) return;
    int count = 0;
    std::array<int, most> done;
    MPI_Testsome(static_cast<int>(used_), requests_.data(), &count, done.data(),
                 MPI_STATUSES_IGNORE);
    if (count == MPI_UNDEFINED) return;
    for (int i = 0; i < count; ++i)
      land(static_cast<std::size_t>(done[static_cast<std::size_t>(i)]), tell);
    while (used_ > 0 && !taken_[used_ - 1]) --used_;
  }

 private:
  std::array<MPI_Request, most> requests_;
  std::array<bool, most> taken_ = {};
  std::array<std::size_t, most> bytes_of_ = {};
  std::array<std::optional<Notice>, most> then_ = {};
  std::size_t used_ = 0, under_way_ = 0, bytes_ = 0;
};

}  // namespace seafret::notify
