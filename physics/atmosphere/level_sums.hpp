// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "comms/base/domain.hpp"
#include "physics/columns.hpp"

namespace seafret {

/// Sums over all columns of the grid, level by level, of some quantities at once.  They do not
/// depend on the order: a summand is rounded to a whole number of a small unit, and integers are
/// added.  The unit is the power of two that leaves room for the sum of all columns, each within
/// the quantity's range: 2^-50 of the range for 2500 columns.
class LevelSums {
 public:
  /// `ranges` are powers of two.
  LevelSums(std::vector<double> ranges, int levels, std::int64_t columns);

  /// What one thread adds.
  class Share {
   public:
    Share(LevelSums& all, std::int64_t* sums) : all_(all), sums_(sums) {}
    /// Adds term(k) to the sum of each of the lowest `levels`.
    template <class Term>
    void add(std::size_t quantity, int levels, Term term) {
      const double per_unit = all_.per_unit_[quantity], most = all_.most_;
      std::int64_t* const sum = sums_ + quantity * all_.stride_;
      std::int64_t beyond = 0;
#pragma omp simd reduction(+ : beyond)
      for (int k = 0; k < levels; ++k) {
        const double units = term(k) * per_unit;
        const bool fits = std::abs(units) < most;  // and is a number
        beyond += static_cast<std::int64_t>(!fits);
        sum[k] += whole(fits ? units : 0.0);
      }
      sum[all_.stride_ - 1] += beyond;
    }

   private:
    /// The nearest whole number, to even: the mantissa of 1.5 2^52 + x ends in it.  Unlike a
    /// conversion, every machine does that for several numbers at once.
    static std::int64_t whole(double x) {
      constexpr double shift = 0x1.8p52;
      return std::bit_cast<std::int64_t>(x + shift) - std::bit_cast<std::int64_t>(shift);
    }

    LevelSums& all_;
    std::int64_t* sums_;
  };

  /// Forgets what was added, and calls column(share, i, j) for each column of the box; threads
  /// share them.  Then the sums are those of all ranks.  Collective.
  template <class Column>
  void over(const Domain& domain, Column column) {
    clear();
#pragma omp parallel
    {
      Share share = of_this_thread();
      share_columns(std::span(&domain.owned(), 1), [&](int i, int j) { column(share, i, j); });
    }
    add_up(domain.comm);
  }
  /// The same for who goes through the columns otherwise: visit(share) does, and may ask share()
  /// for that of the thread that it finds itself in.  Collective.
  template <class Visit>
  void by(const Communicator& comm, Visit visit) {
    clear();
    visit([this] { return of_this_thread(); });
    add_up(comm);
  }

  /// The sum divided by the number of columns; NaN where something that was added lay beyond the
  /// quantity's range, or was no number.
  double mean(std::size_t quantity, int k) const;

 private:
  void clear();
  Share of_this_thread();
  void add_up(const Communicator& comm);

  std::vector<double> per_unit_;
  double most_, columns_;   // units of a summand; number
  std::size_t stride_;      // the levels of a quantity, and how many summands were beyond its range
  std::size_t share_size_;  // all quantities of a thread, and room so that no two share a line
  std::vector<std::int64_t> shares_;  // the first one ends as the sum of all
};

}  // namespace seafret
