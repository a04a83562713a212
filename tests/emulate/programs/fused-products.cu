// RUN: warpsmith %s --passes='tensorize<mma>' -o %t.rewritten.cu --
// RUN: warpsmith-emulate %s -o %t.fused --
// RUN: warpsmith-emulate %s -o %t.separate -- -fmad=false
// RUN: warpsmith-emulate %t.rewritten.cu -o %t.rewritten.fused --
// RUN: warpsmith-emulate %t.rewritten.cu -o %t.rewritten.separate -- -fmad=false
// RUN: %t.fused > %t.fused.txt
// RUN: %t.separate > %t.separate.txt
// RUN: not cmp %t.fused.txt %t.separate.txt
//
// FP64's tensor cores fuse products and sums. Without knowing the flags that the file is compiled
// with, the launch finds out what they made of the original: once, and not while a launch becomes a
// node of a graph, where the original does until it is known.
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.rewritten.fused > %t.txt 2> %t.trace
// RUN: cmp %t.txt %t.fused.txt
// RUN: FileCheck %s --input-file=%t.trace --implicit-check-not='launch of'
// CHECK: launch of gemm(
// CHECK-NEXT: launch of a kernel <<<(1,1,1), (1,1,1), 0>>>
// CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<gemm_rewritten::
// CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<gemm_rewritten::
// CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<gemm_rewritten::
//
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.rewritten.separate > %t.txt 2> %t.trace
// RUN: cmp %t.txt %t.separate.txt
// RUN: FileCheck %s --input-file=%t.trace --implicit-check-not='launch of' --check-prefix=SEPARATE
// SEPARATE: launch of gemm(
// SEPARATE-NEXT: launch of a kernel <<<(1,1,1), (1,1,1), 0>>>
// SEPARATE-NEXT: launch of gemm(
// SEPARATE-NEXT: launch of gemm(
// SEPARATE-NEXT: launch of gemm(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

constexpr int N = 64;

__global__ void gemm(int n, const double *a, const double *b, double *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    double sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}

static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    std::exit(1);
  }
}

static void launch(cudaStream_t stream, const double *a, const double *b, double *c) {
  gemm<<<dim3(N / 16, N / 16), dim3(16, 16), 0, stream>>>(N, a, b, c);
}

static void launchAsGraph(cudaStream_t stream, const double *a, const double *b, double *c) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch(stream, a, b, c);
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&executable, graph, 0));
  check(cudaGraphLaunch(executable, stream));
  check(cudaGraphExecDestroy(executable));
  check(cudaGraphDestroy(graph));
}

static void print(cudaStream_t stream, double *c) {
  std::vector<double> result(N * N);
  check(cudaStreamSynchronize(stream));
  check(cudaMemcpy(result.data(), c, N * N * sizeof(double), cudaMemcpyDeviceToHost));
  check(cudaMemset(c, 0, N * N * sizeof(double)));
  for (const double element : result)
    std::printf("%a\n", element);
}

int main() {
  std::vector<double> values(N * N);
  for (int i = 0; i < N * N; ++i)
    values[i] = 1.0 / (i % 97 + 3);
  double *a = nullptr, *c = nullptr;
  check(cudaMalloc(&a, N * N * sizeof(double)));
  check(cudaMalloc(&c, N * N * sizeof(double)));
  check(cudaMemcpy(a, values.data(), N * N * sizeof(double), cudaMemcpyHostToDevice));
  cudaStream_t stream = nullptr, other = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));

  launchAsGraph(stream, a, a, c);
  print(stream, c);
  // While another stream is captured: that capture is not disturbed.
  cudaGraph_t graph = nullptr;
  check(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
  launch(stream, a, a, c);
  check(cudaStreamEndCapture(other, &graph));
  check(cudaGraphDestroy(graph));
  print(stream, c);
  launch(stream, a, a, c);
  print(stream, c);
  launchAsGraph(stream, a, a, c);
  print(stream, c);
  check(cudaGetLastError());
}
