// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/sea_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "decomposition/grid/grid.hpp"

namespace seafret {
namespace {

constexpr std::size_t rows_drawn = 200;
constexpr double nothing = std::numeric_limits<double>::infinity();

/// The row of water that is cut, by CF's ocean_s_coordinate_g2.
struct Water {
  std::vector<double> s, stretched;  ///< of the levels
  double even_depth = 0;             ///< m
  std::vector<double> depth, eta;    ///< of the columns, m; `none` on land
  std::vector<double> cells = {};    ///< what the columns are; empty where all are wet

  bool is_wet(std::size_t column) const { return !std::isnan(depth[column]); }
  bool is_outside(std::size_t column) const {
    return !cells.empty() && cells[column] == double(Cell::outside);
  }
  /// How high the middle of a level is, from -1 at the bed to 0 at the surface.
  double share(std::size_t level, std::size_t column) const {
    const double h = std::max(0., depth[column]);  // land that may be flooded is as a shore
    return (even_depth * s[level] + h * stretched[level]) / (even_depth + h);
  }
  /// The same of the tops of all levels: a middle lies halfway between two faces.
  std::vector<double> tops(std::size_t column) const {
    std::vector<double> faces;
    double face = -1;
    for (std::size_t k = 0; k < s.size(); ++k) faces.push_back(face = 2 * share(k, column) - face);
    return faces;
  }
};

/// What CF's formula_terms, "s: s C: s_stretched eta: eta", call by which name.
std::map<std::string, std::string> terms_of(const std::string& formula) {
  std::map<std::string, std::string> terms;
  std::istringstream words(formula);
  for (std::string term, name; words >> term >> name;) terms[term.substr(0, term.find(':'))] = name;
  return terms;
}

std::vector<double> numbers_of(const NumberSet& data) {
  std::vector<double> values;
  data.read(std::vector<hsize_t>(data.extent().size(), 0), data.extent(), values);
  return values;
}

std::vector<double> row_of(const NumberFile& file, const std::string& field, std::size_t row) {
  std::vector<double> values;
  LastRecord(file, field).add(0, row, values);
  return values;
}

std::optional<Water> read_water(const NumberFile& file, const LastRecord& record, std::size_t row) {
  if (!file.has(record.axis(2))) return {};
  const NumberSet axis = file.open(record.axis(2));
  if (axis.text("standard_name") != "ocean_s_coordinate_g2") return {};
  std::map<std::string, std::string> terms = terms_of(axis.text("formula_terms"));
  for (const char* term : {"s", "C", "eta", "depth", "depth_c"})
    if (!file.has(terms[term])) return {};  // not among output.fields
  Water water{.s = numbers_of(axis),
              .stretched = numbers_of(file.open(terms["C"])),
              .even_depth = numbers_of(file.open(terms["depth_c"])).front(),
              .depth = row_of(file, terms["depth"], row),
              .eta = row_of(file, terms["eta"], row)};
  if (file.has("mask")) water.cells = row_of(file, "mask", row);
  for (const std::vector<double>* values : {&water.depth, &water.eta})
    if (values->size() != record.columns_kept()) return {};
  return water;
}

/// Heights between which a section is drawn, m.
struct DrawnHeights {
  double bottom = nothing, top = -nothing;
  double deepest = 0;
};

/// So that the rest can be seen where one column in ten is far deeper.
DrawnHeights drawn_heights(const Water& water) {
  DrawnHeights heights;
  std::vector<double> depths;
  for (std::size_t c = 0; c < water.depth.size(); ++c)
    if (water.is_wet(c)) {
      depths.push_back(water.depth[c]);
      heights.top = std::max({heights.top, water.eta[c], -water.depth[c]});
    }
  if (depths.empty()) return heights;
  std::ranges::sort(depths);
  heights.deepest = depths.back();
  const double most = depths[(depths.size() - 1) * 9 / 10];
  heights.bottom = -(heights.deepest > 2 * most ? most : heights.deepest);
  return heights;
}

/// Draws column `c`, of which `levels` has the values.
void draw_column(const Water& water, std::size_t c, const std::vector<std::vector<double>>& levels,
                 const DrawnHeights& heights, Plane& plane) {
  const std::vector<double> tops = water.is_wet(c) ? water.tops(c) : std::vector<double>();
  const auto value = [&](double z) {
    if (!water.is_wet(c)) return water.is_outside(c) ? nothing : LastRecord::none;
    if (z < -water.depth[c]) return LastRecord::none;
    if (z > water.eta[c]) return nothing;
    const double share = (z - water.eta[c]) / (water.depth[c] + water.eta[c]);
    const auto level = std::ranges::lower_bound(tops.begin(), tops.end() - 1, share);
    return levels[static_cast<std::size_t>(level - tops.begin())][c];
  };
  const double step = (heights.top - heights.bottom) / rows_drawn;
  for (std::size_t r = 0; r < rows_drawn; ++r)
    plane.values[r * water.depth.size() + c] =
        value(heights.bottom + step * (static_cast<double>(r) + 0.5));
}

}  // namespace

bool read_sea_section(const NumberFile& file, LastRecord& record, Plane& plane) {
  const std::size_t middle = record.rows() / 2;
  const std::optional<Water> water = read_water(file, record, middle);
  if (!water) return false;
  const DrawnHeights heights = drawn_heights(*water);
  if (!(heights.bottom < heights.top)) return false;
  std::vector<std::vector<double>> levels(record.levels());
  for (std::size_t k = 0; k < levels.size(); ++k) record.add(k, middle, levels[k]);
  plane.where = record.coordinates(file, 1).at(middle);
  if (-heights.bottom < heights.deepest)
    plane.where +=
        fmt::format(", down to {:.0f}\u202fm of {:.0f}\u202fm", -heights.bottom, heights.deepest);
  plane.up = {"z", "m", heights.bottom, heights.top};
  plane.values.resize(rows_drawn * levels.front().size());
  for (std::size_t c = 0; c < levels.front().size(); ++c)
    draw_column(*water, c, levels, heights, plane);
  return true;
}

}  // namespace seafret
