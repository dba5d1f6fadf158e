// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "physics/atmosphere/constants.hpp"
#include "physics/columns.hpp"

namespace seafret {

Ledger::Ledger(const Mesh& mesh, const Sounding& sounding,
               const std::vector<std::string>& components)
    : noted_(components.size()) {
  for (std::size_t k = 0; k < mesh.levels.dz.size(); ++k) {
    mass_.push_back(mesh.levels.rho[k] * mesh.levels.dz[k]);
    heat_.push_back(mass_[k] * (air::heat_capacity * sounding.exner[k]));
    latent_.push_back(mass_[k] * air::latent_heat);
  }
  for (const std::string& name : components) entries_.push_back({name});
  entries_.push_back({"time_filter"});
}

/// Columns are summed to twice the precision of double, so that nothing is rounded but the
/// products, which `made_of` may change: columns that are all alike would round alike.
template <class Made>
Ledger::Sums Ledger::sums_of(const Box& where, Fields fields, Made made_of) const {
  Sums sums;
  add_columns(sums, std::span(&where, 1), [&](int i, int j) {
    const auto sum = [&](const std::vector<double>& weight, std::size_t f) {
      return compensated_sum_of_levels(static_cast<int>(weight.size()),
                                       [=, w = weight.data(), field = fields[f].column(i, j)](
                                           int k) { return made_of(w[k] * field[k]); });
    };
    return std::array<CompensatedSum, std::tuple_size_v<Holding>>{
        sum(mass_, stratus::theta), sum(mass_, stratus::vapour) + sum(mass_, stratus::liquid),
        sum(heat_, stratus::theta) + sum(latent_, stratus::vapour)};
  });
  return sums;
}

void Ledger::open(const Box& owned, const TimeLevel& first) {
  first_ = sums_of(owned, first.fields, std::identity());
  size_ = sums_of(owned, first.fields, [](double x) { return std::abs(x); });
}

void Ledger::begin(const Box& where, Fields tendencies) {
  before_ = sums_of(where, tendencies, std::identity());
}

void Ledger::note(const std::string& component, const Box& where, Fields tendencies) {
  const auto entry = std::ranges::find(entries_, component, &Entry::name);
  Sums& noted = noted_[static_cast<std::size_t>(entry - entries_.begin())];
  const Sums after = sums_of(where, tendencies, std::identity());
  for (std::size_t q = 0; q < noted.size(); ++q) {
    noted[q].add(after[q]);
    noted[q].subtract(before_[q]);
  }
  before_ = after;
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
    Sums come = sums_of(domain.owned(), level->fields, std::identity());
    for (std::size_t q = 0; q < come.size(); ++q) come[q].subtract(first_[q]);
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
