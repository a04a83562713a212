// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Structures that methods and functions change, and copies of them that stay.
#include "program.h"

struct Place {
  int row = 0, column = 0;
};
class Walk {
public:
  __device__ Walk(const float *begin, int stride) : at(begin), by(stride) { at += first.column; }
  __device__ void next() { at += by; }
  __device__ float value() const { return *at; }
  __device__ Walk &operator+=(int distance) {
    at += distance;
    return *this;
  }

private:
  const float *at;
  int by;
  Place first = {5, 2};
};
__device__ void moved(Walk &walk, Walk copy, int distance) {
  walk += distance;
  copy += 1; // of a copy
}

// CHECK-LABEL: contraction walks
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k + 5]: f32
// CHECK-NEXT:   B        b[%k * n + %n + 2]: f32
__global__ void walks(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    Walk left(a + i * k, 1), right(b + j, n);
    const Walk before = left;
    moved(left, right, 3);
    float sum = 0.0f;
    for (int l = 0; l < k; ++l) {
      sum += left.value() * right.value();
      left.next();
      right.next();
    }
    c[i * n + j] = sum + before.value();
  }
}

struct Matrix {
  float *data;
  int rows, columns;
  __device__ bool holds(int i, int j) const { return i < rows && j < columns; }
};
__device__ void transposed(Matrix &matrix) {
  const Matrix before = matrix;
  matrix.rows = before.columns;
  matrix.columns = before.rows;
}

// The kernel's own parameter changes.
// CHECK-LABEL: contraction parameters
// CHECK-NEXT:   domain   %m < c.columns, %n < c.rows, %k < k
__global__ void parameters(int k, const float *a, const float *b, Matrix c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  transposed(c);
  if (c.holds(i, j)) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * c.columns + j];
    c.data[i * c.columns + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  walks<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  parameters<<<grid, block>>>(Steps, a, b, Matrix{c, Columns, Rows});
  printArray(c);
}
