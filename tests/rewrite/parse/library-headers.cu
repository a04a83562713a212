// Headers of the toolkit that programs include, with what they use of them.
// RUN: %parsed
// CHECK: remark: rewrote 'mm'
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <curand_kernel.h>
#include <nvrtc.h>

__global__ void mm(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}
void run(float *a, float *b, float *c, int n) {
  mm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}

__global__ void fill(float *x, curandState *states) {
  curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
  x[threadIdx.x] = curand_uniform(&states[threadIdx.x]);
  static_assert(cuda::std::is_same<float, cuda::std::remove_reference_t<decltype(x[0])>>::value, "");
}
__global__ void staged(const float *x, float *y) {
  __shared__ float tile[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0)
    init(&full, blockDim.x);
  block.sync();
  auto pipeline = cuda::make_pipeline(block, &shared);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, tile, x, cuda::aligned_size_t<16>(sizeof(tile)), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token = full.arrive();
  full.wait(cuda::std::move(token));
  cuda::atomic_ref<float, cuda::thread_scope_device> sum(y[0]);
  sum.fetch_add(tile[threadIdx.x], cuda::memory_order_relaxed);
  pipeline.consumer_release();
}
int compile(const char *text) {
  nvrtcProgram program;
  if (nvrtcCreateProgram(&program, text, "x.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS)
    return 1;
  const char *options[] = {"--gpu-architecture=compute_90"};
  return nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS;
}
