// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/profiles.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>

#include "physics/atmosphere/constants.hpp"
#include "stratus_runs.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

constexpr double inversion_water = 8e-3;

SmallStratus small_night() {
  SmallStratus small;
  small.settings.components.on = ComponentOptions::names();
  small.settings.first.frame = {3, -4};
  return small;
}

TEST_CASE("profiles are the same bits for any number of ranks, and nothing else notices them") {
  const Communicator world(MPI_COMM_WORLD);
  StratusRun alone(small_night(), self()), together(small_night(), world),
      unwatched(small_night(), self());
  Profiles of_one(alone.domain, alone.model, inversion_water),
      of_all(together.domain, together.model, inversion_water);
  unwatched.step(4);
  for (const double time : {0., 4., 8.}) {
    alone.step(time > 0 ? 2 : 0);
    together.step(time > 0 ? 2 : 0);
    of_one.measure(alone.model, time);
    of_all.measure(together.model, time);
  }
  for (std::size_t n = 0; n < of_one.all().size(); ++n) {
    CAPTURE(of_one.all()[n].description.name);
    CHECK(of_all.all()[n].values == of_one.all()[n].values);
  }
  check_same_bits(alone, unwatched);
}

/// What every profile should be, by its name: plain sums over the columns in their order.
class PlainMeans {
 public:
  using OfLevel = std::function<double(int k)>;
  std::map<std::string, OfLevel> at_levels, at_faces;
  std::map<std::string, double> numbers;

  explicit PlainMeans(const StratusRun& run)
      : run_(run), grid_(run.domain.grid()), levels_(run.model.levels()) {
    add_means();
    add_variances();
    add_fluxes();
    add_clouds();
    add_surface();
  }

 private:
  using OfCell = std::function<double(int i, int j, int k)>;

  double field(std::size_t f, int i, int j, int k) const {
    return run_.model.now().fields[f](i, j, k);
  }
  double theta(int i, int j, int k) const { return 287.5 + field(stratus::theta, i, j, k); }
  /// At the middle of a cell.
  double u(int i, int j, int k) const {
    return 3 + 0.5 * (field(stratus::u, i, j, k) + field(stratus::u, west(i), j, k));
  }
  double v(int i, int j, int k) const {
    return -4 + 0.5 * (field(stratus::v, i, j, k) + field(stratus::v, i, south(j), k));
  }
  int west(int i) const { return (i + grid_.nx - 1) % grid_.nx; }
  int south(int j) const { return (j + grid_.ny - 1) % grid_.ny; }

  template <class Value>
  double over_columns(Value value) const {
    double sum = 0;
    for (int j = 0; j < grid_.ny; ++j)
      for (int i = 0; i < grid_.nx; ++i) sum += value(i, j);
    return sum / static_cast<double>(grid_.box().area());
  }
  double mean(const OfCell& of, int k) const {
    return over_columns([&](int i, int j) { return of(i, j, k); });
  }
  OfCell cell(std::size_t f) const {
    return [this, f](int i, int j, int k) { return field(f, i, j, k); };
  }
  OfCell all_water() const {
    return [this](int i, int j, int k) {
      return field(stratus::vapour, i, j, k) + field(stratus::liquid, i, j, k);
    };
  }
  OfCell heat() const {
    return [this](int i, int j, int k) { return theta(i, j, k); };
  }
  /// What lifts air, m/s2.
  OfCell lift() const {
    return [this](int i, int j, int k) {
      return 9.81 * (theta(i, j, k) / 287.5 + 0.608 * field(stratus::vapour, i, j, k) -
                     field(stratus::liquid, i, j, k));
    };
  }
  OfCell along_x() const {
    return [this](int i, int j, int k) { return u(i, j, k); };
  }
  OfCell along_y() const {
    return [this](int i, int j, int k) { return v(i, j, k); };
  }

