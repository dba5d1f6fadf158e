// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <tuple>

#include "physics/atmosphere/buoyancy.hpp"

namespace seafret {

/// What is added to the tendencies besides advection, in this order.  A new one is a class like
/// Buoyancy, a name here, and the keys of its options in miniapp/cases/stratus_keys.cpp.
using Terms = std::tuple<Buoyancy>;

/// The options of all terms of a list, and how they are made of them.
template <class List>
struct TermList;
template <class... Term>
struct TermList<std::tuple<Term...>> {
  using Options = std::tuple<typename Term::Options...>;

  static std::tuple<Term...> make(const Options& options, const TermSetup& setup) {
    const auto each = [&](const typename Term::Options&... of) {
      return std::tuple<Term...>(Term(of, setup)...);
    };
    return std::apply(each, options);
  }
};
using TermOptions = TermList<Terms>::Options;

/// Adds what all terms make of the newest level.
inline void add_terms(const Terms& terms, const Box& where, const TimeLevel& now,
                      Fields tendencies) {
  std::apply([&](const auto&... term) { (term.add(where, now, tendencies), ...); }, terms);
}

}  // namespace seafret
