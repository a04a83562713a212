// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %if nvcc %{ %nvcc -arch=sm_80 -c %t.rewritten.cu -o %t.o -I%S/../Inputs %}
// Default arguments: in a declaration before the definition, in the definition, of a template.
#include "program.h"
__global__ void declared(int m, int n, int k, const float *a, const float *b, float *c,
                         float alpha = -2.5f);
void early(float *a, float *b, float *c) {
  declared<<<dim3((Columns + 31) / 32, (Rows + 7) / 8), dim3(32, 8)>>>(Rows, Columns, Steps, a, b,
                                                                       c);
}
#define BODY                                                                                       \
  int i = blockIdx.y * blockDim.y + threadIdx.y;                                                   \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  if (i < m && j < n) {                                                                            \
    float sum = 0;                                                                                 \
    for (int l = 0; l < k; ++l)                                                                    \
      sum += a[i * k + l] * b[l * n + j];                                                          \
    c[i * n + j] = alpha * sum;                                                                    \
  }
__global__ void declared(int m, int n, int k, const float *a, const float *b, float *c,
                         float alpha) {
  BODY;
}
__global__ void defined(int m, int n, int k, const float *a, const float *b, float *c,
                        float alpha = 0.5f) {
  BODY;
}
template <typename T>
__global__ void pattern(int m, int n, int k, const T *a, const T *b, T *c, int alpha = 3) {
  BODY;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  dim3 grid((Columns + 31) / 32, (Rows + 7) / 8), block(32, 8);
  early(a, b, c);
  printArray(c);
  defined<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  defined<<<grid, block>>>(Rows, Columns, Steps, a, b, c, 1.5f);
  printArray(c);
  pattern<float><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