  void add_means() {
    const auto add = [this](const std::string& name, const OfCell& of) {
      at_levels[name] = [=, this](int k) { return mean(of, k); };
    };
    add("u", along_x());
    add("v", along_y());
    add("theta", heat());
    add("qv", cell(stratus::vapour));
    add("qc", cell(stratus::liquid));
    add("qt", all_water());
    add("theta_l", [this](int i, int j, int k) {
      const double z = levels_.z[static_cast<std::size_t>(k)];
      const double pi = std::pow(1.0125, 287.05 / 1005) - 9.81 * z / (1005 * 290);
      return theta(i, j, k) - 2.501e6 / 1005 / pi * field(stratus::liquid, i, j, k);
    });
    add("cloud_fraction",
        [this](int i, int j, int k) { return field(stratus::liquid, i, j, k) > 1e-5 ? 1. : 0.; });
    at_faces["w"] = [this](int k) { return mean(cell(stratus::w), k); };
    at_levels["rho"] = [this](int k) { return levels_.rho[static_cast<std::size_t>(k)]; };
    at_faces["rho_half"] = [this](int k) { return levels_.rho_half[static_cast<std::size_t>(k)]; };
  }

  double variance(const OfCell& of, int k) const {
    const double middle = mean(of, k);
    return mean([&](int i, int j, int level) { return std::pow(of(i, j, level) - middle, 2); }, k);
  }
  void add_variances() {
    const auto add = [this](auto& to, const std::string& name, const OfCell& of) {
      to[name] = [=, this](int k) { return variance(of, k); };
    };
    add(at_levels, "uu", cell(stratus::u));
    add(at_levels, "vv", cell(stratus::v));
    add(at_levels, "theta_theta", heat());
    add(at_levels, "qv_qv", cell(stratus::vapour));
    add(at_levels, "qc_qc", cell(stratus::liquid));
    add(at_levels, "qt_qt", all_water());
    add(at_faces, "ww", cell(stratus::w));
    at_levels["tke"] = [this](int k) {
      const double below = k > 0 ? variance(cell(stratus::w), k - 1) : 0;
      return 0.5 * (variance(cell(stratus::u), k) + variance(cell(stratus::v), k) +
                    0.5 * (below + variance(cell(stratus::w), k)));
    };
    double path = 0;
    for (std::size_t k = 0; k < levels_.z.size(); ++k)
      path += levels_.rho[k] * levels_.dz[k] * at_levels["tke"](static_cast<int>(k));
    numbers["tke_path"] = path;
  }

  void add_fluxes() {
    const auto add = [this](const std::string& name, std::size_t viscosity, const OfCell& of) {
      at_faces["w_" + name] = [=, this](int k) {
        if (k + 1 == grid_.nz) return 0.;
        const double w = mean(cell(stratus::w), k);
        return over_columns([&](int i, int j) {
          return (field(stratus::w, i, j, k) - w) * 0.5 * (of(i, j, k) + of(i, j, k + 1));
        });
      };
      at_faces["w_" + name + "_subgrid"] = [=, this](int k) {
        if (k + 1 == grid_.nz) return 0.;
        return over_columns([&](int i, int j) {
          return run_.model.viscosities()[viscosity](i, j, k + 1) *
                 (of(i, j, k) - of(i, j, k + 1)) / levels_.dz_half[static_cast<std::size_t>(k)];
        });
      };
    };
    add("u", 0, along_x());
    add("v", 0, along_y());
    add("theta", 1, heat());
    add("qv", 1, cell(stratus::vapour));
    add("qc", 1, cell(stratus::liquid));
    add("qt", 1, all_water());
    add("b", 1, lift());
  }

