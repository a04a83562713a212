// RUN: %same rewritten 'tile<32;32;16;4;4>' --numerics=fp32
// RUN: %same rewritten 'split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// Two products that are both subtracted in a step. Of whole numbers sums have the same bits in
// every order.
#include "program.h"
__global__ void subtracted(int m, int n, int k, const float *ar, const float *ai, const float *br,
                           const float *bi, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float re = c[i * n + j];
  for (int l = 0; l < k; ++l) {
    re -= ar[i * k + l] * br[l * n + j];
    re -= ai[i * k + l] * bi[l * n + j];
  }
  c[i * n + j] = re;
}
__global__ void scaled(int m, int n, int k, float alpha, const float *ar, const float *ai,
                       const float *br, const float *bi, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float re = 0;
  for (int l = 0; l < k; ++l)
    re -= alpha * ar[i * k + l] * br[l * n + j] + alpha * ai[i * k + l] * bi[l * n + j];
  c[i * n + j] = 3.0f * re;
}
int main() {
  float *s[5];
  for (int index = 0; index < 5; ++index) {
    s[index] = randomArray<float>(17 + 3 * index);
    for (size_t element = 0; element < Elements; ++element)
      s[index][element] = static_cast<int>(s[index][element] * 100);
  }
  const int Long = 520, Wide = 40; // as many steps as operands are split for
  subtracted<<<dim3(3, 3), dim3(16, 16)>>>(Rows, Wide, Long, s[0], s[1], s[2], s[3], s[4]);
  printArray(s[4]);
  scaled<<<dim3(3, 3), dim3(16, 16)>>>(Rows, Wide, Long, 2.0f, s[0], s[1], s[2], s[3], s[4]);
  printArray(s[4]);
}
