// RUN: %works
// Sums through shuffles, votes and reductions of the block.
#include <cstdio>
#include <vector>

__device__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void blockSum(const float *in, int count, float *out) {
  __shared__ float parts[32];
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    value += in[i];
  value = warpSum(value);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    parts[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? parts[lane] : 0;
    value = warpSum(value);
    if (lane == 0)
      atomicAdd(out, value);
  }
}

__global__ void collectives(int *out) {
  const unsigned all = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  int bad = 0;
  bad += __shfl_sync(all, lane, 5) != 5;
  bad += __shfl_sync(all, lane, 3, 8) != lane / 8 * 8 + 3;
  bad += __shfl_xor_sync(all, lane, 1) != (lane ^ 1);
  bad += __shfl_up_sync(all, lane, 2) != (lane < 2 ? lane : lane - 2);
  bad += __shfl_down_sync(all, lane, 2, 16) != (lane % 16 >= 14 ? lane : lane + 2);
  bad += __shfl_sync(all, 1.5 * lane, 4) != 6.0;
  bad += __shfl_sync(all, 1000000000000ll * lane, 4) != 4000000000000ll;
  bad += __ballot_sync(all, lane < 4) != 0xfu;
  bad += __any_sync(all, lane == 9) != 1;
  bad += __all_sync(all, lane < 31) != 0;
  bad += __popc(__match_any_sync(all, lane / 4)) != 4;
  bad += __reduce_add_sync(all, 1u) != 32;
  bad += __reduce_max_sync(all, lane) != 31;
  bad += __popc(__activemask()) < 1;
  bad += __syncthreads_count(threadIdx.x < 10) != 10;
  bad += __syncthreads_or(threadIdx.x == 63) == 0;
  bad += __syncthreads_and(threadIdx.x < 63) != 0;
  if (lane < 16) {
    bad += __shfl_xor_sync(0xffffu, lane, 8) != (lane ^ 8);
    __syncwarp(0xffffu);
  }
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = bad;
}

int main() {
  const int count = 10000;
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i % 7;
  float *in, *sum, result = -1, expected = 0;
  for (float value : values)
    expected += value;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemcpy(in, values.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(float));
  blockSum<<<7, 192>>>(in, count, sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  if (result != expected)
    return std::printf("%g, not %g\n", result, expected), 1;
  int *bad, host[128];
  cudaMalloc(&bad, sizeof host);
  collectives<<<2, 64>>>(bad);
  if (cudaMemcpy(host, bad, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  for (int i = 0; i < 128; ++i)
    if (host[i])
      return std::printf("thread %d: %d\n", i, host[i]), 1;
  return cudaDeviceSynchronize();
}
