/// Tensor maps of pictures whose pixels the tensor memory accelerator copies: CUDA Driver API,
/// cuTensorMapEncodeIm2col. Host code.
#pragma once

#include "warpsmith/device/pixels.h"
#include "warpsmith/device/tensor_map.h"

namespace warpsmith {

/// cuTensorMapEncodeIm2col, with enumerations as the integers that they are.
using PixelMapEncoder = int (*)(TensorMap *map, int type, unsigned rank, void *address,
                                const unsigned long long *sizes, const unsigned long long *strides,
                                const int *lower, const int *upper, unsigned channels,
                                unsigned pixels, const unsigned *elementStrides, int interleave,
                                int swizzle, int promotion, int fill);

/// What a map says of one dimension: from where on to before where filters begin, in bytes of a
/// signed number each. Where one begins alone, how far the next one would be has no meaning.
struct PixelBox {
  int lower, upper, step;
  bool fits;

  explicit PixelBox(const PixelDimension &of) {
    constexpr int MostOffset = 255, MostStep = 8, LeastCorner = -128, MostCorner = 127;
    const long long last = (of.count - 1ll) * of.stride;
    const long long above = last + 1 + of.first - of.extent;
    lower = of.first;
    upper = (int)above;
    step = of.count > 1 ? of.stride : 1;
    fits = lower >= LeastCorner && lower <= MostCorner && above >= LeastCorner &&
           above <= MostCorner && step > 0 && step <= MostStep && of.dilation >= 0 &&
           (of.places - 1ll) * of.dilation <= MostOffset;
  }
};

/// `pictures` pictures, of which columns of `rows` pixels with `channels` of their channels are
/// copied; what lies outside of them is zero. False when TMA cannot copy them: the address and
/// distances must be multiples of 16 bytes, and padding and filters small.
template <typename Element>
bool encodePixelMap(TensorMap *map, const Element *elements, const Pixels &pixels, int pictures,
                    int rows, int channels) {
  const PixelBox across(pixels.across), down(pixels.down);
  if (!across.fits || !down.fits)
    return false;
  static const auto encode = driverFunction<PixelMapEncoder>("cuTensorMapEncodeIm2col");
  const long long numbers[] = {(long long)elements,
                               TensorMapType<Element>,
                               pixels.channels,
                               pixels.pitch,
                               pixels.across.extent,
                               pixels.across.pitch,
                               pixels.down.extent,
                               pixels.down.pitch,
                               across.lower,
                               across.upper,
                               across.step,
                               down.lower,
                               down.upper,
                               down.step,
                               pictures,
                               rows,
                               channels};
  return keptMap(map, numbers, [&] {
    // Nothing lies behind the only one of a dimension.
    const auto bytes = [&](int pitch, int extent) {
      return (unsigned long long)(extent > 1 ? pitch : pixels.channels) * sizeof(Element);
    };
    const unsigned long long sizes[] = {
        (unsigned long long)pixels.channels, (unsigned long long)pixels.across.extent,
        (unsigned long long)pixels.down.extent, (unsigned long long)pictures};
    const unsigned long long strides[] = {bytes(pixels.across.pitch, pixels.across.extent),
                                          bytes(pixels.down.pitch, pixels.down.extent),
                                          bytes(pixels.pitch, pictures)};
    const int lower[] = {across.lower, down.lower}, upper[] = {across.upper, down.upper};
    const unsigned steps[] = {1, (unsigned)across.step, (unsigned)down.step, 1};
    return encode && encode(map, TensorMapType<Element>, 4, const_cast<Element *>(elements), sizes,
                            strides, lower, upper, (unsigned)channels, (unsigned)rows, steps,
                            0, // not interleaved
                            swizzleOf(channels * (int)sizeof(Element)), TensorMapPromotion256,
                            0) == 0; // filled with zeros
  });
}

} // namespace warpsmith
