// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/wait.hpp"

#include <mutex>
#include <utility>

namespace seafret {
namespace {

/// Whoever reads what is awaited now keeps it from being destroyed meanwhile.
std::mutex being_read;

}  // namespace

Awaited::Awaited(std::string what, std::vector<int> peers, std::function<std::string()> detail)
    : what_(std::move(what)),
      peers_(std::move(peers)),
      detail_(std::move(detail)),
      came_in_(peers_.size()) {}

Awaited::~Awaited() { const std::lock_guard nobody_reads(being_read); }

std::string Awaited::in_words() const { return detail_ ? what_ + " (" + detail_() + ")" : what_; }

std::vector<int> Awaited::missing() const {
  const std::int64_t round = round_.load(relaxed);
  std::vector<int> ranks;
  for (std::size_t p = 0; p < peers_.size(); ++p)
    if (came_in_[p].load(relaxed) != round) ranks.push_back(peers_[p]);
  return ranks.empty() ? peers_ : ranks;
}

Wait::Present Wait::present() {
  const std::uint64_t turn = turn_.load(std::memory_order_acquire);
  return {now_.load(std::memory_order_acquire) != nullptr, turn};
}

std::optional<Wait::Story> Wait::story(std::uint64_t turn) {
  const std::lock_guard stays(being_read);
  const Awaited* const what = now_.load(std::memory_order_acquire);
  if (what == nullptr || turn_.load(std::memory_order_acquire) != turn) return std::nullopt;
  const std::int64_t step = step_.load(std::memory_order_relaxed);
  return Story{what->in_words(), step == no_step ? "" : " in step " + std::to_string(step),
               what->missing()};
}

}  // namespace seafret
