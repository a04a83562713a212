// RUN: %works
// Bulk tensor copies: swizzles, edges, types, three dimensions, stores, plain bytes.
#include "../Inputs/tma.h"

constexpr int Rows = 20, Pitch = 80; // elements of 2 bytes: 72 columns, and 8 behind each row

// Loads 16 rows of a span at (x, y), notes them as they lie, and stores them elsewhere.
template <int Mode>
__global__ void copy(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, uint16_t *seen, int x, int y, int toX,
                     int toY) {
  constexpr int Bytes = 16 * (Mode ? spanOf(Mode) : 64);
  __shared__ alignas(1024) char tile[Bytes];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&from) : "memory");
    initialize(&full, 1);
    initialized();
    expect(&full, Bytes);
    load(tile, from, x, y, &full);
  }
  __syncthreads();
  wait(&full, 0);
  for (int i = threadIdx.x; i < Bytes / 2; i += blockDim.x)
    seen[i] = reinterpret_cast<uint16_t *>(tile)[i];
  __syncthreads();
  // What is stored is what has been loaded, and one more.
  for (int i = threadIdx.x; i < Bytes / 2; i += blockDim.x)
    reinterpret_cast<uint16_t *>(tile)[i] += 1;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(to, toX, toY, tile);
    commitStores();
    waitForStores();
  }
}

template <int Mode>
int check(CUtensorMapSwizzle swizzle, int x, int y, int toX, int toY) {
  const int span = Mode ? spanOf(Mode) : 64, width = span / 2;
  uint16_t *in, *out, *seen;
  cudaMallocManaged(&in, Rows * Pitch * 2);
  cudaMallocManaged(&out, Rows * Pitch * 2);
  cudaMallocManaged(&seen, 16 * span);
  for (int i = 0; i < Rows * Pitch; ++i) {
    in[i] = i + 1;
    out[i] = 0;
  }
  const auto map = [&](uint16_t *data) {
    return matrixMap(data, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 72, Rows, width, 16, swizzle,
                     Pitch * 2);
  };
  copy<Mode><<<1, 64>>>(map(in), map(out), seen, x, y, toX, toY);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  const auto loaded = [&](int row, int column) {
    const int r = y + row, c = x + column;
    return r >= 0 && r < Rows && c >= 0 && c < 72 ? r * Pitch + c + 1 : 0;
  };
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < width; ++column) {
      const int at = Mode ? swizzledByte(Mode, row, column * 2) / 2 : row * width + column;
      if (seen[at] != loaded(row, column)) {
        std::printf("mode %d at (%d,%d): %d,%d is %d\n", Mode, x, y, row, column, seen[at]);
        return 1;
      }
    }
  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c < Pitch; ++c) {
      const int row = r - toY, column = c - toX;
      const bool stored = row >= 0 && row < 16 && column >= 0 && column < width && c < 72;
      if (out[r * Pitch + c] != (stored ? loaded(row, column) + 1 : 0)) {
        std::printf("mode %d to (%d,%d): %d,%d is %d\n", Mode, toX, toY, r, c, out[r * Pitch + c]);
        return 1;
      }
    }
  return 0;
}

// Three dimensions with a step, TF32 that is rounded, plain bytes.
__global__ void others(const __grid_constant__ CUtensorMap cube, const float *plain, float *out) {
  __shared__ alignas(128) float tile[2][2][4];
  __shared__ alignas(128) float bytes[8];
  __shared__ uint64_t full[2];
  if (threadIdx.x == 0) {
    initialize(&full[0], 1);
    initialize(&full[1], 1);
    initialized();
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(toShared(tile)),
                 "l"(&cube), "r"(4), "r"(-1), "r"(1), "r"(toShared(&full[0]))
                 : "memory");
    expect(&full[0], sizeof tile);
    expect(&full[1], sizeof bytes);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "%2, [%3];" ::"r"(toShared(bytes)),
                 "l"(plain), "r"(int(sizeof bytes)), "r"(toShared(&full[1]))
                 : "memory");
  }
  __syncthreads();
  wait(&full[0], 0);
  wait(&full[1], 0);
  if (threadIdx.x < 16)
    out[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x / 4 % 2][threadIdx.x % 4];
  if (threadIdx.x < 8)
    out[16 + threadIdx.x] = bytes[threadIdx.x];
}

int checkOthers() {
  float *in, *out;
  cudaMallocManaged(&in, 8 * 4 * 4 * sizeof(float));
  cudaMallocManaged(&out, 24 * sizeof(float));
  // 1 + i * 2^-11 is half way between two numbers of TF32 where i is odd.
  for (int i = 0; i < 128; ++i)
    in[i] = 1 + i / 2048.f;
  CUtensorMap map;
  const cuuint64_t extents[] = {8, 4, 4}, strides[] = {32, 128};
  const cuuint32_t box[] = {4, 2, 3}, steps[] = {1, 1, 2};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 3, in, extents, strides, box,
                             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return 1;
  others<<<1, 32>>>(map, in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 16; ++i) {
    const int z = 1 + i / 8 * 2, y = -1 + i / 4 % 2, index = z * 32 + y * 8 + 4 + i % 4;
    const int even = index % 4 == 1 ? index - 1 : index % 4 == 3 ? index + 1 : index;
    if (out[i] != (y < 0 ? 0 : 1 + even / 2048.f)) {
      std::printf("box: %d is %g\n", i, out[i]);
      return 1;
    }
  }
  for (int i = 0; i < 8; ++i)
    if (out[16 + i] != in[i])
      return 1;
  return 0;
}

int main() {
  return check<0>(CU_TENSOR_MAP_SWIZZLE_NONE, 0, 0, 8, 2) +
         check<1>(CU_TENSOR_MAP_SWIZZLE_128B, 8, 4, 0, 0) +
         check<2>(CU_TENSOR_MAP_SWIZZLE_64B, 64, 10, -16, -3) +
         check<3>(CU_TENSOR_MAP_SWIZZLE_32B, -5, -3, 61, 19) +
         check<1>(CU_TENSOR_MAP_SWIZZLE_128B, 71, 19, 3, 5) + checkOthers();
}
