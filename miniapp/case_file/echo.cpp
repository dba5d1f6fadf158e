// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "miniapp/case_file/list.hpp"

namespace seafret {
namespace {

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

  Json take() { return std::move(top_); }

 protected:
  void visit(const Key& key, Value value) override {
    std::visit([&](const auto* variable) { put(key.name, *variable); }, value);
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

}  // namespace

nlohmann::ordered_json echo(const Description& description) {
  Echo echo;
  description(echo);
  return echo.take();
}

}  // namespace seafret
