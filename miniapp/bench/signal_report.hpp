// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/bench/ping_pong.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// What is measured, with the same numbers of bytes.
struct SignalSection {
  std::vector<PingPongMode> modes;
  std::vector<std::size_t> bytes;
};

/// A line a mode, a column a number of bytes.
std::string as_table(const PingPongTable& table, const SignalSection& section);
/// A line a row, in such units of seconds.
std::string as_list(const std::string& heading, double unit, const PingPongTable& table);
/// How much faster each second row is than the one before.
std::string gains(const PingPongTable& table);
std::string as_json(const std::vector<PingPongTable>& tables, const PingPongOptions& options,
                    const Provenance& provenance);

}  // namespace seafret
