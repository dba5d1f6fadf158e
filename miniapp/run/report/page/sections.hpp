// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// Parts of the page, each of the result.json that is given; empty where that tells nothing.

/// Name, figure of merit, and how big the run was.
std::string heading(const Json& result);
std::string checks(const Json& result);
/// Of a run of a validation case: what was measured beside its references.
std::string validation(const Json& result);
std::string findings(const Json& result);  ///< measures and remarks
std::string regions(const Json& result);
std::string swaps(const Json& result);
std::string channels(const Json& result);
std::string memory(const Json& result);
std::string provenance(const Json& result);
/// The case, as the YAML that gives the same run.
std::string case_file(const Json& result);

}  // namespace seafret
