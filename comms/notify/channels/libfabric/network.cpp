// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/libfabric/network.hpp"

#include <fmt/format.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "comms/base/left_behind.hpp"
#include "comms/base/together.hpp"
#include "decomposition/base/error.hpp"

namespace seafret::notify {
namespace {

using Offer = std::unique_ptr<fi_info, FreeNetworks>;

/// What the channel asks for, and what it can put up with.
Offer hints(const std::string& provider, std::size_t bytes_of_data) {
  Offer wish(Library::get().dupinfo(nullptr));
  wish->caps = FI_MSG | FI_RMA;
  wish->mode = FI_CONTEXT | FI_CONTEXT2;
  wish->ep_attr->type = FI_EP_RDM;
  wish->domain_attr->mr_mode =
      FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
  wish->domain_attr->threading = FI_THREAD_DOMAIN;
  wish->domain_attr->resource_mgmt = FI_RM_ENABLED;
  wish->domain_attr->cq_data_size = bytes_of_data;
  if (!provider.empty()) wish->fabric_attr->prov_name = strdup(provider.c_str());
  return wish;
}

Offer offered(const std::string& provider, std::size_t bytes_of_data) {
  fi_info* first = nullptr;
  const Offer wish = hints(provider, bytes_of_data);
  if (Library::get().getinfo(FI_VERSION(1, 17), nullptr, nullptr, 0, wish.get(), &first) != 0)
    return nullptr;
  return Offer(first);
}

/// Some carry as much data as they are asked for, and fail where it is too much.
Offer best_offer(const std::string& provider) {
  for (const unsigned bytes : {8U, 4U, 0U})
    if (Offer offer = offered(provider, bytes)) return offer;
  return nullptr;
}

/// Null where there is none of this name.
fi_info* named(fi_info* first, const std::string& rail) {
  for (fi_info* one = first; one != nullptr; one = one->next)
    if (rail == one->domain_attr->name || rail == one->fabric_attr->name) return one;
  return nullptr;
}

/// Without rails where the provider has not got them all.
Networks networks_of(const std::string& provider, const std::vector<std::string>& rails) {
  Networks networks{.all = best_offer(provider)};
  if (networks.all == nullptr) return networks;
  if (rails.empty()) networks.rails = {networks.all.get()};
  for (const std::string& rail : rails) networks.rails.push_back(named(networks.all.get(), rail));
  if (std::ranges::count(networks.rails, nullptr) > 0) networks.rails.clear();
  return networks;
}

/// "net (eth0, lo), shm (shm)"
std::string all_there_are() {
  std::map<std::string, std::set<std::string>> interfaces;
  const Offer all = offered("", 0);
  for (const fi_info* one = all.get(); one != nullptr; one = one->next)
    interfaces[one->fabric_attr->prov_name].insert(one->domain_attr->name);
  std::string words;
  for (const auto& [provider, names] : interfaces)
    words += fmt::format("{}{} ({})", words.empty() ? "" : ", ", provider, fmt::join(names, ", "));
  return words;
}

}  // namespace

FabricError::FabricError(const fi_info& network, const std::string& what)
    : std::runtime_error(fmt::format("channel libfabric, provider {} on {}: {}",
                                     network.fabric_attr->prov_name, network.domain_attr->name,
                                     what)) {}

void insist(ssize_t status, const fi_info& network, const char* call) {
  if (status < 0)
    throw FabricError(
        network, fmt::format("{}: {}", call, Library::get().strerror(static_cast<int>(-status))));
}

std::string Networks::in_words() const {
  std::vector<std::string> names;
  for (const fi_info* rail : rails) names.emplace_back(rail->domain_attr->name);
  return fmt::format("{} on {}", rails.front()->fabric_attr->prov_name, fmt::join(names, ", "));
}

Networks choose_networks(const LibfabricOptions& options, const Node& node) {
  const Communicator& ranks = node.everyone();
  together<InputError>(ranks, [] { static_cast<void>(Library::get()); });
  for (const std::string& provider : options.providers) {
    if (provider == "shm" && node.machine().size() < ranks.size()) continue;
    Networks networks = networks_of(provider, options.rails);
    if (ranks.any(networks.rails.empty())) continue;
    if (provider == "shm") remove_left_behind("", fmt::format(":{}:", ::getuid()));
    return networks;
  }
  throw InputError(
      fmt::format("channel libfabric: no provider of {}{}{} is there on all ranks; "
                  "this rank has: {}",
                  fmt::join(options.providers, ", "), options.rails.empty() ? "" : " with rails ",
                  fmt::join(options.rails, ", "), all_there_are()));
}

}  // namespace seafret::notify
