// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"
#include "comms/carriers/tried.hpp"

namespace seafret {

/// What one swap moves off this rank.
struct Traffic {
  int neighbours = 0;               ///< ranks that this one sends to or receives from
  int messages = 0;                 ///< sent a swap
  std::int64_t bytes = 0;           ///< in these messages
  std::int64_t bytes_direct = 0;    ///< copied a swap out of this rank's fields by its node mates
  std::int64_t bytes_in_place = 0;  ///< copied a swap, across a periodic edge onto the rank itself
  /// What goes to other ranks, by where it lies in their halo (Brown et al. 2018, Figs 8 and 9).
  std::int64_t x_faces = 0, y_faces = 0, corners = 0;
  HaloColumns columns = {};      ///< what it could send, by the columns left out
  std::int64_t bytes_saved = 0;  ///< that the columns left out would have added
  std::int64_t swaps = 0;        ///< so far
};

/// What moves the same bytes between ranks again and again, as a report sees it.
class Exchange {
 public:
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  const std::string& name() const { return name_; }
  /// What of a halo it fills; "none" where it fills none.
  const std::string& halo_points() const { return halo_points_; }
  const Traffic& traffic() const { return traffic_; }
  const Phases& phases() const { return phases_; }
  /// None where how it swaps was chosen beforehand.
  const std::vector<Tried>& tried() const { return tried_; }
  /// How it swaps, of what it tries what it would keep now; none where it fills no halos.
  const std::optional<WayInWords>& way() const { return way_in_words_; }
  /// Whether keys besides those for all swaps may have asked for that (HaloOptions::apart).
  bool is_apart() const { return is_apart_; }

 protected:
  Exchange(std::string name, std::string halo_points)
      : phases_(name), name_(std::move(name)), halo_points_(std::move(halo_points)) {}
  ~Exchange() = default;

  Phases phases_;
  Traffic traffic_;
  std::vector<Tried> tried_;
  std::optional<WayInWords> way_in_words_;
  bool is_apart_ = false;

 private:
  std::string name_, halo_points_;
};

}  // namespace seafret
