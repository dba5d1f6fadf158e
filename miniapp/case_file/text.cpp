// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/text.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  if (std::filesystem::is_directory(status)) refuse("is a folder, not a case file");
  if (!std::filesystem::is_regular_file(status)) refuse("is not a regular file");
}

/// How many bytes a UTF-8 character has that begins with this one; 0 if none does.
std::size_t length_after(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf8 ? 4 : 0;
}

/// The length of the character at the front of a text, or 0 if it is not UTF-8.
std::size_t character_length(std::string_view text) {
  const unsigned lead = static_cast<unsigned char>(text.front());
  const std::size_t length = length_after(lead);
  if (length <= 1 || length > text.size()) return length > text.size() ? 0 : length;
  unsigned code = lead & (0x7fu >> length);
  for (const char c : text.substr(1, length - 1)) {
    const unsigned byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte & 0x3fu);
  }
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};  // less is written with fewer bytes
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

bool is_control(char byte) {
  const unsigned code = static_cast<unsigned char>(byte);
  return (code < 0x20 && byte != '\t') || code == 0x7f;
}

void check_line(const TextSource& source, std::string_view line, TextPlace place) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto refuse = [&](std::size_t index, const std::string& why) {
    place.column = static_cast<int>(index) + 1;
    source.refuse(place, why);
  };
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = character_length(line.substr(i));
    if (length == 0 || is_control(line[i]))
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
  if (text.size() > largest_case_file)
    source.refuse({.option = option}, "larger than 1 MiB, which no case file is");
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    check_line(source, line, {.line = number, .option = option});
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

}  // namespace seafret
