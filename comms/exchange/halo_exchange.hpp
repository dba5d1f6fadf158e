// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comms/carriers/carrier.hpp"
#include "comms/carriers/exchange.hpp"
#include "comms/carriers/plan.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// How an exchange goes about it.  Whatever is chosen, the halos hold the same bits.
struct HaloOptions {
  /// What neighbours on the same node do: as all others, or each copies straight out of the other's
  /// fields, which must lie in Domain::shared.
  enum class OnNode { transport, direct };
  /// Pack by ourselves, have MPI do it by derived datatypes (p2p only), or put every row straight
  /// into the neighbour's halo (notified only; the fields must be registered: Domain::fields).
  enum class Packing { packed, datatype, unpacked };

  std::string name = "halo";  ///< of the swap, for reports and messages
  std::string transport = "p2p";
  OnNode on_node = OnNode::transport;
  Packing packing = Packing::packed;
  HaloPoints points = HaloPoints::wet;  ///< what of a halo is filled on a masked grid
  int combine = 0;                      ///< fields that travel together, as a part; 0: all
  TransportOptions with = {};

  /// The same for a swap of this name.
  HaloOptions named(const std::string& swap) const {
    HaloOptions options = *this;
    options.name = swap;
    return options;
  }
};

template <>
inline const NameTable<HaloOptions::OnNode> names_of<HaloOptions::OnNode>{
    {"transport", HaloOptions::OnNode::transport}, {"direct", HaloOptions::OnNode::direct}};
template <>
inline const NameTable<HaloOptions::Packing> names_of<HaloOptions::Packing>{
    {"packed", HaloOptions::Packing::packed},
    {"datatype", HaloOptions::Packing::datatype},
    {"unpacked", HaloOptions::Packing::unpacked}};

/// What of these options does not go with the others, if anything.
std::optional<OptionError> conflict(const HaloOptions& options);

/// Fills the halos of a list of fields from the neighbours that own those points.
///
/// The fields may differ in levels, type and halo; all that goes to one rank goes in one message.
/// Several exchanges may be in flight at once: each has communicators of its own.  Making and
/// destroying one is collective over the domain's communicator; afterwards nothing is allocated.
class HaloExchange final : public Exchange {
 public:
  /// Throws InputError where a name is unknown, a choice does not go with another, or this MPI or
  /// this machine cannot do what is chosen.  The decomposition must outlive it.
  HaloExchange(const Domain& domain, std::vector<Swapped> fields, const HaloOptions& options);
  /// Ends the program where a swap was started and never finished: its halos hold old values.
  ~HaloExchange();
  HaloExchange(const HaloExchange&) = delete;
  HaloExchange& operator=(const HaloExchange&) = delete;

  /// Packs and sends; finish() must follow.  Never waits for a peer's data.  The fields (in the
  /// order and with the columns that the exchange was made for; any time level) are read-only until
  /// finish() returns: a transport may still be reading them.
  void start(std::span<const Columns> fields);
  /// Waits for the neighbours and fills the halos.
  void finish();

  HaloPoints points() const { return points_; }
  /// From now on every swap is timed, however small; for benchmarks that want to know.
  void time_every_swap() { small_ = false; }

 private:
  void make(const Domain& domain, const HaloOptions& options);
  void add_messages(const Domain& domain, const HaloOptions& options,
                    std::vector<Message> messages);
  void add_direct(const Domain& domain, std::vector<Message> mates);
  void count_directions(const Domain& domain, const std::vector<Message>& messages);
  void check(std::span<const Columns> fields) const;
  void expect_in_flight(bool expected) const;

  HaloPoints points_;
  Box owned_;
  std::vector<Swapped> swapped_;
  bool small_ = false, in_flight_ = false;
  std::vector<std::unique_ptr<Carrier>> carriers_;
  Part in_place_;
  std::vector<Columns> fields_;  // of the swap in flight
};

}  // namespace seafret
