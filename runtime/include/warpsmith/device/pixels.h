/// Rows of a matrix that are pixels of pictures, as direct convolutions read them: steps of k are
/// the channels of pixels that the places of a filter reach. The tensor memory accelerator copies
/// them as they lie: PTX ISA "cp.async.bulk.tensor", "im2col mode". Needs sm_90.
#pragma once

#include "warpsmith/device/tensor_copy.h"

namespace warpsmith {

/// One dimension of pictures. Pixels that are computed begin `stride` pixels of the input apart,
/// the first at `first`, and a filter's places reach `dilation` pixels further each. Outside of
/// [0, extent) there are zeros. Pixels are `pitch` elements apart.
struct PixelDimension {
  int count, stride, first, extent, places, dilation, pitch;
};

/// Pictures whose pixels have their channels side by side.
struct Pixels {
  int channels;
  int pitch; ///< elements from one picture to the next
  PixelDimension down, across;
};

/// Where a filter begins for a row of the matrix, in pixels of the input.
struct PixelPlace {
  int picture, down, across;
};
__device__ __forceinline__ PixelPlace pixelOfRow(const Pixels &pixels, int row) {
  const PixelDimension &down = pixels.down, &across = pixels.across;
  const int line = row / across.count;
  return {line / down.count, line % down.count * down.stride + down.first,
          row % across.count * across.stride + across.first};
}

/// The channel and the place of the filter that a step is at: steps go through channels first, then
/// along a filter's rows.
struct FilterPlace {
  int channel, down, across;
};
__device__ __forceinline__ FilterPlace placeOfStep(const Pixels &pixels, int step) {
  const int place = step / pixels.channels;
  return {step % pixels.channels, place / pixels.across.places, place % pixels.across.places};
}
/// Moves on by `steps`, of which channels are a multiple.
__device__ __forceinline__ void advancePlace(const Pixels &pixels, FilterPlace &at, int steps) {
  at.channel += steps;
  if (at.channel == pixels.channels) {
    at.channel = 0;
    if (++at.across == pixels.across.places) {
      at.across = 0;
      ++at.down;
    }
  }
}

/// Starts to copy the channels from `at` on of a column of pixels, from `first` on, to the same
/// place in `Blocks` blocks of the cluster as copyBoxToAll() does.
template <int Blocks, int Step>
__device__ __forceinline__ void copyPixelsToAll(int firstBlock, void *column, const TensorMap &map,
                                                const Pixels &pixels, const PixelPlace &first,
                                                const FilterPlace &at, Barrier *barrier) {
  const auto across = (unsigned short)(at.across * pixels.across.dilation);
  const auto down = (unsigned short)(at.down * pixels.down.dilation);
  unsigned short mask = 0;
#pragma unroll
  for (int i = 0; i < Blocks; ++i)
    mask |= 1 << i * Step;
  if constexpr (Blocks == 1)
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(sharedAddress(column)),
        "l"(&map), "r"(at.channel), "r"(first.across), "r"(first.down), "r"(first.picture),
        "r"(sharedAddress(barrier)), "h"(across), "h"(down)
        : "memory");
  else
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8}, "
        "%9;" ::"r"(sharedAddress(column)),
        "l"(&map), "r"(at.channel), "r"(first.across), "r"(first.down), "r"(first.picture),
        "r"(sharedAddress(barrier)), "h"(across), "h"(down),
        "h"((unsigned short)(mask << firstBlock))
        : "memory");
}

/// Calls add(pixel, step) for the steps of a row of the matrix in their order, without those that
/// are outside of the pictures: `pixel` is where the element lies from the first one on.
template <typename Add>
__device__ __forceinline__ void forEachPixel(const Pixels &pixels, int row, Add add) {
  const PixelPlace first = pixelOfRow(pixels, row);
  int step = 0;
#pragma unroll 1
  for (int r = 0; r < pixels.down.places; ++r)
#pragma unroll 1
    for (int s = 0; s < pixels.across.places; ++s, step += pixels.channels) {
      const int down = first.down + r * pixels.down.dilation;
      const int across = first.across + s * pixels.across.dilation;
      if ((unsigned)down >= (unsigned)pixels.down.extent ||
          (unsigned)across >= (unsigned)pixels.across.extent)
        continue;
      const int pixel =
          first.picture * pixels.pitch + down * pixels.down.pitch + across * pixels.across.pitch;
      for (int channel = 0; channel < pixels.channels; ++channel)
        add(pixel + channel, step + channel);
    }
}

} // namespace warpsmith
