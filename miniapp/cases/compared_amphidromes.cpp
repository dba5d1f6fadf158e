// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/compared_amphidromes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace seafret {
namespace {

constexpr double near_enough = 100;         // km, to be taken for a published one
constexpr double deep = 30;                 // m: shallower ones belong to banks and bays
constexpr double hardly_a_tide = 0.05;      // m, about an amphidrome
constexpr double nowhere_on_earth = 20000;  // km: the other side of it

double distance(const Amphidrome& a, const KnownAmphidrome& known) {
  return kilometres_between(a.longitude, a.latitude, known.longitude, known.latitude);
}

/// The distance of the nearest one, km.
double distance_to(const KnownAmphidrome& known, const std::vector<Amphidrome>& found) {
  double least = nowhere_on_earth;
  for (const Amphidrome& a : found) least = std::min(least, distance(a, known));
  return least;
}

/// The published one next to it, if any is near enough.
const KnownAmphidrome* known_near(const Amphidrome& a, const std::vector<KnownAmphidrome>& known) {
  const auto nearest = std::ranges::min_element(
      known, {}, [&](const KnownAmphidrome& other) { return distance(a, other); });
  return nearest != known.end() && distance(a, *nearest) <= near_enough ? &*nearest : nullptr;
}

/// The published one that it is taken for: each is taken for the nearest of those next to it.
const KnownAmphidrome* known_at(const Amphidrome& a, const std::vector<Amphidrome>& found,
                                const std::vector<KnownAmphidrome>& known) {
  const KnownAmphidrome* const near = known_near(a, known);
  const auto is_nearer = [&](const Amphidrome& other) {
    return known_near(other, known) == near && distance(other, *near) < distance(a, *near);
  };
  return near != nullptr && std::ranges::none_of(found, is_nearer) ? near : nullptr;
}

/// "southern_bight" for Southern Bight.
std::string as_key(std::string name) {
  for (char& letter : name) letter = letter == ' ' ? '_' : static_cast<char>(std::tolower(letter));
  return name;
}

/// "5.87 W 55.42 N": of so many digits behind the point.
std::string position(double longitude, double latitude, int digits) {
  return fmt::format("{:.{}f} {} {:.{}f} {}", std::abs(longitude), digits,
                     longitude < 0 ? 'W' : 'E', std::abs(latitude), digits,
                     latitude < 0 ? 'S' : 'N');
}

std::string line_of(const Amphidrome& a, const KnownAmphidrome* at) {
  return fmt::format(
      "{:>16}{:>7.0f} m deep{:>8.2f} m{:>16}{}", position(a.longitude, a.latitude, 2), a.depth,
      a.amplitude_about, a.anticlockwise ? "anticlockwise" : "clockwise",
      at == nullptr ? "" : fmt::format("  {:.0f} km from {}", distance(a, *at), at->name));
}

}  // namespace

ComparedAmphidromes::ComparedAmphidromes(std::vector<KnownAmphidrome> known, const ModelTide& tide)
    : known_(std::move(known)),
      found_(find_amphidromes(tide.amplitude, tide.phase, tide.basin, tide.metrics, tide.domain)) {}

std::int64_t ComparedAmphidromes::missed() const {
  return std::ranges::count_if(known_, [&](const KnownAmphidrome& known) {
    return std::ranges::none_of(
        found_, [&](const Amphidrome& a) { return known_at(a, found_, known_) == &known; });
  });
}

std::int64_t ComparedAmphidromes::others() const {
  return std::ranges::count_if(found_, [&](const Amphidrome& a) {
    return a.depth > deep && a.amplitude_about > hardly_a_tide &&
           known_at(a, found_, known_) == nullptr;
  });
}

std::vector<std::string> ComparedAmphidromes::remarks() const {
  std::vector<std::string> lines = {found_.empty()
                                        ? "M2 has no amphidrome"
                                        : "amphidromes of M2 and its amplitude 25 km from there"};
  for (const Amphidrome& a : found_) lines.push_back(line_of(a, known_at(a, found_, known_)));
  for (const KnownAmphidrome& known : known_)
    lines.push_back(fmt::format("{} {} ({}): {:.0f} km away", known.name,
                                position(known.longitude, known.latitude, 1), known.source,
                                distance_to(known, found_)));
  return lines;
}

std::vector<Measure> ComparedAmphidromes::measures() const {
  if (known_.empty()) return {};
  std::vector<Measure> all;
  for (const KnownAmphidrome& known : known_) {
    const std::string key = as_key(known.name);
    all.push_back({"distance_of_" + key, distance_to(known, found_), "km"});
    const auto nearest = std::ranges::min_element(
        found_, {}, [&](const Amphidrome& a) { return distance(a, known); });
    const bool is_there = nearest != found_.end() && distance(*nearest, known) <= near_enough;
    const auto tell = [&](const char* what, const char* unit, auto of) {
      const double value = is_there ? static_cast<double>(std::invoke(of, *nearest))
                                    : std::numeric_limits<double>::quiet_NaN();
      all.push_back({key + what, value, unit});
    };
    tell("_longitude", "degrees", &Amphidrome::longitude);
    tell("_latitude", "degrees", &Amphidrome::latitude);
    tell("_depth", "m", &Amphidrome::depth);
    tell("_amplitude_about", "m", &Amphidrome::amplitude_about);
    tell("_anticlockwise", "", &Amphidrome::anticlockwise);
  }
  all.push_back({"other_amphidromes", static_cast<double>(others()), ""});
  return all;
}

}  // namespace seafret
