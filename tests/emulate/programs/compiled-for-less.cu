// Code that cannot have a kernel's instructions has the kernel empty, as nvcc's -arch=sm_90 makes
// of what was rewritten for sm_90a: such a kernel is never run, not on a GPU that could run the
// other code either. __CUDA_ARCH__ stands for nvcc's pass for such code.
#include "program.h"

#ifndef ELEMENT
#define ELEMENT float
#endif

__global__ void gemm(int m, int n, int k, const ELEMENT *a, const ELEMENT *b, ELEMENT *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    ELEMENT sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  const int m = 64, n = 64, k = 512;
  ELEMENT *a = randomArray<ELEMENT>(17), *b = randomArray<ELEMENT>(5),
          *c = randomArray<ELEMENT>(11);
  gemm<<<dim3(n / 32, m / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
  gemm<<<dim3(n / 32, m / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
  printArray(c);
  return cudaGetLastError() != cudaSuccess;
}

// The original, by itself.
// RUN: rm -rf %t && mkdir %t
// RUN: warpsmith-emulate %s -o %t/original -- %flags && %t/original > %t/original.txt
// RUN: warpsmith-emulate %s -o %t/doubles -- %flags -DELEMENT=double && %t/doubles > %t/doubles.txt

// Compiled for what it was made for, each launch is the kernel's; for less, none is.
// DEFINE: %{options} =
// DEFINE: %{flag} = -DELEMENT=float
// DEFINE: %{less} = 900
// DEFINE: %{expected} = original
// DEFINE: %{check} = warpsmith %s %{options} --error-on-missed -o %t/out.cu -- %flags %{flag} && \
// DEFINE:   warpsmith-emulate --quick %t/out.cu -o %t/whole -- %flags %{flag} && \
// DEFINE:   warpsmith-emulate --quick %t/out.cu -o %t/less -- %flags %{flag} -D__CUDA_ARCH__=%{less} && \
// DEFINE:   env WARPSMITH_EMULATOR_TRACE=1 %t/whole 2>&1 > %t/whole.txt | FileCheck %s --check-prefix=WHOLE && \
// DEFINE:   env WARPSMITH_EMULATOR_TRACE=1 %t/less 2>&1 > %t/less.txt | FileCheck %s --check-prefix=LESS && \
// DEFINE:   cmp %t/less.txt %t/%{expected}.txt
// WHOLE: launch of {{.*}}{{_rewritten::.*|_support::.*}}kernel{{(InColumns)?}}<
// WHOLE-NOT: launch of gemm
// LESS-NOT: _rewritten::
// LESS-COUNT-2: launch of gemm
// LESS-NOT: _rewritten::

// REDEFINE: %{options} = --arch=sm_90a --passes='tensorize<wgmma>' --numerics=fp16
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_90a --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_90a --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>'
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_90a --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_80 --passes='tile,pipeline'
// REDEFINE: %{less} = 750
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_80 --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>'
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_80 --passes='tensorize<wmma>' --numerics=tf32
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_90 --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>'
// REDEFINE: %{less} = 800
// RUN: %{check}
// REDEFINE: %{flag} = -DELEMENT=double
// REDEFINE: %{expected} = doubles
// REDEFINE: %{options} = --arch=sm_90a --passes='tensorize<mma>'
// REDEFINE: %{less} = 900
// RUN: %{check}
// REDEFINE: %{options} = --arch=sm_80 --passes='tensorize<mma>'
// REDEFINE: %{less} = 750
// RUN: %{check}

// For several architectures each launch takes what is for its GPU and was compiled: the newest
// one's, and the older one's on an older GPU, or where code for the newer one was left out.
// RUN: warpsmith %s --arch=sm_80,sm_90a --passes=auto --error-on-missed -o %t/both.cu -- %flags
// RUN: warpsmith-emulate --quick %t/both.cu -o %t/both -- %flags
// RUN: warpsmith-emulate --quick %t/both.cu -o %t/less -- %flags -D__CUDA_ARCH__=900
// DEFINE: %{device} = sm_90
// DEFINE: %{program} = both
// DEFINE: %{takes} = NEW
// DEFINE: %{run} = env WARPSMITH_EMULATOR_DEVICE=%{device} WARPSMITH_EMULATOR_TRACE=1 %t/%{program} 2>&1 > %t/both.txt | \
// DEFINE:   FileCheck %s --check-prefix=%{takes} --implicit-check-not='launch of' && cmp %t/both.txt %t/original.txt
// NEW-COUNT-2: launch of {{.*}}_support::{{.*}}kernel<gemm_rewritten::{{[a-z0-9_]+}}::Problem,
// OLD-COUNT-2: launch of void gemm_rewritten::{{[a-z0-9_]+}}::otherwise::kernel<
// RUN: %{run}
// REDEFINE: %{device} = sm_80
// REDEFINE: %{takes} = OLD
// RUN: %{run}
// REDEFINE: %{device} = sm_90
// REDEFINE: %{program} = less
// RUN: %{run}
