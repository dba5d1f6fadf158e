// SPDX-License-Identifier: BSD-3-Clause
#include "comms/c/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "decomposition/base/nearest.hpp"
#include "decomposition/partition/partitioner.hpp"

namespace seafret {
namespace {

std::string in_words(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// One of an enum's names.
template <class T>
void choose(const std::string& word, T& value) {
  const std::vector<std::string> words = words_of<T>();
  if (std::ranges::find(words, word) == words.end())
    throw InputError("must be one of " + in_words(words));
  value = named<T>(word);
}

/// `unpacked` puts into fields that were registered when they were made, which no caller's are.
void packing(const std::string& word, HaloOptions::Packing& value) {
  if (word != "packed" && word != "datatype") throw InputError("must be packed or datatype");
  value = named<HaloOptions::Packing>(word);
}

template <class T>
void number(const std::string& word, T& value, T least) {
  T read{};
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, read);
  if (error != std::errc() || rest != end || !(read >= least) || !(read <= T(1e9)))
    throw InputError(fmt::format("must be a number from {} on", least));
  value = read;
}

void yes_or_no(const std::string& word, bool& value) {
  if (word != "true" && word != "false") throw InputError("must be true or false");
  value = word == "true";
}

/// How many fields make a part: true is all of them (0), false one.
void together(const std::string& word, int& value) {
  if (word == "true" || word == "false")
    value = word == "true" ? 0 : 1;
  else
    number(word, value, 1);
}

/// A registered name.
template <class Things>
void name(const std::string& word, std::string& value, const Things& things) {
  static_cast<void>(things.at(word));
  value = word;
}

/// One of them, or by trial.
void transport(const std::string& word, std::string& value) {
  if (word == HaloOptions::by_trial)
    value = word;
  else
    name(word, value, transports());
}

/// "pscw+shared+direct": what a trial is limited to.
void list(const std::string& word, std::vector<std::string>& value) {
  value.clear();
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t plus = std::min(word.find('+', at), word.size());
    value.push_back(word.substr(at, plus - at));
    HaloOptions::check_candidate(value.back());
    at = plus + 1;
  }
}

using Set = void (*)(SwapOptions&, const std::string& word);
const std::vector<std::pair<std::string, Set>>& settings() {
  using O = SwapOptions;
  using W = const std::string;
  static const std::vector<std::pair<std::string, Set>> all{
      {"transport", [](O& o, W& w) { transport(w, o.halo.transport); }},
      {"auto", [](O& o, W& w) { list(w, o.halo.candidates); }},
      {"on_node", [](O& o, W& w) { choose(w, o.halo.on_node); }},
      {"packing", [](O& o, W& w) { packing(w, o.halo.packing); }},
      {"points", [](O& o, W& w) { choose(w, o.halo.points); }},
      {"combine", [](O& o, W& w) { together(w, o.halo.combine); }},
      {"early_receives", [](O& o, W& w) { yes_or_no(w, o.halo.with.early_receives); }},
      {"window", [](O& o, W& w) { choose(w, o.halo.with.rma.window); }},
      {"epoch", [](O& o, W& w) { choose(w, o.halo.with.rma.epoch); }},
      {"receive", [](O& o, W& w) { choose(w, o.halo.with.rma.receive); }},
      {"assertions", [](O& o, W& w) { yes_or_no(w, o.halo.with.rma.assertions); }},
      {"cores_per_node", [](O& o, W& w) { number(w, o.halo.with.cores_per_node, 0); }},
      {"timeout", [](O& o, W& w) { number(w, o.timeout, 0.); }},
      {"partitioner", [](O& o, W& w) { name(w, o.partitioner, partitioners()); }}};
  return all;
}

Set setting(const std::string& key) {
  std::vector<std::string> keys;
  for (const auto& [known, set] : settings()) {
    if (known == key) return set;
    keys.push_back(known);
  }
  throw InputError("there is no such option; " + there_are(key, keys));
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

}  // namespace

void SwapOptions::read(const std::string& text, const std::string& from) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string one = trimmed(text.substr(at, comma - at));
    at = comma + 1;
    if (one.empty()) continue;
    const std::size_t equals = one.find('=');
    try {
      if (equals == std::string::npos) throw InputError("must be name=value");
      setting(trimmed(one.substr(0, equals)))(*this, trimmed(one.substr(equals + 1)));
    } catch (const InputError& e) {
      throw InputError(fmt::format("{}, '{}': {}", from, one, e.what()));
    }
  }
}

}  // namespace seafret
