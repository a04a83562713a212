// RUN: %same rewritten 'tile<32;64;32;8;4>,pipeline<stages=2>,warp-specialize<dma=4>,group' --numerics=fp32 --arch=sm_90a
// RUN: grep 'emulator: launch' %t.trace | FileCheck %s --implicit-check-not='launch of'
// E and F of 3MM as one launch whose groups of warps sum slices of k: some have a tile more than
// others, some none. Small whole numbers have the same sum in any order.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void mm3_kernel1(int ni, int nj, int nk, const float *a, const float *b, float *e) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj) {
    e[i * nj + j] = 0;
    for (int k = 0; k < nk; k++)
      e[i * nj + j] += a[i * nk + k] * b[k * nj + j];
  }
}

__global__ void mm3_kernel2(int nj, int nl, int nm, const float *c, const float *d, float *f) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nj && j < nl) {
    f[i * nl + j] = 0;
    for (int k = 0; k < nm; k++)
      f[i * nl + j] += c[i * nm + k] * d[k * nl + j];
  }
}

void firstTwo(int ni, int nj, int nk, int nl, int nm, const float *a, const float *b, float *e,
              const float *c, const float *d, float *f) {
  const dim3 block(32, 8), one((nj + 31) / 32, (ni + 7) / 8), two((nl + 31) / 32, (nj + 7) / 8);
  mm3_kernel1<<<one, block>>>(ni, nj, nk, a, b, e);
  mm3_kernel2<<<two, block>>>(nj, nl, nm, c, d, f);
}

int main() {
  constexpr int Elements = 70 * 300;
  std::vector<float> host(Elements);
  float *matrices[6];
  for (int matrix = 0; matrix < 6; ++matrix) {
    for (int at = 0; at < Elements; ++at)
      host[at] = static_cast<float>((at * 37 + at / 11 + matrix * 5) % 13 - 6);
    cudaMalloc(&matrices[matrix], Elements * sizeof(float));
    cudaMemcpy(matrices[matrix], host.data(), Elements * sizeof(float), cudaMemcpyHostToDevice);
  }
  auto &[a, b, c, d, e, f] = matrices;
  const auto print = [&] {
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (const float *result : {e, f}) {
      cudaMemcpy(host.data(), result, Elements * sizeof(float), cudaMemcpyDeviceToHost);
      for (const float element : host)
        std::printf("%g\n", element);
    }
  };
  // Of nine k-tiles one slice has three; of two, half of the slices have none. The last of
  // a tile's arguments is the number of slices.
  // CHECK: launch of {{.*}}_support::{{.*}}kernelOfGroup<{{.*}}, 4>, false, 2>
  firstTwo(45, 66, 261, 37, 64, a, b, e, c, d, f);
  print();
  // CHECK: launch of {{.*}}_support::{{.*}}kernelOfGroup<{{.*}}, 4>, true, 2>
  firstTwo(32, 64, 40, 128, 160, a, b, e, c, d, f);
  print();
}
