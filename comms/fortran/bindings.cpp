// SPDX-License-Identifier: BSD-3-Clause
// What the Fortran module calls.  Each function is as its namesake in seafret.h, but for arrays,
// which come as the descriptors of Fortran (ISO_Fortran_binding.h), and communicators.
#include <ISO_Fortran_binding.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "comms/base/together.hpp"
#include "comms/c/exchange.hpp"
#include "comms/c/status.hpp"
#include "comms/fortran/arrays.hpp"

namespace seafret {
namespace {

/// An exchange, and how the arrays lie that it is for.
struct FortranExchange {
  FortranLayout layout;
  std::vector<seafret_shape> shapes = {};
  std::vector<seafret_array> arrays = {};
  seafret_exchange* exchange = nullptr;
};

}  // namespace
}  // namespace seafret

using namespace seafret;

extern "C" {

void seafret_fortran_describe(const CFI_cdesc_t* array, FortranArray* item) {
  *item = {.first = array->base_addr, .element = array->elem_len, .dimensions = array->rank};
  for (int d = 0; d < std::min<int>(array->rank, FortranArray::most_dimensions); ++d) {
    item->extent[static_cast<std::size_t>(d)] = array->dim[d].extent;
    item->stride[static_cast<std::size_t>(d)] = array->dim[d].sm;
  }
}

int seafret_fortran_domain_init(MPI_Fint comm, const seafret_grid* grid, const seafret_box* owned,
                                const unsigned char* wet, const char* options,
                                seafret_domain** domain) {
  return seafret_domain_init(MPI_Comm_f2c(comm), *grid, *owned, wet, options, domain);
}

int seafret_fortran_domain_partition(MPI_Fint comm, const seafret_grid* grid,
                                     const unsigned char* wet, const char* options,
                                     seafret_domain** domain) {
  return seafret_domain_partition(MPI_Comm_f2c(comm), *grid, wet, options, domain);
}

int seafret_fortran_exchange_init(seafret_domain* domain, const char* name, int count,
                                  const FortranArray* items, const char* order,
                                  const seafret_halo* halo, const int* held, const char* options,
                                  FortranExchange** exchange) {
  if (domain == nullptr) return seafret_exchange_init(domain, name, 0, nullptr, order, options, {});
  auto made = std::make_unique<FortranExchange>(
      FortranExchange{{domain->owned(), order, {held[0], held[1], held[2], held[3]}}});
  const std::span arrays(items, static_cast<std::size_t>(count));
  int status = status_of([&] {
    domain->collective("seafret_exchange_init", [&] {
      together<InputError>(domain->comm(), [&] {
        try {
          for (const FortranArray& array : arrays)
            made->shapes.push_back(made->layout.shape(array, *halo));
        } catch (const std::logic_error& e) {
          throw InputError(fmt::format("exchange '{}': {}", name, e.what()));
        }
      });
    });
  });
  if (status == SEAFRET_OK)
    status = seafret_exchange_init(domain, name, count, made->shapes.data(), order, options,
                                   &made->exchange);
  made->arrays.resize(arrays.size());
  if (status == SEAFRET_OK) *exchange = made.release();
  return status;
}

int seafret_fortran_start(FortranExchange* exchange, int count, const FortranArray* items) {
  if (exchange == nullptr) return seafret_start(nullptr, nullptr);
  const std::span arrays(items, static_cast<std::size_t>(count));
  const int status = status_of([&] {
    if (arrays.size() != exchange->shapes.size())
      throw std::logic_error(fmt::format("an exchange of {} arrays is started with {}",
                                         exchange->shapes.size(), arrays.size()));
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const auto& [element, levels, halo] =
          exchange->layout.shape(arrays[a], exchange->shapes[a].halo);
      if (element != exchange->shapes[a].element || levels != exchange->shapes[a].levels)
        throw std::logic_error(
            fmt::format("array {}: {} levels of {} bytes, in an exchange made for {} of {}", a + 1,
                        levels, element, exchange->shapes[a].levels, exchange->shapes[a].element));
      exchange->arrays[a] = exchange->layout.where(arrays[a]);
    }
  });
  return status == SEAFRET_OK ? seafret_start(exchange->exchange, exchange->arrays.data()) : status;
}

int seafret_fortran_finish(FortranExchange* exchange) {
  return seafret_finish(exchange == nullptr ? nullptr : exchange->exchange);
}

int seafret_fortran_exchange_free(FortranExchange** exchange) {
  if (*exchange == nullptr) return SEAFRET_OK;
  const int status = seafret_exchange_free(&(*exchange)->exchange);
  if ((*exchange)->exchange == nullptr) delete std::exchange(*exchange, nullptr);
  return status;
}

}  // extern "C"
