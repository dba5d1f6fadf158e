// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/profiles.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "comms/base/reproducible_sum.hpp"
#include "comms/base/timers.hpp"
#include "physics/atmosphere/components/buoyancy.hpp"
#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/diagnostics.hpp"

namespace seafret {
namespace {

/// What is summed up of each level: first the fields as stratus:: counts them, and how much of the
/// level is cloud; ...
constexpr std::size_t cloud_share = 6, mean_count = 7;
/// ... then products of what differs from the means, and what mixing carries.
enum Fluctuation : std::size_t {
  uu,
  vv,
  ww,
  theta_theta,
  qv_qv,
  qc_qc,
  qt_qt,
  w_u,
  w_v,
  w_b,
  mixed_u,
  mixed_v,
  mixed_theta,
  mixed_qv,
  mixed_qc,
  fluctuations
};

// Larger than any of them is; see LevelSums.
const std::vector<double> ranges_of_means{1024, 1024, 1024, 1024, 1, 1, 2};
std::vector<double> ranges_of_fluctuations() {
  std::vector<double> ranges(fluctuations, 16384);
  ranges[w_b] = 512;
  for (const Fluctuation water : {mixed_qv, mixed_qc}) ranges[water] = 16;
  for (const Fluctuation variance : {qv_qv, qc_qc, qt_qt}) ranges[variance] = 1. / 64;
  return ranges;
}

/// Of what the wind carries: of theta, vapour and cloud water.
const std::vector<double> ranges_of_carried{16384, 16, 16};

constexpr std::pair<const char*, Fluctuation> told_as_they_are[] = {
    {"uu", uu},
    {"vv", vv},
    {"ww", ww},
    {"theta_theta", theta_theta},
    {"qv_qv", qv_qv},
    {"qc_qc", qc_qc},
    {"qt_qt", qt_qt},
    {"w_u", w_u},
    {"w_v", w_v},
    {"w_b", w_b},
    {"w_u_subgrid", mixed_u},
    {"w_v_subgrid", mixed_v},
    {"w_theta_subgrid", mixed_theta},
    {"w_qv_subgrid", mixed_qv},
    {"w_qc_subgrid", mixed_qc}};

}  // namespace

/// A field in a column, of which u and v are taken to its middle: the product of what is known
/// there and of a mean of two faces has the same sum over a periodic grid as that of the means of
/// two columns and what is known at a face.
struct Profiles::Column {
  const double *value, *other, *mean;  // other: the west's u, the south's v, or the value again
  double middle(int k) const { return 0.5 * (value[k] + other[k]); }
  double operator()(int k) const { return middle(k) - mean[k]; }
};

Profiles::Air Profiles::columns(const TimeLevel& air, int i, int j) const {
  const auto column = [&](std::size_t f, int west, int south) {
    return Column{air.fields[f].column(i, j), air.fields[f].column(i - west, j - south),
                  mean_[f].data()};
  };
  using namespace stratus;
  return {column(u, 1, 0),     column(v, 0, 1),      column(w, 0, 0),
          column(theta, 0, 0), column(vapour, 0, 0), column(liquid, 0, 0)};
}

Profiles::Profiles(const Domain& domain, const Stratus& model, double inversion_water)
    : domain_(domain),
      levels_(model.levels()),
      inversion_water_(inversion_water),
      frame_(model.settings().first.frame),
      carried_(ranges_of_carried, levels_.levels(), domain.grid().box().area()),
      means_(ranges_of_means, levels_.levels(), domain.grid().box().area()),
      fluctuations_(ranges_of_fluctuations(), levels_.levels(), domain.grid().box().area()),
      mean_(mean_count, std::vector<double>(levels_.z.size())),
      all_(described(levels_.levels())) {
  const StratusSettings& settings = model.settings();
  const ComponentOptions& on = settings.components;
  const Sounding sounding = settings.first.column(levels_);
  exner_ = sounding.exner;
  tell("rho", [&](std::size_t k) { return levels_.rho[k]; });
  tell("rho_half", [&](std::size_t k) { return levels_.rho_half[k]; });
  if (const auto* subsidence = on.of<Subsidence>()) subsidence_ = *subsidence;
  if (const auto* surface = on.of<Surface>())
    surface_.emplace(*surface, ComponentSetup{.mesh = model.mesh(),
                                              .reference = settings.reference,
                                              .sounding = sounding,
                                              .frame = settings.first.frame});
}

Profiles::Profile& Profiles::find(const std::string& name) {
  const auto found = std::ranges::find(
      all_, name, [](const Profile& one) -> const std::string& { return one.description.name; });
  if (found == all_.end()) throw std::logic_error("there is no profile of " + name);
  return *found;
}

void Profiles::set(const std::string& name, double value) { find(name).values.front() = value; }

template <class Value>
void Profiles::tell(const std::string& name, Value value) {
  std::vector<double>& to = find(name).values;
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = value(k);
}

void Profiles::measure(Stratus& model, double time) {
  if (time == now_.time) return;
  SEAFRET_REGION("profiles");
  const double theta_ref = model.settings().reference.theta;
  find_carried(model);  // first: it swaps, and the others look west and south of their columns
  find_means(model);
  find_fluctuations(model);
  tell_carried();
  tell_means(theta_ref);
  tell_fluctuations(theta_ref);
  tell_numbers(model);
  tell_surface(model);
  now_ = {time, number("inversion_height")};
}

void Profiles::find_carried(Stratus& model) {
  const int faces = levels_.levels() - 1;
  const double* const density = levels_.rho_half.data();
  carried_.by(domain_.comm, [&](auto share) {
    model.show_top_fluxes([&](std::size_t scalar, int /*i*/, int /*j*/, const double* fluxes) {
      share().add(scalar, faces, [=](int k) { return fluxes[k] / density[k]; });
    });
  });
}

void Profiles::find_means(const Stratus& model) {
  const auto& fields = model.now().fields;
  const int levels = levels_.levels();
  means_.over(domain_, [&](LevelSums::Share& sums, int i, int j) {
    for (std::size_t f = 0; f <= stratus::liquid; ++f) {
      const double* const q = fields[f].column(i, j);
      sums.add(f, levels, [=](int k) { return q[k]; });
    }
    const double* const water = fields[stratus::liquid].column(i, j);
    sums.add(cloud_share, levels, [=](int k) { return water[k] > cloudy ? 1.0 : 0.0; });
  });
  for (std::size_t q = 0; q < mean_count; ++q)
    for (int k = 0; k < levels; ++k) mean_[q][static_cast<std::size_t>(k)] = means_.mean(q, k);
}

void Profiles::find_fluctuations(const Stratus& model) {
  using stratus::u, stratus::v;
  const int levels = levels_.levels();
  const double per_kelvin = 1 / model.settings().reference.theta;
  const auto square = [](auto of) { return [=](int k) { return of(k) * of(k); }; };
  fluctuations_.over(domain_, [&](LevelSums::Share& sums, int i, int j) {
    const Air here = columns(model.now(), i, j);
    for (std::size_t f = u; f <= v; ++f)
      sums.add(uu + f, levels, square(Column{here[f].value, here[f].value, here[f].mean}));
    const Column up = here[stratus::w], heat = here[stratus::theta], q = here[stratus::vapour],
                 c = here[stratus::liquid];
    sums.add(ww, levels, square(up));
    sums.add(theta_theta, levels, square(heat));
    sums.add(qv_qv, levels, square(q));
    sums.add(qc_qc, levels, square(c));
    sums.add(qt_qt, levels, square([=](int k) { return q(k) + c(k); }));
    const auto carry = [&](Fluctuation sum, auto of) {
      sums.add(sum, levels - 1, [=](int k) { return up(k) * (0.5 * (of(k) + of(k + 1))); });
    };
    carry(w_u, here[u]);
    carry(w_v, here[v]);
    carry(w_b,
          [=](int k) { return air::gravity * Buoyancy::excess(heat(k), per_kelvin, q(k), c(k)); });
    if (!model.viscosities().empty()) add_mixed(sums, model, here, i, j);
  });
}

/// What mixing carries up through the faces.
void Profiles::add_mixed(LevelSums::Share& sums, const Stratus& model, const Air& here, int i,
                         int j) const {
  const int levels = levels_.levels();
  const double* const distance = levels_.dz_half.data();
  const auto mix = [&](Fluctuation sum, const double* viscosity, const Column& of) {
    sums.add(sum, levels - 1, [=](int k) {
      return -viscosity[k + 1] * (of.middle(k + 1) - of.middle(k)) / distance[k];
    });
  };
  const double* const momentum = model.viscosities()[0].column(i, j);
  const double* const scalars = model.viscosities()[1].column(i, j);
  mix(mixed_u, momentum, here[stratus::u]);
  mix(mixed_v, momentum, here[stratus::v]);
  mix(mixed_theta, scalars, here[stratus::theta]);
  mix(mixed_qv, scalars, here[stratus::vapour]);
  mix(mixed_qc, scalars, here[stratus::liquid]);
}

void Profiles::tell_carried() {
  const auto of = [this](std::size_t scalar) {
    return [=, this](std::size_t k) { return carried_.mean(scalar, static_cast<int>(k)); };
  };
  const auto theta = of(0), vapour = of(1), liquid = of(2);
  tell("w_theta", theta);
  tell("w_qv", vapour);
  tell("w_qc", liquid);
  tell("w_qt", [&](std::size_t k) { return vapour(k) + liquid(k); });
}

void Profiles::tell_means(double theta_ref) {
  const auto of = [this](std::size_t q) {
    return [&mean = mean_[q]](std::size_t k) { return mean[k]; };
  };
  const auto theta = [&](std::size_t k) { return theta_ref + mean_[stratus::theta][k]; };
  const auto &qv = mean_[stratus::vapour], &qc = mean_[stratus::liquid];
  for (const auto& [name, f] : {std::pair{"u", stratus::u}, std::pair{"v", stratus::v}})
    tell(name, [&, f = f](std::size_t k) { return mean_[f][k] + frame_[f]; });
  tell("w", of(stratus::w));
  tell("theta", theta);
  tell("theta_l", [&](std::size_t k) {
    return theta(k) - air::latent_heat / (air::heat_capacity * exner_[k]) * qc[k];
  });
  tell("qv", of(stratus::vapour));
  tell("qc", of(stratus::liquid));
  tell("qt", [&](std::size_t k) { return qv[k] + qc[k]; });
  tell("cloud_fraction", of(cloud_share));
}

void Profiles::tell_fluctuations(double theta_ref) {
  const auto at = [this](std::size_t q, std::size_t k) {
    return fluctuations_.mean(q, static_cast<int>(k));
  };
  for (const auto& [name, q] : told_as_they_are)
    tell(name, [&, of = q](std::size_t k) { return at(of, k); });
  tell("w_qt_subgrid", [&](std::size_t k) { return at(mixed_qv, k) + at(mixed_qc, k); });
  tell("w_b_subgrid", [&](std::size_t k) {
    return air::gravity *
           Buoyancy::excess(at(mixed_theta, k), 1 / theta_ref, at(mixed_qv, k), at(mixed_qc, k));
  });
  tell("tke", [&](std::size_t k) {
    const double below = k > 0 ? at(ww, k - 1) : 0.0;
    return 0.5 * (at(uu, k) + at(vv, k) + 0.5 * (below + at(ww, k)));
  });
}

void Profiles::tell_entrainment() {
  set("entrainment", (now_.inversion - told_.inversion) / (now_.time - told_.time) +
                         sinking(0.5 * (now_.inversion + told_.inversion)));
  told_ = now_;
}

void Profiles::tell_numbers(const Stratus& model) {
  const auto& now = model.now().fields;
  const FieldView<const double> vapour = now[stratus::vapour], liquid = now[stratus::liquid];
  const Cloud cloud = observe_cloud(domain_, levels_, vapour, liquid);
  set("lwp", cloud.liquid_path);
  set("vapour_path", cloud.vapour_path);
  set("cloud_cover", cloud.cover);
  set("cloud_base", cloud.base);
  set("cloud_top", cloud.top);
  set("inversion_height", inversion_height(domain_, levels_, vapour, liquid, inversion_water_));
  const auto highest = [&](std::size_t field) {
    return ranges(domain_, Fields(now).subspan(field, 1)).front().high;
  };
  set("w_max", highest(stratus::w));
  set("qc_max", highest(stratus::liquid));
  const std::vector<double>& tke = find("tke").values;
  double path = 0;
  for (std::size_t k = 0; k < tke.size(); ++k) path += levels_.rho[k] * levels_.dz[k] * tke[k];
  set("tke_path", path);
}

void Profiles::tell_surface(const Stratus& model) {
  std::array<ReproducibleSum, 4> sums;
  if (surface_)
    add_columns(sums, std::span(&domain_.owned(), 1), [&](int i, int j) -> std::array<double, 4> {
      const Surface::Flux flux = surface_->flux(model.now(), i, j);
      return {flux.heat, flux.water, flux.x, flux.y};
    });
  ReproducibleSum::over_ranks(sums, domain_.comm);
  const auto mean = [&](std::size_t n) {
    return sums[n].value() / static_cast<double>(domain_.grid().box().area());
  };
  const double density = levels_.rho[0];
  set("sensible_heat_flux", air::heat_capacity * exner_[0] * density * mean(0));
  set("latent_heat_flux", air::latent_heat * density * mean(1));
  set("surface_stress_x", density * mean(2));
  set("surface_stress_y", density * mean(3));
  set("ustar", std::sqrt(std::hypot(mean(2), mean(3))));
}

}  // namespace seafret
