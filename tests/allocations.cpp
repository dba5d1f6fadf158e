// SPDX-License-Identifier: BSD-3-Clause
// Every form of operator new, also those that would come to another by default: a sanitizer has its
// own of each, and would find memory of the one given back to the other.
#include "tests/allocations.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

// Of this thread: the watch of a test's waits has one of its own, and may allocate.
thread_local long count = 0;

void* allocated(std::size_t bytes, std::size_t alignment) noexcept {
  ++count;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, std::max(rounded, alignment));
}

void* or_throw(void* place) {
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

void* operator new(std::size_t bytes) { return or_throw(allocated(bytes, usual)); }
void* operator new[](std::size_t bytes) { return or_throw(allocated(bytes, usual)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return or_throw(allocated(bytes, static_cast<std::size_t>(alignment)));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return or_throw(allocated(bytes, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocated(bytes, usual);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocated(bytes, usual);
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, const std::nothrow_t&) noexcept { std::free(place); }
void operator delete[](void* place, const std::nothrow_t&) noexcept { std::free(place); }

long seafret::allocations() { return count; }
