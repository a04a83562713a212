// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Matrices with methods, one of which calls another.
#include "program.h"

struct Matrix {
  int rows, columns;
  float *data;
  __device__ int index(int row, int column) const { return row * columns + column; }
  __device__ float at(int row, int column) const { return data[index(row, column)]; }
  __device__ float &operator()(int row, int column) { return data[index(row, column)]; }
  __device__ float *operator[](int row) { return data + row * columns; }
  __device__ bool holds(int row, int column) const { return row < rows && column < columns; }
  __device__ int width() const { return columns; }
  // The parameter hides the member.
  __device__ float plain(int row, int columns) const { return data[row * this->columns + columns]; }
  __device__ void set(int row, int column, float value) {
    const int place = index(row, column);
    data[place] = value;
  }
};

struct Problem {
  Matrix a, b, c;
  float alpha;
  __device__ float scaled(int row, int column) const { return alpha * a.at(row, column); }
};

__global__ void gemm(Matrix a, Matrix b, Matrix c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (c.holds(i, j)) {
    float sum = 0;
    for (int l = 0; l < a.width(); ++l)
      sum += a.plain(i, l) * b(l, j);
    c.set(i, j, sum);
  }
}

__global__ void scaled(Problem p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (!p.c.holds(i, j))
    return;
  float sum = 0;
  for (int l = 0; l < p.a.columns; ++l)
    sum += p.scaled(i, l) * p.b[l][j];
  p.c(i, j) += sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const Matrix A{Rows, Steps, a}, B{Steps, Columns, b}, C{Rows, Columns, c};
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(A, B, C);
  printArray(c);
  scaled<<<dim3(3, 6), dim3(16, 8)>>>({A, B, C, 0.7f});
  printArray(c);
}
