// SPDX-License-Identifier: BSD-3-Clause
// What seafret.h promises: no exception passes, every call returns a status.
#include "comms/c/seafret.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "comms/base/together.hpp"
#include "comms/c/domain.hpp"
#include "comms/c/exchange.hpp"
#include "comms/c/status.hpp"
#include "decomposition/partition/partitioner.hpp"

namespace seafret {
namespace {

void insist(bool given, const char* what) {
  if (!given) throw std::logic_error(std::string(what) + " is NULL");
}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

std::string from_environment(const char* name) { return text_of(std::getenv(name)); }

/// How long to wait before rank 0 has told what holds for all.
double timeout_of(const char* text) {
  SwapOptions mine;
  try {
    mine.read(text_of(text), "");
    mine.read(from_environment("SEAFRET_HALO"), "");
  } catch (const InputError&) {
    mine = {};  // will be refused when all are there
  }
  return mine.timeout;
}

/// By what rank 0 says, so that all ranks do the same.
SwapOptions options_of(const SwapOptions& before, const char* text, const Communicator& comm) {
  std::string options = text_of(text), wins = from_environment("SEAFRET_HALO");
  comm.broadcast(options);
  comm.broadcast(wins);
  SwapOptions all = before;
  all.read(options, "options");
  all.read(wins, "SEAFRET_HALO");
  return all;
}

/// Of the caller's own, before there is a duplicate of it.
void check(MPI_Comm comm) {
  int initialised = 0, finalised = 0, two_groups = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (initialised == 0 || finalised != 0) throw std::logic_error("MPI is not initialised");
  if (comm == MPI_COMM_NULL) throw std::logic_error("the communicator is MPI_COMM_NULL");
  MPI_Comm_test_inter(comm, &two_groups);
  if (two_groups != 0) throw std::logic_error("an intercommunicator has no domain");
}

/// Throws InputError on all ranks where they do not say the same.
Grid grid_of(const seafret_grid& g, const Communicator& comm) {
  Grid grid{.nx = g.nx,
            .ny = g.ny,
            .nz = 1,
            .periodic_x = g.periodic_x != 0,
            .periodic_y = g.periodic_y != 0};
  insist_alike(fmt::format("a grid of {} x {} columns, {} in x and {} in y", grid.nx, grid.ny,
                           grid.periodic_x ? "periodic" : "not periodic",
                           grid.periodic_y ? "periodic" : "not periodic"),
               comm);
  if (grid.nx < 1 || grid.ny < 1)
    throw InputError(fmt::format("a grid of {} x {} columns has none", grid.nx, grid.ny));
  return grid;
}

/// The grid with holes, where `wet` says for all its columns whether they are none.  Throws as
/// grid_of().
Grid with_holes(Grid grid, const unsigned char* wet, const Communicator& comm) {
  const auto columns = wet == nullptr ? 0 : static_cast<std::size_t>(grid.box().area());
  for (std::size_t n = 0; n < columns; ++n)
    grid.cells.push_back(wet[n] != 0 ? Cell::wet : Cell::dry);
  const auto* const bytes = reinterpret_cast<const char*>(grid.cells.data());
  insist_alike(columns == 0 ? "a grid without holes"
                            : fmt::format("a grid of {} wet columns (checksum {:x})",
                                          count_wet(grid, grid.box()),
                                          std::hash<std::string_view>()({bytes, columns})),
               comm);
  return grid;
}

std::vector<Box> boxes_of_all(const seafret_box& mine, const Communicator& comm) {
  const auto x0 = comm.all(mine.x0), x1 = comm.all(mine.x1), y0 = comm.all(mine.y0),
             y1 = comm.all(mine.y1);
  std::vector<Box> boxes;
  for (std::size_t r = 0; r < x0.size(); ++r) boxes.push_back({x0[r], x1[r], y0[r], y1[r]});
  return boxes;
}

/// Makes a domain by make(all ranks, options), when all have come.  Of what each does alone in it,
/// as a search for a partition, no other waits for the end.
template <class Make>
int make_domain(MPI_Comm comm, const char* options, seafret_domain** domain, const Make& make) {
  return status_of([&] {
    insist(domain != nullptr, "domain");
    *domain = nullptr;
    check(comm);
    watch_over(rank_in(comm));
    const Patience patience(timeout_of(options));
    const Communicator all(comm);
    const SwapOptions how = options_of(SwapOptions(), options, all);
    Patience::set_limit(how.timeout);
    *domain = make(all, how);
  });
}

/// One line for each domain of a run, so that what was there goes with the first.
void write_report(const seafret_domain& domain) {
  static bool begun = false;
  std::string name = from_environment("SEAFRET_REPORT");
  domain.comm().broadcast(name);
  if (name.empty()) return;
  together<InputError>(domain.comm(), [&] {
    if (domain.comm().rank() != 0) return;
    std::ofstream file(name, begun ? std::ios::app : std::ios::trunc);
    begun = true;
    file << fmt::format("{{\"ranks\": {}, \"swaps\": [{}]}}\n", domain.comm().size(),
                        fmt::join(domain.report, ", "))
         << std::flush;
    if (!file) throw InputError("SEAFRET_REPORT: cannot write " + name);
  });
}

void end(const seafret_domain* domain) {
  const Patience patience(domain->options().timeout);
  delete domain;
  Patience::check();
}

}  // namespace
}  // namespace seafret

