// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "comms/base/reproducible_sum.hpp"
#include "physics/poisson.hpp"
#include "physics/solvers/direct_inverse.hpp"

namespace seafret {

/// Solves directly, by Fourier transforms, for the rest that the first guess leaves.  However good
/// that is, one iteration is made, and ends at rounding; a further one, where it is asked for,
/// corrects that.
class FftSolver final : public PoissonSolver {
 public:
  /// The rest before and after (32 each, a written field being read first), the transforms along x
  /// (24 each), what is done along y and z at once (16), the correction (24); without transposes.
  static constexpr double bytes_per_cell = 152;

  static Held held(const Domain& domain, int levels);

  explicit FftSolver(const SolverSetup& setup);

  Result solve(FieldView<const double> source, FieldView<double> p) override;
  std::vector<const Exchange*> exchanges() const override;

 private:
  /// Squares of the norms of dz source and of the rest.
  struct Norms {
    double bb = 0, rr = 0;
  };

  Norms first_rest(FieldView<const double> source, FieldView<const double> p);
  double correct(FieldView<const double> source, FieldView<double> p);
  double find_rest(FieldView<const double> source, FieldView<const double> p, int i, int j);
  double subtract_from_source(const double* source, double* r) const;

  const Communicator& comm_;
  PoissonOptions options_;
  PressureOperator operator_;
  Box owned_, inner_;
  std::array<Box, 4> rim_;   // of the owned box: the columns that need the halo
  std::array<Box, 5> held_;  // the owned box and its halo
  Field<> rest_;             // dz source - A p, then what p lacks
  DirectInverse inverse_;
  HaloExchange exchange_;
};

inline const bool fft_registered = poisson_solvers().add("fft", poisson_solver<FftSolver>());

}  // namespace seafret
