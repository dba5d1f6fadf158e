// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/direct_inverse.hpp"

#include <omp.h>

#include <algorithm>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr int lanes = Fft::lanes;

std::size_t at(const Communicator& comm) { return static_cast<std::size_t>(comm.rank()); }

Field<> memory_of(const Brick& brick) { return {brick.columns, Halo{}, brick.levels()}; }

TransportOptions named(TransportOptions with, const std::string& what) {
  with.swap += what;
  return with;
}

/// std::copy_n would be a call.
void copy_lanes(const double* from, double* to) {
#pragma omp simd
  for (int l = 0; l < lanes; ++l) to[l] = from[l];
}

/// Some levels of columns that stand `next` from each other go to or come from a block, where they
/// stand `next_in_block` from each other.  Lanes beyond the last level are zero.
void gather(const double* from, std::ptrdiff_t next, int columns, int levels, double* block,
            std::ptrdiff_t next_in_block) {
  for (int n = 0; n < columns; ++n, from += next, block += next_in_block)
    if (levels == lanes)
      copy_lanes(from, block);
    else
      std::fill(std::copy_n(from, levels, block), block + lanes, 0.0);
}
void scatter(const double* block, std::ptrdiff_t next_in_block, int columns, int levels, double* to,
             std::ptrdiff_t next) {
  for (int n = 0; n < columns; ++n, to += next, block += next_in_block)
    if (levels == lanes)
      copy_lanes(block, to);
    else
      std::copy_n(block, levels, to);
}

}  // namespace

Passage::Passage(const Communicator& comm, const std::vector<Brick>& here,
                 const std::vector<Brick>& there, const std::string& what,
                 const std::string& transport, const TransportOptions& with)
    : memory_(memory_of(here == there ? Brick{} : there[at(comm)])) {
  if (here == there) return;
  forth_.emplace(comm, here, there, transport, named(with, " to " + what));
  back_.emplace(comm, there, here, transport, named(with, " from " + what));
}

FieldView<double> Passage::forth(FieldView<double> here) {
  if (stays()) return here;
  forth_->run(here, memory_.view());
  return memory_.view();
}

void Passage::back(FieldView<double> here) {
  if (!stays()) back_->run(memory_.view(), here);
}

std::vector<const Exchange*> Passage::exchanges() const {
  if (stays()) return {};
  return {&*forth_, &*back_};
}

std::size_t DirectInverse::held(const Decomposition& owners, int rank, int levels) {
  const Pencils p = make_pencils(owners, levels, lanes);
  const auto me = static_cast<std::size_t>(rank);
  std::int64_t values = p.x_modes[me].volume();
  if (p.boxes != p.x_lines) values += p.x_lines[me].volume();
  if (p.x_modes != p.y_lines) values += p.y_lines[me].volume();
  if (p.y_lines != p.columns) values += p.columns[me].volume();
  return static_cast<std::size_t>(values) * sizeof(double);
}

DirectInverse::DirectInverse(const Domain& domain, const PressureOperator& a,
                             const std::string& transport, const TransportOptions& with)
    : DirectInverse(domain.comm, domain.grid(),
                    make_pencils(domain.decomposition, static_cast<int>(a.dz.size()), lanes), a,
                    transport, with) {}

DirectInverse::DirectInverse(const Communicator& comm, const Grid& grid, const Pencils& pencils,
                             const PressureOperator& a, const std::string& transport,
                             const TransportOptions& with)
    : x_(grid.nx),
      y_(grid.ny),
      mode_columns_(a, grid.nx, grid.ny),
      to_x_lines_(comm, pencils.boxes, pencils.x_lines, "x lines", transport, with),
      x_modes_(memory_of(pencils.x_modes[at(comm)])),
      to_y_lines_(comm, pencils.x_modes, pencils.y_lines, "y lines", transport, with),
      to_columns_(comm, pencils.y_lines, pencils.columns, "columns", transport, with),
      scratch_(static_cast<std::size_t>(omp_get_max_threads())) {
  const std::size_t room = std::max(x_.room(), static_cast<std::size_t>(y_.points() * Fft::point));
  for (Scratch& s : scratch_)
    s = {std::vector<double>(room), std::vector<double>(room),
         std::vector<double>(mode_columns_.room())};
}

