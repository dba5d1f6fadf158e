// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/libfabric/library.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace seafret::notify {
namespace {

/// The one that this was built with, or, where that has moved, the one of the system.
void* loaded() {
  for (const char* const name : {SEAFRET_LIBFABRIC, "libfabric.so.1"})
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  throw std::runtime_error("channel libfabric: " + std::string(dlerror()));
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw std::runtime_error("channel libfabric: " + std::string(dlerror()));
}

Library found_in(void* library) {
  Library functions;
  find(library, "fi_getinfo", functions.getinfo);
  find(library, "fi_dupinfo", functions.dupinfo);
  find(library, "fi_freeinfo", functions.freeinfo);
  find(library, "fi_fabric", functions.fabric);
  find(library, "fi_strerror", functions.strerror);
  return functions;
}

}  // namespace

const Library& Library::get() {
  static const Library functions = found_in(loaded());
  return functions;
}

}  // namespace seafret::notify
