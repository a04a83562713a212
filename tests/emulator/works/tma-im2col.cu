// RUN: %works
// Columns of pixels: across rows and pictures, strides, dilation, padding, swizzles, types, ranks.
#include "../Inputs/tma.h"
#include <cstdint>
#include <vector>

// Pictures of height x width pixels; lines have a height of one.
struct Pictures {
  int count, height, width, channels;
};
// Where the places of a filter lie: down and across.
struct Filter {
  int rows, columns, strideDown, strideAcross, padDown, padAcross, dilation;
  // Columns that the last pixels of a row leave out on the right: less than the filter needs.
  int fewer = 0;
};

__device__ inline void loadColumn(void *to, const CUtensorMap &map, bool lines, int channel, int w,
                                  int h, int n, int offsetW, int offsetH, uint64_t *barrier) {
  if (lines)
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4}], [%5], {%6};" ::"r"(toShared(to)),
                 "l"(&map), "r"(channel), "r"(w), "r"(n), "r"(toShared(barrier)),
                 "h"((unsigned short)offsetW)
                 : "memory");
  else
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(toShared(to)),
                 "l"(&map), "r"(channel), "r"(w), "r"(h), "r"(n), "r"(toShared(barrier)),
                 "h"((unsigned short)offsetW), "h"((unsigned short)offsetH)
                 : "memory");
}

__global__ void copy(const __grid_constant__ CUtensorMap map, bool lines, int bytes, uint16_t *seen,
                     int channel, int w, int h, int n, int offsetW, int offsetH) {
  extern __shared__ __align__(1024) char tile[];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
    expect(&full, bytes);
    loadColumn(tile, map, lines, channel, w, h, n, offsetW, offsetH, &full);
  }
  __syncthreads();
  wait(&full, 0);
  for (int i = threadIdx.x; i < bytes / 2; i += blockDim.x)
    seen[i] = reinterpret_cast<uint16_t *>(tile)[i];
}

// Columns of 16 or more pixels with 64 bytes of channels, from every pixel on, at every place of
// the filter.
int check(const char *what, Pictures x, Filter f, int pixels, bool lines = false) {
  constexpr int Channels = 32, Bytes = 2 * Channels;
  const int elements = x.count * x.height * x.width * x.channels;
  uint16_t *in, *seen;
  cudaMallocManaged(&in, elements * 2);
  cudaMallocManaged(&seen, pixels * Bytes);
  for (int i = 0; i < elements; ++i)
    in[i] = 1 + i % 65535;
  const int reachDown = (f.rows - 1) * f.dilation, reachAcross = (f.columns - 1) * f.dilation;
  const int lower[] = {-f.padAcross, -f.padDown};
  const int upper[] = {f.padAcross - reachAcross - f.fewer, f.padDown - reachDown};
  // Of the output.
  const int p = (x.height + upper[1] - lower[1] - 1) / f.strideDown + 1;
  const int q = (x.width + upper[0] - lower[0] - 1) / f.strideAcross + 1;
  CUtensorMap map;
  const cuuint64_t channels = x.channels, width = x.width, height = x.height, count = x.count;
  const cuuint64_t extents[] = {channels, width, lines ? count : height, count};
  const cuuint64_t strides[] = {channels * 2, channels * width * 2, channels * width * height * 2};
  const cuuint32_t steps[] = {1, cuuint32_t(f.strideAcross), lines ? 1u : cuuint32_t(f.strideDown),
                              1};
  if (cuTensorMapEncodeIm2col(
          &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, lines ? 3 : 4, in, extents, strides, lower, upper,
          Channels, pixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B,
          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    std::printf("%s: no map\n", what);
    return 1;
  }
  const auto element = [&](int n, int h, int w, int c) -> int {
    if (n >= x.count || h < 0 || h >= x.height || w < 0 || w >= x.width || c >= x.channels)
      return 0;
    return in[((n * x.height + h) * x.width + w) * x.channels + c];
  };
  for (int first = 0; first < x.count * p * q; first += 3)
    for (int place = 0; place < f.rows * f.columns; ++place) {
      const int r = place / f.columns * f.dilation, s = place % f.columns * f.dilation;
      const int channel = (first / 3 + place) % 2 ? 0 : x.channels - 24; // of 32, 8 beyond
      copy<<<1, 32, pixels * Bytes>>>(
          map, lines, pixels * Bytes, seen, channel, first % q * f.strideAcross - f.padAcross,
          first / q % p * f.strideDown - f.padDown, first / q / p, s, r);
      if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
      for (int i = 0; i < pixels; ++i)
        for (int c = 0; c < Channels; ++c) {
          const int pixel = first + i;
          const int expected = element(pixel / q / p, pixel / q % p * f.strideDown - f.padDown + r,
                                       pixel % q * f.strideAcross - f.padAcross + s, channel + c);
          const int found = seen[swizzledByte(2, i, c * 2) / 2];
          if (found != expected) {
            std::printf("%s: from pixel %d on at %d,%d: pixel %d, channel %d is %d, not %d\n", what,
                        first, r, s, i, c, found, expected);
            return 1;
          }
        }
    }
  cudaFree(in);
  cudaFree(seen);
  return 0;
}

int main() {
  int wrong =
      check("padding", {2, 5, 7, 40}, {3, 3, 1, 1, 1, 1, 1}, 24) +
      check("without", {3, 6, 5, 32}, {3, 2, 1, 1, 0, 0, 1}, 16) +
      check("a column of pictures", {5, 3, 3, 32}, {3, 3, 1, 1, 0, 0, 1}, 16) +
      check("stride 2", {3, 9, 8, 48}, {3, 3, 2, 2, 1, 1, 1}, 16) +
      check("strides 2 and 3", {2, 8, 11, 32}, {1, 1, 2, 3, 0, 0, 1}, 24) +
      check("dilation", {2, 7, 9, 32}, {3, 3, 1, 1, 2, 2, 2}, 16) +
      check("dilation and stride", {2, 11, 9, 32}, {3, 2, 2, 2, 3, 1, 3}, 16) +
      check("more padding than the filter needs", {2, 4, 3, 32}, {3, 3, 1, 1, 4, 5, 1}, 64) +
      check("padding at the bottom alone", {2, 5, 5, 32}, {5, 1, 1, 1, 2, 0, 1}, 16) +
      check("a row that is left early", {2, 4, 9, 32}, {3, 3, 1, 1, 1, 1, 1, 2}, 16) +
      check("lines", {3, 1, 13, 40}, {1, 5, 1, 2, 0, 2, 1}, 16, true);
  return wrong;
}
