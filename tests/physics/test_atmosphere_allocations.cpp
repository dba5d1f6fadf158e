// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a step must not, after the first.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "stratus_runs.hpp"

namespace {

std::atomic<int> allocations = 0;

void* allocated(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void* const place = std::aligned_alloc(alignment, std::max(rounded, alignment))) return place;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) { return allocated(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocated(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }

using namespace seafret;

TEST_CASE("a step allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  StratusRun run(SmallStratus{}, world);
  int before = allocations;
  run.step(1);
  CHECK(allocations > before);  // the timers learn their names: it does count
  before = allocations;
  run.step(2);
  const int made = allocations - before;
  CHECK(made == 0);
}

TEST_CASE("the arena is as large as its fields") {
  const Communicator world(MPI_COMM_WORLD);
  const Box owned{0, 7, 0, 5};
  const auto described = describe_stratus(3, 6, 2);
  StratusFields fields(owned, described, {});
  CHECK(fields.arena().used() == fields.arena().size());
}
