// What a launch asks the CUDA runtime and driver, once it has been made before.
// DEFINE: %{options} =
// DEFINE: %{flags} =
// DEFINE: %{form} =
// DEFINE: %{second-launch} = warpsmith %s %{options} -o %t.%{form}.cu --error-on-missed -- %{flags} && \
// DEFINE:   warpsmith-emulate --quick %t.%{form}.cu -o %t.%{form} -- %{flags} && \
// DEFINE:   env WARPSMITH_EMULATOR_TRACE=calls %t.%{form} 2> %t.%{form}.trace && \
// DEFINE:   FileCheck %s --check-prefix=%{form} --input-file=%t.%{form}.trace

// REDEFINE: %{form} = TILE
// REDEFINE: %{options} = --passes=tile --arch=sm_80
// RUN: %{second-launch}
// TILE: second launch
// TILE-NEXT: call of cudaLaunchKernel{{$}}
// TILE-NEXT: launch of {{.*}}product_rewritten::{{[a-z0-9_]+}}::kernel
// TILE-NEXT: waits

// REDEFINE: %{form} = PIPELINE
// REDEFINE: %{options} = --passes='tile<128;128;16;8;8>,pipeline<stages=4>' --arch=sm_80
// RUN: %{second-launch}
// PIPELINE: second launch
// PIPELINE-NEXT: call of cudaGetDevice{{$}}
// PIPELINE-NEXT: call of cudaLaunchKernelExC
// PIPELINE-NEXT: launch of {{.*}}product_rewritten::{{[a-z0-9_]+}}::kernel
// PIPELINE-NEXT: waits

// REDEFINE: %{form} = COPYWARPS
// REDEFINE: %{options} = --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: %{second-launch}
// COPYWARPS: second launch
// COPYWARPS-NEXT: call of cudaGetDevice{{$}}
// COPYWARPS-NEXT: call of cudaLaunchKernelExC
// COPYWARPS-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// COPYWARPS-NEXT: waits

// REDEFINE: %{form} = MMA
// REDEFINE: %{flags} = -DELEMENT=double -DSUM=double
// REDEFINE: %{options} = --passes='tensorize<mma>' --arch=sm_90a
// RUN: %{second-launch}
// MMA: second launch
// MMA-NEXT: call of cudaGetDevice{{$}}
// MMA-NEXT: call of cudaLaunchKernelExC
// MMA-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// MMA-NEXT: waits

// REDEFINE: %{form} = MMA80
// REDEFINE: %{options} = --passes='tensorize<mma>' --arch=sm_80
// RUN: %{second-launch}
// MMA80: second launch
// MMA80-NEXT: call of cudaGetDevice{{$}}
// MMA80-NEXT: call of cudaLaunchKernelExC
// MMA80-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// MMA80-NEXT: waits

// REDEFINE: %{form} = WGMMA
// REDEFINE: %{flags} = -DELEMENT=__half
// REDEFINE: %{options} = --passes='tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: %{second-launch}
// WGMMA: second launch
// WGMMA-NEXT: call of cudaGetDevice{{$}}
// WGMMA-NEXT: call of cudaLaunchKernelExC
// WGMMA-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// WGMMA-NEXT: waits

// An operand that is copied first has one allocation, one release and one launch. The emulator does
// not use memory twice, and so the copy is never where the last one was.
// REDEFINE: %{form} = PACKED
// REDEFINE: %{flags} = -DELEMENT=__half -DEXTRA=1
// RUN: %{second-launch}
// PACKED: second launch
// PACKED-NEXT: call of cudaGetDevice{{$}}
// PACKED-NEXT: call of cudaMallocFromPoolAsync
// PACKED-NEXT: call of cudaLaunchKernelExC
// PACKED-NEXT: launch of {{.*}}_support::{{.*}}packOperands<product_rewritten::
// PACKED-NEXT: call of cuTensorMapEncodeTiled
// PACKED-NEXT: call of cudaLaunchKernelExC
// PACKED-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// PACKED-NEXT: call of cudaFreeAsync
// PACKED-NEXT: waits

