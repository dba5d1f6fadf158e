// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/steps.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/stepping_model.hpp"
#include "miniapp/bench/stepping_ways.hpp"

namespace seafret {
namespace {

/// What a channel needs that carries nothing.
struct IdleChannel {
  IdleChannel(const Node& node, const std::string& name) : endpoint(node, {.channels = {name}}) {
    endpoint.add_region(1);
  }
  notify::Endpoint endpoint;
};

/// The values of this rank's own columns.
std::vector<double> values_of(const Case& the_case, const Box& owned) {
  std::vector<double> all;
  for (const OutputField& field : the_case.fields())
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i) {
        const double* const column = field.values.column(i, j);
        all.insert(all.end(), column, column + field.values.levels);
      }
  return all;
}

bool same_bits(const std::vector<double>& one, const std::vector<double>& other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) == 0;
}

/// A case that is run anew for every turn of every way, so that all do the same work and nobody's
/// channel or thread is there while another is timed.
class SteppedCase {
 public:
  SteppedCase(const CaseToStep& the_case, const Communicator& comm)
      : case_(the_case), comm_(comm) {}

  /// Seconds of a step, of the slowest rank; notes whether the bits are those of the first turn.
  double turn(const SteppingWay& way, PingPongRow& row) {
    ReadCase read = read_case(file_of(way), comm_);
    const Setup setup(read.config, std::move(read.the_case), comm_);
    std::optional<IdleChannel> idle;
    if (!way.idle_channel.empty()) idle.emplace(*setup.placing.node, way.idle_channel);
    setup.the_case->begin(setup.start);
    const double seconds = time_steps(*setup.the_case);
    const std::vector<double> values = values_of(*setup.the_case, setup.domain.owned());
    if (expected_.empty()) expected_ = values;
    row.correct = row.correct && !comm_.any(!same_bits(values, expected_));
    auto* const endpoint = idle ? &idle->endpoint : setup.endpoint.get();
    if (endpoint != nullptr) row.went_through(endpoint->report().front());
    return seconds;
  }

  /// As many steps a turn as take so long at this pace; at first they are few.
  void fill(double seconds, double of_a_step) {
    constexpr double most_steps = 1000;
    steps_ = static_cast<int>(std::clamp(seconds / of_a_step, double{few_steps}, most_steps));
    expected_.clear();
  }

 private:
  static constexpr int few_steps = 5;

  CaseFile file_of(const SteppingWay& way) const {
    return file_to_step(case_.name, case_.settings, way.settings);
  }

  double time_steps(Case& the_case) const {
    for (int n = 0; n < case_.warm_up; ++n) the_case.step();
    return time_one([&] { the_case.step(); }, steps_, comm_);
  }

  const CaseToStep& case_;
  const Communicator& comm_;
  int steps_ = few_steps;
  std::vector<double> expected_;  // of the first turn
};

/// Seconds of a step; none where it cannot be had or brings something else, as its row tells.
std::optional<double> try_once(SteppedCase& stepped, const SteppingWay& way, PingPongRow& row) {
  row.correct = true;
  try {
    const double seconds = stepped.turn(way, row);
    if (row.correct) return seconds;
  } catch (const InputError& e) {
    row.refused = e.what();
  } catch (const RunError&) {  // the solver met what was never sent
  }
  row.correct = false;
  return {};
}

/// Times what is correct against p2p, which comes first.
int time_rows(SteppedCase& stepped, const std::vector<SteppingWay>& ways,
              std::span<PingPongRow> rows, int blocks) {
  std::vector<std::function<double()>> timed;
  std::vector<PingPongRow*> of;
  for (std::size_t w = 0; w < rows.size(); ++w) {
    if (!rows[w].correct) continue;
    of.push_back(&rows[w]);
    timed.emplace_back([&, w] { return stepped.turn(ways[w], rows[w]); });
  }
  const Measurement found = measure_in_blocks(timed, blocks);
  for (std::size_t i = 0; i < of.size(); ++i) {
    of[i]->seconds = median(found.series[i].seconds);
    of[i]->spread = spread(found.series[i].seconds);
    of[i]->x_p2p = median(found.series[i].ratio);
  }
  return found.repeated;
}

std::vector<PingPongRow> rows_of(const CaseToStep& the_case) {
  std::vector<PingPongRow> rows;
  for (const SteppingWay& way : the_case.ways)
    rows.push_back(
        {.mode = {
             .mode = "steps", .channel = way.channel, .variant = the_case.name + ": " + way.name}});
  return rows;
}

}  // namespace

PingPongTable bench_steps(const StepsOptions& options, const Communicator& comm) {
  PingPongTable table;
  for (const CaseToStep& the_case : cases_to_step(options.mask)) {
    SteppedCase stepped(the_case, comm);
    std::vector<PingPongRow> rows = rows_of(the_case);
    std::optional<double> p2p;
    for (std::size_t w = 0; w < rows.size(); ++w) {
      const std::optional<double> seconds = try_once(stepped, the_case.ways[w], rows[w]);
      if (w == 0) p2p = seconds;
    }
    if (p2p) {
      stepped.fill(1e-3 * options.block_ms, *p2p);
      table.repeated += time_rows(stepped, the_case.ways, rows, options.blocks);
    }
    std::ranges::move(rows, std::back_inserter(table.rows));
  }
  return table;
}

}  // namespace seafret
