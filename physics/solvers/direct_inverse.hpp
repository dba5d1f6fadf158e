// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/transpose/transpose.hpp"
#include "physics/fft/real_fft.hpp"
#include "physics/solvers/mode_columns.hpp"
#include "physics/solvers/pencils.hpp"

namespace seafret {

/// The way from one sharing of a field to the next and back, with the memory that the next needs;
/// where both are the same it is no way at all.
class Passage {
 public:
  /// `what` there is, for the names of its transposes.
  Passage(const Communicator& comm, const std::vector<Brick>& here, const std::vector<Brick>& there,
          const std::string& what, const std::string& transport, const TransportOptions& with);

  bool stays() const { return !forth_; }
  FieldView<double> forth(FieldView<double> here);
  void back(FieldView<double> here);
  /// Both ways, or none.
  std::vector<const Exchange*> exchanges() const;

 private:
  Field<> memory_;
  std::optional<Transpose> forth_ = {}, back_ = {};
};

/// The pressure operator's inverse, to rounding: transforms in x and y, a tridiagonal solve in each
/// column of modes, and back.  The lines of a transform are the levels, side by side.
class DirectInverse {
 public:
  /// Bytes that it will hold on a rank, without messages.
  static std::size_t held(const Decomposition& owners, int rank, int levels);

  /// `transport` and `with` are those of the transposes.
  DirectInverse(const Domain& domain, const PressureOperator& a, const std::string& transport,
                const TransportOptions& with);

  /// r becomes A^-1 r, whose mean, weighted by mass, is zero.  If r has a halo, that stays as it
  /// is. Collective.
  void apply(FieldView<double> r);
  /// Its transposes.
  std::vector<const Exchange*> exchanges() const;

 private:
  /// What a thread works in: both blocks of a transform, and the factors of columns.
  struct Scratch {
    std::vector<double> data, work, factors;
  };

  DirectInverse(const Communicator& comm, const Grid& grid, const Pencils& pencils,
                const PressureOperator& a, const std::string& transport,
                const TransportOptions& with);
  void transform_x(FieldView<double> x_lines, bool forward);
  void transform_y(FieldView<double> y_lines, bool forward);
  void solve_columns(FieldView<double> columns);
  void transform_y(FieldView<double> y_lines, int m, bool forward, Scratch& scratch) const;
  void solve_columns(FieldView<double> columns, int m, Scratch& scratch) const;
  template <class Work>
  void for_each_mode(FieldView<double> modes, Work work);

  RealFft x_;
  Fft y_;
  ModeColumns mode_columns_;
  Passage to_x_lines_;
  Field<> x_modes_;
  Passage to_y_lines_, to_columns_;
  std::vector<Scratch> scratch_;  // of each thread
};

}  // namespace seafret
