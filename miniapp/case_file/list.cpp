// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "miniapp/case_file/value.hpp"

namespace seafret {
namespace {

std::string as_text(bool value) { return value ? "true" : "false"; }
std::string as_text(int value) { return fmt::format("{}", value); }
std::string as_text(double value) { return fmt::format("{}", value); }
std::string as_text(const std::string& value) { return value.empty() ? "none" : value; }
std::string as_text(const Points& value) { return fmt::format("{}", fmt::join(value, "x")); }
std::string as_text(const std::array<int, 2>& value) {
  return fmt::format("{}", fmt::join(value, "x"));
}
template <class List>
std::string as_text(const List& value) {
  return fmt::format("[{}]", fmt::join(value, ", "));
}
template <class T>
std::string as_text(const std::optional<T>& value) {
  return value ? as_text(*value) : "none";
}

/// "whole number, at least 1": the type without its article, then the range.
std::string allowed(const Key& key, const Value& value) {
  std::string type = type_text(value);
  if (!key.choices.empty() && type == "a text") return range_text(key);
  if (type.starts_with("a ")) type.erase(0, 2);
  const std::string range = range_text(key);
  return range.empty() ? type : type + ", " + range;
}

/// Lists each key once, and none of those in `known`.
class Lister : public Keys {
 public:
  explicit Lister(const std::vector<ListedBlock>& known) {
    for (const ListedBlock& block : known)
      for (const ListedKey& key : block.keys) listed_.emplace(block.path, key.name);
  }

  void block(const std::string& name, const std::string& what,
             const std::function<void()>& inside) override {
    const std::string outer = path_;
    path_ = outer.empty() ? name : outer + "." + name;
    ListedBlock& here = find(path_);
    if (here.what.empty()) here.what = what;
    inside();
    path_ = outer;
  }

  std::vector<ListedBlock> take() {
    std::erase_if(blocks_, [](const ListedBlock& block) { return block.keys.empty(); });
    return std::move(blocks_);
  }

 protected:
  void visit(const Key& key, Value value) override {
    if (!listed_.emplace(path_, key.name).second) return;
    const auto text = [](const auto* variable) { return as_text(*variable); };
    const std::string other = key.instead_of.empty() ? "" : " (or `" + key.instead_of + "`)";
    find(path_).keys.push_back(
        {.name = key.name,
         .default_value = key.required ? "required" + other : std::visit(text, value),
         .range = allowed(key, value),
         .unit = key.unit,
         .what = key.what});
  }
  std::vector<std::string> names_in(const std::string& /*block*/,
                                    const std::vector<std::string>& /*held*/) override {
    return {"NAME"};
  }

 private:
  ListedBlock& find(const std::string& path) {
    const auto found = std::ranges::find(blocks_, path, &ListedBlock::path);
    return found != blocks_.end() ? *found : blocks_.emplace_back(ListedBlock{.path = path});
  }

  std::vector<ListedBlock> blocks_;
  std::set<std::pair<std::string, std::string>> listed_;  // block and key
  std::string path_;
};

using Json = nlohmann::ordered_json;

class Echo : public Keys {
 public:
  void block(const std::string& name, const std::string& /*what*/,
             const std::function<void()>& inside) override {
    Json& outer = *here_;
    if (!outer.contains(name)) outer[name] = Json::object();
    here_ = &outer[name];
    inside();
    here_ = &outer;
  }

  void used(bool counts, const std::string& key, const std::string& /*decider*/,
            const std::string& /*what*/) override {
    if (!counts) here_->erase(key);
  }

  Json take() { return std::move(top_); }

 protected:
  void visit(const Key& key, Value value) override {
    std::visit([&](const auto* variable) { put(key.name, *variable); }, value);
  }
  std::vector<std::string> names_in(const std::string& /*block*/,
                                    const std::vector<std::string>& held) override {
    return held;
  }

 private:
  template <class T>
  void put(const std::string& name, const T& value) {
    (*here_)[name] = value;
  }
  template <class T>
  void put(const std::string& name, const std::optional<T>& value) {
    if (value) put(name, *value);
  }

  Json top_ = Json::object();
  Json* here_ = &top_;
};

std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

}  // namespace

std::vector<ListedBlock> list_keys(const Description& description,
                                   const std::vector<ListedBlock>& known) {
  Lister lister(known);
  description(lister);
  return lister.take();
}

std::string keys_as_markdown(const std::vector<ListedBlock>& blocks) {
  std::string text;
  for (const ListedBlock& block : blocks) {
    text += fmt::format("\n### `{}`\n\n", block.path);
    if (!block.what.empty()) text += block.what + "\n\n";
    text += "| key | default | range | unit | meaning |\n| --- | --- | --- | --- | --- |\n";
    for (const ListedKey& key : block.keys)
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", key.name, cell(key.default_value),
                          cell(key.range), cell(key.unit), cell(key.what));
  }
  return text;
}

std::string manual_as_markdown(const Description& run, const std::vector<NamedDescription>& cases) {
  const std::vector<ListedBlock> common = list_keys(run);
  std::string text = "## Every case\n" + keys_as_markdown(common);
  for (const NamedDescription& one : cases)
    text += fmt::format("\n## The case `{}`\n", one.name) +
            keys_as_markdown(list_keys(one.describe, common));
  return text;
}

nlohmann::ordered_json echo(const Description& description) {
  Echo echo;
  description(echo);
  return echo.take();
}

}  // namespace seafret
