// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "decomposition/base/error.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {
namespace {

constexpr long most_cells = 100000000;  // more is a mistake, or wants another program

/// In memory the south comes first.
void turn_over(Grid& grid) {
  const auto nx = static_cast<std::ptrdiff_t>(grid.nx);
  for (std::ptrdiff_t low = 0, high = grid.ny - 1; low < high; ++low, --high)
    std::swap_ranges(grid.cells.begin() + low * nx, grid.cells.begin() + (low + 1) * nx,
                     grid.cells.begin() + high * nx);
}

/// A picture, read from its first letter on.
class Picture {
 public:
  Picture(const std::string& path, const std::string& bytes) : path_(path), bytes_(bytes) {}

  Grid read() {
    const bool is_binary = bytes_[1] == '5';
    const long nx = number("width", most_cells), ny = number("height", most_cells);
    const long white = number("greatest grey", 65535);
    if (nx < 1 || ny < 1 || white < 1 || nx > most_cells / ny)
      refuse(fmt::format("{} x {} pixels of 0 to {} are no picture", nx, ny, white));
    Grid grid{.nx = static_cast<int>(nx), .ny = static_cast<int>(ny), .nz = 1};
    ++at_;  // one blank, then the pixels
    for (long n = 0; n < nx * ny; ++n) {
      const long grey = is_binary ? byte() + (white > 255 ? byte() : 0) : number("pixel", white);
      grid.cells.push_back(grey == 0 ? Cell::dry : Cell::wet);
    }
    return grid;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw InputError(path_ + ": " + why); }

  void skip_blanks_and_comments() {
    for (;;) {
      at_ = std::min(bytes_.find_first_not_of(" \t\r\n", at_), bytes_.size());
      if (at_ == bytes_.size() || bytes_[at_] != '#') return;
      at_ = std::min(bytes_.find('\n', at_), bytes_.size());
    }
  }
  long number(const char* what, long most) {
    skip_blanks_and_comments();
    long value = -1;
    const char* const first = bytes_.data() + at_;
    const auto [end, error] = std::from_chars(first, bytes_.data() + bytes_.size(), value);
    if (error != std::errc() || value < 0 || value > most)
      refuse(fmt::format("byte {}: the {} must be a number from 0 to {}", at_, what, most));
    at_ += static_cast<std::size_t>(end - first);
    return value;
  }
  long byte() {
    if (at_ >= bytes_.size()) refuse("ends before its last pixel");
    return static_cast<unsigned char>(bytes_[at_++]);
  }

  const std::string& path_;
  const std::string& bytes_;
  std::size_t at_ = 2;
};

Grid read_rows(const std::string& path, const std::string& text) {
  Grid grid{.nz = 1};
  int line = 1, in_row = 0;
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}:{}: {}", path, line, why));
  };
  const auto end_row = [&] {
    if (in_row == 0) return;
    if (grid.ny > 0 && in_row != grid.nx)
      refuse(fmt::format("this row has {} cells, those before have {}", in_row, grid.nx));
    grid.nx = std::exchange(in_row, 0);
    ++grid.ny;
  };
  for (const char c : text) {
    if (c == '\n') {
      end_row();
      ++line;
    } else if ('0' <= c && c <= '2') {
      grid.cells.push_back(static_cast<Cell>(c - '0'));
      ++in_row;
    } else if (std::string_view(" \t\r,;").find(c) == std::string::npos) {
      refuse(fmt::format("a mask is of 0 (dry), 1 (wet) and 2 (outside), but here is {}",
                         c > ' ' && c < 127 ? fmt::format("'{}'", c) : "something else"));
    }
  }
  end_row();
  if (grid.ny == 0) throw InputError(path + ": is empty");
  return grid;
}

}  // namespace

Grid read_mask_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot be read");
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.starts_with("CDF"))
    throw InputError(path +
                     ": is a classic netCDF file; nccopy -k nc4 makes a netCDF-4 file of it");
  const bool is_picture = bytes.starts_with("P2") || bytes.starts_with("P5");
  Grid grid = is_picture ? Picture(path, bytes).read() : read_rows(path, bytes);
  turn_over(grid);
  return grid;
}

}  // namespace seafret
