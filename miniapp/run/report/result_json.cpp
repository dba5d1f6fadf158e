// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/owners.hpp"
#include "miniapp/run/report/report.hpp"
#include "miniapp/run/report/trials.hpp"

namespace seafret {
namespace {

Json to_json(const Check& c) {
  return {{"name", c.name}, {"value", c.value}, {"limit", c.limit}, {"passed", c.passed}};
}

Json to_json(const Measure& m) { return {{"name", m.name}, {"value", m.value}, {"unit", m.unit}}; }

Json to_json(const RegionTime& r) {
  Json json{{"name", r.name},
            {"count", r.count},
            {"mean_s", r.mean_s},
            {"min_s", r.min_s},
            {"max_s", r.max_s}};
  for (std::size_t e = 0; e < r.counted.size(); ++e)
    if (EventCounters::counts(e)) json["counted"][EventCounters::name(e)] = r.counted[e];
  return json;
}

Json to_json(const SwapTotals& s) {
  return {{"name", s.name},
          {"neighbours", s.most.neighbours},
          {"messages", s.most.messages},
          {"bytes", s.most.bytes},
          {"messages_total", s.total.messages},
          {"bytes_total", s.total.bytes},
          {"bytes_direct", s.most.bytes_direct},
          {"x_faces_bytes", s.most.x_faces},
          {"y_faces_bytes", s.most.y_faces},
          {"corners_bytes", s.most.corners},
          {"halo_points", s.points},
          {"halo_columns",
           {{"rectangles", s.total.columns.rectangles},
            {"clipped", s.total.columns.clipped},
            {"wet", s.total.columns.wet}}},
          {"bytes_saved", s.total.bytes_saved},
          {"swaps", s.most.swaps},
          {"exposed_s", s.exposed_s},
          {"way", s.way ? to_json(*s.way) : Json()}};
}

Json to_json(const notify::ChannelReport& c) {
  return {{"name", c.name},
          {"what", c.what},
          {"level", static_cast<int>(c.level)},
          {"bits", c.bits},
          {"puts", c.transfers},
          {"bytes", c.bytes},
          {"told_apart", c.told_apart}};
}

Json to_json(const Picture& p) {
  return {{"field", p.field}, {"view", p.view == Picture::View::map ? "map" : "section"}};
}

template <class T>
Json to_json(const std::vector<T>& things) {
  Json list = Json::array();
  for (const T& thing : things) list.push_back(to_json(thing));
  return list;
}

}  // namespace

Json to_json(const Provenance& p) {
  return {{"version", p.version},
          {"git", p.git},
          {"compiler", p.compiler},
          {"flags", p.flags},
          {"build_type", p.build_type},
          {"mpi", p.mpi},
          {"hdf5", p.hdf5},
          {"ranks", p.ranks},
          {"nodes", p.nodes},
          {"threads", p.threads},
          {"hosts", p.hosts},
          {"processor", p.processor},
          {"start", p.start}};
}

std::string to_json(const Provenance& provenance, const Problem& problem, const Result& result) {
  Json origin = to_json(provenance);
  origin["wall_s"] = result.wall_s;
  const Json json{
      {"schema_version", 1},
      {"provenance", origin},
      {"case", problem.configuration},
      {"problem",
       {{"points", {problem.nx, problem.ny, problem.nz}},
        {"cells", result.cells},
        {"wet_columns", problem.wet_columns},
        {"least_columns_owned", problem.least_owned},
        {"most_columns_owned", problem.most_owned}}},
      {"time",
       {{"steps", result.steps.count},
        {"model_s", result.steps.time},
        {"dt_s", problem.dt},
        {"shortest_dt_s", result.steps.shortest},
        {"mean_dt_s", result.steps.mean},
        {"longest_dt_s", result.steps.longest},
        {"loop_s", result.time.all_s},
        {"steps_s", result.time.steps_s}}},
      {"memory",
       {{"expected_mb", problem.expected_mb()},
        {"fields_mb", problem.fields_mb},
        {"arena_mb", problem.arena_mb},
        {"kept_mb", problem.kept_mb},
        {"search_mb", problem.search_mb},
        {"peak_mb", result.peak_mb},
        {"peak_mb_total", result.peak_mb_total}}},
      {"fom",
       {{"value", result.mcells_per_s}, {"unit", "Mcells/s"}, {"valid", result.all_passed()}}},
      {"checks", to_json(result.checks)},
      {"measures", to_json(result.measures)},
      {"regions", to_json(result.regions)},
      {"swaps", to_json(result.swaps)},
      {"trials", trials_as_json(result.trials)},
      {"trial_cost", trial_cost_as_json(result)},
      {"channels", to_json(result.channels)},
      {"boxes", as_texts(problem.owned)},
      {"pictures", to_json(result.pictures)},
      {"remarks", result.remarks},
      {"files", result.files}};
  return text_of(json);
}

}  // namespace seafret
