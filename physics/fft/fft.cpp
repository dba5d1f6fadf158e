// SPDX-License-Identifier: BSD-3-Clause
#include "physics/fft/fft.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "physics/fft/butterflies.hpp"

namespace seafret {
namespace {

/// The factors of a number, those first that make the fastest passes.
std::vector<int> factors(int n) {
  std::vector<int> all;
  const auto divide = [&](int by) {
    for (; n % by == 0; n /= by) all.push_back(by);
  };
  for (const int by : {4, 2, 3, 5}) divide(by);
  for (int by = 7; by * by <= n; by += 2) divide(by);
  if (n > 1) all.push_back(n);
  return all;
}

/// Transforms `radix` points of one lane, `apart` from each other; what comes out goes `row` from
/// each other, turned by the twiddles.
template <bool turns, std::size_t... j>
void butterfly_of_lane(const double* from, std::ptrdiff_t apart, double* to, std::ptrdiff_t row,
                       const Complex* twiddle, std::ptrdiff_t re, std::ptrdiff_t im,
                       std::index_sequence<j...> /*points*/) {
  std::array<Complex, sizeof...(j)> a{
      Complex{from[std::ptrdiff_t{j} * apart + re], from[std::ptrdiff_t{j} * apart + im]}...};
  a = transformed(a);
  if constexpr (turns) ((j > 0 ? void(a[j] = a[j] * twiddle[j]) : void()), ...);
  ((to[std::ptrdiff_t{j} * row + re] = a[j].re, to[std::ptrdiff_t{j} * row + im] = a[j].im), ...);
}

/// The same for all lanes.  GCC makes vectors of the loop as long as nothing is declared in it.
template <bool turns, class Points>
void butterfly(const double* from, std::ptrdiff_t apart, double* to, std::ptrdiff_t row,
               const Complex* twiddle, std::ptrdiff_t re, std::ptrdiff_t im, Points points) {
#pragma omp simd
  for (int l = 0; l < Fft::lanes; ++l)
    butterfly_of_lane<turns>(from + l, apart, to + l, row, twiddle, re, im, points);
}

/// Two points of a lane become their sum, and their difference turned by -i.
void fold_lane(double* a, double* b, std::ptrdiff_t re, std::ptrdiff_t im) {
  const Complex x{a[re], a[im]}, y{b[re], b[im]};
  const Complex sum = x + y, rest = turned(x - y);
  a[re] = sum.re, a[im] = sum.im;
  b[re] = rest.re, b[im] = rest.im;
}

}  // namespace

/// Stockham's algorithm by factors of 4, 2, 3 and 5; what is left is done by factors of its primes,
/// each of them a plain sum.
class Fft::Plan {
 public:
  explicit Plan(int points);

  double* run(double* data, double* work, Parts parts) const;

 private:
  /// One pass over a block: `groups` * `together` transforms of `radix` points.
  struct Stage {
    int radix, groups, together;
    std::vector<Complex> twiddles;  // of each group, for all that comes out
    std::vector<Complex> roots;     // of unity: as many as the radix
  };

  static void pass(const Stage& stage, double* from, double* to, Parts parts);
  template <std::size_t radix>
  static void pass(const Stage& stage, const double* from, double* to, Parts parts);
  static void pass_by_sums(const Stage& stage, double* from, double* to, Parts parts);
  static void fold(int radix, double* data, std::ptrdiff_t apart, Parts parts);
  static void sum_up(const Stage& stage, int m, const double* from, std::ptrdiff_t apart,
                     double* to, std::ptrdiff_t row, const Complex* twiddle, Parts parts);

