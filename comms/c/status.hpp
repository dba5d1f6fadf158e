// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <stdexcept>
#include <string>

#include "comms/base/main_thread.hpp"
#include "comms/base/progress.hpp"
#include "comms/c/seafret.h"
#include "decomposition/base/error.hpp"

namespace seafret {

inline std::string last_message;  ///< of the last call that went wrong

/// Does what a call is for, and turns what it throws into a status.
template <class Work>
int status_of(Work work) {
  const auto told = [](int status, const std::exception& e) {
    last_message = e.what();
    return status;
  };
  MainThread::becomes_this();  // while this call lasts there is no other
  try {
    work();
    return SEAFRET_OK;
  } catch (const std::logic_error& e) {
    return told(SEAFRET_MISUSED, e);
  } catch (const InputError& e) {
    return told(SEAFRET_REFUSED, e);
  } catch (const std::exception& e) {  // LostRank among them
    return told(SEAFRET_LOST, e);
  }
}

}  // namespace seafret
