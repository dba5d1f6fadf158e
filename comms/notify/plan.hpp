// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "comms/notify/endpoint.hpp"

namespace seafret::notify {

/// Puts and gets that are recorded, checked and cut once, and started again and again (UNR, section
/// IV-D).  Its n-th start belongs to round n of the signals that it tells on other ranks.  Several
/// threads may start plans at once, each its own; all else is for the main thread.
class Plan {
 public:
  /// The endpoint must outlive it.
  explicit Plan(Endpoint& endpoint);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// As those of Endpoint.
  void put(const Block& from, const Block& to, const Where& where = Where::current());
  void get(const Block& to, const Block& from, const Where& where = Where::current());
  void notify(const Block& to, const Where& where = Where::current());

  /// Begins all of them, in the order in which they were recorded.  The signals of its blocks must
  /// be alive, and what the last start began must be done.
  void start();

  std::int64_t round() const { return round_; }

 private:
  void add(Transfer::Kind kind, const Block& here, const Block& there, const Where& where);

  friend class Endpoint;
  void count();

  Endpoint& endpoint_;
  std::vector<Endpoint::Step> steps_;
  std::int64_t round_ = 0;
  std::int64_t counted_ = 0;  // starts that the ways know of
};

}  // namespace seafret::notify