  std::vector<Stage> stages_;
};

Fft::Fft(int points) : points_(points), plan_(std::make_unique<Plan>(points)) {}
Fft::~Fft() = default;

double* Fft::run(double* data, double* work, Parts parts) const {
  return plan_->run(data, work, parts);
}

Fft::Plan::Plan(int points) {
  int left = points, together = 1;
  for (const int radix : factors(points)) {
    Stage stage{radix, left / radix, together, {}, {}};
    for (int group = 0; group < stage.groups; ++group)
      for (int m = 0; m < radix; ++m)
        stage.twiddles.push_back(root_of_unity(long{group} * m, left));
    for (int m = 0; m < radix; ++m) stage.roots.push_back(root_of_unity(m, radix));
    stages_.push_back(std::move(stage));
    left /= radix;
    together *= radix;
  }
}

double* Fft::Plan::run(double* data, double* work, Parts parts) const {
  for (const Stage& stage : stages_) {
    pass(stage, data, work, parts);
    std::swap(data, work);
  }
  return data;
}

/// Takes, for each group g and each q of those together, the points q + together (g + groups j),
/// transforms them over j and turns number m by exp(-2 pi i g m / (radix groups)).
void Fft::Plan::pass(const Stage& stage, double* from, double* to, Parts parts) {
  switch (stage.radix) {
    case 2:
      return pass<2>(stage, from, to, parts);
    case 3:
      return pass<3>(stage, from, to, parts);
    case 4:
      return pass<4>(stage, from, to, parts);
    case 5:
      return pass<5>(stage, from, to, parts);
    default:
      return pass_by_sums(stage, from, to, parts);
  }
}

template <std::size_t radix>
void Fft::Plan::pass(const Stage& stage, const double* from, double* to, Parts parts) {
  constexpr std::make_index_sequence<radix> points;
  const std::ptrdiff_t row = stage.together * point, apart = stage.groups * row;
  const Complex* twiddle = stage.twiddles.data();
  for (std::ptrdiff_t q = 0; q < row; q += point)
    butterfly<false>(from + q, apart, to + q, row, twiddle, parts.re, parts.im, points);
  for (int group = 1; group < stage.groups; ++group) {
    from += row, to += std::ptrdiff_t{radix} * row, twiddle += radix;
    for (std::ptrdiff_t q = 0; q < row; q += point)
      butterfly<true>(from + q, apart, to + q, row, twiddle, parts.re, parts.im, points);
  }
}

void Fft::Plan::pass_by_sums(const Stage& stage, double* from, double* to, Parts parts) {
  const std::ptrdiff_t row = stage.together * point, apart = stage.groups * row;
  const Complex* twiddle = stage.twiddles.data();
  for (int group = 0; group < stage.groups; ++group) {
    for (std::ptrdiff_t q = 0; q < row; q += point) {
      fold(stage.radix, from + q, apart, parts);
      for (int m = 0; 2 * m < stage.radix; ++m)
        sum_up(stage, m, from + q, apart, to + q, row, twiddle, parts);
    }
    from += row, to += stage.radix * row, twiddle += stage.radix;
  }
}

/// Folds points j and radix - j.
void Fft::Plan::fold(int radix, double* data, std::ptrdiff_t apart, Parts parts) {
  for (int j = 1; 2 * j < radix; ++j) {
    double* const a = data + j * apart;
    double* const b = data + (radix - j) * apart;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) fold_lane(a + l, b + l, parts.re, parts.im);
  }
}

/// Numbers m and radix - m of a transform, from what fold() has left.
void Fft::Plan::sum_up(const Stage& stage, int m, const double* from, std::ptrdiff_t apart,
                       double* to, std::ptrdiff_t row, const Complex* twiddle, Parts parts) {
  const int radix = stage.radix, mirrored = (radix - m) % radix;
  std::array<double, point> even, odd{};
  std::copy_n(from, point, even.begin());
  for (int j = 1; 2 * j < radix; ++j) {
    const Complex root = stage.roots[static_cast<std::size_t>(long{j} * m % radix)];
    const double* const sum = from + j * apart;
    const double* const rest = from + (radix - j) * apart;
#pragma omp simd
    for (std::size_t l = 0; l < std::size_t{point}; ++l) {
      even[l] += root.re * sum[l];
      odd[l] -= root.im * rest[l];
    }
  }
  const auto put = [&](int number, double sign) {
    double* const y = to + number * row;
    const auto re = static_cast<std::size_t>(parts.re), im = static_cast<std::size_t>(parts.im);
#pragma omp simd
    for (std::size_t l = 0; l < lanes; ++l) {
      const Complex a{even[l + re] + sign * odd[l + re], even[l + im] + sign * odd[l + im]};
      const Complex turned_a = a * twiddle[number];
      y[l + re] = turned_a.re, y[l + im] = turned_a.im;
    }
  };
  put(m, 1);
  if (mirrored != m) put(mirrored, -1);
}

}  // namespace seafret
