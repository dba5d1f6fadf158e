// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>
#include <omp.h>

#include <array>
#include <ctime>
#include <fstream>
#include <map>

#include "comms/base/node.hpp"
#include "miniapp/version.hpp"

namespace seafret {
namespace {

std::string hdf5_library() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

std::string host_summary(const Communicator& comm) {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name;
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  std::map<std::string, int> ranks_on;
  for (const std::string& host : comm.gather(name.data())) ++ranks_on[host];

  constexpr std::size_t most = 8;
  std::vector<std::string> hosts;
  for (const auto& [host, ranks] : ranks_on)
    if (hosts.size() < most) hosts.push_back(fmt::format("{} x {}", host, ranks));
  const std::size_t more = ranks_on.size() - hosts.size();
  return fmt::format("{}{}", fmt::join(hosts, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

/// Linux says so on other architectures in other words; then it stays unsaid.
std::string processor_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace

Provenance make_provenance(const Communicator& comm) {
  const Node node(comm.get());
  Provenance p{.version = version::number,
               .git = version::description,
               .compiler = version::compiler,
               .flags = version::flags,
               .build_type = version::build_type,
               .mpi = mpi_library(),
               .hdf5 = hdf5_library(),
               .hosts = host_summary(comm),
               .processor = processor_model(),
               .start = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time({}))),
               .ranks = comm.size(),
               .nodes = static_cast<int>(comm.sum(std::int64_t{node.mates().rank() == 0})),
               .threads = static_cast<int>(comm.max(std::int64_t{omp_get_max_threads()}))};
  for (std::string* text : {&p.hosts, &p.processor, &p.start}) comm.broadcast(*text);
  return p;
}

std::string program_version() {
  return fmt::format("seafret {} ({}), {}, {}", version::number, version::description,
                     version::compiler, version::build_type);
}

std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace seafret
