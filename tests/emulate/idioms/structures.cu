// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Matrices as structures, by value.
#include "program.h"

typedef struct {
  int width;
  int height;
  float *elements;
} Matrix;

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
  float Cvalue = 0;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= A.height || col >= B.width)
    return;
  for (int e = 0; e < A.width; ++e)
    Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = Cvalue;
}

int main() {
  Matrix a{Steps, Rows, randomArray<float>(17)}, b{Columns, Steps, randomArray<float>(5)};
  Matrix c{Columns, Rows, randomArray<float>(11)};
  MatMulKernel<<<dim3(3, 6), dim3(16, 8)>>>(a, b, c);
  printArray(c.elements);
}

// CHECK: contraction MatMulKernel
// CHECK-NEXT:   domain   %m < A.height, %n < B.width, %k < A.width
// CHECK-NEXT:   A        A.elements[%m * A.width + %k]: f32
// CHECK-NEXT:   B        B.elements[%k * B.width + %n]: f32
// CHECK-NEXT:   C        C.elements[%m * C.width + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 26
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= A.height
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= B.width
