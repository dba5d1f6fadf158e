// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/reproducible_sum.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace seafret;

namespace {

__extension__ using Wide = __int128;
using Limits = std::numeric_limits<double>;

double sum_of(const std::vector<double>& values) {
  ReproducibleSum s;
  for (const double x : values) s.add(x);
  return s.value();
}

/// Same bits: unlike == it tells zeros apart.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Numbers of all sizes and both signs, as many of either.
std::vector<double> numbers(std::size_t count, int smallest, int largest, std::mt19937_64& random) {
  std::vector<double> values;
  for (std::size_t n = 0; n < count; ++n) {
    const auto mantissa = static_cast<double>(static_cast<std::int64_t>(random()) >> 11);
    const int exponent =
        smallest + static_cast<int>(random() % static_cast<unsigned>(largest - smallest));
    values.push_back(std::ldexp(mantissa, exponent));
  }
  return values;
}

}  // namespace

TEST_CASE("a sum is that of exact integers, rounded once") {
  std::mt19937_64 random(71);
  for (int n = 0; n < 300; ++n) {
    const int weight = static_cast<int>(random() % 900) - 500;  // of the unit of this sum
    Wide exact = 0;
    std::vector<double> values;
    for (const double x : numbers(random() % 500, 0, 60, random)) {
      exact += static_cast<Wide>(x);
      values.push_back(std::ldexp(x, weight));
    }
    CHECK(same(sum_of(values), std::ldexp(static_cast<double>(exact), weight)));
  }
}

TEST_CASE("the order of the summands does not matter") {
  std::mt19937_64 random(72);
  std::vector<double> values = numbers(2000, -1074, 960, random);
  const double sum = sum_of(values);
  CHECK(std::isfinite(sum));
  for (int n = 0; n < 50; ++n) {
    std::shuffle(values.begin(), values.end(), random);
    CHECK(same(sum_of(values), sum));
  }
  std::sort(values.begin(), values.end());
  CHECK(same(sum_of(values), sum));
}

TEST_CASE("what cancels leaves no trace") {
  CHECK(sum_of({1e300, 1, -1e300}) == 1);
  CHECK(sum_of({1, 1e300, 1e-300, -1e300, -1}) == 1e-300);
  CHECK(sum_of({Limits::max(), Limits::denorm_min(), -Limits::max()}) == Limits::denorm_min());
  CHECK(sum_of({-1e300, -1, 1e300}) == -1);
  std::mt19937_64 random(73);
  std::vector<double> values = numbers(1000, -1074, 960, random);
  for (std::size_t n = 0; n < 1000; ++n) values.push_back(-values[n]);
  std::shuffle(values.begin(), values.end(), random);
  CHECK(same(sum_of(values), 0.0));
  values.insert(values.begin() + 700, -3e-305);
  CHECK(sum_of(values) == -3e-305);
}

TEST_CASE("it rounds to nearest, ties to even, as one operation does") {
  const double tiny = Limits::denorm_min(), half_ulp = std::ldexp(1.0, -53);
  CHECK(sum_of({1, half_ulp}) == 1);
  CHECK(sum_of({1, half_ulp, tiny}) == 1 + 2 * half_ulp);
  CHECK(sum_of({1, half_ulp, -tiny}) == 1);
  CHECK(sum_of({1 + 2 * half_ulp, half_ulp}) == 1 + 4 * half_ulp);
  CHECK(sum_of({-1, -half_ulp, -tiny}) == -1 - 2 * half_ulp);
  for (int e = -1074; e < -54; ++e) {  // wherever below the tie it stands
    CHECK(sum_of({1, half_ulp, std::ldexp(1, e)}) == 1 + 2 * half_ulp);
    CHECK(sum_of({1, half_ulp, std::ldexp(-1, e)}) == 1);
  }
  std::mt19937_64 random(74);
  for (int n = 0; n < 2000; ++n) {
    const std::vector<double> two = numbers(2, -40, 40, random);
    CHECK(same(sum_of(two), two[0] + two[1]));
  }
}

