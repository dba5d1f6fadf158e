// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/cut_orders.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace seafret {
namespace {

std::vector<int> prime_factors(int n) {
  std::vector<int> factors;
  for (int p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p) factors.push_back(p);
  if (n > 1) factors.push_back(n);
  return factors;
}

/// How many different orders some things have of which equal ones are not told apart: as many as
/// there are ways to place each next group among those placed so far.
std::int64_t orders_of(const std::map<int, int>& copies) {
  std::int64_t orders = 1, placed = 0;
  for (const auto& [thing, count] : copies)
    for (int n = 1; n <= count; ++n) orders = orders * ++placed / n;
  return orders;
}

std::map<int, int> counted(const std::vector<int>& things) {
  std::map<int, int> copies;
  for (const int thing : things) ++copies[thing];
  return copies;
}

/// The i-th order of these things, in lexicographic order.
std::vector<int> order_of(const std::vector<int>& things, std::int64_t i) {
  std::map<int, int> left = counted(things);
  std::vector<int> order;
  while (order.size() < things.size())
    for (auto& [thing, count] : left) {
      if (count == 0) continue;
      --count;
      const std::int64_t begin_with_it = orders_of(left);
      if (i < begin_with_it) {
        order.push_back(thing);
        break;
      }
      i -= begin_with_it;
      ++count;
    }
  return order;
}

/// The larger one of the two factors nearest to a square.
int longer_side(int n) {
  int side = n;
  for (int d = 1; d * d <= n; ++d)
    if (n % d == 0) side = n / d;
  return side;
}

}  // namespace

std::vector<Cut> taking_turns(const std::vector<int>& in_x, const std::vector<int>& in_y) {
  std::vector<Cut> cuts;
  for (std::size_t x = 0, y = 0; x + y < in_x.size() + in_y.size();) {
    const bool x_is_due = in_x.size() >= in_y.size() ? x <= y : x < y;
    const bool along_x = y == in_y.size() || (x < in_x.size() && x_is_due);
    cuts.push_back({along_x ? in_x[x++] : in_y[y++], along_x});
  }
  return cuts;
}

std::vector<Cut> default_cuts(int parts) {
  const auto descending = [](int n) {
    std::vector<int> factors = prime_factors(n);
    std::reverse(factors.begin(), factors.end());
    return factors;
  };
  const int nx = longer_side(parts);
  return taking_turns(descending(nx), descending(parts / nx));
}

TurnByTurn::TurnByTurn(int parts) : factors_(prime_factors(parts)) {}

std::int64_t TurnByTurn::size() const {
  return orders_of(counted(factors_)) * (static_cast<std::int64_t>(factors_.size()) + 1);
}

std::vector<Cut> TurnByTurn::at(std::int64_t i) const {
  const auto splits = static_cast<std::int64_t>(factors_.size()) + 1;
  const std::vector<int> order = order_of(factors_, i / splits);
  const auto in_y = order.begin() + i % splits;
  return taking_turns({order.begin(), in_y}, {in_y, order.end()});
}

AnyDimension::AnyDimension(int parts) : parts_(parts), products_{{1, 1}} {
  for (int d = 2; d <= parts; ++d) {
    if (parts % d != 0) continue;
    std::int64_t ways = 0;  // by what is left once the first number is taken off
    for (const auto& [left, ways_of_left] : products_)
      if (d % left == 0) ways += ways_of_left;
    products_[d] = ways;
  }
}

std::int64_t AnyDimension::size() const { return parts_ == 1 ? 1 : 2 * products_.at(parts_); }

std::vector<Cut> AnyDimension::at(std::int64_t i) const {
  std::vector<Cut> cuts;
  bool along_x = i % 2 == 0;
  i /= 2;
  for (int whole = parts_; whole > 1; along_x = !along_x)
    for (const auto& [left, ways] : products_) {
      if (left == whole || whole % left != 0) continue;
      if (i < ways) {
        cuts.push_back({whole / left, along_x});
        whole = left;
        break;
      }
      i -= ways;
    }
  return cuts;
}

std::int64_t orders_of_footnote_3(int parts) {
  const std::vector<int> factors = prime_factors(parts);
  return orders_of(counted(factors)) << factors.size();
}

std::string notation(const std::vector<Cut>& cuts) {
  std::vector<int> in_x, in_y;
  std::vector<std::string> in_sequence;
  for (const Cut& c : cuts) {
    (c.along_x ? in_x : in_y).push_back(c.parts);
    in_sequence.push_back(fmt::format("{}{}", c.parts, c.along_x ? 'x' : 'y'));
  }
  if (taking_turns(in_x, in_y) != cuts) return fmt::format("{}", fmt::join(in_sequence, " "));
  if (in_x.empty()) in_x.push_back(1);
  if (in_y.empty()) in_y.push_back(1);
  return fmt::format("({},{})", fmt::join(in_x, "x"), fmt::join(in_y, "x"));
}

}  // namespace seafret
