// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// The pages that tell people what came of runs. Each is one HTML file that needs nothing else.

/// The result.json of a run's folder. Throws std::runtime_error, one line, where there is none or
/// where it is not what a run writes. For one rank, as all functions here.
Json read_result(const std::string& folder);

/// Throws that a run's result.json holds something else than it should.
[[noreturn]] void refuse_result(const std::string& folder, const std::string& why);

/// What work(the result.json of a run's folder) makes of it, anything of which may be missing or
/// something else. Throws as read_result() and refuse_result().
template <class Work>
auto from_result(const std::string& folder, Work work) {
  try {
    return work(read_result(folder));
  } catch (const Json::exception& e) {
    const std::string why = e.what();  // "[json.exception...] why"
    refuse_result(folder, why.substr(why.find("] ") + 2));
  }
}

/// Writes the page of a run from what is in its folder, result.json and fields.h5, and returns its
/// path. Throws std::runtime_error.
std::string write_page(const std::string& folder);
/// Where both are.
std::string path_of_results(const std::string& folder);
std::string path_of_page(const std::string& folder);

/// Adds rows beside references, as `seafret validate --json` has them, to the result.json of a
/// run's folder, and shows them on its page.  Throws std::runtime_error.
void add_validation(const std::string& folder, const Json& rows);

/// Any page of ours: content is HTML.
std::string as_page(const std::string& title, const std::string& content);

}  // namespace seafret
