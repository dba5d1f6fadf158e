// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "comms/notify/counter.hpp"
#include "comms/notify/emulated_options.hpp"
#include "comms/notify/libfabric_options.hpp"
#include "decomposition/base/error.hpp"
#include "decomposition/base/names.hpp"

namespace seafret::notify {

/// Whether a thread looks after the channels while the others compute: one that sleeps between two
/// looks, or one that has a core of its own.
enum class PollingThread { none, pausing, spinning };

/// How an endpoint goes about it; the same on all ranks.
struct NotifyOptions {
  /// The first of these that reaches a block carries what goes there.  "auto" stands for memory of
  /// the node, and off the node for the best channel that can be had.
  std::vector<std::string> channels = {"auto"};
  int signals = 1024;                       ///< of a rank, at most
  CounterLayout counter = CounterLayout();  ///< of all of them
  bool rounds = true;                       ///< SignalTable
  int bits = 128;                           ///< take no more custom bits than that
  int index_bits = 0;                       ///< CustomLayout
  int sub_messages = 1;                     ///< cut a message into so many, a rail each, ...
  int cut_from = 65536;                     ///< ... if it has so many bytes
  bool across_channels = false;             ///< over the rails of all channels that reach a block
  int most_in_flight = 256;                 ///< MB, of one channel
  PollingThread thread = PollingThread::none;
  EmulatedOptions emulated = {};
  LibfabricOptions libfabric = {};
};

/// One of these cannot be had here.
struct OptionError : InputError {
  OptionError(std::string which, std::string reason)
      : InputError(which + ": " + reason), option(std::move(which)), why(std::move(reason)) {}
  std::string option, why;
};

}  // namespace seafret::notify

namespace seafret {

template <>
inline const NameTable<notify::PollingThread> names_of<notify::PollingThread>{
    {"none", notify::PollingThread::none},
    {"pausing", notify::PollingThread::pausing},
    {"spinning", notify::PollingThread::spinning}};

}  // namespace seafret
