/// Launches that one launch may take the place of.
#pragma once

#include "warpsmith/device/launch_checks.h"

namespace warpsmith {

/// Bytes that a product reads or writes.
struct Range {
  const void *first;
  long long bytes;
};

/// A launch that has yet to be made. `prepare(product, device)` is false where the rewritten kernel
/// cannot take it, else it fills what that kernel is given; `launch()` makes the launch by itself.
template <typename Prepare, typename Launch>
struct PendingLaunch {
  cudaStream_t stream;
  Prepare prepare;
  Launch launch;
};
template <typename Prepare, typename Launch>
PendingLaunch<Prepare, Launch> pendingLaunch(cudaStream_t stream, Prepare prepare, Launch launch) {
  return {stream, prepare, launch};
}

/// True when no product reads or writes what another one writes.
template <typename Product, int Count>
bool independent(const Product (&products)[Count]) {
  for (int one = 0; one < Count; ++one)
    for (int other = 0; other < Count; ++other) {
      if (one == other)
        continue;
      const Range &written = products[one].written;
      const Range &also = products[other].written;
      if (!disjoint(written.first, written.bytes, also.first, also.bytes))
        return false;
      for (const Range &read : products[other].read)
        if (!disjoint(written.first, written.bytes, read.first, read.bytes))
          return false;
    }
  return true;
}

} // namespace warpsmith
