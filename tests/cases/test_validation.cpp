// SPDX-License-Identifier: BSD-3-Clause
// Reference files, and what is measured beside them.
#include <doctest/doctest.h>

#include <filesystem>
#include <limits>

#include "decomposition/base/floating_point_traps.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/validate/tables.hpp"
#include "tests/cases/begun_case.hpp"

namespace seafret {
namespace {

/// A folder of inputs with one validation case, `wave`, removed at the end.
class WaveInputs {
 public:
  explicit WaveInputs(const std::string& reference) {
    for (const char* part : {"/reference", "/validation"})
      std::filesystem::create_directories(folder + part);
    write_text(folder + "/reference/wave.yaml", reference);
    write_text(folder + "/validation/wave.yaml", "case: {name: rotation}\n");
  }
  ~WaveInputs() { std::filesystem::remove_all(folder); }
  WaveInputs(const WaveInputs&) = delete;
  WaveInputs& operator=(const WaveInputs&) = delete;

  ValidationPlan plan() const { return read_plan(folder, "wave", Communicator(MPI_COMM_SELF)); }

  const std::string folder = "validation_test";
};

const std::string wave_head = "validation: {level: nightly, about: a wave}\n";
const std::string wave_length =
    "  length: {reference: 4, tolerance: 0.25, kind: reference, source: a ruler}\n";

template <class Work>
std::string wave_refusal(const Work& work) {
  try {
    work();
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing";
}

/// What is wrong with what was measured.
std::string wave_trouble(const std::string& reference, const MeasuresOfRuns& measures) {
  const WaveInputs inputs(reference);
  return wave_refusal([&] { compare(inputs.plan(), measures); });
}

bool wave_passes(const std::string& bounds, double measured) {
  const WaveInputs inputs(wave_head + "quantities:\n  length: {reference: 4, " + bounds +
                          ", kind: regression, source: we}\n");
  return compare(inputs.plan(), {{"", {{"length", measured, "m"}}}}).at(0).passed();
}

TEST_CASE("a number passes within its bounds, which count") {
  for (const double measured : {2.9, 3., 5., 5.1}) {
    const bool passes = measured >= 3 && measured <= 5;
    CAPTURE(measured);
    CHECK(wave_passes("tolerance: 0.25", measured) == passes);
    CHECK(wave_passes("low: 3, high: 5", measured) == passes);
  }
  CHECK(wave_passes("low: 3", 1e300));
  CHECK_FALSE(wave_passes("low: 3", 2.9));
  CHECK(wave_passes("high: 5", -1e300));
  CHECK_FALSE(wave_passes("high: 5", 5.1));
  const Untrapped not_a_number;
  CHECK_FALSE(wave_passes("low: 3", std::numeric_limits<double>::quiet_NaN()));
  CHECK(wave_passes("tolerance: 0", 4));
}

TEST_CASE("what either side lacks is an error, with its place") {
  const std::string file = wave_head + "quantities:\n" + wave_length;
  const std::string path = "validation_test/reference/wave.yaml";
  CHECK(wave_trouble(file, {{"", {{"length", 4, "m"}}}}) == "nothing");
  CHECK(wave_trouble(file, {{"", {{"width", 4, "m"}, {"length", 4, "m"}}}}) ==
        path +
            ":2:1: 'quantities' have no 'width', which validation_test/validation/wave.yaml "
            "measures; give it a reference or name it in validation.not_compared");
  CHECK(wave_trouble(file, {{"", {}}}).starts_with(path + ":3:3: 'quantities.length' is not"));
  const std::string without =
      "validation: {level: ci, about: a wave, not_compared: [width]}\nquantities:\n" + wave_length;
  CHECK(wave_trouble(without, {{"", {{"width", 4, "m"}, {"length", 4, "m"}}}}) == "nothing");
  CHECK(wave_trouble(without, {{"", {{"length", 4, "m"}}}}).starts_with(path + ":1:54:"));
}

TEST_CASE("a quantity may come from one of several runs, or be the order between two") {
  const std::string runs = "runs: {coarse: [grid.points=8x8x1], fine: []}\n";
  const WaveInputs inputs(
      wave_head + runs +
      "quantities:\n"
      "  error: {run: fine, reference: 1, high: 2, kind: reference, source: exact}\n"
      "  order: {run: fine, order_from: coarse, measure: error, reference: 2, low: 1.9, kind: "
      "reference, source: exact}\n");
  const ValidationPlan plan = inputs.plan();
  REQUIRE(plan.runs.size() == 2);
  CHECK(plan.runs[0].name == "coarse");
  CHECK(plan.runs[0].overrides == std::vector<std::string>{"grid.points=8x8x1"});
  const auto rows = compare(plan, {{"coarse", {{"error", 6, ""}}}, {"fine", {{"error", 1.5, ""}}}});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].measured == 1.5);
  CHECK(rows[1].measured == 2);
  CHECK(rows[1].passed());
  CHECK(rows[1].level == "nightly");
  ValidationPlan apart = plan;
  apart.quantities.resize(1);
  apart.quantities[0].spread_over = {"coarse", "fine"};
  const auto spread =
      compare(apart, {{"coarse", {{"error", 6, ""}}}, {"fine", {{"error", 1.5, ""}}}});
  CHECK(spread[0].measured == 4.5);
}

TEST_CASE("a wrong reference file is refused") {
  const auto refusal = [](const std::string& reference) {
    const WaveInputs inputs(reference);
    return wave_refusal([&] { inputs.plan(); });
  };
  const auto says = [&](const std::string& reference, const std::string& words) {
    const std::string text = refusal(reference);
    CAPTURE(text);
    CHECK(text.find(words) != std::string::npos);
  };
  const auto quantity = [](const std::string& keys) {
    return wave_head + "quantities:\n  length: {" + keys + "}\n";
  };
  CHECK(refusal(quantity("reference: 1, low: 0, kind: reference, source: me")) == "nothing");
  says(quantity("reference: 1, low: 0, kind: hearsay, source: me"), "reference, regression");
  says(quantity("reference: 1, low: 0, kind: reference"), "missing key 'source'");
  says(quantity("reference: 1, kind: reference, source: me"), "needs a tolerance");
  says(quantity("reference: 1, low: 0, tolerance: 1, kind: reference, source: me"),
       "needs a tolerance");
  says(quantity("reference: 1, low: 0, kind: reference, source: me, run: fine"), "unknown key");
  says(wave_head, "'quantities' are none");
  says("validation: {level: hourly, about: a wave}\n", "ci, nightly, release");
}

TEST_CASE("a case without a reference is found out") {
  const WaveInputs inputs(wave_head);
  const Communicator self(MPI_COMM_SELF);
  CHECK(validation_names(inputs.folder, self) == std::vector<std::string>{"wave"});
  write_text(inputs.folder + "/validation/tide.yaml", "");
  CHECK(wave_refusal([&] { validation_names(inputs.folder, self); }) ==
        "validation_test/validation/tide.yaml: there is no validation_test/reference/tide.yaml");
  CHECK(wave_refusal([&] { validation_names("nowhere", self); }) ==
        "no validation cases in nowhere/reference; --inputs names their folder");
}

ValidationResult some_rows() {
  Quantity length, width;
  length.name = "length";
  length.kind = "reference";
  length.source = "a ruler";
  length.reference = 4;
  length.low = 3;
  width.name = "width";
  width.kind = "regression";
  width.source = "we";
  width.reference = 2;
  width.tolerance = 0.5;
  return {{{"wave", "ci", length, 4.5}, {"wave", "ci", width, 9}},
          {},
          {{"wave", "ci", 2.5}, {"tide", "ci", 4}, {"night", "release", 99}}};
}

TEST_CASE("the tables say what passed, references apart from regressions") {
  ValidationResult result = some_rows();
  CHECK_FALSE(result.passed());
  const std::string text = as_table(result);
  CHECK(text.find("References") < text.find("length"));
  CHECK(text.find("length") < text.find("Regressions"));
  CHECK(text.find("Regressions") < text.find("width"));
  CHECK(text.find("1 passed, 1 failed") != std::string::npos);
  CHECK(text.find("level ci: 6.5 s\nlevel release: 99.0 s\n") != std::string::npos);

  const Json json = Json::parse(as_json(result, {}));
  CHECK(json["passed"] == false);
  CHECK(json["rows"][0]["passed"] == true);
  CHECK(json["rows"][0]["low"] == 3);
  CHECK(json["rows"][0]["high"].is_null());
  CHECK(json["rows"][1]["kind"] == "regression");
  CHECK(json["rows"][1]["high"] == 3);
  CHECK(json["seconds"]["tide"] == 4);

  result.rows.pop_back();
  CHECK(result.passed());
  result.failures.push_back({"wave", "nightly", "it broke"});
  CHECK_FALSE(result.passed());
  CHECK(as_table(result).find("FAIL  wave: it broke") != std::string::npos);
  CHECK(as_table(result).find("1 passed, 1 failed") != std::string::npos);
  CHECK(Json::parse(as_json(result, {}))["failures"][0]["what"] == "it broke");
  const std::string page =
      "<!-- ci: begin --><!-- ci: end --><!-- nightly: begin --><!-- nightly: end -->";
  const std::string text_of_page = with_tables(page, result, {});
  CHECK(text_of_page.find("FAIL: wave: it broke.") > text_of_page.find("nightly: begin"));
  CHECK(text_of_page.find("FAIL: wave: it broke.") < text_of_page.find("nightly: end"));
}

TEST_CASE("in a document the tables take the place of those of the same level") {
  const std::string page = "a\n<!-- ci: begin -->old<!-- ci: end -->b<!-- nightly: begin -->kept";
  const std::string text = with_tables(page, some_rows(), {});
  CHECK(text.find("old") == std::string::npos);
  CHECK(text.find("kept") != std::string::npos);
  CHECK(text.find("; 6 s.\n") != std::string::npos);
  CHECK(text.find("| wave | width | 9 | 2 | +-50 % | FAIL | we |") != std::string::npos);
  CHECK_THROWS_AS(with_tables("nothing", some_rows(), {}), std::runtime_error);
}

}  // namespace
}  // namespace seafret
