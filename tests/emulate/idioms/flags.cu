// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Numbers that are asked for as truth values, and bits of a template's number.
#include "program.h"
#define A_IS_TRANSPOSED 4
enum Flags { Scaled = 1 };
template <int FLAGS>
__global__ void mm(int m, int n, int k, float alpha, float beta, const float *a, const float *b,
                   float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  bool isTransposed = false;
  if (FLAGS & A_IS_TRANSPOSED)
    isTransposed = true;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[isTransposed ? l * m + i : i * k + l] * b[l * n + j];
  const float factor = FLAGS & Scaled ? alpha : 1.0f;
  if (!beta)
    c[i * n + j] = factor * sum;
  else
    c[i * n + j] = factor * sum + beta * c[i * n + j];
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  for (const float beta : {0.0f, 0.5f}) {
    mm<0><<<dim3(3, 4), dim3(16, 16)>>>(53, 37, 29, 2.0f, beta, a, b, c);
    printArray(c);
    mm<A_IS_TRANSPOSED | Scaled><<<dim3(3, 4), dim3(16, 16)>>>(53, 37, 29, 3.0f, beta, a, b, c);
    printArray(c);
  }
}
