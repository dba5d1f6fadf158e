// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/analysis/tidal_analysis.hpp"

#include <cmath>
#include <complex>
#include <stdexcept>

namespace seafret {
namespace {

/// Solves a x = b for a symmetric positive definite matrix, by Cholesky's factors.
class NormalEquations {
 public:
  NormalEquations(std::vector<double> a, std::size_t n) : n_(n), lower_(std::move(a)) {
    for (std::size_t j = 0; j < n; ++j) {
      const double left = at(j, j) - products(j, j);
      if (!(left > 1e-12 * at(j, j)))
        throw std::logic_error("the times do not tell the constituents of the tide apart");
      at(j, j) = std::sqrt(left);
      for (std::size_t i = j + 1; i < n; ++i) at(i, j) = (at(i, j) - products(i, j)) / at(j, j);
    }
  }

  void solve(std::vector<double>& x) const {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= at(i, k) * x[k];
      x[i] /= at(i, i);
    }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t k = i + 1; k < n_; ++k) x[i] -= at(k, i) * x[k];
      x[i] /= at(i, i);
    }
  }

 private:
  double& at(std::size_t i, std::size_t j) { return lower_[i * n_ + j]; }
  double at(std::size_t i, std::size_t j) const { return lower_[i * n_ + j]; }
  double products(std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t k = 0; k < j; ++k) sum += at(i, k) * at(j, k);
    return sum;
  }

  std::size_t n_;
  std::vector<double> lower_;
};

std::size_t unknowns(std::size_t constituents) { return 2 * constituents + 1; }

}  // namespace

TidalAnalysis::TidalAnalysis(const Box& owned, std::vector<Constituent> constituents)
    : owned_(owned),
      constituents_(std::move(constituents)),
      basis_(unknowns(constituents_.size()), 1.0),
      normal_(basis_.size() * basis_.size(), 0.0) {
  for (std::size_t b = 0; b < basis_.size(); ++b) {
    sums_.emplace_back(owned, Halo{}, 1);
    sums_.back().view().fill(0.0);
  }
}

std::size_t TidalAnalysis::bytes_of_fields(const Box& owned, std::size_t constituents) {
  return unknowns(constituents) * FieldDescription{}.bytes(owned);
}

void TidalAnalysis::add(const LocalSea& sea, FieldView<const double> eta, double time) {
  const std::size_t count = basis_.size();
  for (std::size_t n = 0; n < constituents_.size(); ++n) {
    basis_[2 * n + 1] = std::cos(constituents_[n].angle(time));
    basis_[2 * n + 2] = std::sin(constituents_[n].angle(time));
  }
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b) normal_[a * count + b] += basis_[a] * basis_[b];
  for_each_run(sea.wet_cells, owned_, [&](int j, int i0, int n) {
    const double* const from = eta.column(i0, j);
    for (std::size_t b = 0; b < count; ++b) {
      double* const sum = sums_[b].view().column(i0, j);
      const double factor = basis_[b];
#pragma omp simd
      for (int i = 0; i < n; ++i) sum[i] += from[i] * factor;
    }
  });
  ++count_;
}

void TidalAnalysis::finish(const LocalSea& sea) {
  const NormalEquations equations(normal_, basis_.size());
  std::vector<double> x(basis_.size());
  for_each_point(sea.wet_cells, owned_, [&](int i, int j) {
    for (std::size_t b = 0; b < x.size(); ++b) x[b] = sums_[b].view()(i, j);
    equations.solve(x);
    sums_[0].view()(i, j) = x[0];
    for (std::size_t b = 1; b < x.size(); b += 2) {
      const std::complex<double> constant(x[b], -x[b + 1]);
      sums_[b].view()(i, j) = std::abs(constant);
      sums_[b + 1].view()(i, j) = phase_lag(constant);
    }
  });
}

}  // namespace seafret
