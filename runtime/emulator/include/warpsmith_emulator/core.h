/// device.h for both modes: in parse mode, where the standard may be older than C++20, with a
/// stand-in for std::source_location.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

#if defined(__CUDA__) && __cplusplus < 202002L
namespace std {
struct source_location {
  static constexpr source_location current() noexcept { return {}; }
};
} // namespace std
#endif

#include "warpsmith_emulator/device.h"
