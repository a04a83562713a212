// RUN: %unchanged
// Registers that keep what an earlier step has left, and copies of vectors of another type.
#include <cuda_fp16.h>

#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y

// Rows from m / 2 on multiply what the register began with.
// CHECK-DAG: remark: left 'halfOfRows' alone: sums in the loop depend on each other
__global__ void halfOfRows(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float sum = 0, held = 1;
  for (int l = 0; l < k; ++l) {
    if (i < m / 2)
      held = a[i * k + l];
    sum += held * b[l * n + j];
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The last steps multiply the element of an earlier one.
// CHECK-DAG: remark: left 'halfOfSteps' alone: sums in the loop depend on each other
__global__ void halfOfSteps(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float sum = 0, held = 1;
  for (int l = 0; l < k; ++l) {
    if (l < k / 2)
      held = a[i * k + l];
    sum += held * b[l * n + j];
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Each step multiplies the element of the step before.
// CHECK-DAG: remark: left 'stepBefore' alone: sums in the loop depend on each other
__global__ void stepBefore(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float sum = 0, held = 1;
  for (int l = 0; l < k; ++l) {
    sum += held * b[l * n + j];
    if (i < m)
      held = a[i * k + l];
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// What is stored is the last element.
// CHECK-DAG: remark: left 'storedAfter' alone: what is stored depends on more than one sum
__global__ void storedAfter(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float sum = 0, held = 1;
  for (int l = 0; l < k; ++l) {
    if (i < m)
      held = a[i * k + l];
    sum += held * b[l * n + j];
  }
  if (i < m && j < n)
    c[i * n + j] = sum + held;
}

// CHECK-DAG: remark: left 'never' alone: where '{{.*}}' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void never(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float sum = 0, held;
  for (int l = 0; l < k; ++l) {
    if (i < m / 2)
      held = a[i * k + l];
    sum += held * b[l * n + j];
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'secondVector' alone: 'x[0]' is a variable that has no value yet
__global__ void secondVector(int m, int n, int k, __half *a, __half *b, __half *c) {
  INDICES;
  __half x[8];
  __half sum = 0;
  for (int l = 0; l < k; ++l) {
    reinterpret_cast<float2 *>(x)[1] = reinterpret_cast<float2 *>(a + i * 4 * k + 4 * l)[0];
    sum = __hfma(x[0], b[l * n + j], sum);
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'numberOfOther' alone: the value of 'reinterpret_cast<float2 *>(a + i * 4 * k + 4 * l)[0].x' is not known here
__global__ void numberOfOther(int m, int n, int k, __half *a, __half *b, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += reinterpret_cast<float2 *>(a + i * 4 * k + 4 * l)[0].x * __half2float(b[l * n + j]);
  c[i * n + j] = sum;
}

// Half of the second element stays what it was.
// CHECK-DAG: remark: left 'partOfElement' alone: a vector that is not understood
__global__ void partOfElement(int m, int n, int k, float *a, float *b, float *c) {
  INDICES;
  float x[2] = {0, 0}, sum = 0;
  for (int l = 0; l < k; ++l) {
    *reinterpret_cast<short3 *>(x) = *reinterpret_cast<short3 *>(a + i * 2 * k + 2 * l);
    sum += x[1] * b[l * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'otherType' alone: 'reinterpret_cast<int2 *>(x)[0] = reinterpret_cast<int2 *>(a ...' makes one vector of another one that has not as many numbers
__global__ void otherType(int m, int n, int k, __half *a, float *b, float *c) {
  INDICES;
  float x[2];
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    reinterpret_cast<int2 *>(x)[0] = reinterpret_cast<int2 *>(a + i * 4 * k + 4 * l)[0];
    sum += x[0] * b[l * n + j];
  }
  c[i * n + j] = sum;
}

void launch(dim3 grid, dim3 block, int m, int n, int k, float *a, float *b, float *c, __half *h) {
  halfOfRows<<<grid, block>>>(m, n, k, a, b, c);
  halfOfSteps<<<grid, block>>>(m, n, k, a, b, c);
  stepBefore<<<grid, block>>>(m, n, k, a, b, c);
  storedAfter<<<grid, block>>>(m, n, k, a, b, c);
  never<<<grid, block>>>(m, n, k, a, b, c);
  secondVector<<<grid, block>>>(m, n, k, h, h, h);
  numberOfOther<<<grid, block>>>(m, n, k, h, h, c);
  partOfElement<<<grid, block>>>(m, n, k, a, b, c);
  otherType<<<grid, block>>>(m, n, k, h, b, c);
}
