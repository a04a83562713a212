#include "runtime/harness/run/ContentHash.h"
#include "runtime/harness/core/Sizes.h"
#include <fstream>
#include <sstream>

namespace warpsmith::harness {

void ContentHash::mix(std::string_view bytes) {
  constexpr unsigned __int128 Prime = (static_cast<unsigned __int128>(1) << 88) + 0x13b;
  for (const char byte : bytes) {
    state ^= static_cast<unsigned char>(byte);
    state *= Prime;
  }
}

ContentHash &ContentHash::add(std::string_view field) {
  mix(std::to_string(field.size()));
  mix(":");
  mix(field);
  return *this;
}

ContentHash &ContentHash::addFile(const std::filesystem::path &file) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream contents;
  if (!input || !(contents << input.rdbuf()))
    throw InputError("cannot read '" + file.string() + "'");
  return add(contents.view());
}

std::string ContentHash::text() const {
  static constexpr char Digits[] = "0123456789abcdef";
  std::string result;
  for (int shift = 124; shift >= 0; shift -= 4)
    result += Digits[static_cast<unsigned>(state >> shift) & 15U];
  return result;
}

} // namespace warpsmith::harness