  void add_clouds() {
    double cover = 0, base = 0, top = 0, inversion = 0;
    const auto water = all_water();
    const auto& z = levels_.z;
    numbers["w_max"] = numbers["qc_max"] = -1;
    over_columns([&](int i, int j) {
      int lowest = -1, highest = -1, last_wet = 0;
      for (int k = 0; k < grid_.nz; ++k) {
        numbers["w_max"] = std::max(numbers["w_max"], field(stratus::w, i, j, k));
        numbers["qc_max"] = std::max(numbers["qc_max"], field(stratus::liquid, i, j, k));
        if (water(i, j, k) >= inversion_water && last_wet == k - 1) last_wet = k;
        if (field(stratus::liquid, i, j, k) <= 1e-5) continue;
        lowest = lowest < 0 ? k : lowest;
        highest = k;
      }
      const auto n = static_cast<std::size_t>(last_wet);
      const double here = water(i, j, last_wet), next = water(i, j, last_wet + 1);
      inversion += z[n] + (z[n + 1] - z[n]) * (here - inversion_water) / (here - next);
      if (lowest < 0) return 0.;
      cover += 1;
      base += lowest == 0 ? 0 : levels_.z_half[static_cast<std::size_t>(lowest - 1)];
      top += levels_.z_half[static_cast<std::size_t>(highest)];
      return 0.;
    });
    const auto columns = static_cast<double>(grid_.box().area());
    numbers["cloud_cover"] = cover / columns;
    numbers["cloud_base"] = base / cover;
    numbers["cloud_top"] = top / cover;
    numbers["inversion_height"] = inversion / columns;
    for (const auto& [name, f] :
         {std::pair{"lwp", stratus::liquid}, {"vapour_path", stratus::vapour}})
      for (std::size_t k = 0; k < z.size(); ++k)
        numbers[name] += levels_.rho[k] * levels_.dz[k] * mean(cell(f), static_cast<int>(k));
  }

  /// By the bulk law, which knows the wind at the middle of a cell and drags it at the faces.
  void add_surface() {
    const double drag = std::pow(0.4 / std::log(levels_.z[0] / 2e-4), 2);
    const auto speed = [&](int i, int j) { return std::hypot(u(i, j, 0), v(i, j, 0)); };
    const double theta_of_sea = 289 / std::pow(1.0125, 287.05 / 1005);
    const double saturated = 3.8 / (1012.5 * std::exp(-17.2693882 * 15.85 / (289 - 35.86)) - 6.109);
    const double rho = levels_.rho[0];
    const double exner = std::pow(1.0125, 287.05 / 1005) - 9.81 * levels_.z[0] / (1005 * 290);
    numbers["sensible_heat_flux"] = 1005 * exner * rho * over_columns([&](int i, int j) {
                                      return drag * speed(i, j) * (theta_of_sea - theta(i, j, 0));
                                    });
    numbers["latent_heat_flux"] =
        2.501e6 * rho * over_columns([&](int i, int j) {
          return drag * speed(i, j) * (saturated - field(stratus::vapour, i, j, 0));
        });
    const double x = over_columns([&](int i, int j) {
      const double both = speed(west(i), j) + speed(i, j);
      return drag * 0.5 * both * (3 + field(stratus::u, west(i), j, 0));
    });
    const double y = over_columns([&](int i, int j) {
      const double both = speed(i, south(j)) + speed(i, j);
      return drag * 0.5 * both * (-4 + field(stratus::v, i, south(j), 0));
    });
    numbers["surface_stress_x"] = rho * x;
    numbers["surface_stress_y"] = rho * y;
    numbers["ustar"] = std::sqrt(std::hypot(x, y));
  }

  const StratusRun& run_;
  Grid grid_;
  VerticalGrid levels_;
};

TEST_CASE("every profile is the mean that it is called") {
  SmallStratus small = small_night();
  small.settings.advection = "centred";  // then what is carried can be told in a line
  StratusRun run(small, self());
  run.step(60);
  Profiles profiles(run.domain, run.model, inversion_water);
  profiles.measure(run.model, 120);
  const PlainMeans plain(run);
  for (const Profiles::Profile& one : profiles.all()) {
    const std::string& name = one.description.name;
    CAPTURE(name);
    if (name == "entrainment") continue;  // of two moments: below
    std::vector<double> asked;
    if (one.description.levels == 1)
      asked.push_back(plain.numbers.at(name));
    else
      for (int k = 0; k < one.description.levels; ++k)
        asked.push_back(
            (one.description.half_levels ? plain.at_faces : plain.at_levels).at(name)(k));
    double largest = 0, off = 0;
    for (std::size_t k = 0; k < asked.size(); ++k) {
      largest = std::max(largest, std::abs(asked[k]));
      off = std::max(off, std::abs(one.values[k] - asked[k]));
    }
    CAPTURE(largest);
    CHECK(off <= (name == "w" ? 1e-12 : 1e-6 * largest));  // w has no mean
    CHECK(largest > 0);
  }
}

