// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A parameter that no other function can have as it stands, on either side of its type.
#include "program.h"

__global__ void product(const __grid_constant__ int m, __grid_constant__ const int n, int k,
                        const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  product<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, a, b,
                                                                         c);
  printArray(c);
}
