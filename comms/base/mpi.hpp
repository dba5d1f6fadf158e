// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace seafret {

int rank_in(MPI_Comm comm);
int ranks_of(MPI_Comm comm);
/// The first line of what MPI says about itself; MPICH goes on with how it was configured.
std::string mpi_library();

/// A communicator of our own, freed at the end.  What all ranks must agree on goes through here;
/// floating-point sums do not (see reproducible_sum.hpp).  Every function but rank(), size() and
/// get() is collective.
class Communicator {
 public:
  /// A duplicate of `other`, so that our messages cannot meet anybody else's.
  explicit Communicator(MPI_Comm other);
  /// The ranks of `other` anew, in the order of what each gives as its key.
  Communicator(const Communicator& other, int key);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// What is longer goes in parts, of so many bytes or values: MPI counts in int.
  static inline std::size_t most_at_once = std::size_t{1} << 30;

  MPI_Comm get() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Of doubles the largest, or least, is NaN where any rank's is: MPI does not say what it makes
  /// of that.
  double max(double value) const;
  double min(double value) const { return 0 - max(-value); }  // 0, not -0
  /// Depends on the order of the ranks: for timings, never for the state of a model.
  double mean(double value) const;
  std::int64_t max(std::int64_t value) const;
  std::int64_t sum(std::int64_t value) const;
  /// The least value, and the number that came with it; of equal values that with the least number.
  std::pair<double, int> least(double value, int number) const;
  bool any(bool value) const { return max(std::int64_t{value}) != 0; }
  /// The largest of each, in place.
  void max(std::span<double> values) const;
  /// Adds the vectors of all ranks, element by element, in place.
  void sum(std::span<std::int64_t> values) const;
  /// Of numbers that one rank has, to the last bit, while all others have 0 there: on all.
  void join(std::span<double> values) const;

  /// Rank `root`'s text goes to everybody.
  void broadcast(std::string& text, int root = 0) const { broadcast_all(text, root); }
  void broadcast(std::span<double> values, int root = 0) const;
  /// As many values as rank `root` has.
  template <class T>
  void broadcast(std::vector<T>& values, int root = 0) const {
    static_assert(std::is_trivially_copyable_v<T>);
    broadcast_all(values, root);
  }
  /// Everybody's numbers, in the order of the ranks, on all.
  std::vector<int> all(int number) const;
  /// Everybody's texts, in the order of the ranks, on rank 0; empty elsewhere.
  std::vector<std::string> gather(const std::string& text) const;
  void barrier() const;

 private:
  template <class List>
  void broadcast_all(List& list, int root) const {
    const auto size = static_cast<std::size_t>(broadcast_number(std::ssize(list), root));
    list.resize(size);
    broadcast_bytes(list.data(), size * sizeof(*list.data()), root);
  }
  std::int64_t broadcast_number(std::int64_t number, int root) const;
  void broadcast_bytes(void* bytes, std::size_t size, int root) const;
  std::vector<std::string> gather_short(std::string text, std::size_t most) const;

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
};

}  // namespace seafret
