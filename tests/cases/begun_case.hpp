// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/setup.hpp"

namespace seafret {

/// A case as a run has it when it has begun.
class BegunCase {
 public:
  BegunCase(const std::string& case_file, const std::vector<std::string>& overrides,
            const Communicator& comm)
      : read_(read_case(case_file, overrides, comm)), setup_(obeying(read_.file, [&] {
          return Setup(read_.config, std::move(read_.the_case), comm);
        })) {
    obeying(read_.file, [&] { begin_case(setup_); });
  }

  const Setup& setup() const { return setup_; }
  Case& the_case() { return *setup_.the_case; }
  const Domain& domain() const { return setup_.domain; }
  double dt() const { return setup_.stepping.dt; }
  std::int64_t steps() const { return setup_.start.steps; }
  void step_to_the_end() {
    for (std::int64_t n = 0; n < steps(); ++n) the_case().step();
    the_case().look();
  }
  OutputField field(const std::string& name) {
    for (const OutputField& f : the_case().fields())
      if (f.description.name == name) return f;
    return {};
  }

 private:
  ReadCase read_;
  Setup setup_;
};

}  // namespace seafret
