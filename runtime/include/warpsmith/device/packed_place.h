/// Where the elements of a matrix in a packed layout lie, such as [columns/16][rows][16].
#pragma once

namespace warpsmith {

/// So many where a dimension has one digit: no index reaches it.
constexpr int OneDigit = 1 << 30;

/// Along one dimension so many elements are side by side, a run; lines are those of the other.
/// Element (line, along) lies at
///   along % run + along / run * runPitch + line % lines * linePitch + line / lines * blockPitch.
struct PackedLayout {
  int run, runs, runPitch;
  int lines, linePitch;
  int blocks, blockPitch;
};

template <int Run, int Lines>
__device__ __forceinline__ long long placeOf(const PackedLayout &layout, int line, int along) {
  return along % Run + (long long)(along / Run) * layout.runPitch +
         (long long)(line % Lines) * layout.linePitch +
         (long long)(line / Lines) * layout.blockPitch;
}

} // namespace warpsmith
