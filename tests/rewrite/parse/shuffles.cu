// Warp functions without masks, atomics, barriers that count, half arithmetic: other kernels' trade.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK-DAG: remark: left 'reduce' alone
// CHECK-DAG: remark: left 'halves' alone
// CHECK-DAG: remark: left 'grouped' alone
// CHECK-DAG: remark: rewrote 'mat_mul'

#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__global__ void reduce(const float *in, float *out, int *hits) {
  float sum = in[threadIdx.x];
  for (int offset = 16; offset > 0; offset >>= 1)
    sum += __shfl_down(sum, offset);
  sum = __shfl(sum, 0) + __shfl_xor(sum, 1);
  if (__any(sum > 0) && __all(sum > 0) && __popc(__ballot(sum > 1)) > 3)
    atomicAdd(out, sum);
  if (__syncthreads_count(sum > 2) > 5 || __syncthreads_or(sum > 3))
    atomicMax(hits, atomicCAS(hits, 0, atomicExch(hits, 1)));
  __threadfence();
}
__global__ void halves(__half *x, __half2 *y) {
  x[0] = __hfma(x[1], x[2], __hadd(x[0], __hmul(x[3], __float2half(2.f))));
  x[1] = x[0] * x[2] + x[3];
  y[0] = __hfma2(y[0], y[1], __hadd2(y[2], __float2half2_rn(1.f)));
}
__global__ void grouped(float *x) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  x[threadIdx.x] = tile.shfl_down(x[threadIdx.x], 1);
  block.sync();
}
__global__ void mat_mul(float *a, float *b, float *ab, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float result = 0;
  for (int k = 0; k < width; ++k)
    result += a[row * width + k] * b[k * width + col];
  ab[row * width + col] = result;
}

void run(float *a, float *b, float *c, int n, int *hits, __half *x) {
  reduce<<<1, 32>>>(a, b, hits);
  halves<<<1, 1>>>(x, (__half2 *)x);
  grouped<<<1, 64>>>(a);
  mat_mul<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