TEST_CASE("the ends of the range") {
  CHECK(sum_of({Limits::max(), Limits::max(), -Limits::max()}) == Limits::max());
  CHECK(sum_of({Limits::max(), Limits::max()}) == Limits::infinity());
  CHECK(sum_of({-Limits::max(), -Limits::max()}) == -Limits::infinity());
  CHECK(sum_of(std::vector<double>(1000, Limits::denorm_min())) == 1000 * Limits::denorm_min());
  CHECK(sum_of({Limits::min(), -Limits::denorm_min()}) == Limits::min() - Limits::denorm_min());
  for (int e = -1074; e < 1024; ++e) CHECK(sum_of({std::ldexp(-1, e)}) == std::ldexp(-1, e));
}

TEST_CASE("zeros have no sign, infinities and NaN are not numbers") {
  CHECK(same(ReproducibleSum().value(), 0.0));
  CHECK(same(sum_of({-0.0, -0.0}), 0.0));
  CHECK(std::isnan(sum_of({1, Limits::infinity()})));
  CHECK(std::isnan(sum_of({1, -Limits::infinity(), 2})));
  CHECK(std::isnan(sum_of({Limits::quiet_NaN(), 1})));
}

TEST_CASE("a sum added to itself doubles, beyond what its digits hold without carrying") {
  for (const double x : {0.1, -0.1, 1e-310, -1.0, 3e200}) {
    ReproducibleSum s;
    s.add(x);
    for (int n = 0; n < 90; ++n) s.add(ReproducibleSum(s));
    CHECK(s.value() == std::ldexp(x, 90));
    s.add(x);
    s.add(-std::ldexp(x, 90));
    CHECK(s.value() == x);
  }
}

TEST_CASE("sums of parts add up to the sum of all") {
  std::mt19937_64 random(75);
  const std::vector<double> values = numbers(3000, -300, 300, random);
  ReproducibleSum parts[7], all;
  for (std::size_t n = 0; n < values.size(); ++n) parts[n % 7].add(values[n]);
  for (const int p : {4, 0, 6, 2, 1, 5, 3}) all.add(parts[p]);
  CHECK(same(all.value(), sum_of(values)));
  all.subtract(parts[3]);
  for (std::size_t n = 3; n < values.size(); n += 7) all.add(values[n]);
  CHECK(same(all.value(), sum_of(values)));
  for (const ReproducibleSum& part : parts) all.subtract(part);
  CHECK(same(all.value(), 0.0));
  ReproducibleSum endless;
  endless.add(Limits::infinity());
  all.subtract(endless);
  CHECK(std::isnan(all.value()));
}

TEST_CASE("over ranks: the same bits as one rank alone, for any number of sums at once") {
  const Communicator comm(MPI_COMM_WORLD);
  std::mt19937_64 random(76);  // the same numbers on every rank
  for (const std::size_t count : {1u, 3u, 4u, 5u, 9u}) {
    std::vector<ReproducibleSum> mine(count);
    std::vector<double> expected;
    for (ReproducibleSum& s : mine) {
      const std::vector<double> values = numbers(500, -1074, 960, random);
      expected.push_back(sum_of(values));
      const auto stride = static_cast<std::size_t>(comm.size());
      for (auto n = static_cast<std::size_t>(comm.rank()); n < values.size(); n += stride)
        s.add(values[n]);
    }
    ReproducibleSum::over_ranks(mine, comm);
    for (std::size_t n = 0; n < count; ++n) CHECK(same(mine[n].value(), expected[n]));
  }
}

TEST_CASE("over ranks: one rank's NaN is everybody's, and a sum can go on") {
  const Communicator comm(MPI_COMM_WORLD);
  ReproducibleSum sums[2];
  sums[0].add(comm.rank() == comm.size() - 1 ? Limits::quiet_NaN() : 1.0);
  sums[1].add(-1.0);
  ReproducibleSum::over_ranks(sums, comm);
  CHECK(std::isnan(sums[0].value()));
  CHECK(sums[1].value() == -comm.size());
  sums[1].add(0.5);
  CHECK(sums[1].value() == 0.5 - comm.size());
}
