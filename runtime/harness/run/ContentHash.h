// Keys of the build cache.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpsmith::harness {

/// FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo; draft-eastlake-fnv). Enough to tell
/// builds apart; not meant to withstand someone who wants two files to collide.
class ContentHash {
public:
  /// Adds a field; its length goes in first, so that "ab","c" and "a","bc" differ.
  ContentHash &add(std::string_view field);
  /// Adds a file's contents. Throws InputError naming a file that cannot be read.
  ContentHash &addFile(const std::filesystem::path &file);
  /// 32 hexadecimal digits.
  std::string text() const;

private:
  void mix(std::string_view bytes);

  unsigned __int128 state =
      (static_cast<unsigned __int128>(0x6c62272e07bb0142U) << 64) | 0x62b821756295c58dU;
};

} // namespace warpsmith::harness
