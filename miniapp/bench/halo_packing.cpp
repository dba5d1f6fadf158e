// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/halo_packing.hpp"

#include "comms/carriers/copying.hpp"

namespace seafret {

HaloPacking::HaloPacking(const Box& held, int depth, std::size_t column_bytes) : held_(held) {
  const Box in = held.grown(-depth);
  const int x[] = {held.x0, in.x0, in.x1, held.x1}, y[] = {held.y0, in.y0, in.y1, held.y1};
  for (int q = 0; q < 3; ++q)
    for (int p = 0; p < 3; ++p)
      if (p != 1 || q != 1) pieces_.push_back({x[p], x[p + 1], y[q], y[q + 1]});
  buffer_.resize(static_cast<std::size_t>(held.area() - in.area()) * column_bytes);
}

void HaloPacking::of(const std::vector<Columns>& fields) {
  for (const bool pack : {true, false}) {
    std::byte* bytes = buffer_.data();
    for (const Columns& f : fields)
      for (const Box& box : pieces_) {
        const Spread<std::byte> there(f, box, bytes);
        if (pack)
          copy_box(there, {f, box}, box, f.slices, f.slice_bytes());
        else
          copy_box({f, box}, {f, box, bytes}, box, f.slices, f.slice_bytes());
        bytes += static_cast<std::size_t>(box.area()) * f.column_bytes;
      }
  }
}

}  // namespace seafret
