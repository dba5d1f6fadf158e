// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "decomposition/base/floating_point_traps.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/report/page/html.hpp"
#include "miniapp/run/report/page/owners.hpp"
#include "miniapp/run/report/page/picture.hpp"
#include "miniapp/run/report/page/sections.hpp"
#include "miniapp/run/report/page/template.hpp"

namespace seafret {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error(fmt::format("{}: {}", path, why));
}

/// What the file of fields has to show, if there is one.
struct Drawn {
  std::string pictures;
  std::optional<Plane> mask;
};

Drawn draw(const std::string& folder, const Json& result) {
  const std::string path = folder + "/fields.h5";
  Drawn drawn;
  if (!std::filesystem::exists(path)) return drawn;
  const NumberFile file(path);
  drawn.mask = read_plane(file, {"mask"});
  const Json wanted = result.value("pictures", Json::array());  // of an older run there are none
  for (const Json& one : wanted) {
    const Picture picture{one.at("field").get<std::string>(), one.at("view") == "section"
                                                                  ? Picture::View::section
                                                                  : Picture::View::map};
    if (const auto plane = read_plane(file, picture))
      drawn.pictures += as_figure(*plane, drawn.mask);
  }
  return drawn;
}

std::string owners(const Json& result, const std::optional<Plane>& mask) {
  std::vector<Box> boxes;
  const Json texts = result.value("boxes", Json::array());  // of an older run there are none
  for (const Json& box : texts) boxes.push_back(box_of(box.get<std::string>()));
  const Json& points = result.at("problem").at("points");
  return html::section(
      "Who owns what",
      fmt::format("<p>{} to {} columns a rank{}.</p>\n",
                  html::counted(result.at("problem").at("least_columns_owned").get<std::int64_t>()),
                  html::counted(result.at("problem").at("most_columns_owned").get<std::int64_t>()),
                  mask ? ", the dry ones not counted" : "") +
          (boxes.empty()
               ? ""
               : map_of_owners(boxes, points.at(0).get<int>(), points.at(1).get<int>(), mask)));
}

std::string page_of(const std::string& folder, const Json& result) {
  const Drawn drawn = draw(folder, result);
  const std::string pictures =
      drawn.pictures.empty() ? "<p>fields.h5 has nothing to draw.</p>\n"
                             : fmt::format("<div class=\"pictures\">\n{}</div>\n", drawn.pictures);
  return as_page(result.at("case").at("case").at("name").get<std::string>(),
                 heading(result) + html::section("At the end of the run", pictures) +
                     checks(result) + validation(result) + findings(result) + regions(result) +
                     swaps(result) + channels(result) + owners(result, drawn.mask) +
                     memory(result) + provenance(result) + case_file(result));
}

}  // namespace

Json read_result(const std::string& folder) {
  const std::string path = path_of_results(folder);
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path))
    refuse(folder, "has no result.json that can be read; is it the folder of a run?");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Json result = Json::parse(text, nullptr, false);
  if (result.is_discarded()) refuse(path, "is not JSON, or but a part of it");
  if (!result.is_object() || !result.contains("fom") || !result.contains("provenance"))
    refuse_result(folder, "it has no figure of merit, or no provenance");
  if (const Json version = result.value("schema_version", Json()); version != 1)
    refuse(path, "is of schema version " + version.dump() + ", this program knows 1");
  return result;
}

std::string path_of_results(const std::string& folder) { return folder + "/result.json"; }

std::string path_of_page(const std::string& folder) { return folder + "/report.html"; }

void refuse_result(const std::string& folder, const std::string& why) {
  refuse(path_of_results(folder), "is not what 'seafret run' writes: " + why);
}

std::string write_page(const std::string& folder) {
  const Untrapped untrapped;  // NaN is what is not there: it may be compared before it is dropped
  const std::string page =
      from_result(folder, [&](const Json& result) { return page_of(folder, result); });
  replace_text(path_of_page(folder), page);
  return path_of_page(folder);
}

void add_validation(const std::string& folder, const Json& rows) {
  Json result = read_result(folder);
  result["validation"] = rows;
  replace_text(path_of_results(folder), text_of(result));
  write_page(folder);
}

std::string as_page(const std::string& title, const std::string& content) {
  return fmt::format(page_template, fmt::arg("title", html::escaped(title)),
                     fmt::arg("style", page_style), fmt::arg("content", content));
}

}  // namespace seafret
