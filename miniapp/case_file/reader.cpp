// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "decomposition/base/nearest.hpp"
#include "miniapp/case_file/value.hpp"

namespace seafret {
namespace {

std::string join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// Of a key's value, or of that key of a block which was given by the last option.
TextPlace last_given(const TextNode& node) {
  TextPlace last = node.key_place;
  for (const TextNode& child : node.children)
    if (const TextPlace place = last_given(child); place.option > last.option) last = place;
  return last;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void KeyReader::block(const std::string& name, const std::string& /*what*/,
                      const std::function<void()>& inside) {
  const Scope& outer = scopes_.back();
  const TextNode* node = find(name);
  if (node != nullptr && node->kind != TextNode::Kind::block)
    source_.refuse(node->place, fmt::format("'{}' must be a block of keys, not {}",
                                            join(outer.path, name), found_text(*node)));
  const bool in_file = node != nullptr && node->key_place.option == 0;
  known_[outer.path].push_back(name);
  scopes_.push_back({.path = join(outer.path, name),
                     .node = node,
                     .place = in_file ? node->key_place : outer.place});
  inside();
  scopes_.pop_back();
}

void KeyReader::visit(const Key& key, Value value) {
  const Scope& scope = scopes_.back();
  known_[scope.path].push_back(key.name);
  const TextNode* node = find(key.name);
  const TextNode* other = key.instead_of.empty() ? nullptr : find(key.instead_of);
  const std::string path = join(scope.path, key.name);
  if (node != nullptr && other != nullptr) {
    refuse_if_both(*node, *other);
    if (other->key_place.option > node->key_place.option) return;
  }
  if (node != nullptr) try {
      return read_value(*node, in_quotes(path), key, value);
    } catch (const WrongValue& wrong) {
      source_.refuse(wrong.place, wrong.what());
    }
  if (!key.required || other != nullptr) return;
  const std::string names = key.instead_of.empty()
                                ? in_quotes(key.name)
                                : in_quotes(key.name) + " or " + in_quotes(key.instead_of);
  missing_.push_back({path, scope.place, "missing key " + names + in_block(scope.path)});
}

std::vector<std::string> KeyReader::names_in(const std::string& block,
                                             const std::vector<std::string>& /*held*/) {
  std::vector<std::string> names;
  const TextNode* node = find(block);
  if (node == nullptr || node->kind != TextNode::Kind::block) return names;
  for (const TextNode& child : node->children) names.push_back(child.key);
  return names;
}

void KeyReader::rule(bool holds, const std::string& key, const std::string& otherwise) {
  if (holds) return;
  const Scope& scope = scopes_.back();
  const TextNode* node = find(key);
  broken_.push_back({join(scope.path, key), node == nullptr ? scope.place : node->place,
                     fmt::format("'{}' {}{}", join(scope.path, key), otherwise,
                                 node == nullptr ? "; it is not given, and has its default" : "")});
}

void KeyReader::used(bool counts, const std::string& key, const std::string& decider,
                     const std::string& what) {
  const TextNode* node = find(key);
  if (counts || node == nullptr) return;
  const TextPlace place = last_given(*node);
  const TextNode* decided = root_.find_path(decider);
  if (decided != nullptr && decided->key_place.option > place.option) return;
  const std::string path = join(scopes_.back().path, key);
  broken_.push_back(
      {path, place, fmt::format("{} would not be used: it is for {}", in_quotes(path), what)});
}

void KeyReader::finish() const {
  check_known(root_, "");
  for (const std::vector<Problem>* problems : {&missing_, &broken_})
    for (const Problem& first : *problems) source_.refuse(first.place, first.message);
}

void KeyReader::insist(const std::string& path) const {
  for (const Problem& problem : missing_) {
    if (problem.path != path) continue;
    check_misspelt(path);
    source_.refuse(problem.place, problem.message);
  }
}

const TextNode* KeyReader::find(const std::string& name) const {
  const TextNode* block = scopes_.back().node;
  return block == nullptr ? nullptr : block->find(name);
}

/// Two keys of which one replaces the other may not both be in the file.
void KeyReader::refuse_if_both(const TextNode& one, const TextNode& other) const {
  if (one.key_place.option != other.key_place.option) return;
  const TextNode& later = one.key_place < other.key_place ? other : one;
  source_.refuse(later.key_place,
                 fmt::format("{} and {}{} exclude each other; give one of them", in_quotes(one.key),
                             in_quotes(other.key), in_block(scopes_.back().path)));
}

void KeyReader::check_known(const TextNode& block, const std::string& path) const {
  const auto names = known_.find(path);
  for (const TextNode& child : block.children) {
    if (names == known_.end() || !contains(names->second, child.key)) refuse_unknown(child, path);
    if (child.kind == TextNode::Kind::block) check_known(child, join(path, child.key));
  }
}

void KeyReader::refuse_unknown(const TextNode& child, const std::string& path) const {
  source_.refuse(
      child.key_place,
      fmt::format("unknown {} {}{}{}", child.kind == TextNode::Kind::block ? "block" : "key",
                  in_quotes(child.key), in_block(path), suggestion(child.key, path)));
}

std::string KeyReader::suggestion(const std::string& wrong, const std::string& path) const {
  const auto here = known_.find(path);
  if (here == known_.end()) return "";
  const std::string near = nearest_name(wrong, here->second);
  if (!near.empty()) return fmt::format("; did you mean '{}'?", near);
  for (const auto& [block, names] : known_)
    if (contains(names, wrong)) return fmt::format("; did you mean '{}'?", join(block, wrong));
  std::vector<std::string> all = here->second;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return fmt::format("; there are: {}", fmt::join(all, ", "));
}

/// Refuses a name that nobody has described yet, where it is near to the missing one.
void KeyReader::check_misspelt(const std::string& missing) const {
  const TextNode* block = &root_;
  std::string path;
  for (const std::string_view part : split(missing, '.')) {
    const std::string name(part);
    std::vector<std::string> unknown;
    for (const TextNode& child : block->children)
      if (!contains(known_.at(path), child.key)) unknown.push_back(child.key);
    const std::string near = nearest_name(name, unknown);
    if (!near.empty()) refuse_unknown(*block->find(near), path);
    block = block->find(name);
    if (block == nullptr) return;
    path = join(path, name);
  }
}

}  // namespace seafret
