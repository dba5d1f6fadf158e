// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/libfabric/rail.hpp"

#include <fmt/format.h>
#include <rdma/fi_cm.h>

namespace seafret::notify {
namespace {

constexpr std::size_t events_at_once = 4096;

}  // namespace

template <class T, class Open>
Opened<T> Rail::opened(const char* call, Open open) const {
  T* one = nullptr;
  insist(open(&one), *network_, call);
  return Opened<T>(one);
}

Rail::Rail(fi_info& network, int ranks, std::span<std::byte> desk) : network_(&network) {
  fabric_ = opened<fid_fabric>("fi_fabric", [&](fid_fabric** fabric) {
    return Library::get().fabric(network.fabric_attr, fabric, nullptr);
  });
  domain_ = opened<fid_domain>("fi_domain", [&](fid_domain** domain) {
    return fi_domain(fabric_.get(), &network, domain, nullptr);
  });
  events_ = opened<fid_cq>("fi_cq_open", [&](fid_cq** events) {
    fi_cq_attr attributes = {};
    attributes.size = events_at_once;
    attributes.format = FI_CQ_FORMAT_DATA;
    attributes.wait_obj = FI_WAIT_NONE;
    return fi_cq_open(domain_.get(), &attributes, events, nullptr);
  });
  addresses_ = opened<fid_av>("fi_av_open", [&](fid_av** addresses) {
    fi_av_attr attributes = {};
    attributes.type = FI_AV_TABLE;
    attributes.count = static_cast<std::size_t>(ranks);
    return fi_av_open(domain_.get(), &attributes, addresses, nullptr);
  });
  endpoint_ = opened<fid_ep>("fi_endpoint", [&](fid_ep** endpoint) {
    return fi_endpoint(domain_.get(), &network, endpoint, nullptr);
  });
  insist(fi_ep_bind(endpoint_.get(), &events_->fid, FI_TRANSMIT | FI_RECV), network, "fi_ep_bind");
  insist(fi_ep_bind(endpoint_.get(), &addresses_->fid, 0), network, "fi_ep_bind");
  insist(fi_enable(endpoint_.get()), network, "fi_enable");
  desk_ = registered(desk, FI_SEND | FI_RECV, 0);
}

std::string Rail::address() const {
  std::string address(256, '\0');
  std::size_t size = address.size();
  insist(fi_getname(&endpoint_->fid, address.data(), &size), *network_, "fi_getname");
  address.resize(size);
  return address;
}

void Rail::introduce(int rank, const std::string& address) {
  fi_addr_t number = FI_ADDR_NOTAVAIL;
  insist(fi_av_insert(addresses_.get(), address.data(), 1, &number, 0, nullptr), *network_,
         "fi_av_insert");
  if (number != static_cast<fi_addr_t>(rank))
    throw FabricError(*network_, fmt::format("fi_av_insert: no place for rank {}", rank));
}

Opened<fid_mr> Rail::registered(std::span<std::byte> memory, std::uint64_t access,
                                std::uint64_t key) const {
  auto region = opened<fid_mr>("fi_mr_reg", [&](fid_mr** one) {
    return fi_mr_reg(domain_.get(), memory.data(), memory.size(), access, 0, key, 0, one, nullptr);
  });
  if ((network_->domain_attr->mr_mode & FI_MR_ENDPOINT) != 0) {
    insist(fi_mr_bind(region.get(), &endpoint_->fid, 0), *network_, "fi_mr_bind");
    insist(fi_mr_enable(region.get()), *network_, "fi_mr_enable");
  }
  return region;
}

}  // namespace seafret::notify