/// The means of all fields but the pressure.
LevelSums means_of(const StratusRun& run, const TimeLevel& air) {
  LevelSums sums({1024, 1024, 1024, 1024, 16, 16}, run.model.levels().levels(),
                 run.domain.grid().box().area());
  sums.over(run.domain, [&](LevelSums::Share& share, int i, int j) {
    for (std::size_t f = 0; f <= stratus::liquid; ++f)
      share.add(f, air.fields[f].levels, [q = air.fields[f].column(i, j)](int k) { return q[k]; });
  });
  return sums;
}

TEST_CASE("what is carried up is that by which the means change, whatever the scheme") {
  // Of momentum as far as the wind has no divergence.
  struct Carried {
    const char* flux;
    std::size_t field;
    double off;
  };
  for (const auto& scheme : advection_schemes()) {
    CAPTURE(scheme.first);
    SmallStratus small = small_night();
    small.settings.advection = scheme.first;
    small.settings.components.on = {"buoyancy"};
    small.settings.pressure.tolerance = 1e-12;
    StratusRun run(small, self());
    Profiles profiles(run.domain, run.model, inversion_water);
    const VerticalGrid& grid = run.model.levels();
    for (const int steps : {0, 20}) {
      run.step(steps);
      const double span = (steps == 0 ? 1 : 2) * small.stepping.dt;
      profiles.measure(run.model, steps);
      const LevelSums before = means_of(run, run.model.past());
      run.step(1);
      const LevelSums after = means_of(run, run.model.now());
      for (const Carried& carried : {Carried{"w_u", stratus::u, 2e-11},
                                     {"w_v", stratus::v, 2e-11},
                                     {"w_theta", stratus::theta, 2e-11},
                                     {"w_qv", stratus::vapour, 2e-13},
                                     {"w_qc", stratus::liquid, 2e-13}}) {
        CAPTURE(std::string(carried.flux));
        double off = 0, largest = 0, below = 0;
        for (int k = 0; k < grid.levels(); ++k) {
          const auto n = static_cast<std::size_t>(k);
          const double up = span * grid.rho_half[n] * profiles.at(carried.flux)[n];
          const double change = after.mean(carried.field, k) - before.mean(carried.field, k);
          off = std::max(off, std::abs(change * grid.rho[n] * grid.dz[n] - (below - up)));
          largest = std::max(largest, std::abs(up));
          below = up;
        }
        CHECK(off < carried.off);
        CHECK((largest > 1e7 * carried.off) == (steps > 0));
      }
    }
  }
}

TEST_CASE("what is no mean over the area alone says so") {
  StratusRun run(small_night(), self());
  const Profiles profiles(run.domain, run.model, inversion_water);
  const std::map<std::string, std::string> others{
      {"entrainment", "mean time: mean (since the record before)"},
      {"ustar", "mean (of the stress)"},
      {"cloud_base", "mean where cloud"},
      {"cloud_top", "mean where cloud"},
      {"w_max", "maximum"},
      {"qc_max", "maximum"}};
  for (const Profiles::Profile& one : profiles.all()) {
    const std::string& name = one.description.name;
    CAPTURE(name);
    const bool varies = one.description.long_name.starts_with("variance of");
    const auto other = others.find(name);
    CHECK(one.over_area == (other != others.end() ? other->second : varies ? "variance" : "mean"));
  }
}

TEST_CASE("entrainment is what the inversion rises, and what it would sink by") {
  SmallStratus small = small_night();
  std::get<Subsidence::Options>(small.settings.components.each).divergence = 2e-4;
  StratusRun run(small, self());
  Profiles profiles(run.domain, run.model, inversion_water);
  run.step(3);
  profiles.measure(run.model, 6);
  profiles.tell_entrainment();
  CHECK(std::isnan(profiles.number("entrainment")));
  const double before = profiles.number("inversion_height");
  for (const double time : {8., 10.}) {
    run.step(1);
    profiles.measure(run.model, time);  // others may look in between
  }
  profiles.tell_entrainment();
  const double after = profiles.number("inversion_height");
  CHECK(profiles.number("entrainment") ==
        nearly((after - before) / 4 + 2e-4 * (0.5 * (before + after))));
}

}  // namespace
}  // namespace seafret
