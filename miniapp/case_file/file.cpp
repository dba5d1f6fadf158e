// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/file.hpp"

#include <fmt/format.h>

#include "miniapp/case_file/text.hpp"
#include "miniapp/case_file/value.hpp"

namespace seafret {
namespace {

/// The text after the "=". Only lists and quotations are YAML: a plain value needs no escaping
/// from the shell and from YAML too.
TextNode parse_value(const TextSource& source, const std::string& text, int option) {
  if (text.empty()) source.refuse({.option = option}, "no value after the '='");
  if (text.starts_with('{'))
    source.refuse({.option = option}, "set the keys of a block one by one");
  if (text.find_first_of("[\"'") == 0) return parse_tree(source, text, option);
  return {.kind = TextNode::Kind::scalar, .place = {.option = option}, .text = text};
}

TextNode& child_for(TextNode& block, std::string_view name, int option) {
  for (TextNode& child : block.children)
    if (child.key == name) return child;
  return block.children.emplace_back(TextNode{.kind = TextNode::Kind::block,
                                              .place = {.option = option},
                                              .key = std::string(name),
                                              .key_place = {.option = option}});
}

void check_top(const TextSource& source, const TextNode& root, bool is_empty) {
  if (root.kind == TextNode::Kind::block) return;
  if (is_empty) source.refuse({}, "the file is empty");
  if (root.kind == TextNode::Kind::nothing)
    source.refuse({}, "the file has no keys, only comments");
  source.refuse(root.place, "blocks of keys such as 'time: {steps: 10}' were expected, not " +
                                found_text(root));
}

}  // namespace

CaseFile CaseFile::parse(const std::string& path, std::string_view text,
                         const std::vector<std::string>& overrides) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  CaseFile file(path, overrides);
  const std::string content(text);
  check_text(file.source_, content);
  file.root_ = parse_tree(file.source_, content);
  check_top(file.source_, file.root_, content.empty());
  for (std::size_t i = 0; i < overrides.size(); ++i)
    file.apply(overrides[i], static_cast<int>(i) + 1);
  return file;
}

void CaseFile::apply(const std::string& override, int option) {
  check_text(source_, override, option);
  const TextPlace place{.option = option};
  const std::size_t equals = override.find('=');
  if (equals == std::string::npos) source_.refuse(place, "write it as --set block.key=value");
  const std::string path = override.substr(0, equals);
  const std::vector<std::string_view> names = split(path, '.');
  if (names.size() > deepest) source_.refuse(place, "no key lies in so many blocks");
  TextNode* here = &root_;
  for (const std::string_view name : names) {
    if (name.empty()) source_.refuse(place, "no key before the '='; write --set block.key=value");
    if (here->kind != TextNode::Kind::block)
      source_.refuse(place, fmt::format("{} is not a block, so it has no key {}",
                                        in_quotes(here->key), in_quotes(name)));
    here = &child_for(*here, name, option);
  }
  TextNode value = parse_value(source_, override.substr(equals + 1), option);
  value.key = here->key;
  value.key_place = place;
  *here = std::move(value);
}

bool CaseFile::gives(std::string_view key) const { return root_.find_path(key) != nullptr; }

void CaseFile::refuse(std::string_view key, std::string_view why) const {
  const TextNode* here = &root_;
  TextPlace place;
  for (const std::string_view name : split(key, '.')) {
    const TextNode* child = here->find(name);
    if (child == nullptr) break;
    here = child;
    place = child->kind == TextNode::Kind::block ? child->key_place : child->place;
  }
  source_.refuse(place, fmt::format("'{}' {}", key, why));
}

}  // namespace seafret
