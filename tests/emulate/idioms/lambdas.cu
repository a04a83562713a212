// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Accessors are lambdas. What one has copied stays; what it refers to is what it is at the call.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int skipped = 3;
  auto row = [=](int l) { return a[i * k + l + skipped]; };
  auto column = [&](int l) { return b[l * n + j + skipped]; };
  auto result = [&]() -> float & { return c[i * n + j]; };
  auto within = [](auto index, auto extent) { return index < extent; };
  skipped = 7;
  if (within(i, m) && within(j, n)) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += row(l) * column(l);
    auto total = [=] { return sum; };
    sum = 0;
    result() = total();
  }
}

// A lambda that assigns what it refers to: a sum, an index, tiles, and a thread's own array.
__global__ void effects(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[16][16], bs[16][16];
  const int y = threadIdx.y, x = threadIdx.x;
  float sums[2] = {};
  int first = 0;
  auto fill = [&](int step) {
    const int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    as[y][x] = i < m && step + x < k ? a[i * k + step + x] : 0.0f;
    as[y + 8][x] = i + 8 < m && step + x < k ? a[(i + 8) * k + step + x] : 0.0f;
    bs[y][x] = j < n && step + y < k ? b[(step + y) * n + j] : 0.0f;
    bs[y + 8][x] = j < n && step + y + 8 < k ? b[(step + y + 8) * n + j] : 0.0f;
    __syncthreads();
  };
  auto add = [&](int part, float product) { sums[part] += product; };
  auto next = [&] { first += 16; };
  while (first < k) {
    fill(first);
    for (int l = 0; l < 16; ++l) {
      add(0, as[y][l] * bs[l][x]);
      add(1, as[y + 8][l] * bs[l][x]);
    }
    next();
    __syncthreads();
  }
  auto store = [=](int i, float value) {
    if (i < m && blockIdx.x * 16 + x < n)
      c[i * n + blockIdx.x * 16 + x] = value;
  };
  store(blockIdx.y * 16 + y, sums[0]);
  store(blockIdx.y * 16 + y + 8, sums[1]);
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  effects<<<dim3(3, 3), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
