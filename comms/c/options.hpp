// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/exchange/halo_exchange.hpp"

namespace seafret {

/// What the C and Fortran interfaces let a caller choose, as "transport=pscw,combine=2".
struct SwapOptions {
  HaloOptions halo;
  double timeout = 300;  ///< s, of any wait; 0: for ever
  std::string partitioner = "k_section";

  /// Takes what a text says; the rest stays.  `from` names the text in messages.  Throws
  /// InputError.
  void read(const std::string& text, const std::string& from);
};

}  // namespace seafret
