// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "decomposition/base/worse.hpp"
#include "miniapp/cases/stratus.hpp"

namespace seafret {
namespace {

Check at_most(std::string name, double value, double limit) {
  return {std::move(name), value, limit, value <= limit};
}

}  // namespace

std::vector<Check> StratusCase::checks() {
  std::vector<Check> all{check_divergence(), check_projection(), check_masses()};
  if (monotone_outflow() > 0) all.push_back(check_extrema());
  all.push_back(check_water());
  if (model_->ledger()) add_budgets(all);
  return all;
}

/// What of a divergence, in 1/s, may be rounding of the velocities that it is the difference of.
double StratusCase::rounding_of_divergence() const {
  const auto& now = model_->now().fields;
  const Mesh mesh = model_->mesh();
  const auto& dz = mesh.levels.dz;
  const double rate =
      largest_size(*domain_, now[stratus::u]) / mesh.dx +
      largest_size(*domain_, now[stratus::v]) / mesh.dy +
      largest_size(*domain_, now[stratus::w]) / *std::min_element(dz.begin(), dz.end());
  return 16 * std::numeric_limits<double>::epsilon() * rate;
}

/// The solver stops when the divergence of the new wind, in the Euclidean norm, is the tolerance's
/// share of what the source stands for; a single cell can have no more of it than all together.
Check StratusCase::check_divergence() const {
  const double source = norm_by_density(*domain_, model_->levels(), model_->source());
  const double promised = settings_.pressure.tolerance * model_->continuity().span * source;
  return at_most("largest divergence, 1/s", model_->continuity().largest,
                 promised + rounding_of_divergence());
}

/// The same promise in the norm that it was made in, where it is sharp.
Check StratusCase::check_projection() const {
  const VerticalGrid& levels = model_->levels();
  const Box owned = domain_->owned();
  Field<> left(owned, Halo{}, levels.levels());
  divergence(owned, model_->mesh(), model_->now().wind(), 1 / model_->continuity().span,
             left.view());
  const double source = norm_by_density(*domain_, levels, model_->source());
  const double rounding = rounding_of_divergence() / model_->continuity().span *
                          std::sqrt(static_cast<double>(cells()));
  return at_most("divergence left by the solver, share",
                 norm_by_density(*domain_, levels, left.view()) / std::max(source, 1e-300),
                 settings_.pressure.tolerance + rounding / std::max(source, 1e-300));
}

/// Leapfrog keeps the mass of both time levels, the filter that of their mean.
Check StratusCase::check_masses() const {
  double worst = 0;
  for (const TimeLevel* level : {&model_->now(), &model_->past()}) {
    const auto after = masses(*domain_, model_->levels(), kept(*level));
    for (std::size_t q = 0; q < after.size(); ++q)
      worst =
          worse(worst, std::abs(after[q] - first_masses_[q]) / std::max(first_masses_[q], 1e-300));
  }
  return at_most("change of mass of the q fields, share", worst, 1e-13);
}

/// What rounding may have done to a scalar since the first step, as a share.
double StratusCase::rounding_of_steps() const {
  return 8 * std::numeric_limits<double>::epsilon() * static_cast<double>(steps_);
}

/// What comes of both is judged at the end, but the worst of all looks counts: what goes too far
/// may be mixed away again.
void StratusCase::find_extrema() {
  for (const TimeLevel* level : {&model_->now(), &model_->past()}) {
    const auto reached = ranges(*domain_, level->q_fields());
    const std::size_t others = reached.size() - first_ranges_.size();  // than the kept ones
    for (std::size_t q = 0; q < first_ranges_.size(); ++q) {
      const auto [low, high] = first_ranges_[q];
      const Range& range = reached[others + q];
      const double beyond = worse(range.high - high, low - range.low);
      new_extrema_ = worse(new_extrema_, beyond / std::max(high, 1e-300));
    }
    for (const Range& range : std::span(reached).first(2)) {
      lacking_ = worse(lacking_, -range.low);
      most_water_ = worse(most_water_, range.high);
    }
  }
}

/// In a wind without divergence the scheme makes no new extrema; in a step of span s, a divergence
/// of d can add s d times the largest value.
Check StratusCase::check_extrema() const {
  return at_most("new extrema of the q fields, share", new_extrema_,
                 std::expm1(model_->continuity().growth) + rounding_of_steps());
}

/// What components bring or take may change vapour and cloud water to anything but less than none.
Check StratusCase::check_water() const {
  return at_most("vapour or cloud water below 0, kg/kg", lacking_,
                 rounding_of_steps() * most_water_);
}

/// All that came is where it should be: to 1e-12 of it, and to what adding it to what was there has
/// rounded.
void StratusCase::add_budgets(std::vector<Check>& all) const {
  const Ledger::Closure c = model_->ledger()->closure(*domain_, model_->past(), model_->now());
  // A step rounds what is there by a half of the last place at most, and few by as much: 0.003 of
  // it, in the mean over cells, were seen, and 0.2 where few columns are alike.
  const double roundings = std::max(4., 0.5 * static_cast<double>(steps_));
  const auto add = [&](const char* name, std::size_t what) {
    all.push_back(
        at_most(name, c.missed[what], 1e-12 * c.turnover[what] + roundings * c.rounding[what]));
  };
  add("budget of theta left open, K kg/m2", holding::theta);
  add("budget of water left open, kg/m2", holding::water);
}

/// What has come from where, a second, and how well that closes.
void StratusCase::add_budgets(std::vector<Measure>& all) const {
  const Ledger& ledger = *model_->ledger();
  for (const auto& [name, brought] : ledger.entries()) {
    if (brought == Holding{}) continue;
    all.push_back({"theta_by_" + name, brought[holding::theta] / ledger.seconds(), "K kg/(m2 s)"});
    all.push_back({"water_by_" + name, brought[holding::water] / ledger.seconds(), "kg/(m2 s)"});
    all.push_back({"enthalpy_by_" + name, brought[holding::enthalpy] / ledger.seconds(), "W/m2"});
  }
  const Ledger::Closure c = ledger.closure(*domain_, model_->past(), model_->now());
  const auto share = [&](std::size_t what) {
    return c.missed[what] /
           std::max({c.turnover[what], c.rounding[what], std::numeric_limits<double>::min()});
  };
  all.push_back({"theta_left_open", share(holding::theta), "share"});
  all.push_back({"water_left_open", share(holding::water), "share"});
  all.push_back({"q_mass_change", check_masses().value, "share"});
  all.push_back({"q_new_extrema", check_extrema().value, "share"});
}

}  // namespace seafret
