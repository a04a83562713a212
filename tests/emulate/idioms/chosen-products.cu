// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A product or zero by a condition on the element: it is rounded before it is added.
#include "program.h"

// CHECK: contraction chosen
// CHECK: step     sum + __fmul_rn(A, B)
__global__ void chosen(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += row < m && column < n ? a[row * k + l] * b[l * n + column] : 0.0f;
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// CHECK: contraction chosenByBranch
// CHECK: step     sum + __dmul_rn(A, B)
__global__ void chosenByBranch(int m, int n, int k, const double *a, const double *b, double *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0.0;
  for (int l = 0; l < k; ++l) {
    double product = 0.0;
    if (row < m && column < n)
      product = a[row * k + l] * b[l * n + column];
    sum += product;
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// CHECK: contraction otherwiseNegative
// CHECK: step     sum + __fmul_rn(A, B)
__global__ void otherwiseNegative(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += row < m && column < n ? a[row * k + l] * b[l * n + column] : -0.0f;
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// The sum itself under the condition is contracted.
// CHECK: contraction added
// CHECK: step     sum + A * B
__global__ void added(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    if (row < m && column < n)
      sum += a[row * k + l] * b[l * n + column];
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  double *x = randomArray<double>(3), *y = randomArray<double>(7), *z = randomArray<double>(9);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  chosen<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  chosenByBranch<<<grid, block>>>(Rows, Columns, Steps, x, y, z);
  printArray(z);
  otherwiseNegative<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  added<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
