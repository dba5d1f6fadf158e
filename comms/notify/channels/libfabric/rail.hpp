// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "comms/notify/channels/libfabric/network.hpp"

namespace seafret::notify {

struct CloseFabric {
  template <class T>
  void operator()(T* opened) const {
    fi_close(&opened->fid);
  }
};
/// An object of libfabric, closed at the end.
template <class T>
using Opened = std::unique_ptr<T, CloseFabric>;

/// One interface of this rank, with all that libfabric wants before anything moves.
class Rail {
 public:
  /// `desk` is memory of this rank that messages are written and read in.
  Rail(fi_info& network, int ranks, std::span<std::byte> desk);

  const fi_info& network() const { return *network_; }
  fid_ep* endpoint() const { return endpoint_.get(); }
  fid_cq* events() const { return events_.get(); }
  void* desk() const { return fi_mr_desc(desk_.get()); }

  /// Whether peers name memory by its address in this rank, or by its distance from the beginning.
  bool names_by_address() const { return (network_->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0; }
  /// Whether a message comes behind the puts that were begun before it.
  bool sends_after_writes() const {
    return (network_->tx_attr->msg_order & network_->rx_attr->msg_order & FI_ORDER_SAW) != 0;
  }

  /// The ranks' are to be introduced in their order: they number them.
  std::string address() const;
  void introduce(int rank, const std::string& address);

  /// `key` may be taken or not; fi_mr_key() says.
  Opened<fid_mr> registered(std::span<std::byte> memory, std::uint64_t access,
                            std::uint64_t key) const;

 private:
  template <class T, class Open>
  Opened<T> opened(const char* call, Open open) const;

  fi_info* network_;
  Opened<fid_fabric> fabric_;
  Opened<fid_domain> domain_;
  Opened<fid_cq> events_;
  Opened<fid_av> addresses_;
  Opened<fid_ep> endpoint_;
  Opened<fid_mr> desk_;
};

}  // namespace seafret::notify
