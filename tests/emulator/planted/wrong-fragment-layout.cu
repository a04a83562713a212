// RUN: warpsmith-emulate %s -o %t -- && %t && warpsmith-emulate %s -o %t.wrong -- -DWRONG=1 && not %t.wrong
// A row-major A that is loaded as column-major multiplies its transpose: the result shows it.
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>
#ifdef WRONG
using LayoutA = nvcuda::wmma::col_major;
#else
using LayoutA = nvcuda::wmma::row_major;
#endif

__global__ void kernel(const __half *a, const __half *b, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, LayoutA> fragmentA;
  fragment<matrix_b, 16, 16, 16, __half, row_major> fragmentB;
  fragment<accumulator, 16, 16, 16, float> sum;
  load_matrix_sync(fragmentA, a, 16);
  load_matrix_sync(fragmentB, b, 16);
  fill_fragment(sum, 0.0f);
  mma_sync(sum, fragmentA, fragmentB, sum);
  store_matrix_sync(c, sum, 16, mem_row_major);
}

int main() {
  std::vector<__half> a(256), b(256);
  std::vector<float> c(256);
  for (int i = 0; i < 256; ++i) {
    a[i] = __half(static_cast<float>(i * 7 % 11 - 5));
    b[i] = __half(static_cast<float>(i * 5 % 13 - 6));
  }
  __half *deviceA, *deviceB;
  float *deviceC;
  cudaMalloc(&deviceA, 512);
  cudaMalloc(&deviceB, 512);
  cudaMalloc(&deviceC, 1024);
  cudaMemcpy(deviceA, a.data(), 512, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), 512, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(deviceA, deviceB, deviceC);
  if (cudaMemcpy(c.data(), deviceC, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 2;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 0;
      for (int k = 0; k < 16; ++k)
        sum += float(a[i * 16 + k]) * float(b[k * 16 + j]);
      if (sum != c[i * 16 + j])
        return 1;
    }
  return 0;
}
