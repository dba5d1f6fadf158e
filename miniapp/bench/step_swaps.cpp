// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step_swaps.hpp"

#include <fmt/format.h>

#include <cstring>

#include "comms/base/buffers.hpp"
#include "comms/base/stopwatch.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/ping_pong.hpp"

namespace seafret {
namespace {

/// Of a swap, so far.
StepSwap seen(const Exchange& swap) {
  return {swap.name(), swap.phases().exposed_s(), swap.phases().wait.seconds};
}

std::vector<StepSwap> seen(const SteppingModel& model) {
  std::vector<StepSwap> all;
  for (const Exchange* swap : model.the_case().swaps()) all.push_back(seen(*swap));
  return all;
}

}  // namespace

StepSwaps time_swaps(const SteppingModel& model, int times, const Communicator& comm) {
  StepSwaps swaps;
  const std::vector<StepSwap> before = seen(model);
  for (int n = 0; n < times; ++n) model.step();
  swaps.each = seen(model);
  for (std::size_t n = 0; n < before.size(); ++n) {
    StepSwap& swap = swaps.each[n];
    swap.exposed_s = comm.mean((swap.exposed_s - before[n].exposed_s) / times);
    swap.waiting_s = comm.mean((swap.waiting_s - before[n].waiting_s) / times);
  }

  const Traffic& big = model.the_case().swaps().front()->traffic();
  swaps.bytes = big.bytes + big.bytes_direct + big.bytes_in_place;
  const auto bytes = static_cast<std::size_t>(swaps.bytes);
  const Buffer from(bytes), to(bytes);  // where messages and fields lie too: in large pages
  for (const Buffer* buffer : {&from, &to}) std::memset(buffer->data(), 1, bytes);
  const Word word(comm);
  std::vector<double> behind, together, words, copy;
  for (int n = 0; n < times; ++n) {
    model.step();
    const Stopwatch until_all_have;
    comm.barrier();
    behind.push_back(comm.mean(until_all_have.seconds()));
    together.push_back(time_one([&] { model.the_case().swap(); }, 1, comm));
    words.push_back(word.time());
    model.step();
    copy.push_back(time_one([&] { std::memcpy(to.data(), from.data(), bytes); }, 1, comm));
  }
  swaps.behind_s = median(behind);
  swaps.big_s = median(together);
  swaps.copy_s = median(copy);
  if (word.goes()) swaps.word_s = median(words);
  return swaps;
}

std::string in_words(const StepSwaps& swaps) {
  std::string text = fmt::format("{:<34}{:>12}{:>14}\n", "swap", "ms a step", "of it waiting");
  for (const StepSwap& swap : swaps.each)
    text += fmt::format("{:<34}{:>12.3f}{:>14.3f}\n", swap.name, 1e3 * swap.exposed_s,
                        1e3 * swap.waiting_s);
  text += fmt::format(
      "{:<34}{:>26.3f}\n"
      "{}, all at once and caches cold: {:.3f} ms, {:.2f} x a memcpy of its {:.1f} MB ({:.3f} "
      "ms)\n",
      "(until all have done a step)", 1e3 * swaps.behind_s, swaps.each.front().name,
      1e3 * swaps.big_s, swaps.big_s / swaps.copy_s, 1e-6 * static_cast<double>(swaps.bytes),
      1e3 * swaps.copy_s);
  if (swaps.word_s)
    text +=
        fmt::format("8 bytes from rank 0 to rank 1 meanwhile: {:.0f} ns\n", 1e9 * *swaps.word_s);
  return text;
}

Json to_json(const StepSwaps& swaps) {
  Json each = Json::array();
  for (const StepSwap& swap : swaps.each)
    each.push_back(
        {{"swap", swap.name}, {"ms", 1e3 * swap.exposed_s}, {"waiting_ms", 1e3 * swap.waiting_s}});
  return {{"swaps", each},
          {"waiting_ms", 1e3 * swaps.behind_s},
          {"big_swap",
           {{"ms", 1e3 * swaps.big_s},
            {"memcpy_ms", 1e3 * swaps.copy_s},
            {"ratio", swaps.big_s / swaps.copy_s},
            {"bytes", swaps.bytes},
            {"word_ns", swaps.word_s ? Json(1e9 * *swaps.word_s) : Json()}}}};
}

}  // namespace seafret
