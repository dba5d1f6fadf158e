// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/multigrid.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "comms/base/gathering.hpp"
#include "comms/base/timers.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

std::int64_t values_in(const Box& box, int levels) { return box.area() * levels; }

std::int64_t values_in(const std::vector<Box>& shares, int levels) {
  std::int64_t values = 0;
  for (const Box& box : shares) values += values_in(box, levels);
  return values;
}

/// MPI counts what ranks gather by an int.  All ranks know all shares: all throw.
void refuse_what_mpi_cannot_count(std::int64_t values) {
  if (values > std::numeric_limits<int>::max())
    throw InputError(
        fmt::format("pressure.solver=multigrid would bring {} values to every rank, more than MPI "
                    "counts; grids whose sides can be halved more often need fewer, fft and "
                    "cg_line none",
                    values));
}

/// The first of the grids of which every rank has all, if it did not have all of the one before.
const MultigridGrid* gathered_of(const std::vector<MultigridGrid>& grids) {
  for (std::size_t n = 1; n < grids.size(); ++n)
    if (grids[n].whole && !grids[n - 1].whole) return &grids[n];
  return nullptr;
}

Coarsening step_after(const std::vector<MultigridGrid>& grids, std::size_t n) {
  return n + 1 < grids.size() ? grids[n + 1].step : Coarsening{};
}

}  // namespace

GridGathering::GridGathering(const Communicator& comm, std::vector<Box> shares, int levels)
    : comm_(comm),
      shares_(std::move(shares)),
      mine_(shares_[static_cast<std::size_t>(comm.rank())], {}, levels) {
  const std::int64_t values = values_in(shares_, levels);
  refuse_what_mpi_cannot_count(values);
  for (int first = 0; const Box& box : shares_) {
    counts_.push_back(static_cast<int>(values_in(box, levels)));
    firsts_.push_back(first);
    first += counts_.back();
  }
  all_.resize(static_cast<std::size_t>(values));
}

std::size_t GridGathering::bytes(const std::vector<Box>& shares, int rank, int levels) {
  const std::int64_t mine = values_in(shares[static_cast<std::size_t>(rank)], levels);
  return static_cast<std::size_t>(mine + values_in(shares, levels)) * sizeof(double);
}

void GridGathering::gather(FieldView<double> whole) {
  const auto mine = mine_.view();
  const auto values = static_cast<std::size_t>(values_in(mine.box, mine.levels));
  gather_on_all({mine.data, values}, counts_, firsts_, all_, comm_);
  for (std::size_t r = 0; r < shares_.size(); ++r) {
    const FieldView<const double> theirs{all_.data() + firsts_[r], shares_[r], mine.levels};
    for_each_column(shares_[r], [&](int i, int j) {
      std::copy_n(theirs.column(i, j), mine.levels, whole.column(i, j));
    });
  }
}

Held Multigrid::held(const Domain& domain, int levels) {
  const std::vector<MultigridGrid> grids = multigrid_grids(domain.decomposition);
  const int rank = domain.comm.rank();
  Held held{.work = DirectInverse::held(grids.back().owners, 0, levels)};
  for (std::size_t n = 0; n < grids.size(); ++n) {
    const Held level = MultigridLevel::held(grids[n], rank, levels, n == 0, step_after(grids, n));
    held.arena += level.arena;
    held.work += level.work;
  }
  if (const MultigridGrid* gathered = gathered_of(grids))
    held.work += GridGathering::bytes(gathered->shares, rank, levels);
  return held;
}

Multigrid::Multigrid(const SolverSetup& setup)
    : comm_(setup.domain.comm),
      options_(setup.options),
      grids_(multigrid_grids(setup.domain.decomposition)),
      alone_(seafret::alone()),
      coarsest_({grids_.back().owners, alone_},
                PressureOperator(mesh_of(setup.levels, grids_.back().grid())),
                setup.halo.settled_transport(), {}) {
  const Domain alone{grids_.back().owners, alone_};
  for (std::size_t n = 0; n < grids_.size(); ++n) {
    const MultigridGrid& grid = grids_[n];
    const bool by_all = grid.whole && n > 0;
    const std::string name =
        n == 0 ? setup.halo.name
               : fmt::format("{} {}x{}", setup.halo.name, grid.grid().nx, grid.grid().ny);
    levels_.push_back(std::make_unique<MultigridLevel>(
        MultigridLevel::Setup{.grid = grid,
                              .ranks = by_all ? alone : setup.domain,
                              .levels = setup.levels,
                              .finest = n == 0,
                              .to_coarser = step_after(grids_, n),
                              .halo = (by_all ? HaloOptions{} : setup.halo).named(name),
                              .memory = setup.memory}));
  }
  if (const MultigridGrid* gathered = gathered_of(grids_))
    gathering_ = std::make_unique<GridGathering>(comm_, gathered->shares, setup.levels.levels());
}

PoissonSolver::Result Multigrid::solve(FieldView<const double> source, FieldView<double> p) {
  SEAFRET_REGION("pressure/solve");
  Result result;
  MultigridLevel& finest = *levels_.front();
  const double bb = finest.columns().load(source, finest.b());
  if (bb == 0) {
    finest.columns().clear(p);
    return result;
  }
  const auto left = [&](double square) { result.left(std::sqrt(square / bb), options_.tolerance); };
  left(finest.square_of_residual(p));
  while (!result.converged && std::isfinite(result.residual) &&
         result.iterations < options_.most_iterations) {
    descend(0, p);
    ++result.iterations;
    left(finest.ascend_to_residual(levels_[1]->p(), p));
  }
  return result;
}

/// From grid n on, whose halo of p is filled, to the coarsest; back to grid n + 1, whose p is then
/// what grid n is to be corrected by, its halo filled.  With one smoothing on the way down and one
/// on the way up, both beginning with the same colour, that is a V-cycle.
void Multigrid::descend(std::size_t n, FieldView<double> p) {
  MultigridLevel& coarser = *levels_[n + 1];
  restrict_residual(n, p);
  if (n + 2 == levels_.size()) {
    coarser.take_source();
    coarsest_.apply(coarser.p());
  } else {
    coarser.clear();
    descend(n + 1, coarser.p());
    coarser.ascend(levels_[n + 2]->p(), coarser.p());
  }
  coarser.swap(coarser.p());
}

void Multigrid::restrict_residual(std::size_t n, FieldView<double> p) {
  MultigridLevel &level = *levels_[n], &coarser = *levels_[n + 1];
  if (grids_[n].whole || !grids_[n + 1].whole) return level.descend(p, coarser.b());
  level.descend(p, gathering_->mine());
  gathering_->gather(coarser.b());
}

std::vector<const Exchange*> Multigrid::exchanges() const {
  std::vector<const Exchange*> all;
  for (const auto& level : levels_)
    for (const Exchange* swap : level->exchanges()) all.push_back(swap);
  return all;
}

}  // namespace seafret
