// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/validate/plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "comms/base/together.hpp"
#include "miniapp/case_file/reader.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

std::string reference_file(const std::string& inputs, const std::string& name) {
  return inputs + "/reference/" + name + ".yaml";
}
std::string validation_file(const std::string& inputs, const std::string& name) {
  return inputs + "/validation/" + name + ".yaml";
}

std::set<std::string> yaml_files(const std::string& folder) {
  std::set<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".yaml") names.insert(entry.path().stem().string());
  return names;
}

/// The names that a block of the file gives itself.
std::vector<std::string> names_in(const CaseFile& file, const std::string& block) {
  std::vector<std::string> names;
  if (const TextNode* node = file.root().find(block); node != nullptr)
    for (const TextNode& child : node->children) names.push_back(child.key);
  return names;
}

void describe(Keys& keys, Quantity& q, const std::vector<std::string>& runs) {
  keys.value("reference", q.reference, "the number to be reached", {.required = true});
  keys.value("tolerance", q.tolerance, "how far it may be missed, as a share of it", {.low = 0});
  keys.value("low", q.low, "the least that passes");
  keys.value("high", q.high, "the most that passes");
  keys.value("kind", q.kind, "somebody else's number or one of our own",
             {.required = true, .choices = {"reference", "regression"}});
  keys.value("source", q.source, "whose number it is", {.required = true});
  keys.value("measure", q.measure, "what the case calls it, if not so");
  if (!runs.empty()) {
    keys.value("spread_over", q.spread_over,
               "the number is the most less the least of what these runs measure",
               {.choices = runs});
    keys.value("run", q.run, "in which run it is measured",
               {.required = q.spread_over.empty(), .choices = runs});
    keys.value("order_from", q.order_from,
               "the number is log2 of what this run measures over what `run` does",
               {.choices = runs});
  }
  keys.rule(q.tolerance.has_value() != (q.low || q.high), "reference",
            "needs a tolerance, or low or high or both");
}

void describe(Keys& keys, ValidationPlan& plan) {
  keys.block("validation", "", [&] {
    keys.value("level", plan.level, "how long it takes",
               {.required = true, .choices = validation_levels});
    keys.value("about", plan.about, "in a line", {.required = true});
    keys.value("not_compared", plan.not_compared, "what is measured and has no reference");
  });
  const std::vector<std::string> runs = names_in(plan.file, "runs");
  keys.block("runs", "", [&] {
    for (const std::string& run : runs) {
      plan.runs.push_back({run});
      keys.value(run, plan.runs.back().overrides, "what it overrides of the case file");
    }
  });
  if (plan.file.root().find("kept") != nullptr)
    keys.block("kept", "", [&] {
      KeptFields& kept = plan.kept.emplace();
      keys.value("overrides", kept.overrides, "what the short run overrides of the case file");
      keys.value("tolerance", kept.tolerance, "a share of the largest value of a field",
                 {.low = 0, .required = true});
    });
  keys.block("quantities", "", [&] {
    for (const std::string& name : names_in(plan.file, "quantities")) {
      Quantity& quantity = plan.quantities.emplace_back();
      quantity.name = name;
      keys.block(name, "", [&] { describe(keys, quantity, runs); });
    }
  });
}

}  // namespace

double Quantity::least() const {
  return tolerance ? reference - *tolerance * std::abs(reference) : low.value_or(-no_limit);
}
double Quantity::most() const {
  return tolerance ? reference + *tolerance * std::abs(reference) : high.value_or(no_limit);
}

std::vector<std::string> validation_names(const std::string& inputs, const Communicator& comm) {
  std::string all;
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    const std::set<std::string> references = yaml_files(inputs + "/reference");
    for (const std::string& name : yaml_files(inputs + "/validation"))
      if (!references.contains(name))
        throw InputError(fmt::format("{}: there is no {}", validation_file(inputs, name),
                                     reference_file(inputs, name)));
    for (const std::string& name : references) all += (all.empty() ? "" : "\n") + name;
  });
  comm.broadcast(all);
  if (all.empty())
    throw InputError("no validation cases in " + inputs +
                     "/reference; --inputs names their folder");
  std::vector<std::string> names;
  for (const std::string_view name : split(all, '\n')) names.emplace_back(name);
  return names;
}

ValidationPlan read_plan(const std::string& inputs, const std::string& name,
                         const Communicator& comm) {
  const std::string path = reference_file(inputs, name);
  ValidationPlan plan{.file = CaseFile::parse(path, read_on_one_rank(path, comm), {}),
                      .name = name,
                      .case_file = validation_file(inputs, name)};
  KeyReader reader(plan.file);
  describe(reader, plan);
  reader.finish();
  if (plan.quantities.empty()) plan.file.refuse("quantities", "are none");
  if (plan.runs.empty()) plan.runs.push_back({""});
  if (plan.kept) plan.kept->file = inputs + "/reference/" + name + ".h5";
  return plan;
}

}  // namespace seafret
