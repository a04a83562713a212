// RUN: %same rewritten 'tile<32;32;16;4;4>' --arch=sm_90a
// RUN: %contraction
// Functions that are given the addresses of a thread's own numbers, and sums whose elements are
// counted on where they are assigned to.
#include "program.h"
#include <cuda_fp16.h>

__device__ void atLeast(float *x, float low) {
  if (*x < low)
    *x = low;
}
__device__ void clip(float *x, float low, float high) {
  atLeast(x, low);
  if (x[0] > high)
    x[0] = high;
}
__device__ void divide(int number, int by, int *quotient, int *remainder) {
  *quotient = number / by;
  *remainder = number - *quotient * by;
}

// CHECK: contraction clipped
__global__ void clipped(int m, int n, int k, const float *a, const float *b, float *c) {
  int i, j;
  divide(blockIdx.x * blockDim.x + threadIdx.x, n, &i, &j);
  if (i >= m)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  clip(&sum, -5.0f, 7.5f);
  c[i * n + j] = sum;
}

// CHECK: contraction counted
__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
  float sums[2 * 4] = {0}, as[2], bs[4];
  int count = 0;
  for (int l = 0; l < k; ++l) {
    for (int r = 0; r < 2; ++r)
      as[r] = row + 8 * r < m ? a[(row + 8 * r) * k + l] : 0.0f;
    for (int s = 0; s < 4; ++s)
      bs[s] = column + 8 * s < n ? b[l * n + column + 8 * s] : 0.0f;
    count = 0;
    for (int r = 0; r < 2; ++r)
      for (int s = 0; s < 4; ++s)
        sums[count++] += as[r] * bs[s];
  }
  count = 0;
  for (int r = 0; r < 2; ++r)
    for (int s = 0; s < 4; ++s) {
      if (row + 8 * r < m && column + 8 * s < n)
        c[(row + 8 * r) * n + column + 8 * s] = sums[count];
      ++count;
    }
}

// Quotients in half.
// CHECK: contraction quotients
__global__ void quotients(int m, int n, int k, const char *a, const char *b, char *c,
                          const half *scales) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  int sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  float result = roundf(float(sum) * __half2float(scales[0] * scales[1] / scales[2]));
  clip(&result, -127.0f, 127.0f);
  c[i * n + j] = char(result);
}

int main() {
  float *a = randomArray<float>(3), *b = randomArray<float>(7), *c = randomArray<float>(9);
  char *x = randomArray<char>(3), *y = randomArray<char>(7), *z = randomArray<char>(9);
  half *scales = randomArray<half>(5);
  clipped<<<(Rows * Columns + 63) / 64, 64>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  counted<<<dim3((Columns + 31) / 32, (Rows + 15) / 16), dim3(8, 8)>>>(Rows, Columns, Steps, a, b,
                                                                       c);
  printArray(c);
  quotients<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, x, y, z,
                                                                     scales);
  printArray(z);
}
