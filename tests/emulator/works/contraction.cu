// RUN: %works
// RUN: warpsmith-emulate --quick %s -o %t -- && %t
// Products and sums become FMAs as nvcc makes them, and nothing else is rounded otherwise, however
// the program is optimised. tests/compile/contraction.test holds nvcc to the same.
#include <cmath>
#include <cstdio>
#include <cuComplex.h>
#include <cuda_fp16.h>

// Of the two products of parts the first is contracted: structures are read as a whole.
__global__ void complexSum(cuComplex *a, cuComplex *b, cuComplex *c, int n) {
  int i = threadIdx.x;
  cuComplex sum = make_cuFloatComplex(0, 0);
  for (int l = 0; l < n; ++l)
    sum = cuCaddf(sum, cuCmulf(a[l], b[l * n + i]));
  c[i] = sum;
}

// nvcc does not know this pragma.
#pragma STDC FP_CONTRACT OFF
__global__ void contracted(float *a) {
  a[threadIdx.x] = a[threadIdx.x] * a[threadIdx.x + 1] + a[threadIdx.x + 2];
}

// Rounded to float, and then to half.
__global__ void roundedTwice(const double *a, __half *c) {
  c[threadIdx.x] = __float2half((float)a[threadIdx.x]);
}

#ifndef __CUDA_ARCH__
static bool check(bool holds, const char *what) {
  if (!holds)
    std::printf("%s\n", what);
  return holds;
}

template <typename Type>
static Type *managed(int count) {
  Type *array;
  cudaMallocManaged(&array, count * sizeof(Type));
  return array;
}

int main() {
  const int n = 4;
  cuComplex *a = managed<cuComplex>(n), *b = managed<cuComplex>(n * n), *c = managed<cuComplex>(n);
  for (int i = 0; i < n * n; ++i)
    b[i] = {std::sin(1.0f + i), std::cos(3.0f + i)};
  for (int i = 0; i < n; ++i)
    a[i] = {std::cos(7.0f + i), std::sin(5.0f + i)};
  complexSum<<<1, n>>>(a, b, c, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < n; ++i) {
    volatile float x = 0, y = 0;
    for (int l = 0; l < n; ++l) {
      volatile float minus = a[l].y * b[l * n + i].y, plus = a[l].y * b[l * n + i].x;
      x = x + std::fma(a[l].x, b[l * n + i].x, -minus);
      y = y + std::fma(a[l].x, b[l * n + i].y, plus);
    }
    right &= check(c[i].x == x && c[i].y == y, "another product of parts is contracted");
  }

  float *numbers = managed<float>(3);
  numbers[0] = 1 + 0x1p-12f;
  numbers[1] = 1 - 0x1p-12f;
  numbers[2] = -1;
  contracted<<<1, 1>>>(numbers);
  cudaDeviceSynchronize();
  right &= check(numbers[0] == -0x1p-24f, "a pragma keeps a product from being contracted");

  double *doubles = managed<double>(1);
  __half *halves = managed<__half>(1);
  doubles[0] = 1 + 0x1p-11 + 0x1p-26;
  roundedTwice<<<1, 1>>>(doubles, halves);
  cudaDeviceSynchronize();
  right &= check(__half2float(halves[0]) == 1, "a double is rounded to half at once");
  return right ? 0 : 1;
}
#endif
