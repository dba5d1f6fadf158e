// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "comms/base/mpi_errors.hpp"
#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited a_communicator("the making of a communicator"), its_end("the end of a communicator"),
    a_reduction("a reduction over all ranks"), a_broadcast("a broadcast"),
    a_gathering("a gathering over all ranks"), a_barrier("a barrier");

/// Calls work(first, count) for one part after the other of a list that may be longer than MPI
/// counts.
template <class Work>
void in_parts(std::size_t size, Work work) {
  const std::size_t most = Communicator::most_at_once;
  for (std::size_t first = 0; first < size; first += most)
    work(first, static_cast<int>(std::min(most, size - first)));
}

template <class T>
T reduced(T value, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const CollectiveWait wait(a_reduction, comm);
  T result;
  MPI_Allreduce(&value, &result, 1, type, op, comm);
  return result;
}

template <class T>
void reduce_in_place(std::span<T> values, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const CollectiveWait wait(a_reduction, comm);
  in_parts(values.size(), [&](std::size_t first, int count) {
    MPI_Allreduce(MPI_IN_PLACE, &values[first], count, type, op, comm);
  });
}

/// Of each value in the first half of these; the second half tells whether any rank's is NaN.  Of 0
/// and -0 MPI takes either, by the order of ranks, which results must not know.
void largest_of(std::span<double> values, MPI_Comm comm) {
  const std::size_t half = values.size() / 2;
  for (std::size_t n = 0; n < half; ++n) {
    values[half + n] = std::isnan(values[n]) ? 1 : 0;
    if (std::isnan(values[n])) values[n] = 0;
  }
  reduce_in_place(values, MPI_DOUBLE, MPI_MAX, comm);
  for (std::size_t n = 0; n < half; ++n)
    values[n] = values[half + n] > 0 ? std::numeric_limits<double>::quiet_NaN() : values[n] + 0.;
}

}  // namespace

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
int ranks_of(MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  return ranks;
}

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string line(text.data());  // Open MPI counts the closing zero in its length
  line.erase(std::min(line.find('\n'), line.size()));
  std::ranges::replace(line, '\t', ' ');
  return line;
}

Communicator::Communicator(MPI_Comm other) {
  const CollectiveWait wait(a_communicator, other);
  insist_on_made(MPI_Comm_dup(other, &comm_));
  keep_errors(comm_);
  rank_ = rank_in(comm_);
  size_ = ranks_of(comm_);
}

Communicator::Communicator(const Communicator& other, int key) : size_(other.size()) {
  const CollectiveWait wait(a_communicator, other.get());
  insist_on_made(MPI_Comm_split(other.get(), 0, key, &comm_));
  rank_ = rank_in(comm_);
}

Communicator::~Communicator() {
  const LastWait wait(its_end, comm_);
  if (wait.all_came()) MPI_Comm_free(&comm_);
}

double Communicator::max(double value) const {
  std::array<double, 2> both{value, 0};
  largest_of(both, comm_);
  return both[0];
}
double Communicator::mean(double value) const {
  return reduced(value, MPI_DOUBLE, MPI_SUM, comm_) / size_;
}
std::int64_t Communicator::max(std::int64_t value) const {
  return reduced(value, MPI_INT64_T, MPI_MAX, comm_);
}
std::int64_t Communicator::sum(std::int64_t value) const {
  return reduced(value, MPI_INT64_T, MPI_SUM, comm_);
}

std::pair<double, int> Communicator::least(double value, int number) const {
  const CollectiveWait wait(a_reduction, comm_);
  struct {
    double value;
    int number;
  } mine{value, number}, best{};
  MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm_);
  return {best.value, best.number};
}

void Communicator::max(std::span<double> values) const {
  std::vector<double> both(values.begin(), values.end());
  both.resize(2 * values.size());
  largest_of(both, comm_);
  std::copy_n(both.begin(), values.size(), values.begin());
}

void Communicator::sum(std::span<std::int64_t> values) const {
  reduce_in_place(values, MPI_INT64_T, MPI_SUM, comm_);
}

void Communicator::join(std::span<double> values) const {
  std::vector<std::int64_t> bits;  // those of 0 are 0
  for (const double value : values) bits.push_back(std::bit_cast<std::int64_t>(value));
  sum(bits);
  std::ranges::transform(bits, values.begin(),
                         [](std::int64_t b) { return std::bit_cast<double>(b); });
}

std::int64_t Communicator::broadcast_number(std::int64_t number, int root) const {
  const CollectiveWait wait(a_broadcast, comm_);
  MPI_Bcast(&number, 1, MPI_INT64_T, root, comm_);
  return number;
}

void Communicator::broadcast_bytes(void* bytes, std::size_t size, int root) const {
  const CollectiveWait wait(a_broadcast, comm_);
  in_parts(size, [&](std::size_t first, int count) {
    MPI_Bcast(static_cast<std::byte*>(bytes) + first, count, MPI_BYTE, root, comm_);
  });
}

void Communicator::broadcast(std::span<double> values, int root) const {
  broadcast_bytes(values.data(), values.size_bytes(), root);
}

std::vector<int> Communicator::all(int number) const {
  const CollectiveWait wait(a_gathering, comm_);
  std::vector<int> numbers(static_cast<std::size_t>(size_));
  MPI_Allgather(&number, 1, MPI_INT, numbers.data(), 1, MPI_INT, comm_);
  return numbers;
}

std::vector<std::string> Communicator::gather(const std::string& text) const {
  const std::size_t share =
      std::max(most_at_once / static_cast<std::size_t>(size_), std::size_t{1});
  const auto longest = static_cast<std::size_t>(max(std::ssize(text)));
  std::vector<std::string> texts(rank_ == 0 ? static_cast<std::size_t>(size_) : 0);
  for (std::size_t first = 0; first < longest; first += share) {
    const auto parts = gather_short(text.substr(std::min(first, text.size()), share),
                                    std::min(share, longest - first));
    for (std::size_t r = 0; r < texts.size(); ++r) texts[r] += parts[r];
  }
  return texts;
}

/// Of texts of at most so many bytes, which times the ranks is no more than MPI counts.  No
/// MPI_Gatherv: there are profilers that look at its counts on ranks where they mean nothing.
std::vector<std::string> Communicator::gather_short(std::string text, std::size_t most) const {
  const CollectiveWait wait(a_gathering, comm_);
  const auto mine = static_cast<int>(text.size()), bytes = static_cast<int>(most);
  const std::size_t ranks = rank_ == 0 ? static_cast<std::size_t>(size_) : 0;
  std::vector<int> lengths(ranks);
  MPI_Gather(&mine, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm_);
  text.resize(most);
  std::string together(ranks * most, '\0');
  meet(comm_);
  MPI_Gather(text.data(), bytes, MPI_CHAR, together.data(), bytes, MPI_CHAR, 0, comm_);
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < ranks; ++r)
    texts.push_back(together.substr(r * most, static_cast<std::size_t>(lengths[r])));
  return texts;
}

void Communicator::barrier() const {
  const CollectiveWait wait(a_barrier, comm_);
  MPI_Barrier(comm_);
}

}  // namespace seafret
