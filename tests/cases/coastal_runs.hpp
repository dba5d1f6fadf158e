// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/setup.hpp"

namespace seafret {

inline const std::string coastal_file = SEAFRET_SOURCE_DIR "/inputs/coastal.yaml";

/// A coastal run, begun.
class CoastalRun {
 public:
  CoastalRun(const std::vector<std::string>& overrides, const Communicator& comm,
             const std::string& case_file = coastal_file)
      : setup_(read_setup(case_file, overrides, comm)), domain_(setup_.domain()) {
    model().begin(setup_.start(domain_));
  }

  Case& model() { return *setup_.model; }
  const Domain& domain() const { return domain_; }
  double dt() const { return setup_.dt; }
  std::int64_t steps() const { return setup_.steps; }
  void step_to_the_end() {
    for (std::int64_t n = 0; n < steps(); ++n) model().step();
  }
  OutputField field(const std::string& name) {
    for (const OutputField& f : model().fields())
      if (f.description.name == name) return f;
    return {};
  }

 private:
  Setup setup_;
  Domain domain_;
};

}  // namespace seafret
