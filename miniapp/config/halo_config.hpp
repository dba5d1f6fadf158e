// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "comms/exchange/trials.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// The blocks halo, rma and comm of a case file.
struct HaloConfig {
  enum class Overlap { when_it_pays, interior, none };
  HaloOptions how;
  std::string combine = "true";  ///< as in the file; true: all fields, false: one, or how many
  double trial_share = Trials::usual_share;
  Overlap overlap = Overlap::when_it_pays;
  int depth = 0;         ///< columns; 0: what the case needs
  double timeout = 300;  ///< s, of any wait; 0: for ever
};

/// What a key called transport may be.
std::vector<std::string> transports_or_auto();

/// How many fields go in one message: "true" is all of them (0), "false" one; -1 is no answer.
int fields_together(const std::string& combine);
/// Why it is none; "" if it is one.
std::string wrong_with_combine(const std::string& combine);

/// Who is to blame: a swap may have blocks of its own, whose keys go before those of all swaps.
std::string key_of(const OptionError& refused, const CaseFile& file);

/// Does what a case file asks for.  If the value of a key or an option of a swap is refused, the
/// message says where the key stands.
template <class Work>
auto obeying(const CaseFile& file, Work&& work) {
  try {
    return work();
  } catch (const KeyError& e) {
    file.refuse(e.key, e.why);
  } catch (const OptionError& e) {
    file.refuse(key_of(e, file), std::string("is refused: ") + e.what());
  }
}

void describe(Keys& keys, HaloConfig& halo);

}  // namespace seafret
