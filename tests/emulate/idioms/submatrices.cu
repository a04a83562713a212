// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Parts of matrices as structures that functions return, that lists make, and that a loop moves on.
#include "program.h"

#define BLOCK 4

struct Matrix {
  int width;
  int height;
  int stride;
  float *elements;
};

__device__ float getElement(const Matrix A, int row, int column) {
  return A.elements[row * A.stride + column];
}
__device__ void setElement(Matrix A, int row, int column, float value) {
  A.elements[row * A.stride + column] = value;
}
__device__ Matrix getPart(Matrix A, int row, int column) {
  Matrix part;
  part.width = BLOCK;
  part.height = BLOCK;
  part.stride = A.stride;
  part.elements = &A.elements[A.stride * BLOCK * row + BLOCK * column];
  return part;
}

__global__ void returned(Matrix A, Matrix B, Matrix C) {
  int blockRow = blockIdx.y, blockColumn = blockIdx.x;
  Matrix partOfC = getPart(C, blockRow, blockColumn);
  float value = 0;
  int row = threadIdx.y, column = threadIdx.x;
  for (int m = 0; m < A.width / BLOCK; ++m) {
    Matrix partOfA = getPart(A, blockRow, m);
    Matrix partOfB = getPart(B, m, blockColumn);
    __shared__ float As[BLOCK][BLOCK];
    __shared__ float Bs[BLOCK][BLOCK];
    As[row][column] = getElement(partOfA, row, column);
    Bs[row][column] = getElement(partOfB, row, column);
    __syncthreads();
    for (int e = 0; e < BLOCK; ++e)
      value += As[row][e] * Bs[e][column];
    __syncthreads();
  }
  setElement(partOfC, row, column, value);
}

struct View {
  const float *data;
  int stride;
};
__device__ float at(const View &view, int row, int column) {
  return view.data[row * view.stride + column];
}
__device__ View viewOf(const float *data, int stride) {
  return {data, stride};
}

__global__ void listed(const float *a, const float *b, float *c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  View A = {a, k}, B = viewOf(b, n);
  A.data += row * k;
  View rowOfA;
  rowOfA = A;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += rowOfA.data[l] * at(B, l, column);
    c[row * n + column] = sum;
  }
}

__global__ void moved(const float *a, const float *b, float *c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    View A{a + row * k, k}, B{b + column, n};
    float sum = 0.0f;
    for (int l = 0; l < k; ++l) {
      sum += *A.data * *B.data;
      A.data++;
      B.data += B.stride;
    }
    c[row * n + column] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const Matrix A{28, 44, 28, a}, B{36, 28, 36, b}, C{36, 44, 36, c};
  returned<<<dim3(9, 11), dim3(BLOCK, BLOCK)>>>(A, B, C);
  printArray(c);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  listed<<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  moved<<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction returned
// CHECK-NEXT:   domain   %m < 4 * gridDim.y, %n < 4 * gridDim.x, %k < 4 * ((A.width) / 4)
// CHECK-NEXT:   A        A.elements[%m * A.stride + %k]: f32
// CHECK-NEXT:   B        B.elements[%k * B.stride + %n]: f32
// CHECK-NEXT:   C        C.elements[%m * C.stride + %n]: f32
// CHECK: contraction listed
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: contraction moved
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
