// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

/// Throws where opening the path would fail, or might wait for ever (a pipe).
void check_is_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  const auto refuse = [&](const std::string& why) {
    throw InputError(one_line(path) + ": " + why);
  };
  if (status.type() == std::filesystem::file_type::not_found) refuse("no such file");
  if (error) refuse(error.message());
  if (std::filesystem::is_directory(status)) refuse("is a folder, not a file");
  if (!std::filesystem::is_regular_file(status)) refuse("is not a regular file");
}

/// The length of the UTF-8 character at the front of a text, or 0 if there is none.
std::size_t character_length(std::string_view text) {
  struct Form {
    unsigned mask, lead;  // which bits of the first byte say so, and what they are
    unsigned least;       // less is written with fewer bytes
  };
  constexpr std::array<Form, 4> forms{
      {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  const auto form =
      std::ranges::find_if(forms, [&](const Form& f) { return (byte(0) & f.mask) == f.lead; });
  const auto length = static_cast<std::size_t>(form - forms.begin()) + 1;
  if (form == forms.end() || length > text.size()) return 0;
  unsigned code = byte(0) & ~form->mask;
  for (std::size_t n = 1; n < length; ++n) {
    if ((byte(n) & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte(n) & 0x3fu);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < form->least || code > 0x10ffff || is_surrogate ? 0 : length;
}

void check_line(const TextSource& source, std::string_view line, TextPlace place) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto refuse = [&](std::size_t index, const std::string& why) {
    place.column = static_cast<int>(index) + 1;
    source.refuse(place, why);
  };
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = character_length(line.substr(i));
    if (length == 0 || (is_control(line[i]) && line[i] != '\t'))
      refuse(i,
             fmt::format("no text in UTF-8: byte 0x{:02x}", static_cast<unsigned char>(line[i])));
    i += length;
  }
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t tab = line.substr(0, begin).find('\t');
  const bool has_text = begin != std::string_view::npos && line[begin] != '#';
  if (has_text && tab != std::string_view::npos)
    refuse(tab, "a tab in the indentation; YAML wants spaces");
}

}  // namespace

std::string read_text(const std::string& path) {
  check_is_file(path);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text(largest_case_file + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad() || (in.fail() && !in.eof()))
    throw InputError(fmt::format("{}: cannot be read: {}", one_line(path), std::strerror(errno)));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

void check_text(const TextSource& source, std::string_view text, int option) {
  if (text.size() > largest_case_file) source.refuse({.option = option}, too_large_a_file);
  TextPlace place{.line = 0, .option = option};
  for (const std::string_view line : split(text, '\n')) {
    ++place.line;
    check_line(source, line, place);
  }
}

}  // namespace seafret