// REDEFINE: %{form} = SPLIT
// REDEFINE: %{flags} = -DELEMENT=float
// REDEFINE: %{options} = --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %{second-launch}
// SPLIT: second launch
// SPLIT-NEXT: call of cudaGetDevice{{$}}
// SPLIT-NEXT: call of cudaMallocFromPoolAsync
// SPLIT-NEXT: call of cuTensorMapEncodeTiled
// SPLIT-NEXT: call of cuTensorMapEncodeTiled
// SPLIT-NEXT: call of cudaLaunchKernelExC
// SPLIT-NEXT: launch of {{.*}}_support::{{.*}}splitOperands<product_rewritten::
// SPLIT-NEXT: call of cudaLaunchKernelExC
// SPLIT-NEXT: launch of {{.*}}_support::{{.*}}kernel<product_rewritten::
// SPLIT-NEXT: call of cudaFreeAsync
// SPLIT-NEXT: waits
#include <cstdio>
#include <cuda_fp16.h>
#include <thread>
#include <vector>

#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef SUM
#define SUM float
#endif
#ifndef EXTRA
#define EXTRA 0 // elements between the rows of A
#endif
constexpr int M = 40, N = 48, K = 256, Lda = K + EXTRA;

__global__ void product(int m, int n, int k, const ELEMENT *a, int lda, const ELEMENT *b, SUM *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    SUM sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (SUM)a[i * lda + l] * (SUM)b[l * n + j];
    c[i * n + j] = sum;
  }
}

/// Operands of small integers, whose sums are exact.
class Operands {
public:
  explicit Operands(int number) : hostA(M * Lda), hostB(K * N) {
    for (size_t i = 0; i < hostA.size(); ++i)
      hostA[i] = ELEMENT(float(int((i * 7 + number) % 5) - 2));
    for (size_t i = 0; i < hostB.size(); ++i)
      hostB[i] = ELEMENT(float(int((i * 5 + number) % 7) - 3));
    cudaMalloc(&a, hostA.size() * sizeof(ELEMENT));
    cudaMalloc(&b, hostB.size() * sizeof(ELEMENT));
    cudaMalloc(&c, M * N * sizeof(SUM));
    cudaMemcpy(a, hostA.data(), hostA.size() * sizeof(ELEMENT), cudaMemcpyHostToDevice);
    cudaMemcpy(b, hostB.data(), hostB.size() * sizeof(ELEMENT), cudaMemcpyHostToDevice);
  }
  void multiply() const {
    product<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, a, Lda, b, c);
  }
  /// Whether all of C is right, which is then overwritten.
  bool isRight() const {
    std::vector<SUM> result(M * N);
    const size_t bytes = result.size() * sizeof(SUM);
    if (cudaMemcpy(result.data(), c, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
      return false;
    cudaMemset(c, 0xff, bytes);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        SUM sum = 0;
        for (int l = 0; l < K; ++l)
          sum += SUM(float(hostA[i * Lda + l])) * SUM(float(hostB[l * N + j]));
        if (result[i * N + j] != sum)
          return false;
      }
    return true;
  }

private:
  std::vector<ELEMENT> hostA, hostB;
  ELEMENT *a = nullptr, *b = nullptr;
  SUM *c = nullptr;
};

int main() {
  bool right = true;
  const auto run = [&](const Operands &operands) {
    operands.multiply();
    right &= operands.isRight();
  };
  // More than a thread keeps the tensor maps of.
  std::vector<Operands> all;
  for (int number = 0; number < 17; ++number)
    all.emplace_back(number);
  run(all[0]);
  std::fputs("second launch\n", stderr);
  all[0].multiply();
  std::fputs("waits\n", stderr);
  right &= all[0].isRight();
  for (const Operands &each : all)
    run(each);
  for (const int again : {16, 0, 1, 0})
    run(all[again]);
  // Threads that have asked nothing yet, at once.
  std::vector<char> ofThread(3, 0);
  std::vector<std::thread> threads;
  for (int number = 0; number < 3; ++number)
    threads.emplace_back([&, number] {
      all[number].multiply();
      ofThread[number] = all[number].isRight();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const char rightThere : ofThread)
    right &= rightThere != 0;
  return right && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
