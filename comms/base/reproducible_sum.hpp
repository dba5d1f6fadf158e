// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "comms/base/mpi.hpp"

namespace seafret {

/// A sum of doubles that does not depend on their order: exact, rounded once at the end.
///
/// The range of double is cut into digits of 32 bits, each kept in a 64-bit integer (Kulisch's long
/// accumulator).  A summand falls into three neighbouring digits; integers add in any order.
class ReproducibleSum {
 public:
  /// Infinities and NaN make the result NaN.
  void add(double x);
  void add(const ReproducibleSum& other);
  void subtract(const ReproducibleSum& other);
  /// The exact sum of all that was added, rounded to nearest (ties to even).
  double value() const;

  /// Every sum becomes the sum over all ranks; collective, one reduction for up to four of them.
  static void over_ranks(std::span<ReproducibleSum> sums, const Communicator& comm);

 private:
  // Digit d weighs 2^(32 d - 1074); 66 of them hold any double, two more what carries beyond.
  static constexpr std::size_t digits = 68;
  static constexpr std::int64_t most_adds = std::int64_t{1} << 29;

  void carry();

  std::array<std::int64_t, digits> digit_{};
  std::int64_t not_finite_ = 0;
  std::int64_t room_ = most_adds;  // summands that still fit before carries must move on
};

}  // namespace seafret
