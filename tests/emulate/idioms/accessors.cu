// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Accessors that take a structure.
#include "program.h"

struct Matrix {
  int width, height, stride;
  float *elements;
};

__device__ float getElement(const Matrix A, int row, int col) {
  return A.elements[row * A.stride + col];
}
__device__ void setElement(Matrix A, int row, int col, float value) {
  A.elements[row * A.stride + col] = value;
}

__global__ void multiply(Matrix A, Matrix B, Matrix C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < C.height && col < C.width) {
    float value = 0;
    for (int e = 0; e < A.width; ++e)
      value += getElement(A, row, e) * getElement(B, e, col);
    setElement(C, row, col, value);
  }
}

int main() {
  Matrix a{Steps, Rows, 40, randomArray<float>(17)}, b{Columns, Steps, 50, randomArray<float>(5)};
  Matrix c{Columns, Rows, 64, randomArray<float>(11)};
  multiply<<<dim3(3, 6), dim3(16, 8)>>>(a, b, c);
  printArray(c.elements);
}

// CHECK: contraction multiply
// CHECK-NEXT:   domain   %m < C.height, %n < C.width, %k < A.width
// CHECK-NEXT:   A        A.elements[%m * A.stride + %k]: f32
// CHECK-NEXT:   B        B.elements[%k * B.stride + %n]: f32
// CHECK-NEXT:   C        C.elements[%m * C.stride + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 32
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= C.height
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= C.width
