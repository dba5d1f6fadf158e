// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "physics/atmosphere/constants.hpp"

namespace seafret {

Ledger::Ledger(const Mesh& mesh, const Sounding& sounding,
               const std::vector<std::string>& components)
    : noted_(components.size()) {
  for (std::size_t k = 0; k < mesh.levels.dz.size(); ++k) {
    mass_.push_back(mesh.levels.rho[k] * mesh.levels.dz[k]);
    per_kelvin_.push_back(air::heat_capacity * sounding.exner[k]);
  }
  for (const std::string& name : components) entries_.push_back({name});
  entries_.push_back({"time_filter"});
}

/// take(what a cell holds), cell by cell, so that nothing is rounded but the summands: columns that
/// are all alike would round alike.
template <class Take>
void Ledger::add(const Box& where, Fields fields, Take take, Sums& sums) const {
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) {
      const double* const theta = fields[stratus::theta].column(i, j);
      const double* const vapour = fields[stratus::vapour].column(i, j);
      const double* const liquid = fields[stratus::liquid].column(i, j);
      for (std::size_t k = 0; k < mass_.size(); ++k) {
        sums[holding::theta].add(take(mass_[k] * theta[k]));
        sums[holding::water].add(take(mass_[k] * vapour[k]));
        sums[holding::water].add(take(mass_[k] * liquid[k]));
        sums[holding::enthalpy].add(take(mass_[k] * per_kelvin_[k] * theta[k]));
        sums[holding::enthalpy].add(take(mass_[k] * air::latent_heat * vapour[k]));
      }
    }
}

void Ledger::open(const Box& owned, const TimeLevel& first) {
  add(owned, first.fields, std::negate<>(), first_);
  add(
      owned, first.fields, [](double x) { return std::abs(x); }, size_);
}

void Ledger::begin(const Box& where, Fields tendencies) {
  before_ = {};
  add(where, tendencies, std::negate<>(), before_);
}

void Ledger::note(const std::string& component, const Box& where, Fields tendencies) {
  const auto entry = std::ranges::find(entries_, component, &Entry::name);
  Sums& noted = noted_[static_cast<std::size_t>(entry - entries_.begin())];
  for (std::size_t q = 0; q < noted.size(); ++q) noted[q].add(before_[q]);
  add(where, tendencies, std::identity(), noted);
  begin(where, tendencies);
}

Holding Ledger::mean(const Domain& domain, Sums sums) {
  ReproducibleSum::over_ranks(sums, domain.comm);
  Holding mean{};
  for (std::size_t q = 0; q < mean.size(); ++q)
    mean[q] = sums[q].value() / static_cast<double>(domain.grid().box().area());
  return mean;
}

/// The past level has been filtered, the present one will be: the mean of both changes by half of
/// what a leap brings and of what the filter does.
void Ledger::close(const Domain& domain,
                   const std::array<Leapfrog, std::tuple_size_v<Holding>>& leaps) {
  Holding next = past_;
  for (std::size_t c = 0; c < noted_.size(); ++c) {
    const Holding rate = mean(domain, noted_[c]);
    noted_[c] = {};
    for (std::size_t q = 0; q < rate.size(); ++q) {
      next[q] += leaps[q].span * rate[q];
      entries_[c].brought[q] += 0.5 * leaps[q].span * rate[q];
    }
  }
  for (std::size_t q = 0; q < next.size(); ++q) {
    const double corrected = leaps[q].correction * (past_[q] - 2 * now_[q] + next[q]);
    next[q] += corrected;
    const double filtered = leaps[q].filter * (past_[q] - 2 * now_[q] + next[q]);
    entries_.back().brought[q] += 0.5 * (corrected + filtered);
    past_[q] = now_[q] + filtered;
  }
  now_ = next;
  seconds_ += 0.5 * leaps.front().span;
}

Ledger::Closure Ledger::closure(const Domain& domain, const TimeLevel& past,
                                const TimeLevel& now) const {
  Closure found;
  for (const auto& [level, foretold] : {std::pair(&past, past_), std::pair(&now, now_)}) {
    Sums come = first_;
    add(domain.owned(), level->fields, std::identity(), come);
    const Holding held = mean(domain, come);
    for (std::size_t q = 0; q < held.size(); ++q) {
      const double missed = std::abs(held[q] - foretold[q]);
      if (!(missed <= found.missed[q])) found.missed[q] = missed;
    }
  }
  const Holding size = mean(domain, size_);
  for (std::size_t q = 0; q < size.size(); ++q) {
    for (const Entry& entry : entries_) found.turnover[q] += std::abs(entry.brought[q]);
    found.rounding[q] = std::numeric_limits<double>::epsilon() * size[q];
  }
  return found;
}

}  // namespace seafret
