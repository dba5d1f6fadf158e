// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "physics/atmosphere/components/buoyancy.hpp"
#include "physics/atmosphere/components/condensation.hpp"
#include "physics/atmosphere/components/coriolis.hpp"
#include "physics/atmosphere/components/large_scale.hpp"
#include "physics/atmosphere/components/longwave.hpp"
#include "physics/atmosphere/components/sponge.hpp"
#include "physics/atmosphere/components/subgrid.hpp"
#include "physics/atmosphere/components/subsidence.hpp"
#include "physics/atmosphere/components/surface.hpp"
#include "physics/atmosphere/ledger.hpp"

namespace seafret {

/// What moves and heats the air besides advection and pressure, in this order.  Each can be
/// switched on and off.  A new one is a class like those here, and its name in this list.
///
/// A component has some of these, all but prepare() for any box:
///   prepare(domain, moment)         collective, before all others of a step
///   mix(box, moment)                finds the viscosities of the moment
///   add(box, moment, tendencies)    to the tendencies, before the scalars are advected there
///   adjust(box, moment, tendencies) so that what comes of them holds, after all others
template <template <class...> class List>
using ComponentList = List<Buoyancy, Subgrid, Coriolis, Sponge, Subsidence, LargeScale, Longwave,
                           Surface, Condensation>;

/// The options of all of them, and which are on.
template <class... Component>
struct OptionsOf {
  std::vector<std::string> on = {Buoyancy::name};
  std::tuple<typename Component::Options...> each = {};

  static std::vector<std::string> names() { return {Component::name...}; }
  bool has(const std::string& name) const { return std::ranges::count(on, name) > 0; }
  /// Those of one of them; null where it is off.
  template <class One>
  const typename One::Options* of() const {
    return has(One::name) ? &std::get<typename One::Options>(each) : nullptr;
  }
  /// Whether there are viscosities.
  bool mix() const { return has(Subgrid::name); }
  /// The share of what is in a cell that those that are on take in a second at most, all together,
  /// in air that blows over the ground with `speed`, m/s: 1/s.
  double taken(const Mesh& mesh, double speed) const {
    double all = 0;
    const auto add = [&]<class One>(const typename One::Options& options) {
      if constexpr (requires { options.taken(mesh, speed); })
        if (has(One::name)) all += options.taken(mesh, speed);
    };
    std::apply([&](auto&... options) { (add.template operator()<Component>(options), ...); }, each);
    return all;
  }
  /// What those that are on cost, all together.
  Work work(const VerticalGrid& grid) const {
    Work all;
    const auto add = [&]<class One>(const typename One::Options& options) {
      if (!has(One::name)) return;
      const Work one = One::work(options, grid);
      all.bytes += one.bytes;
      all.flops += one.flops;
      all.flops_of_scalar += one.flops_of_scalar;
    };
    std::apply([&](auto&... options) { (add.template operator()<Component>(options), ...); }, each);
    return all;
  }
  /// Whether one that is on brings or takes vapour or cloud water.
  bool change_water() const { return ((Component::changes_water && has(Component::name)) || ...); }
  /// A block of keys for each component that has any.
  template <class Keys>
  void describe(Keys& keys) {
    const auto describe_one = [&]<class One>(typename One::Options& options) {
      if constexpr (requires { options.describe(keys); }) {
        keys.block(One::name, One::what, [&] { options.describe(keys); });
        keys.used(has(One::name), One::name, "case.components",
                  std::string("case.components with ") + One::name);
      }
    };
    std::apply(
        [&](auto&... options) { (describe_one.template operator()<Component>(options), ...); },
        each);
  }
};
using ComponentOptions = ComponentList<OptionsOf>;

/// Those that are on.
template <class... Component>
class ComponentsOf {
 public:
  ComponentsOf(const ComponentOptions& options, const ComponentSetup& setup) {
    const auto make = [&]<class One>(std::optional<One>& one) {
      if (const auto* mine = options.template of<One>()) one.emplace(*mine, setup);
    };
    std::apply([&](auto&... one) { (make(one), ...); }, all_);
  }

  void prepare(const Domain& domain, const Moment& moment) {
    for_each([&](auto& one) {
      if constexpr (requires { one.prepare(domain, moment); }) one.prepare(domain, moment);
    });
  }
  void mix(const Box& where, const Moment& moment) {
    for_each([&](auto& one) {
      if constexpr (requires { one.mix(where, moment); }) one.mix(where, moment);
    });
  }
  /// Here and in adjust() the ledger, if any, is told what each of them does.
  void add(const Box& where, const Moment& moment, Fields tendencies, Ledger* ledger = nullptr) {
    change(where, tendencies, ledger,
           [&](auto& one) -> decltype(one.add(where, moment, tendencies)) {
             one.add(where, moment, tendencies);
           });
  }
  void adjust(const Box& where, const Moment& moment, Fields tendencies, Ledger* ledger = nullptr) {
    change(where, tendencies, ledger,
           [&](auto& one) -> decltype(one.adjust(where, moment, tendencies)) {
             one.adjust(where, moment, tendencies);
           });
  }

  /// One of them; null where it is off.
  template <class One>
  const One* of() const {
    const auto& one = std::get<std::optional<One>>(all_);
    return one ? &*one : nullptr;
  }

 private:
  /// Lets those work that can, each before the eyes of the ledger.
  template <class Work>
  void change(const Box& where, Fields tendencies, Ledger* ledger, Work work) {
    if (ledger != nullptr) ledger->begin(where, tendencies);
    for_each([&]<class One>(One& one) {
      if constexpr (std::is_invocable_v<Work&, One&>) {
        work(one);
        if (ledger != nullptr) ledger->note(One::name, where, tendencies);
      }
    });
  }
  template <class Work>
  void for_each(Work work) {
    const auto if_on = [&](auto& one) {
      if (one) work(*one);
    };
    std::apply([&](auto&... one) { (if_on(one), ...); }, all_);
  }

  std::tuple<std::optional<Component>...> all_;
};
using Components = ComponentList<ComponentsOf>;

}  // namespace seafret
