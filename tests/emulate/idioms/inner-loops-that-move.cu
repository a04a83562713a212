// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A loop inside of the sum's moves the place of an operand, by its steps or to a number.
#include "program.h"

__global__ void moved(int p, int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    int place = 2 * k;
    for (int l = 0; l < k; ++l) {
      sum += a[i * k + l] * b[place + j];
      for (int t = 0; t < p; ++t)
        --place;
    }
    c[i * n + j] = sum;
  }
}

// Both steps of the inner loop store the same number, so that the place moves by one.
__global__ void again(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    int place = 0;
    for (int l = 0; l < k; ++l) {
      sum += a[i * k + l] * b[place * n + j];
      const int next = place + 1;
      for (int t = 0; t < 2; ++t)
        place = next;
    }
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  moved<<<dim3(3, 6), dim3(16, 8)>>>(1, Rows, Columns, Steps, a, b, c);
  printArray(c);
  moved<<<dim3(3, 6), dim3(16, 8)>>>(0, Rows, Columns, Steps, a, b, c);
  printArray(c);
  again<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
