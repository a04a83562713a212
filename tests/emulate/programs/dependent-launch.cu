// RUN: %same rewritten 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: sed -n '/begin lower/,$p' %t.rewritten.cu | FileCheck %s
// RUN: sed 's/warpsmith::waitForPreviousKernel();//' %t.rewritten.cu > %t.planted.cu
// RUN: warpsmith-emulate %t.planted.cu -o %t.planted -- -arch=sm_90a
// RUN: env WARPSMITH_EMULATOR_DEVICE=sm_90 not %t.planted 2>&1 | FileCheck %s --check-prefix=PLANTED
// Kernels begin before those before them have ended: the second reads what the first writes, and
// blocks beside the triangle wait, too. Without the wait the emulator objects.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

// CHECK: static constexpr int SharedBytes = UsedBytes > 116736 ? UsedBytes : 116736;
// CHECK: warpsmith::allowNextKernel();
// CHECK: warpsmith::waitForPreviousKernel();
// CHECK-NEXT: if (blockColumn >= blockRow + BlockM)
// CHECK-NEXT: return;
// CHECK: return warpsmith::launchDependent(tileKernel,
// PLANTED: error: {{.*}} griddepcontrol.wait: the kernel {{.*}} [emulator-dependent-launch]

__global__ void lower(int n, int k, float *a, float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n && j <= i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

constexpr int N = 130, K = 20;

int main() {
  std::vector<float> values(N * N);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i * 7919 % 101) / 64 - 1;
  float *a, *b, *c, *d;
  for (float **array : {&a, &b, &c, &d}) {
    cudaMalloc(array, N * N * sizeof(float));
    cudaMemcpy(*array, values.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
  }
  const dim3 grid((N + 31) / 32, (N + 7) / 8), block(32, 8);
  lower<<<grid, block>>>(N, K, a, b, c);
  lower<<<grid, block>>>(N, K, c, b, d);
  if (cudaMemcpy(values.data(), d, N * N * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i)
    sum += values[i] * static_cast<double>(i % 17);
  std::printf("%.9g\n", sum);
}
