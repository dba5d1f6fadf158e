// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

/// Does the quotation that begins a line end on it?
bool closes(std::string_view line) {
  const char quote = line.front();
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == quote) return true;
    if (line[i] == '\\' && quote == '"') ++i;
  }
  return false;
}

/// Builds the tree out of yaml-cpp's events. Its own tree would hide anchors and tags, and aliases
/// would make a graph of it.
class Builder : public YAML::EventHandler {
 public:
  Builder(const TextSource& source, std::string_view text, int option)
      : source_(source), lines_(split(text, '\n')), option_(option) {}

  TextNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1)
      source_.refuse(place(mark), "a second document begins; a case file is one");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check_plain(mark, "", anchor);
    add({.kind = TextNode::Kind::nothing, .place = place(mark)});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    source_.refuse(place(mark), "aliases (*) are not taken; write the value out");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    check_plain(mark, tag, anchor);
    const bool is_quoted = tag == "!";
    if (is_quoted) check_closed(mark);
    add({.kind = TextNode::Kind::scalar,
         .place = place(mark),
         .text = text,
         .is_quoted = is_quoted});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(TextNode::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(TextNode::Kind::block, mark, tag, anchor);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  /// A list or block whose end has not been seen.
  struct Open {
    TextNode* node;
    std::map<std::string, TextPlace> keys = {};
    bool awaits_value = false;
  };

  TextPlace place(const YAML::Mark& mark) const {
    return {.line = mark.line + 1, .column = mark.column + 1, .option = option_};
  }

  void check_plain(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    if (anchor != 0)
      source_.refuse(place(mark), "anchors (&) are not taken; write the value where it is used");
    if (!tag.empty() && tag != "?" && tag != "!")
      source_.refuse(place(mark), "tags (!) are not taken; the key decides what its value is");
  }

  /// yaml-cpp lets a quotation run on to the end of the file.
  void check_closed(const YAML::Mark& mark) const {
    const std::string_view line = lines_[static_cast<std::size_t>(mark.line)];
    const std::string_view rest = line.substr(static_cast<std::size_t>(mark.column));
    const bool is_quotation = rest.starts_with('"') || rest.starts_with('\'');
    if (is_quotation && !closes(rest))
      source_.refuse(place(mark), "the quotation that begins here does not end on its line");
  }

  void open(TextNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    check_plain(mark, tag, anchor);
    if (open_.size() == deepest)
      source_.refuse(place(mark),
                     fmt::format("lists and blocks lie in each other more than {} deep", deepest));
    open_.push_back({.node = add({.kind = kind, .place = place(mark)})});
  }

  /// Puts a node where it belongs. The pointer lives until the parent of the node gets another.
  TextNode* add(TextNode node) {
    if (open_.empty()) return &(root_ = std::move(node));
    Open& parent = open_.back();
    if (parent.node->kind == TextNode::Kind::list)
      return &parent.node->children.emplace_back(std::move(node));
    return parent.awaits_value ? add_value(parent, std::move(node)) : add_key(parent, node);
  }

  TextNode* add_key(Open& parent, const TextNode& key) {
    if (key.text == "<<")
      source_.refuse(key.place, "merge keys (<<) are not taken; write the keys out");
    const auto [first, is_new] = parent.keys.emplace(key.text, key.place);
    if (!is_new)
      source_.refuse(key.place,
                     fmt::format("{} is given twice{}; first in line {}", in_quotes(key.text),
                                 in_block(parent.node->key), first->second.line));
    parent.awaits_value = true;
    return &parent.node->children.emplace_back(TextNode{.key = key.text, .key_place = key.place});
  }

  static TextNode* add_value(Open& parent, TextNode value) {
    TextNode& child = parent.node->children.back();
    parent.awaits_value = false;
    value.key = std::move(child.key);
    value.key_place = child.key_place;
    return &(child = std::move(value));
  }

  const TextSource& source_;
  std::vector<std::string_view> lines_;
  int option_;
  int documents_ = 0;
  TextNode root_;
  std::vector<Open> open_;
};

/// Refuses values without a key, keys and entries without a value. Not done while the text is read:
/// what looks like one may be the first sign of a bracket that does not close, and then YAML's own
/// message is better.
void check_complete(const TextSource& source, const TextNode& parent) {
  for (const TextNode& child : parent.children) {
    if (parent.kind == TextNode::Kind::block && child.key.empty())
      source.refuse(child.key_place, "the name of a key was expected here");
    if (child.kind == TextNode::Kind::nothing && parent.kind == TextNode::Kind::list)
      source.refuse(child.place, "an entry of the list has no value");
    if (child.kind == TextNode::Kind::nothing)
      source.refuse(child.key_place, in_quotes(child.key) + in_block(parent.key) + " has no value");
    check_complete(source, child);
  }
}

}  // namespace

TextSource::TextSource(const std::string& path, const std::vector<std::string>& options)
    : path_(one_line(path)) {
  for (const std::string& option : options) options_.push_back(one_line(option));
}

void TextSource::refuse(TextPlace place, std::string_view message) const {
  const std::string where = place.option > 0
                                ? "--set " + options_[static_cast<std::size_t>(place.option - 1)]
                                : fmt::format("{}:{}:{}", path_, place.line, place.column);
  throw InputError(fmt::format("{}: {}", where, message));
}

const TextNode* TextNode::find(std::string_view name) const {
  const auto found = std::ranges::find(children, name, &TextNode::key);
  return found == children.end() ? nullptr : &*found;
}

const TextNode* TextNode::find_path(std::string_view path) const {
  const TextNode* here = this;
  for (const std::string_view name : split(path, '.'))
    if (here != nullptr) here = here->find(name);
  return here;
}

TextNode parse_tree(const TextSource& source, const std::string& text, int option) {
  Builder builder(source, text, option);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    const TextPlace place{.line = std::max(e.mark.line, 0) + 1,
                          .column = std::max(e.mark.column, 0) + 1,
                          .option = option};
    source.refuse(place, "not YAML: " + e.msg);
  }
  TextNode root = builder.take();
  check_complete(source, root);
  return root;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0, end = 0; end < text.size() || parts.empty(); begin = end + 1) {
    end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  return line;
}

std::string in_quotes(std::string_view text) {
  std::size_t end = std::min<std::size_t>(text.size(), 60);
  const bool is_cut = end < text.size();
  while (is_cut && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;
  return fmt::format("'{}{}'", one_line(text.substr(0, end)), is_cut ? "..." : "");
}

std::string in_block(std::string_view name) { return name.empty() ? "" : " in " + in_quotes(name); }

}  // namespace seafret
