// RUN: %accepted
// RUN: %emulation -D__shared__= %s
// RUN: %if nvcc %{ %nvcc %s %}
// Barriers, shuffles, votes, atomics, address spaces, cached accesses, qualifiers.
#include <cuda_runtime.h>

__constant__ float table[16];
__device__ int counter;
__managed__ int managed;

template <typename Type>
__device__ __forceinline__ Type warpSum(Type value) {
#pragma unroll
  for (int delta = warpSize / 2; delta > 0; delta /= 2)
    value += __shfl_down_sync(0xffffffff, value, delta);
  return value;
}
__device__ __noinline__ int separate(int x) {
  return x + 1;
}

__global__ void __launch_bounds__(256, 2)
    barriers(const float *__restrict__ in, float *__restrict__ out, const __grid_constant__ int n) {
  __shared__ float tile[32];
  __shared__ __align__(16) float aligned[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, grid = gridDim.y * gridDim.z;
  tile[threadIdx.x % 32] = in[i];
  aligned[threadIdx.x % 32] = 0;
  __syncthreads();
  const int all = __syncthreads_and(i < n), any = __syncthreads_or(i < n);
  const int count = __syncthreads_count(i < n);
  __syncwarp();
  __syncwarp(0xffff);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  out[i] =
      warpSum(tile[threadIdx.y]) + all + any + count + grid + separate(i) + aligned[0] + table[3];
  const uint3 thread = threadIdx;
  const dim3 block = blockDim;
  out[thread.x] = block.x;
}

__global__ void votes(int *i, float *f, double *d, long long *l, unsigned *u) {
  const unsigned all = 0xffffffff, lanes = __activemask();
  i[0] =
      __shfl_sync(all, i[0], 3) + __shfl_up_sync(all, i[0], 1) + __shfl_xor_sync(all, i[0], 1, 16);
  f[0] = __shfl_sync(all, f[0], 3);
  d[0] = __shfl_down_sync(all, d[0], 1);
  l[0] = __shfl_xor_sync(all, l[0], 2);
  u[0] = __shfl_sync(lanes, u[0], 0) + __ballot_sync(all, i[0] > 0) + __match_any_sync(all, i[0]);
  int predicate;
  u[1] = __match_all_sync(all, u[0], &predicate);
  i[1] = __any_sync(all, i[0]) + __all_sync(all, i[0]) + predicate;
  i[2] = __reduce_add_sync(all, i[0]) + __reduce_min_sync(all, i[0]) + __reduce_max_sync(all, i[0]);
  u[2] = __reduce_add_sync(all, u[0]) + __reduce_and_sync(all, u[0]) + __reduce_xor_sync(all, u[0]);
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d,
                        float4 *v) {
  atomicAdd(i, 1);
  atomicAdd(u, 1);
  atomicAdd(u, 1u);
  atomicAdd(l, 1ull);
  atomicAdd(l, 1);
  atomicAdd(f, 1.0f);
  atomicAdd(f, 1);
  atomicAdd(d, 1.0);
  atomicAdd(&counter, 1);
  atomicAdd_block(i, 1);
  atomicAdd_system(f, 1.0f);
  atomicAdd(v, make_float4(1, 2, 3, 4));
  atomicSub(i, 1);
  atomicMin(i, 1);
  atomicMax(u, 1u);
  atomicMax(l, 1ull);
  atomicAnd(u, 1u);
  atomicOr(i, 1);
  atomicXor(l, 1ull);
  atomicInc(u, 7u);
  atomicDec(u, 7u);
  atomicExch(f, 1.0f);
  atomicExch(i, 1);
  atomicCAS(i, 1, 2);
  atomicCAS(l, 1ull, 2ull);
  atomicCAS((unsigned short *)i, (unsigned short)1, (unsigned short)2);
  managed = counter;
}

__global__ void memory(const float *a, const float4 *b, const int *c, float *out, float4 *out4) {
  out[0] = __ldg(a) + __ldg(b).x + static_cast<float>(__ldg(c)) + __ldcs(a) + __ldcg(a) + __ldca(a);
  __stcs(out, 1.0f);
  __stcg(out4, __ldcs(b));
  __stwb(out + 1, 2.0f);
  __shared__ float tile[4];
  tile[0] = 0;
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  float *back = static_cast<float *>(__cvta_shared_to_generic(address));
  out[1] = *back + static_cast<float>(__isShared(tile) + __isGlobal(out));
  const long long start = clock64();
  __nanosleep(20);
  out[2] = static_cast<float>(clock64() - start) + static_cast<float>(clock());
  if (out[2] < 0)
    __trap();
}
