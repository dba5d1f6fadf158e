// SPDX-License-Identifier: BSD-3-Clause
// Where the time and the bytes of a run went.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "miniapp/run/report/page/sections.hpp"
#include "miniapp/run/report/page/values.hpp"

namespace seafret {
namespace {

using html::bar;
using html::section;
using html::share;
using html::Table;

std::string directions(const Json& swap) {
  double all = 0, before = 0;
  std::vector<html::Part> parts;
  for (const char* key : {"x_faces_bytes", "y_faces_bytes", "corners_bytes"})
    all += number(swap.at(key));
  for (const std::string kind : {"x_faces", "y_faces", "corners"}) {
    const double after = before + (all > 0 ? number(swap.at(kind + "_bytes")) / all : 0);
    parts.push_back({kind, before, after});
    before = after;
  }
  return bar(parts);
}

/// Which colour of a bar stands for what.
std::string colour_of(const char* kind, const char* name) {
  return fmt::format("<span class=\"named\"><span class=\"key {}\"></span> {}</span>", kind, name);
}

/// Those that were come by, the longest first.
std::vector<Json> longest_first(const Json& regions) {
  std::vector<Json> all;
  for (const Json& region : regions)
    if (region.at("count") > 0 && !region.at("name").get<std::string>().starts_with("swap/"))
      all.push_back(region);
  std::ranges::stable_sort(all, [](const Json& a, const Json& b) {
    return number(a.at("mean_s")) > number(b.at("mean_s"));
  });
  return all;
}

}  // namespace

std::string regions(const Json& result) {
  const double loop = number(result.at("time").at("loop_s"));
  Table table({{"region"},
               {"of the time loop"},
               {"share", true},
               {"count", true, true},
               {"mean, s", true},
               {"min, s", true, true},
               {"max, s", true, true}});
  for (const Json& region : longest_first(result.at("regions"))) {
    const auto part = [&](const char* key) {
      return loop > 0 ? std::min(1., number(region.at(key)) / loop) : 0;
    };
    table.add({text(region.at("name")),
               bar({{"time", 0, part("mean_s")}, {"range", part("min_s"), part("max_s"), true}}),
               share(number(region.at("mean_s")), loop), counted(region.at("count")),
               seconds(region.at("mean_s")), seconds(region.at("min_s")),
               seconds(region.at("max_s"))});
  }
  const std::string rows = table.text();
  if (rows.empty()) return "";
  return section("Time by region",
                 "<p>The bar is the mean over the ranks, the thin line goes from the fastest rank "
                 "to the slowest. Regions may lie inside each other.</p>\n" +
                     rows);
}

std::string swaps(const Json& result) {
  const double loop = number(result.at("time").at("loop_s"));
  Table table({{"swap"},
               {"by direction"},
               {"count", true, true},
               {"neighbours", true, true},
               {"messages", true, true},
               {"sent", true},
               {"in place", true, true},
               {"x faces", true, true},
               {"y faces", true, true},
               {"corners", true, true},
               {"exposed, s", true},
               {"share", true}});
  for (const Json& swap : result.at("swaps")) {
    table.add({text(swap.at("name")), directions(swap), counted(swap.at("swaps")),
               counted(swap.at("neighbours")), counted(swap.at("messages")),
               size_of(swap.at("bytes")), size_of(swap.at("bytes_direct")),
               size_of(swap.at("x_faces_bytes")), size_of(swap.at("y_faces_bytes")),
               size_of(swap.at("corners_bytes")), seconds(swap.at("exposed_s")),
               share(number(swap.at("exposed_s")), loop)});
  }
  const std::string content = table.text();
  if (content.empty()) return "";
  return section(
      "Swaps",
      fmt::format("<p>Of a swap, by the rank that has most: {}, {}, {}. What is copied in place is "
                  "not sent. Exposed is all time that computing did not hide.</p>\n",
                  colour_of("x_faces", "x faces"), colour_of("y_faces", "y faces"),
                  colour_of("corners", "corners")) +
          content);
}

std::string channels(const Json& result) {
  Table table({{"channel"},
               {"level", true},
               {"bits", true},
               {"puts", true},
               {"size", true},
               {"told apart", true},
               {"carried by"}});
  for (const Json& one : result.at("channels"))
    table.add({text(one.at("name")), counted(one.at("level")), counted(one.at("bits")),
               counted(one.at("puts")), size_of(one.at("bytes")), counted(one.at("told_apart")),
               text(one.at("what"))});
  return section("Channels of notified puts", table.text());
}

}  // namespace seafret
