// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/custom_bits.hpp"

#include <fmt/format.h>

#include "comms/notify/options.hpp"

namespace seafret::notify {
namespace {

constexpr int word = 64;

constexpr std::uint64_t ones(int bits) {
  return bits >= word ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// The number whose lowest bits these are, by two's complement.
constexpr std::int64_t extended(std::uint64_t lowest, int bits) {
  return static_cast<std::int64_t>(lowest << (word - bits)) >> (word - bits);
}

}  // namespace

CustomLayout::CustomLayout(int bits, bool rounds, int index_bits) : rounds_(rounds && bits > 0) {
  if (bits == 0) return;
  const int for_signals = index_bits > 0 ? index_bits : bits <= 32 ? bits : bits / 2;
  index_bits_ = for_signals - (rounds ? 1 : 0);
  addend_bits_ = bits - for_signals;
  const bool known = (bits > 0 && bits <= word) || bits == 2 * word;
  if (!known || index_bits_ < 1 || for_signals > word || addend_bits_ < 0 || addend_bits_ > word)
    throw OptionError(
        index_bits > 0 ? "index_bits" : "bits",
        fmt::format("{} custom bits, {} of them for signals{}: there are 0 to 64, or 128, and "
                    "signals need one",
                    bits, for_signals, rounds ? " and their round" : ""));
}

Level CustomLayout::level() const {
  const int all = bits();
  if (all == 0) return Level::ordered_message;
  return all < 32 ? Level::index_only : all < word ? Level::one_word : Level::half_and_half;
}

std::int64_t CustomLayout::most_sub_messages(const CounterLayout& counter) const {
  const int above_events = addend_bits_ - counter.event_bits() - 2;  // one is the sign
  return above_events < 0 ? 1 : (std::int64_t{1} << above_events) + 1;
}

bool CustomLayout::fits(const Notice& notice) const {
  if (index_bits_ == 0 || notice.signal > ones(index_bits_)) return false;
  if (addend_bits_ == 0) return notice.addend == -1;
  return extended(static_cast<std::uint64_t>(notice.addend), addend_bits_) == notice.addend;
}

CustomBits CustomLayout::encode(const Notice& notice) const {
  const std::uint64_t addend = static_cast<std::uint64_t>(notice.addend) & ones(addend_bits_);
  const std::uint64_t signal = rounds_ ? notice.signal << 1 | (notice.odd ? 1 : 0) : notice.signal;
  if (addend_bits_ == word) return {addend, signal};
  return {addend | signal << addend_bits_, 0};
}

Notice CustomLayout::decode(CustomBits bits) const {
  const bool two = addend_bits_ == word;
  const std::uint64_t signal =
      two ? bits[1] : bits[0] >> addend_bits_ & ones(this->bits() - addend_bits_);
  Notice notice;
  if (addend_bits_ > 0) notice.addend = extended(bits[0] & ones(addend_bits_), addend_bits_);
  notice.signal = rounds_ ? signal >> 1 : signal;
  notice.odd = rounds_ && (signal & 1) != 0;
  return notice;
}

}  // namespace seafret::notify
