// SPDX-License-Identifier: BSD-3-Clause
// PNG (RFC 2083) in stored blocks (RFC 1951), base64 (RFC 4648).
#include "miniapp/run/report/page/png.hpp"

#include <array>
#include <string_view>

namespace seafret {
namespace {

std::string big_endian(std::uint32_t n) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(n >> shift & 0xff);
  return bytes;
}

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < table.size(); ++n) {
    table[n] = n;
    for (int bit = 0; bit < 8; ++bit)
      table[n] = (table[n] & 1) != 0 ? 0xedb88320 ^ table[n] >> 1 : table[n] >> 1;
  }
  return table;
}

std::uint32_t crc(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> table = make_crc_table();
  std::uint32_t sum = 0xffffffff;
  for (const char c : bytes) sum = table[(sum ^ static_cast<std::uint8_t>(c)) & 0xff] ^ sum >> 8;
  return ~sum;
}

std::uint32_t adler(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<std::uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

std::string chunk(const std::string& kind, const std::string& content) {
  const std::string body = kind + content;
  return big_endian(static_cast<std::uint32_t>(content.size())) + body + big_endian(crc(body));
}

std::string stored(std::string_view bytes) {
  constexpr std::size_t most = 65535;
  std::string stream = "\x78\x01";
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += most) {
    const std::string_view block = bytes.substr(at, most);
    const auto size = static_cast<std::uint16_t>(block.size());
    stream += static_cast<char>(at + most >= bytes.size());
    for (const unsigned half : {unsigned{size}, ~unsigned{size}})
      for (const int shift : {0, 8}) stream += static_cast<char>(half >> shift & 0xff);
    stream += block;
  }
  return stream + big_endian(adler(bytes));
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t n = 0; n < 3; ++n)
      group = group << 8 | (at + n < bytes.size() ? static_cast<std::uint8_t>(bytes[at + n]) : 0);
    for (std::size_t n = 0; n < 4; ++n)
      text += at + n <= bytes.size() ? letters[group >> (18 - 6 * n) & 63] : '=';
  }
  return text;
}

}  // namespace

std::string as_data_uri(const IndexedImage& image) {
  std::string head = big_endian(static_cast<std::uint32_t>(image.width)) +
                     big_endian(static_cast<std::uint32_t>(image.height));
  head += {8, 3, 0, 0, 0};  // bits a pixel, of a palette
  std::string colours, opacities, rows;
  for (const Colour& c : image.palette) {
    for (const std::uint8_t part : {c.red, c.green, c.blue}) colours += static_cast<char>(part);
    opacities += static_cast<char>(c.opacity);
  }
  for (std::size_t row = 0; row < image.height; ++row) {
    const auto first = image.pixels.begin() + static_cast<std::ptrdiff_t>(row * image.width);
    rows += '\0';  // as they are, not as differences
    rows.append(first, first + static_cast<std::ptrdiff_t>(image.width));
  }
  return "data:image/png;base64," +
         base64("\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("PLTE", colours) +
                chunk("tRNS", opacities) + chunk("IDAT", stored(rows)) + chunk("IEND", ""));
}

}  // namespace seafret
