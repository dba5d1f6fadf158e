// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/reproducible_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr int digit_bits = 32;
constexpr std::uint64_t low_digit = 0xffffffff;
constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;

}  // namespace

void ReproducibleSum::add(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<unsigned>(bits >> 52 & 0x7ff);
  if (exponent == 0x7ff) {
    ++not_finite_;
    return;
  }
  if (--room_ == 0) carry();
  // x = +-mantissa * 2^(shift - 1074), subnormal numbers included; shifted within its digit the
  // mantissa has up to 84 bits.
  const std::uint64_t mantissa = (bits & (hidden_bit - 1)) | (exponent == 0 ? 0 : hidden_bit);
  const unsigned shift = exponent == 0 ? 0 : exponent - 1;
  const unsigned up = shift % digit_bits;
  const std::uint64_t low = mantissa << up, high = mantissa >> (63 - up) >> 1;
  const std::int64_t sign = -static_cast<std::int64_t>(bits >> 63);  // 0 or -1
  std::int64_t* const digit = digit_.data() + shift / digit_bits;
  digit[0] += (static_cast<std::int64_t>(low & low_digit) ^ sign) - sign;
  digit[1] += (static_cast<std::int64_t>(low >> digit_bits) ^ sign) - sign;
  digit[2] += (static_cast<std::int64_t>(high) ^ sign) - sign;
}

void ReproducibleSum::add(const ReproducibleSum& other) {
  carry();
  for (std::size_t d = 0; d < digits; ++d) digit_[d] += other.digit_[d];
  not_finite_ += other.not_finite_;
  carry();
}

void ReproducibleSum::subtract(const ReproducibleSum& other) {
  carry();
  for (std::size_t d = 0; d < digits; ++d) digit_[d] -= other.digit_[d];
  not_finite_ += other.not_finite_;
  carry();
}

/// Brings every digit but the highest, which keeps the sign, into [0, 2^32).
void ReproducibleSum::carry() {
  for (std::size_t d = 0; d + 1 < digits; ++d) {
    digit_[d + 1] += digit_[d] >> digit_bits;
    digit_[d] &= static_cast<std::int64_t>(low_digit);
  }
  room_ = most_adds;
}

double ReproducibleSum::value() const {
  if (not_finite_ != 0) return std::numeric_limits<double>::quiet_NaN();
  ReproducibleSum s = *this;
  s.carry();
  const bool negative = s.digit_.back() < 0;
  if (negative) {
    for (std::int64_t& d : s.digit_) d = -d;
    s.carry();
  }
  const auto top = std::find_if(s.digit_.rbegin(), s.digit_.rend(), [](auto d) { return d != 0; });
  if (top == s.digit_.rend()) return 0.0;
  const auto h = static_cast<int>(s.digit_.rend() - top) - 1;
  const auto digit = [&](int d) {
    return d < 0 ? 0 : static_cast<std::uint64_t>(s.digit_[static_cast<std::size_t>(d)]);
  };
  // The highest 64 bits, and in the lowest of them whether anything stands below: the conversion to
  // double then rounds as the whole sum would.
  const int up = std::countl_zero(static_cast<std::uint32_t>(digit(h)));
  std::uint64_t window = (digit(h) << digit_bits | digit(h - 1)) << up;
  window |= digit(h - 2) >> (digit_bits - up);
  bool below = (digit(h - 2) << up & low_digit) != 0;
  for (int d = h - 3; d >= 0; --d) below = below || digit(d) != 0;
  window |= below ? 1 : 0;
  const double size = std::ldexp(static_cast<double>(window), digit_bits * (h - 1) - 1074 - up);
  return negative ? -size : size;
}

void ReproducibleSum::over_ranks(std::span<ReproducibleSum> sums, const Communicator& comm) {
  SEAFRET_REGION("reduction");
  constexpr std::size_t at_once = 4, row = digits + 1;
  std::array<std::int64_t, at_once * row> together;
  for (; !sums.empty(); sums = sums.subspan(std::min(at_once, sums.size()))) {
    const auto some = sums.first(std::min(at_once, sums.size()));
    auto to = together.begin();
    for (ReproducibleSum& s : some) {
      s.carry();
      to = std::copy(s.digit_.begin(), s.digit_.end(), to);
      *to++ = s.not_finite_;
    }
    comm.sum(std::span(together).first(some.size() * row));
    auto from = together.begin();
    for (ReproducibleSum& s : some) {
      std::copy_n(from, digits, s.digit_.begin());
      s.not_finite_ = from[digits];
      s.carry();
      from += row;
    }
  }
}

}  // namespace seafret
