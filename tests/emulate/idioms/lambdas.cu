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

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
