/// Warp shuffles of the 16-bit types and of their pairs.
#pragma once

#include "warpsmith_emulator/warp_collectives.h"

namespace warpsmith::emulator {

template <typename Type>
struct ShuffleOverloads {
  friend WARPSMITH_DEVICE Type __shfl_sync(unsigned int mask, const Type value, int sourceLane,
                                           int width = 32, Location where = Location::current()) {
    return shuffle(Shuffle::Index, mask, value, static_cast<unsigned int>(sourceLane), width,
                   where);
  }
  friend WARPSMITH_DEVICE Type __shfl_up_sync(unsigned int mask, const Type value,
                                              unsigned int delta, int width = 32,
                                              Location where = Location::current()) {
    return shuffle(Shuffle::Up, mask, value, delta, width, where);
  }
  friend WARPSMITH_DEVICE Type __shfl_down_sync(unsigned int mask, const Type value,
                                                unsigned int delta, int width = 32,
                                                Location where = Location::current()) {
    return shuffle(Shuffle::Down, mask, value, delta, width, where);
  }
  friend WARPSMITH_DEVICE Type __shfl_xor_sync(unsigned int mask, const Type value, int laneMask,
                                               int width = 32,
                                               Location where = Location::current()) {
    return shuffle(Shuffle::Xor, mask, value, static_cast<unsigned int>(laneMask), width, where);
  }
};

} // namespace warpsmith::emulator
