// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/validate/kept_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "comms/base/together.hpp"
#include "miniapp/compare/compare.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

std::string how_to_keep(const ValidationPlan& plan) {
  return fmt::format("`seafret validate {} --keep-fields` keeps what is computed now", plan.name);
}

/// On one rank.
double largest_difference(const ValidationPlan& plan, const std::string& output) {
  const std::string& kept = plan.kept->file;
  if (!std::filesystem::exists(kept))
    throw InputError(fmt::format("there is no {}; {}", kept, how_to_keep(plan)));
  double largest = 0;
  for (const FieldComparison& field : compare_files(kept, output, {}).fields) {
    if (!field.trouble.empty())
      throw InputError(fmt::format("{}, compared with {}: {} {}; {}", kept, output, field.name,
                                   field.trouble, how_to_keep(plan)));
    largest = std::max(largest, field.share_of_largest());
  }
  return largest;
}

}  // namespace

ValidationRow compare_with_kept(const ValidationPlan& plan, const std::string& output,
                                const Communicator& comm) {
  double largest = 0;
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) largest = largest_difference(plan, output);
  });
  Quantity fields;
  fields.name = "fields";
  fields.kind = "regression";
  fields.source = "kept in reference/" + plan.name + ".h5";
  fields.high = plan.kept->tolerance;
  return {plan.name, plan.level, fields, comm.max(largest)};
}

void keep(const ValidationPlan& plan, const std::string& output, const Communicator& comm) {
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    const std::string temporary = plan.kept->file + ".tmp";
    std::filesystem::copy_file(output, temporary,
                               std::filesystem::copy_options::overwrite_existing);
    publish(temporary, plan.kept->file);
  });
}

}  // namespace seafret
