// RUN: %accepted
// RUN: %emulation -D__shared__= %s
// RUN: %if nvcc %{ %nvcc %s %}
// Pipeline and barrier primitives.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>

__global__ void kernel(const float4 *in, float4 *out) {
  __shared__ float4 tile[64];
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4));
  __pipeline_memcpy_async(&tile[threadIdx.x + 32], &in[threadIdx.x], 16, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __pipeline_arrive_on(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  while (!__mbarrier_try_wait_parity(&barrier, false, 100)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    __mbarrier_inval(&barrier);
}
