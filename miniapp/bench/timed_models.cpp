// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/timed_models.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "comms/base/gathering.hpp"
#include "comms/base/together.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/stream_triad.hpp"

namespace seafret {
namespace {

using Models = std::vector<std::unique_ptr<SteppingModel>>;

Models begin_models(const FilesOfModels& files, int steps_before, const Communicator& comm) {
  Models models;
  for (CaseFile& file : files(comm.size()))
    models.push_back(std::make_unique<SteppingModel>(std::move(file), steps_before, comm));
  return models;
}

/// What a rank does with one thread while the others wait.
class Alone {
 public:
  Alone(const FilesOfModels& files, int steps_before, int rank, const Communicator& all)
      : acts_(all.rank() == rank), comm_(alone()) {
    together<InputError>(all, [&] {
      act([&] {
        models_ = begin_models(files, steps_before, comm_);
        triad_.emplace(1);
      });
    });
  }
  void triad() {
    act([&] { (*triad_)(); });
  }
  void step(std::size_t model, int times) const {
    act([&] {
      for (int n = 0; n < times; ++n) models_[model]->step();
    });
  }
  /// Of a model, as this rank knows; the others know of none.
  double cells(std::size_t model) const { return acts_ ? models_[model]->cells() : 0; }

 private:
  template <class Work>
  void act(Work work) const {
    if (!acts_) return;
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    work();
    omp_set_num_threads(threads);
  }

  bool acts_;
  Communicator comm_;
  Models models_;
  std::optional<StreamTriad> triad_;
};

/// All do so many times the work of one, and so many repetitions of it in a block.
BesideOne beside(const std::vector<Series>& ones, const Series& all, double work, int repetitions) {
  if (ones.empty()) return {};
  std::vector<double> slowest, times, uneven;
  for (std::size_t block = 0; block < all.seconds.size(); ++block) {
    std::vector<double> alone;
    for (const Series& one : ones) alone.push_back(one.seconds[block]);
    const auto [least, most] = std::ranges::minmax(alone);
    slowest.push_back(most / repetitions);
    times.push_back(work * most / all.seconds[block]);
    uneven.push_back(most / least);
  }
  return One{median(slowest), median(times), median(uneven)};
}

}  // namespace

std::string in_words(const BesideOne& one) { return one ? fmt::format("{:.2f}", one->times) : "-"; }

Json to_json(const TimedModel& timed) {
  const BesideOne& one = timed.one;
  return {{"ns_per_cell_step_alone", one ? Json(1e9 * one->seconds / timed.cells_alone) : Json()},
          {"times_one", one ? Json(one->times) : Json()},
          {"uneven", one ? Json(one->uneven) : Json()}};
}

std::string TimedModels::foot_in_words() const {
  if (!triad_one) return triad.in_words();
  return triad.in_words() + fmt::format(
                                "{} x what one rank with one thread gets of it\n"
                                "x one: beside the slowest rank by itself; the fastest does {:.2f} "
                                "x as much (first row)\n",
                                in_words(triad_one), models.front().one->uneven);
}

Json TimedModels::without_rows(int blocks, const Communicator& comm) const {
  Json json = beside_triad("step", make_provenance(comm), blocks, triad);
  json["triad_times_one"] = triad_one ? Json(triad_one->times) : Json();
  return json;
}

TimedModels time_models(const FilesOfModels& files, const TimedSteps& plan,
                        const Communicator& comm) {
  Models models = begin_models(files, plan.before, comm);
  StreamTriad triad(comm.size());
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  for (const auto& model : models)
    timed.emplace_back([&plan, &model = *model] {
      for (int n = 0; n < plan.steps; ++n) model.step();
    });
  const bool are_more = comm.size() * omp_get_max_threads() > 1;
  std::deque<Alone> ones;
  for (int rank = 0; are_more && rank < std::min(comm.size(), plan.ranks_alone); ++rank) {
    Alone& one = ones.emplace_back(files, plan.before, rank, comm);
    timed.emplace_back([&] { one.triad(); });
    for (std::size_t n = 0; n < models.size(); ++n)
      timed.emplace_back([&, n] { one.step(n, plan.steps); });
  }
  const std::vector<Series> found = measure_in_blocks(timed, {plan.blocks, 1}, comm).series;

  const std::size_t contestants = models.size() + 1;
  const auto of_ones = [&](std::size_t contestant) {
    std::vector<Series> all;
    for (std::size_t n = contestant + contestants; n < found.size(); n += contestants)
      all.push_back(found[n]);
    return all;
  };
  TimedModels table{.triad = {median(found[0].seconds), triad.bytes(comm.size())},
                    .triad_one = beside(of_ones(0), found[0], 1, 1)};
  for (std::size_t n = 0; n < models.size(); ++n) {
    const Series& all = found[n + 1];
    const double cells_alone = ones.empty() ? 1 : comm.max(ones.front().cells(n)),
                 cells = models[n]->cells();
    table.models.push_back(
        {std::move(models[n]), median(all.seconds) / plan.steps, spread(all.seconds),
         beside(of_ones(n + 1), all, cells / cells_alone, plan.steps), cells_alone});
  }
  return table;
}

}  // namespace seafret
