// RUN: %same fallback 'tile<32;32;16;4;4>'
// Loops of a negative number of steps, and one that runs once all the same.
#include "program.h"

__global__ void nested(int p, int q, int m, int n, int k, const float *a, const float *b,
                       float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int t = 0; t < p; ++t)
      for (int l = 0; l < q; ++l)
        sum += a[i * k + t * q + l] * b[(t * q + l) * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void counted(int p, int lda, int m, int n, int k, const float *a, const float *b,
                        float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    int l = 0;
    while (l < p)
      ++l;
    for (; l < k; ++l)
      sum += a[i * lda + l + 3] * b[(l + 3) * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void twice(int p, int lda, int m, int n, int k, const float *a, const float *b,
                      float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    int l = 0;
    for (; l < p; ++l)
      sum += a[i * lda + l] * b[l * n + j];
    do {
      sum += a[i * lda + l] * b[l * n + j];
      ++l;
    } while (l < k);
    c[i * n + j] = sum;
  }
}

// An inner loop moves the place: not at all where `p` is negative.
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

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  nested<<<dim3(3, 6), dim3(16, 8)>>>(-2, -3, Rows, Columns, Steps, a, b, c);
  printArray(c);
  counted<<<dim3(3, 6), dim3(16, 8)>>>(-3, 64, Rows, Columns, Steps, a, b, c);
  printArray(c);
  twice<<<dim3(3, 6), dim3(16, 8)>>>(Steps, 64, Rows, Columns, Steps, a, b, c);
  printArray(c);
  moved<<<dim3(3, 6), dim3(16, 8)>>>(-2, Rows, Columns, Steps, a, b, c);
  printArray(c);
}
