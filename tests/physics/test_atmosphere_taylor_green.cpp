// SPDX-License-Identifier: BSD-3-Clause
// Vortices in which the wind's own momentum and the pressure balance exactly: they stand still, or
// move with a uniform wind.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "decomposition/fields/arena.hpp"
#include "physics/advection/piacsek_williams.hpp"
#include "physics/atmosphere/leapfrog.hpp"
#include "physics/atmosphere/projection.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/poisson.hpp"

namespace seafret {
namespace {

/// One time level of the wind.
struct Flow {
  std::array<Field<>, 3> memory;
  std::array<FieldView<double>, 3> fields;

  Flow(const Box& owned, int halo, int levels)
      : memory{Field<>(owned, Halo::all(halo), levels), Field<>(owned, Halo::all(halo), levels),
               Field<>(owned, Halo::all(halo), levels)},
        fields{memory[0].view(), memory[1].view(), memory[2].view()} {
    for (const FieldView<double>& f : fields) std::fill_n(f.data, f.box.area() * f.levels, 0.0);
  }
  Wind wind() const { return {fields[0], fields[1], fields[2]}; }
};

/// u = drift + sin 2 pi x cos 2 pi z, w = -cos 2 pi x sin 2 pi z in a slice of 1 x 0.5 with n x n/2
/// cells.
class Vortices {
 public:
  Vortices(int n, double drift)
      : drift_(drift),
        comm_(MPI_COMM_SELF),
        levels_(uniform_grid(n / 2, 0.5)),
        decomposition_(Grid{.nx = n, .ny = 1, .nz = n / 2, .dx = 1.0 / n, .dy = 1.0 / n},
                       {Box{0, n, 0, 1}}),
        domain_{decomposition_, comm_},
        mesh_{levels_, 1.0 / n, 1.0 / n},
        past_(owned(), 2, n / 2),
        now_(owned(), 2, n / 2),
        tendency_(owned(), 0, n / 2),
        p_(owned(), Halo::all(2), n / 2),
        source_(owned(), Halo{}, n / 2),
        arena_(Arena::room_for(kind().fields(n / 2), owned())),
        solver_(kind().make({.domain = domain_,
                             .levels = levels_,
                             .dx = mesh_.dx,
                             .dy = mesh_.dy,
                             .tolerance = 1e-9,
                             .memory = &arena_})),
        swap_(domain_, std::vector<Swapped>(3, Swapped::of(p_.view(), Halo::all(2))), {}) {
    std::fill_n(p_.view().data, p_.view().box.area() * p_.view().levels, 0.0);
    for (Flow* flow : {&past_, &now_}) set(*flow);
  }

  void run(double end) {
    const double dt = 0.2 * mesh_.dx;
    const int steps = static_cast<int>(std::lround(end / dt));
    for (int n = 0; n < steps; ++n) step(n == 0 ? Leapfrog{dt, 0} : Leapfrog{2 * dt, 0.01});
  }

  /// The mean of |u - what it should be| after so much time.
  double error(double time) const {
    double sum = 0;
    for (int i = 0; i < owned().x1; ++i)
      for (int k = 0; k < levels_.levels(); ++k)
        sum += std::abs(now_.fields[0](i, 0, k) - u(i, k, time));
    return sum / (static_cast<double>(owned().area()) * levels_.levels());
  }
  /// Twice the kinetic energy, a cell.
  double energy() const {
    double sum = 0;
    for (const FieldView<double>& f : now_.fields)
      for (int i = 0; i < owned().x1; ++i)
        for (int k = 0; k < levels_.levels(); ++k) sum += f(i, 0, k) * f(i, 0, k);
    return sum / (static_cast<double>(owned().area()) * levels_.levels());
  }

 private:
  static const PoissonSolverKind& kind() { return poisson_solvers().at("cg_line"); }
  const Box& owned() const { return decomposition_.owned(0); }

  double u(int i, int k, double time = 0) const {
    using std::numbers::pi;
    return drift_ + std::sin(2 * pi * ((i + 1) * mesh_.dx - drift_ * time)) *
                        std::cos(2 * pi * levels_.z[static_cast<std::size_t>(k)]);
  }
  void set(const Flow& flow) {
    using std::numbers::pi;
    for (int i = 0; i < owned().x1; ++i)
      for (int k = 0; k < levels_.levels(); ++k) {
        const bool is_lid = k + 1 == levels_.levels();
        flow.fields[0](i, 0, k) = u(i, k);
        flow.fields[2](i, 0, k) =
            is_lid ? 0
                   : -std::cos(2 * pi * (i + 0.5) * mesh_.dx) *
                         std::sin(2 * pi * levels_.z_half[static_cast<std::size_t>(k)]);
      }
  }
  void swap(const Flow& flow) {
    const std::array<Columns, 3> columns{flow.fields[0], flow.fields[1], flow.fields[2]};
    swap_.start(columns);
    swap_.finish();
  }

  void step(const Leapfrog& time) {
    const Box owned = decomposition_.owned(0);
    swap(now_);
    advect_momentum(owned, mesh_, now_.wind(), tendency_.fields);
    begin_filter(owned, time.filter, past_.fields, now_.fields);
    leap(owned, time.span, past_.fields, tendency_.fields);
    swap(past_);
    divergence(owned, mesh_, past_.wind(), 1 / time.span, source_.view());
    REQUIRE(solver_->solve(source_.view(), p_.view()).converged);
    project(owned, mesh_, time.span, p_.view(), past_.fields);
    end_filter(owned, time.filter, past_.fields, now_.fields);
    std::swap(past_, now_);
  }

  double drift_;
  Communicator comm_;
  VerticalGrid levels_;
  Decomposition decomposition_;
  Domain domain_;
  Mesh mesh_;
  Flow past_, now_, tendency_;
  Field<> p_, source_;
  Arena arena_;
  std::unique_ptr<PoissonSolver> solver_;
  HaloExchange swap_;
};

double error_of(int n, double drift) {
  Vortices flow(n, drift);
  flow.run(0.5);
  return flow.error(0.5);
}

TEST_CASE("standing vortices stand") {
  for (const int n : {16, 32}) CHECK(error_of(n, 0) < 1e-10);  // the solver's tolerance
}

TEST_CASE("drifting vortices drift, to second order") {
  const double coarse = error_of(16, 1), fine = error_of(32, 1), finest = error_of(64, 1);
  CAPTURE(coarse);
  CAPTURE(fine);
  CAPTURE(finest);
  CHECK(coarse < 0.1);
  CHECK(std::log2(coarse / fine) > 1.9);
  CHECK(std::log2(fine / finest) > 1.9);
}

TEST_CASE("they keep their energy") {
  Vortices flow(32, 1);
  const double before = flow.energy();
  flow.run(0.5);
  CHECK(flow.energy() == doctest::Approx(before).epsilon(2e-3));
}

}  // namespace
}  // namespace seafret