void DirectInverse::apply(FieldView<double> r) {
  const FieldView<double> x_lines = to_x_lines_.forth(r);
  transform_x(x_lines, true);
  const FieldView<double> y_lines = to_y_lines_.forth(x_modes_.view());
  if (to_columns_.stays()) {
    SEAFRET_REGION("pressure/modes");
    for_each_mode(y_lines, [&](int m, Scratch& scratch) {  // while its columns are in the cache
      transform_y(y_lines, m, true, scratch);
      solve_columns(y_lines, m, scratch);
      transform_y(y_lines, m, false, scratch);
    });
  } else {
    transform_y(y_lines, true);
    solve_columns(to_columns_.forth(y_lines));
    to_columns_.back(y_lines);
    transform_y(y_lines, false);
  }
  to_y_lines_.back(x_modes_.view());
  transform_x(x_lines, false);
  to_x_lines_.back(r);
}

/// Real lines become modes; or the other way round, times nx.
void DirectInverse::transform_x(FieldView<double> x_lines, bool forward) {
  SEAFRET_REGION("pressure/transform x");
  const FieldView<double> modes = x_modes_.view();
  const int levels = x_lines.levels;
  if (levels == 0) return;
#pragma omp parallel num_threads(static_cast <int>(scratch_.size()))
  {
    Scratch& s = scratch_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for collapse(2) schedule(static)
    for (int j = modes.box.y0; j < modes.box.y1; ++j)
      for (int k = 0; k < levels; k += lanes) {
        const int some = std::min(lanes, levels - k);
        double* const real = x_lines.column(0, j) + k;
        double* const mode = modes.column(0, j) + k;
        if (forward) {
          gather(real, levels, x_.points(), some, s.data.data(), lanes);
          const double* const result = x_.forward(s.data.data(), s.work.data());
          scatter(result, lanes, 2 * x_.modes(), some, mode, levels);
        } else {
          gather(mode, levels, 2 * x_.modes(), some, s.data.data(), lanes);
          const double* const result = x_.backward(s.data.data(), s.work.data());
          scatter(result, lanes, x_.points(), some, real, levels);
        }
      }
  }
}

/// All lines along y of mode m in x, in place.
void DirectInverse::transform_y(FieldView<double> y_lines, int m, bool forward,
                                Scratch& scratch) const {
  const int levels = y_lines.levels, points = y_.points();
  for (int k = 0; k < levels; k += lanes) {
    const int some = std::min(lanes, levels - k);
    double* const re = y_lines.column(2 * m, 0) + k;
    double* const im = re + levels;
    double* const data = scratch.data.data();
    gather(re, y_lines.row(), points, some, data, Fft::point);
    gather(im, y_lines.row(), points, some, data + lanes, Fft::point);
    const double* const result =
        forward ? y_.forward(data, scratch.work.data()) : y_.backward(data, scratch.work.data());
    scatter(result, Fft::point, points, some, re, y_lines.row());
    scatter(result + lanes, Fft::point, points, some, im, y_lines.row());
  }
}

void DirectInverse::solve_columns(FieldView<double> columns, int m, Scratch& scratch) const {
  const auto [x0, x1, y0, y1] = columns.box;
  mode_columns_.solve(m, y0, y1, columns.column(2 * m, y0), columns.row(), scratch.factors.data());
}

void DirectInverse::transform_y(FieldView<double> y_lines, bool forward) {
  SEAFRET_REGION("pressure/transform y");
  for_each_mode(y_lines, [&](int m, Scratch& s) { transform_y(y_lines, m, forward, s); });
}

void DirectInverse::solve_columns(FieldView<double> columns) {
  SEAFRET_REGION("pressure/modes");
  for_each_mode(columns, [&](int m, Scratch& s) { solve_columns(columns, m, s); });
}

std::vector<const Exchange*> DirectInverse::exchanges() const {
  std::vector<const Exchange*> all;
  for (const Passage* way : {&to_x_lines_, &to_y_lines_, &to_columns_})
    for (const Exchange* transpose : way->exchanges()) all.push_back(transpose);
  return all;
}

/// Calls work(m, scratch) for every mode m in x that this rank has something of.
template <class Work>
void DirectInverse::for_each_mode(FieldView<double> modes, Work work) {
  if (modes.box.empty() || modes.levels == 0) return;
#pragma omp parallel num_threads(static_cast <int>(scratch_.size()))
  {
    Scratch& scratch = scratch_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(static)
    for (int m = modes.box.x0 / 2; m < modes.box.x1 / 2; ++m) work(m, scratch);
  }
}

}  // namespace seafret
