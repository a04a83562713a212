/// Sizes that are elements of arrays in the device's memory, `shape[1]`: they are known there
/// alone, as members of structures are. Contraction::structures has a pointer to each: `(shape +
/// 1)`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpsmith {

struct SizeInMemory {
  std::string array, place;
  std::string pointer() const { return "(" + array + " + " + place + ")"; }
};

/// Those that an expression names.
std::vector<SizeInMemory> sizesInMemory(const std::string &expression);

/// The one that such a pointer leads to; nothing for pointers to structures.
std::optional<SizeInMemory> sizeBehind(const std::string &pointer);

/// What lies behind one of Contraction::structures, for remarks: `members of '*a'`.
std::string behindPointer(const std::string &pointer);

} // namespace warpsmith