using namespace seafret;

const char* seafret_message(void) { return last_message.c_str(); }

int seafret_domain_init(MPI_Comm comm, seafret_grid grid, seafret_box owned,
                        const unsigned char* wet, const char* options, seafret_domain** domain) {
  return make_domain(comm, options, domain, [&](const Communicator& all, const SwapOptions& how) {
    const Box mine{owned.x0, owned.x1, owned.y0, owned.y1};
    const auto columns = wet == nullptr ? 0 : static_cast<std::size_t>(mine.area());
    const Grid whole = grid_of(grid, all);
    return new seafret_domain(all.get(), whole, boxes_of_all(owned, all), {wet, columns}, how);
  });
}

int seafret_domain_partition(MPI_Comm comm, seafret_grid grid, const unsigned char* wet,
                             const char* options, seafret_domain** domain) {
  return make_domain(comm, options, domain, [&](const Communicator& all, const SwapOptions& how) {
    const Grid plain = grid_of(grid, all), whole = with_holes(plain, wet, all);
    const Nodes nodes(Node(all.get(), how.halo.with.cores_per_node).node_of_all());
    std::vector<Box> boxes = partitioners().at(how.partitioner)(whole, nodes);
    const Box mine = boxes[static_cast<std::size_t>(all.rank())];
    std::vector<unsigned char> own;
    if (whole.masked())
      for (int j = mine.y0; j < mine.y1; ++j)
        for (int i = mine.x0; i < mine.x1; ++i) own.push_back(whole.cell(i, j) == Cell::wet);
    return new seafret_domain(all.get(), plain, std::move(boxes), own, how);
  });
}

int seafret_domain_owned(const seafret_domain* domain, int rank, seafret_box* owned) {
  return status_of([&] {
    insist(domain != nullptr && owned != nullptr, "domain or owned");
    if (rank < 0 || rank >= domain->comm().size())
      throw std::logic_error(fmt::format("there is no rank {} in the domain", rank));
    const Box& box = domain->decomposition().owned(rank);
    *owned = {box.x0, box.x1, box.y0, box.y1};
  });
}

int seafret_domain_free(seafret_domain** domain) {
  return status_of([&] {
    insist(domain != nullptr, "domain");
    if (*domain == nullptr) return;
    seafret_domain* const gone = std::exchange(*domain, nullptr);
    if (gone->is_lost()) return;  // MPI may still touch what it has
    if (gone->exchanges > 0) {
      *domain = gone;
      throw std::logic_error("a domain is freed before its exchanges are");
    }
    try {
      gone->collective("seafret_domain_free", [&] { write_report(*gone); });
    } catch (const InputError&) {
      end(gone);
      throw;
    }
    end(gone);
  });
}

int seafret_allocate(seafret_domain* domain, size_t bytes, void** memory) {
  return status_of([&] {
    insist(domain != nullptr && memory != nullptr, "domain or memory");
    *memory = nullptr;
    domain->collective("seafret_allocate",
                       [&] { *memory = domain->shared().allocate(bytes, Field<>::alignment); });
  });
}

int seafret_deallocate(seafret_domain* domain, void** memory) {
  return status_of([&] {
    insist(domain != nullptr && memory != nullptr && *memory != nullptr, "domain or memory");
    domain->collective("seafret_deallocate", [&] {
      domain->shared().deallocate(*memory, 0, Field<>::alignment);
      *memory = nullptr;
    });
  });
}

int seafret_exchange_init(seafret_domain* domain, const char* name, int arrays,
                          const seafret_shape* shapes, const char* order, const char* options,
                          seafret_exchange** exchange) {
  return status_of([&] {
    insist(exchange != nullptr, "exchange");
    *exchange = nullptr;
    insist(domain != nullptr && (shapes != nullptr || arrays <= 0), "domain or shapes");
    domain->collective("seafret_exchange_init", [&] {
      *exchange = new seafret_exchange(
          *domain, text_of(name), {shapes, static_cast<std::size_t>(std::max(arrays, 0))},
          text_of(order), options_of(domain->options(), options, domain->comm()));
      ++domain->exchanges;
    });
  });
}

int seafret_start(seafret_exchange* exchange, const seafret_array* arrays) {
  return status_of([&] {
    insist(exchange != nullptr && arrays != nullptr, "exchange or arrays");
    exchange->domain().alive(exchange->timeout(), [&] { exchange->start(arrays); });
  });
}

int seafret_finish(seafret_exchange* exchange) {
  return status_of([&] {
    insist(exchange != nullptr, "exchange");
    exchange->domain().alive(exchange->timeout(), [&] { exchange->finish(); });
  });
}

int seafret_exchange_free(seafret_exchange** exchange) {
  return status_of([&] {
    insist(exchange != nullptr, "exchange");
    if (*exchange == nullptr) return;
    if ((*exchange)->domain().is_lost()) {
      *exchange = nullptr;  // MPI may still touch what it has
      return;
    }
    if ((*exchange)->in_flight())
      throw std::logic_error("an exchange is freed before it was finished");
    seafret_domain& domain = (*exchange)->domain();
    domain.collective("seafret_exchange_free", [&] {
      --domain.exchanges;
      const std::unique_ptr<seafret_exchange> freed(std::exchange(*exchange, nullptr));
      domain.report.push_back(freed->told());
    });
  });
}
