// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// MPI handles that were made and not yet freed.
struct Handles {
  int communicators = 0, groups = 0, windows = 0, types = 0, requests = 0, memory = 0, infos = 0;

  friend bool operator==(const Handles&, const Handles&) = default;
};

/// A program that links counted_handles.cpp counts its handles, through MPI's profiling interface.
Handles open_handles();

}  // namespace seafret
