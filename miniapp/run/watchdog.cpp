// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/watchdog.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "comms/base/timers.hpp"
#include "miniapp/case_file/file.hpp"

namespace seafret {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

/// Where a value stands, as one number that orders all values of the problem: by field, then j,
/// i, k.
class Position {
 public:
  Position(const Grid& grid, int levels) : nx_(grid.nx), ny_(grid.ny), nz_(levels) {}
  std::int64_t of(std::size_t field, int j, int i, int k) const {
    return ((static_cast<std::int64_t>(field) * ny_ + j) * nx_ + i) * nz_ + k;
  }
  int k(std::int64_t p) const { return static_cast<int>(p % nz_); }
  int i(std::int64_t p) const { return static_cast<int>(p / nz_ % nx_); }
  int j(std::int64_t p) const { return static_cast<int>(p / nz_ / nx_ % ny_); }
  std::size_t field(std::int64_t p) const { return static_cast<std::size_t>(p / nz_ / nx_ / ny_); }

 private:
  std::int64_t nx_, ny_, nz_;
};

/// Whether a column holds a NaN or an infinity.  Written for the vector unit: no way out halfway.
bool is_bad(const double* column, int levels) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  std::uint64_t bad = 0;
  for (int k = 0; k < levels; ++k)
    bad |= (std::bit_cast<std::uint64_t>(column[k]) & exponent) == exponent;
  return bad != 0;
}

std::int64_t first_bad(const OutputField& field, std::size_t number, const Domain& domain,
                       const Position& position) {
  const Box owned = domain.owned();
  const Grid& grid = domain.grid();
  std::int64_t first = none;
#pragma omp parallel for schedule(static) reduction(min : first)
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      const double* column = field.values.column(i, j);
      if (!is_bad(column, field.values.levels) || !grid.wet(field.description.place, i, j))
        continue;
      int k = 0;
      while (std::isfinite(column[k])) ++k;
      first = std::min(first, position.of(number, j, i, k));
    }
  return first;
}

/// The message of the rank whose position is the first of all; "" where none has one.
template <class Message>
std::string message_of_first(std::int64_t mine, const Communicator& comm, const Message& message) {
  const std::int64_t first = -comm.max(-mine);
  if (first == none) return "";
  const auto owner = comm.max(std::int64_t{mine == first ? comm.rank() : -1});
  std::string text;
  if (owner == comm.rank()) text = message();
  comm.broadcast(text, static_cast<int>(owner));
  return text;
}

void end_if(const std::string& trouble) {
  if (!trouble.empty()) throw RunError(trouble);
}

void check_finite(const Case& the_case, const Domain& domain, std::int64_t step) {
  const std::vector<OutputField> fields = the_case.fields();
  int levels = 1;
  for (const OutputField& f : fields) levels = std::max(levels, f.description.levels);
  const Position position(domain.grid(), levels);
  std::int64_t mine = none;
  for (std::size_t f = 0; f < fields.size() && mine == none; ++f)
    if (fields[f].description.prognostic && !fields[f].once)
      mine = first_bad(fields[f], f, domain, position);
  end_if(message_of_first(mine, domain.comm, [&] {
    const OutputField& field = fields[position.field(mine)];
    const int i = position.i(mine), j = position.j(mine), k = position.k(mine);
    return fmt::format(
        "step {}: {} is {} at cell (i={}, j={}, k={}), rank {}", step, field.description.name,
        std::isnan(field.values(i, j, k)) ? "NaN" : "infinite", i, j, k, domain.comm.rank());
  }));
}

/// What to say of a flow that is too fast for the time step, on all ranks; "" of another.
std::string too_fast(const Case& the_case, const Domain& domain) {
  const Communicator& comm = domain.comm;
  const Courant mine = the_case.courant();
  const double share = mine.share(), largest = comm.max(share);
  if (largest <= 1) return "";

  const auto levels = static_cast<int>(comm.max(std::int64_t{mine.k})) + 1;
  const Position position(domain.grid(), levels);
  const std::int64_t here = share == largest ? position.of(0, mine.j, mine.i, mine.k) : none;
  return message_of_first(here, comm, [&] {
    return fmt::format(
        "the Courant number {}{:.6g} is above its limit {:g} at cell (i={}, j={}, k={}), rank {}",
        mine.of, mine.number, mine.limit, mine.i, mine.j, mine.k, comm.rank());
  });
}

}  // namespace

void watch_if_due(Case& the_case, const Domain& domain, const Clock& clock, std::int64_t every) {
  if (!clock.is_due(every) && !clock.finished()) return;
  SEAFRET_REGION("watchdog");
  the_case.look();  // what it finds is likelier the cause of the rest
  check_finite(the_case, domain, clock.step());
  if (const std::string trouble = too_fast(the_case, domain); !trouble.empty())
    throw RunError(fmt::format(
        "step {}: {}; take a shorter time.dt{}", clock.step(), trouble,
        the_case.may_change_step() ? ", or less of time.courant where that is on" : ""));
}

void check_first_state(const Case& the_case, const Domain& domain) {
  if (const std::string trouble = too_fast(the_case, domain); !trouble.empty())
    throw KeyError("time.dt", "is refused: at the start " + trouble + "; take a shorter one");
}

}  // namespace seafret
