// RUN: %caught
// Pixels are copied with a map of boxes.
#include "../Inputs/tma.h"

constexpr int Bytes = 16 * 64 * 2;

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, Bytes);
    // ERROR: [[@LINE+1]]:{{[0-9]+}}: error: bulk copy: an instruction for im2col, and a tensor map of boxes [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-tensor-map]
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(toShared(tile)),
                 "l"(&map), "r"(0), "r"(0), "r"(0), "r"(0), "r"(toShared(&full)),
                 "h"((unsigned short)0), "h"((unsigned short)0)
                 : "memory");
  }
  wait(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 2 * 8 * 8 * 64 * sizeof(__half));
  cudaMemset(in, 0, 2 * 8 * 8 * 64 * sizeof(__half));
  cudaMalloc(&out, 64 * sizeof(__half));
  CUtensorMap map;
  const cuuint64_t extents[] = {64, 8, 8, 2}, strides[] = {128, 1024, 8192};
  const cuuint32_t steps[] = {1, 1, 1, 1};
  const cuuint32_t box[] = {64, 4, 4, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, in, extents, strides, box,
                             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return 2;
  kernel<<<1, 64>>>(map, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
