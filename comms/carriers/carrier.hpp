// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

#include "comms/base/timers.hpp"
#include "decomposition/fields/field.hpp"

namespace seafret {

/// Where the time of a swap goes, as regions swap/NAME/pack and so on.
struct Phases {
  explicit Phases(const std::string& name)
      : swap("the swap '" + name + "'"),
        pack("swap/" + name + "/pack"),
        start("swap/" + name + "/start"),
        in_place("swap/" + name + "/in place"),
        wait("swap/" + name + "/wait"),
        unpack("swap/" + name + "/unpack") {}

  /// What the caller has waited: all but what its own work between start and finish has hidden.
  double exposed_s() const {
    return pack.seconds + start.seconds + in_place.seconds + wait.seconds + unpack.seconds;
  }

  /// Times work as `whole`, but for what it does of `within`.
  template <class Work>
  void time(RegionSite& whole, const RegionSite& within, Work work) const {
    const double before = within.seconds;
    {
      const Region region(whole, weight);
      work();
    }
    whole.seconds -= within.seconds - before;
  }

  std::string swap;  ///< in words
  RegionSite pack, start, in_place, wait, unpack;
  int weight = 1;  ///< how many swaps the one in flight stands for; 0: tools alone see it
};

/// One way of bringing the columns of a plan to the ranks that want them.
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// Never waits for a peer's data.  `fields` are those of the whole exchange; they stay readable,
  /// and unchanged but for their halos, until await_readers() returns.
  virtual void start(std::span<const Columns> fields) = 0;
  virtual void finish() = 0;
  /// After finish() of all carriers: waits until no other rank reads the fields any more.
  virtual void await_readers() {}
};

}  // namespace seafret
