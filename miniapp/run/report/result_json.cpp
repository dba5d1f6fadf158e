// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/json.hpp"
#include "miniapp/run/report/result.hpp"

namespace seafret {
namespace {

Json with_wall_time(Json provenance, double wall_s) {
  provenance["wall_s"] = wall_s;
  return provenance;
}

Json to_json(const Problem& p, const Result& r) {
  return {{"points", {p.nx, p.ny, p.nz}},
          {"cells", r.cells},
          {"wet_columns", p.wet_columns},
          {"least_columns_owned", p.least_owned},
          {"most_columns_owned", p.most_owned}};
}

Json to_json(const Check& c) {
  return {{"name", c.name}, {"value", c.value}, {"limit", c.limit}, {"passed", c.passed}};
}

Json to_json(const RegionTime& r) {
  return {{"name", r.name},
          {"count", r.count},
          {"mean_s", r.mean_s},
          {"min_s", r.min_s},
          {"max_s", r.max_s}};
}

Json to_json(const SwapTotals& s) {
  return {{"name", s.name},
          {"neighbours", s.neighbours},
          {"messages", s.messages},
          {"bytes", s.bytes},
          {"messages_total", s.messages_total},
          {"bytes_total", s.bytes_total},
          {"bytes_direct", s.bytes_direct},
          {"x_faces_bytes", s.x_faces},
          {"y_faces_bytes", s.y_faces},
          {"corners_bytes", s.corners},
          {"halo_points", s.points},
          {"halo_columns",
           {{"rectangles", s.columns.rectangles},
            {"clipped", s.columns.clipped},
            {"wet", s.columns.wet}}},
          {"bytes_saved", s.bytes_saved},
          {"swaps", s.swaps},
          {"exposed_s", s.exposed_s}};
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
  const FigureOfMerit& fom = result.fom;
  const Json json{{"schema_version", 1},
                  {"provenance", with_wall_time(to_json(provenance), result.wall_s)},
                  {"case", problem.configuration},
                  {"problem", to_json(problem, result)},
                  {"time",
                   {{"steps", problem.steps},
                    {"dt_s", problem.dt},
                    {"loop_s", result.time.all_s},
                    {"steps_s", result.time.steps_s}}},
                  {"memory",
                   {{"expected_mb", problem.arena_mb + problem.work_mb},
                    {"arena_mb", problem.arena_mb},
                    {"peak_mb", result.peak_mb},
                    {"peak_mb_total", result.peak_mb_total}}},
                  {"fom", {{"value", fom.value}, {"unit", fom.unit}, {"valid", fom.valid}}},
                  {"checks", to_json(result.checks)},
                  {"regions", to_json(result.regions)},
                  {"swaps", to_json(result.swaps)},
                  {"remarks", result.remarks},
                  {"files", result.files}};
  return json.dump(2) + "\n";
}

}  // namespace seafret
