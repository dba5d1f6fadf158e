// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/cases/begun_case.hpp"

namespace seafret {

using Options = std::vector<std::string>;

inline std::uint64_t mixed(std::uint64_t h, std::uint64_t part) {
  h = (h ^ part) * 0xff51afd7ed558ccd;
  return h ^ h >> 32;
}

/// Of every bit of every wet value; the order of cells, and so the ranks, make no difference.
inline std::int64_t fingerprint(const Case& the_case, const Domain& domain) {
  std::uint64_t sum = 0, number = 0;
  const Box owned = domain.owned();
  for (const OutputField& field : the_case.fields()) {
    ++number;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < field.values.levels; ++k) {
          if (!domain.grid().wet(field.description.place, i, j)) continue;
          std::uint64_t h = mixed(number, static_cast<std::uint64_t>(j));
          for (const int part : {i, k}) h = mixed(h, static_cast<std::uint64_t>(part));
          sum += mixed(h, std::bit_cast<std::uint64_t>(field.values(i, j, k)));
        }
  }
  return domain.comm.sum(std::bit_cast<std::int64_t>(sum));
}

inline const std::string small_cases = SEAFRET_SOURCE_DIR "/tests/cases/small/";

/// The settings that make a case small: the line of its file in tests/cases/small that is for here.
inline Options small_case(const std::string& name) {
  std::ifstream file(small_cases + name);
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> word && word == "modes")
      return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }
  throw std::runtime_error("tests/cases/small/" + name + " has no line 'modes'");
}

/// The fingerprint of such a case at its end.  Collective.
inline std::int64_t result_of(const std::string& name, Options options, const Communicator& comm) {
  const Options small = small_case(name);
  options.insert(options.begin(), small.begin(), small.end());
  BegunCase run(SEAFRET_SOURCE_DIR "/inputs/" + name + ".yaml", options, comm);
  run.step_to_the_end();
  return fingerprint(run.the_case(), run.domain());
}

}  // namespace seafret
