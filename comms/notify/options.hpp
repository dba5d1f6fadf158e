// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/notify/counter.hpp"
#include "comms/notify/emulated_options.hpp"

namespace seafret::notify {

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
  EmulatedOptions emulated = {};
};

}  // namespace seafret::notify
