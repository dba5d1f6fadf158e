// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comms/carriers/tried.hpp"
#include "comms/transports/transport.hpp"
#include "decomposition/base/names.hpp"
#include "decomposition/grid/halo_points.hpp"

namespace seafret {

class Trials;

/// How an exchange goes about it.  Whatever is chosen, the halos hold the same bits.
struct HaloOptions {
  /// What neighbours on the same node do: as all others, or each copies straight out of the other's
  /// fields, which must lie in Domain::shared.
  enum class OnNode { transport, direct };
  /// Pack by ourselves, have MPI do it by derived datatypes (p2p only), or put every row straight
  /// into the neighbour's halo (notified only; the fields must be registered: Domain::fields).
  enum class Packing { packed, datatype, unpacked };

  /// Instead of a transport: the exchange tries in its first swaps what it could do, and keeps what
  /// was fastest (trial.hpp).  Until then, and for what is no swap of halos, goes the safe one.
  static constexpr const char* by_trial = "auto";
  static constexpr const char* safe_transport = "p2p";
  /// Among what is tried: OnNode::direct, and Packing::datatype.
  static constexpr const char *direct_copy = "direct", *datatypes = "datatype";

  /// What one swap does in a way of its own; what is empty it does as all others.
  struct Own {
    std::optional<std::string> transport = {};
    std::optional<OnNode> on_node = {};
    std::optional<Packing> packing = {};
    std::optional<int> combine = {};
    std::optional<RmaOptions::Window> window = {};
  };

  std::string name = "halo";  ///< of the swap, for reports and messages
  std::string transport = safe_transport;
  OnNode on_node = OnNode::transport;
  Packing packing = Packing::packed;
  HaloPoints points = HaloPoints::wet;  ///< what of a halo is filled on a masked grid
  int combine = 0;                      ///< fields that travel together, as a part; 0: all
  TransportOptions with = {};
  /// What is tried besides the safe one: transports, `direct_copy`, `datatypes`.  Empty: whatever
  /// can be done, but for transports that are not tried unasked (TransportKind::tried_unasked).
  std::vector<std::string> candidates = {};
  /// The time that trials may take, of all exchanges that have these options; null: its own.
  std::shared_ptr<Trials> trials = {};
  std::map<std::string, Own> swaps = {};  ///< those that have a way of their own, by their names
  /// Whether other keys may have asked for this way, which go before those for all swaps: a
  /// solver's.  For reports.
  bool apart = false;

  /// The same for a swap of this name.
  HaloOptions named(const std::string& swap) const {
    HaloOptions options = *this;
    options.name = swap;
    return options;
  }
  /// With what the swap of this name has of its own.
  HaloOptions own() const;
  bool is_by_trial() const { return transport == by_trial; }
  /// What `candidates` may have.
  static std::vector<std::string> all_candidates();
  /// Throws InputError for what is none of them.
  static void check_candidate(const std::string& way);
  /// Whether it may try this one of them.
  bool tries(const std::string& way) const;
  /// The transport of what cannot be tried.
  std::string settled_transport() const { return is_by_trial() ? safe_transport : transport; }
};

template <>
inline const NameTable<HaloOptions::OnNode> names_of<HaloOptions::OnNode>{
    {"transport", HaloOptions::OnNode::transport}, {"direct", HaloOptions::OnNode::direct}};
template <>
inline const NameTable<HaloOptions::Packing> names_of<HaloOptions::Packing>{
    {"packed", HaloOptions::Packing::packed},
    {"datatype", HaloOptions::Packing::datatype},
    {"unpacked", HaloOptions::Packing::unpacked}};

WayInWords in_words(const HaloOptions& options);

/// What of these options does not go with the others, if anything.
std::optional<OptionError> conflict(const HaloOptions& options);

}  // namespace seafret
