// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Variables, elements and tiles that functions and lambdas know by names of their own.
#include "program.h"

constexpr int T = 16;

__device__ void add(float &sum, const float &left, const float &right) {
  sum += left * right;
}
__device__ void forward(int &index, int by = T) {
  index += by;
}
// What the first reference changes, the second one sees.
__device__ void twice(int &changed, const int &seen) {
  changed += 1;
  changed = seen + seen;
}

// CHECK-LABEL: contraction references
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
__global__ void references(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  int first = 0;
  while (first < k) {
    int row = y;
    float &right = bs[row][x];
    row = 0; // the reference stays where it was
    as[y][x] = i < m && first + x < k ? a[i * k + first + x] : 0.0f;
    right = first + y < k && j < n ? b[(first + y) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      add(sum, as[y][l], bs[l][x]);
    forward(first);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// CHECK-LABEL: contraction aliases
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k + 8]: f32
// CHECK-NEXT:   B        b[%k * n + %n + 3]: f32
__global__ void aliases(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int moved = 3, other = 3;
  auto value = [=](int l) { return b[l * n + j + other]; };
  other = 5;
  twice(moved, moved);
  if (i < m && j < n) {
    float sum = 0.0f;
    auto next = [&](float left, float right) { sum = sum + left * right; };
    for (int l = 0; l < k; ++l)
      next(a[i * k + l + moved], value(l));
    c[i * n + j] = sum;
  }
}

template <typename Each>
__device__ void forAll(int end, Each each) {
  for (int l = 0; l < end; ++l)
    each(l);
}

// CHECK-LABEL: contraction handedOn
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
__global__ void handedOn(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    forAll(k, [&, row = a + i * k](int l) { sum += row[l] * b[l * n + j]; });
    [&] { c[i * n + j] = sum; }();
  }
}

__device__ float2 pairOf(const float *from, int last) {
  if (last > 0)
    return make_float2(from[0], from[1]);
  return {from[0], from[0]};
}
__device__ float2 exchanged(float2 pair) {
  return make_float2(pair.y, pair.x);
}

// CHECK-LABEL: contraction pairs
// CHECK-NEXT:   domain   %m < blockDim.y * gridDim.y, %n < 2 * blockDim.x * gridDim.x, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
__global__ void pairs(int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  float2 sums = make_float2(0, 0);
  for (int l = 0; l < k; ++l) {
    const float2 pair = exchanged(pairOf(b + l * n + j, 1));
    sums.x += a[i * k + l] * pair.y;
    sums.y += a[i * k + l] * pair.x;
  }
  c[i * n + j] = sums.x;
  c[i * n + j + 1] = sums.y;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + T - 1) / T, (Rows + T - 1) / T), block(T, T);
  references<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  aliases<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  handedOn<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  pairs<<<dim3(2, 3), block>>>(64, Steps, a, b, c);
  printArray(c);
}
