// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "decomposition/base/names.hpp"

namespace seafret {

/// Columns in x, in y, and levels; in a case file 50x50x120 or [50, 50, 120].
using Points = std::array<int, 3>;

/// What a key can be read into. An optional is empty when its key is not given; arrays of int may
/// be written with an x between the numbers.
using Value = std::variant<bool*, int*, double*, std::string*,           //
                           std::optional<int>*, std::optional<double>*,  //
                           std::optional<std::string>*, std::optional<std::array<double, 2>>*,
                           std::array<int, 2>*, Points*, std::array<double, 2>*,  //
                           std::vector<int>*, std::vector<double>*, std::vector<std::string>*>;

/// All there is to say about one key of a case file. Its default is the value its variable holds
/// when it is described. The range and the choices hold for each entry of a list.
struct Key {
  std::string name = {};  ///< given beside its variable
  std::string unit = {};
  std::string what = {};                                    ///< the meaning, for the manual
  double low = -std::numeric_limits<double>::infinity();    ///< the least allowed value
  double above = -std::numeric_limits<double>::infinity();  ///< the value must be greater than this
  double high = std::numeric_limits<double>::infinity();    ///< the greatest allowed value
  bool required = false;
  std::vector<std::string> choices = {};  ///< if any: the only texts allowed
  std::string instead_of = {};  ///< the key of the same block that this one takes the place of
};

/// A visitor of described keys. Each config struct describes its keys once, in the order of the
/// manual, and the same description is read from a case file, listed and echoed:
///
///     void describe(Keys& keys, FilterConfig& config) {
///       keys.block("filter", "Robert's time filter.", [&] {
///         keys.value("weight", config.weight, "share of ...", {.low = 0, .high = 0.5});
///         keys.rule(config.weight > 0 || !config.adaptive, "weight", "must be above 0 when ...");
///       });
///     }
///
/// Blocks may lie inside each other, and several structs may describe keys of one block. A
/// description does nothing but call these functions: it runs with defaults too, and is given
/// values that break its own rules before the reader refuses them.
class Keys {
 public:
  virtual ~Keys() = default;

  /// The keys that `inside` describes stand in the block `name`. `what` may be "" where another
  /// struct introduces the block.
  virtual void block(const std::string& name, const std::string& what,
                     const std::function<void()>& inside) = 0;

  /// A block of blocks that are all alike and have names of the file's own.  describe(variable)
  /// describes the keys of one.
  template <class T, class Describe>
  void blocks(const std::string& name, const std::string& what, std::map<std::string, T>& variables,
              const Describe& describe) {
    std::vector<std::string> held;
    for (const auto& entry : variables) held.push_back(entry.first);
    const std::vector<std::string> names = names_in(name, held);
    block(name, "", [&] {
      for (const std::string& entry : names)
        block(entry, what, [&] { describe(variables[entry]); });
    });
  }

  /// `what` is the meaning, for the manual.
  template <class T>
  void value(const std::string& name, T& variable, const std::string& what, Key key = {}) {
    key.name = name;
    key.what = what;
    visit(key, Value(std::in_place_type<T*>, &variable));
  }

  /// A key whose words stand for the values of an enum.
  template <class T>
  void choose(const std::string& name, T& variable, const std::string& what,
              const NameTable<T>& words = names_of<T>) {
    Key key;
    std::string word;
    for (const auto& [choice, meaning] : words) {
      key.choices.push_back(choice);
      if (meaning == variable) word = choice;
    }
    value(name, word, what, key);
    for (const auto& [choice, meaning] : words)
      if (choice == word) variable = meaning;
  }
  /// The same for a key that need not be given.
  template <class T>
  void choose(const std::string& name, std::optional<T>& variable, const std::string& what) {
    std::optional<std::string> word;
    if (variable) word = name_of(*variable);
    value(name, word, what, {.choices = words_of<T>()});
    if (word) variable = named<T>(*word);
  }

  /// A rule that one key's range cannot express. `key` is of the block being described and is the
  /// one to blame: a file that breaks the rule is refused with "'block.key' <otherwise>".
  virtual void rule(bool /*holds*/, const std::string& /*key*/, const std::string& /*otherwise*/) {}

  /// Whether a key of the block being described, or a block in it, both described before, counts
  /// for anything, which the value of `decider`, a whole "block.key", has decided.  Who gives it
  /// all the same is refused with "'block.key' would not be used: it is for <what>", unless a later
  /// --set has decided so: what a file has all keys for can be switched off.
  virtual void used(bool /*counts*/, const std::string& /*key*/, const std::string& /*decider*/,
                    const std::string& /*what*/) {}

 protected:
  virtual void visit(const Key& key, Value value) = 0;
  /// Of the blocks in this one, which chooses their names; `held` are those of the variables.
  virtual std::vector<std::string> names_in(const std::string& block,
                                            const std::vector<std::string>& held) = 0;
};

}  // namespace seafret
