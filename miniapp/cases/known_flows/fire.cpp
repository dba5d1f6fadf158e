// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/fire.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace seafret {
namespace {

constexpr double minute = 60, hour = 3600;  // s

/// What is averaged: as the profiles call it, as it is measured, in which unit, times what.
constexpr struct {
  const char *profile, *measure, *unit;
  double scale;
} averaged[] = {{"sensible_heat_flux", "sensible_heat", "W/m2", 1},
                {"latent_heat_flux", "latent_heat", "W/m2", 1},
                {"cloud_base", "cloud_base", "m", 1},
                {"cloud_top", "cloud_top", "m", 1},
                {"cloud_cover", "cloud_cover", "share", 1},
                {"lwp", "liquid_water_path", "g/m2", 1000},
                {"inversion_height", "inversion", "m", 1}};

}  // namespace

void FireNight::follow(const Domain& /*domain*/, Stratus& model, Profiles* profiles, double time) {
  const double next = minute * static_cast<double>(moments_.size() + 1);
  if (time < next * (1 - 1e-12)) return;
  profiles->measure(model, time);
  Moment& moment = moments_.emplace_back(Moment{time, {}, profiles->at("ww")});
  for (const auto& one : averaged) moment.numbers.push_back(profiles->number(one.profile));
}

std::vector<FireNight::Moment> FireNight::since(double time) const {
  std::vector<Moment> some;
  std::ranges::copy_if(moments_, std::back_inserter(some),
                       [=](const Moment& moment) { return moment.time >= time; });
  return some;
}

/// Of all levels, of the mean profile between two times.
double FireNight::largest_variance(double from, double to) const {
  std::vector<double> sum(setup_.levels.z.size());
  int moments = 0;
  for (const Moment& moment : moments_) {
    if (moment.time <= from || moment.time > to) continue;
    ++moments;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += moment.variance[k];
  }
  return *std::ranges::max_element(sum) / std::max(1, moments);
}

/// Of those moments that know it: without a cloud there is no base of one.
double FireNight::mean_number(const std::vector<Moment>& moments, std::size_t n) {
  double sum = 0;
  int known = 0;
  for (const Moment& moment : moments) {
    if (std::isnan(moment.numbers[n])) continue;
    sum += moment.numbers[n];
    ++known;
  }
  return known > 0 ? sum / known : std::numeric_limits<double>::quiet_NaN();
}

/// The inversion rises although the air sinks.
double FireNight::entrainment(const std::vector<Moment>& moments) const {
  const Moment &first = moments.front(), &last = moments.back();
  const auto height = [](const Moment& moment) { return moment.numbers.back(); };
  const double rise = (height(last) - height(first)) / (last.time - first.time);
  const auto* const subsidence = setup_.components.of<Subsidence>();
  return rise + (subsidence ? subsidence->sinking(0.5 * (height(first) + height(last))) : 0);
}

std::vector<Measure> FireNight::measures(const Domain& /*domain*/, const Stratus& /*model*/,
                                         double time) {
  const double from = std::min(hour, 0.5 * time);
  const std::vector<Moment> moments = since(from * (1 - 1e-12));
  if (moments.size() < 2) return {};
  std::vector<Measure> found{{"entrainment", 100 * entrainment(moments), "cm/s"}};
  for (std::size_t n = 0; n < std::size(averaged); ++n)
    found.push_back(
        {averaged[n].measure, averaged[n].scale * mean_number(moments, n), averaged[n].unit});
  std::erase_if(found, [](const Measure& unknown) { return std::isnan(unknown.value); });
  const int hours = std::max(1, static_cast<int>((time - from) / hour * (1 + 1e-12)));
  double variance = 0;
  for (int n = 0; n < hours; ++n)
    variance += largest_variance(from + n * hour, std::min(time, from + (n + 1) * hour));
  found.push_back({"w_variance", variance / hours, "m2/s2"});
  return found;
}

}  // namespace seafret
