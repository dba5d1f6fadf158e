// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>

#include "miniapp/run/progress.hpp"
#include "miniapp/run/report/page/html.hpp"
#include "miniapp/run/report/page/owners.hpp"
#include "miniapp/run/report/page/picture.hpp"
#include "miniapp/run/report/page/shades.hpp"
#include "tests/nearly.hpp"

using namespace seafret;

namespace {

const double none = std::numeric_limits<double>::quiet_NaN();

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("text cannot become markup") {
  CHECK(html::escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
}

TEST_CASE("numbers are told in as many digits as tell something") {
  CHECK(html::counted(999) == "999");
  CHECK(html::counted(9999) == "9999");
  CHECK(html::counted(1234567) == "1\u202f234\u202f567");
  CHECK(html::counted(-12345) == "-12\u202f345");
  CHECK(html::figures(0.000123456) == "0.0001235");
  CHECK(html::figures(none) == "not finite");
  CHECK(html::share(1, 8) == "12.5\u202f%");
  CHECK(html::share(1, 0).empty());
  CHECK(told(1275, 1250) == "1275");
  CHECK(told(287.456, 1.5) == "287.46");
  CHECK(told(-0.27, 0.54) == "-0.27");
  CHECK(told(-1e-9, 1) == "0");
  CHECK(told(-8.95e-11, 7e-4) == "0");
  CHECK(told(6.36e-4, 6.36e-4) == "0.000636");
}

TEST_CASE("units are told as people write them") {
  CHECK(html::unit("m s-1") == "m/s");
  CHECK(html::unit("kg kg-1") == "kg/kg");
  CHECK(html::unit("m2 s-2") == "m2/s2");
  CHECK(html::unit("1").empty());
  CHECK(html::unit("degrees_north") == "°N");
}

TEST_CASE("a table tells numbers from words and leaves out what is aside where there is no room") {
  html::Table table({{"name"}, {"n", true}, {"more", true, true}});
  CHECK(table.text().empty());
  table.add({"a", "1", "2"});
  CHECK(
      has(table.text(), "<td>a</td><td class=\"number\">1</td><td class=\"number aside\">2</td>"));
}

TEST_CASE("colours meet at zero where values go to both sides of it, else they go one way") {
  const std::vector<double> both = {-1, none, 3}, hardly = {-0.01, 3}, same = {4, 4 + 1e-13},
                            below = {-4 - 1e-13, -4}, none_at_all;
  const Shades two(both), one(hardly), flat(same), low(below), empty(none_at_all);
  CHECK(two.least() == -3);
  CHECK(two.of(-3) == 2);
  CHECK(two.of(3) == 255);
  CHECK(two.of(none) == Shades::land);
  CHECK(one.least() == -0.01);
  CHECK(one.of(-0.01) == 2);
  CHECK(one.of(3) == 255);
  for (const double value : same) CHECK(flat.of(value) == 129);
  for (const double value : below) CHECK(low.of(value) == 129);
  CHECK(empty.of(0) == 129);
  CHECK(two.palette().size() == 256);
  CHECK(two.palette()[Shades::nothing].opacity == 0);
  CHECK(two.palette() != one.palette());
}

TEST_CASE("a map is as wide to its height as the land is, at its latitude") {
  Plane plane{.field = "f", .long_name = "f", .unit = "1", .columns = 3, .rows = 3};
  plane.across = {"x", "m", 0, 200};
  plane.up = {"y", "m", 0, 100};
  CHECK(shape_of(plane) == 2);
  plane.across = {"lon", "degrees_east", 0, 2};
  plane.up = {"lat", "degrees_north", 59, 61};
  CHECK(shape_of(plane) == nearly(0.5));
  plane.up = {"s", "1", -1, 0};
  CHECK(shape_of(plane) == 2);  // no map
  plane.across = {"x", "m", 0, 200};
  plane.up = {"z", "m", 0, 50};
  plane.is_cut = true;
  CHECK(shape_of(plane) == 4);
  plane.up = {"z", "m", -20, 0};
  CHECK(shape_of(plane) == 2);  // too shallow to be seen
}

TEST_CASE("a side of a single row says where that is, another from where to where it goes") {
  Plane plane{.field = "f", .long_name = "f", .unit = "1", .columns = 2, .rows = 1};
  plane.values = {1, 2};
  plane.across = {"x", "m", 1000, 9000};
  plane.up = {"y", "m", 250, 250};
  const std::string figure = as_figure(plane, {});
  CHECK(has(figure, "<span></span><span>y = 250 m</span><span></span>"));
  CHECK(has(figure, "<span>1</span><span>x, km</span><span>9</span>"));
}

TEST_CASE("land and bed are drawn, what lies outside them is not") {
  Plane plane{.field = "f", .long_name = "f", .unit = "1", .columns = 3, .rows = 1};
  plane.values = {none, std::numeric_limits<double>::infinity(), 1};
  const auto image = [&](const Plane& one, const std::optional<Plane>& mask) {
    const std::string figure = as_figure(one, mask);
    const std::size_t at = figure.find("src=");
    return figure.substr(at, figure.find('>', at) - at);
  };
  Plane outside = plane;
  outside.values = {double(Cell::outside), double(Cell::wet), double(Cell::wet)};
  const std::string of_its_own = image(plane, {});
  CHECK(image(plane, outside) != of_its_own);
  plane.is_cut = true;
  CHECK(image(plane, outside) == of_its_own);  // a mask is a map
  plane.values[1] = none;
  CHECK(image(plane, {}) != of_its_own);
}

TEST_CASE("boxes come back as they went, and what is none is refused") {
  const std::vector<Box> boxes = {{0, 50, 0, 25}, {50, 75, 10, 25}};
  for (std::size_t n = 0; n < boxes.size(); ++n) CHECK(box_of(as_texts(boxes)[n]) == boxes[n]);
  CHECK(as_texts(boxes)[1] == "50:75 10:25");
  CHECK_THROWS_WITH(box_of("50:75"), "'50:75' is no box of columns");
}

TEST_CASE("a map of thousands of owners stays small, and one of few has their numbers") {
  std::vector<Box> boxes;
  for (int r = 0; r < 8192; ++r)
    boxes.push_back({r % 64 * 20, r % 64 * 20 + 20, r / 64 * 10, r / 64 * 10 + 10});
  const std::string many = map_of_owners(boxes, 1280, 1280, {});
  CHECK(many.size() < 400'000);
  CHECK(!has(many, "</text>"));
  const std::string few = map_of_owners({{0, 4, 0, 4}, {4, 8, 0, 4}}, 8, 4, {});
  CHECK(has(few, ">0</text>"));
  CHECK(has(few, ">1</text>"));
  CHECK(has(few, "M0.0 320.0H320.0V0.0H0.0z"));
}
