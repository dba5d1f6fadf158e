// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace seafret {

/// One level of a recursive k-section: into how many parts, and whether along x.
struct Cut {
  int parts = 1;
  bool along_x = true;

  friend bool operator==(const Cut&, const Cut&) = default;
};

/// The order that starts with the dimension of more factors (on a tie x), then takes turns; when
/// one runs out, the rest of the other follows.
std::vector<Cut> taking_turns(const std::vector<int>& in_x, const std::vector<int>& in_y);

/// The default order of cuts (Pickles, section 4): parts = nx * ny nearest to a square, the prime
/// factors of each in descending order, the two dimensions in turn.
std::vector<Cut> default_cuts(int parts);

// The orders in which a recursive k-section can cut a grid into so many parts, by number: size()
// says how many there are; at(i) makes the i-th without those before it, so that a search can be
// dealt out among ranks.

/// The default order and no other.
class DefaultOrder {
 public:
  explicit DefaultOrder(int parts) : parts_(parts) {}
  std::int64_t size() const { return 1; }
  std::vector<Cut> at(std::int64_t) const { return default_cuts(parts_); }

 private:
  int parts_;
};

/// Pickles' search space: any order of the prime factors, the first s of them in x and the rest in
/// y, the two dimensions in turn.  There are (f + 1)! / (m1! m2! ...) for f factors of which m1, m2
/// and so on are equal (his eq. 1).
class TurnByTurn {
 public:
  explicit TurnByTurn(int parts);
  std::int64_t size() const;
  std::vector<Cut> at(std::int64_t i) const;

 private:
  std::vector<int> factors_;  // prime, ascending
};

/// His footnote 3: each cut along either dimension, 2^f f! / (m1! m2! ...) orders.  Cuts that
/// follow each other along one dimension are one cut into more parts, up to a line: of the orders
/// that differ by that alone there is one here.
class AnyDimension {
 public:
  explicit AnyDimension(int parts);
  std::int64_t size() const;
  std::vector<Cut> at(std::int64_t i) const;

 private:
  int parts_;
  std::map<int, std::int64_t> products_;  // as how many products of cuts each divisor can be had
};

/// How many orders footnote 3 has before any are taken for one.
std::int64_t orders_of_footnote_3(int parts);

/// "(2x2x2,3)": the factors in x, then those in y, where the dimensions take turns; "6x 2y 2x",
/// one after the other, where they do not.
std::string notation(const std::vector<Cut>& cuts);

}  // namespace seafret
