// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Arguments of a template that are no types: each instance is a case of its own, also where two
// arguments have one value and two types.
#include "program.h"

enum class Scale { Half = 7, Double }; // a case that the original computes
enum Plain : unsigned char { Few = 3, Many = 200 };

template <auto V>
__global__ void any(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum * static_cast<float>(V);
  }
}

template <char Letter, unsigned Number, bool Doubles, long long Offset>
__global__ void typed(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = (Doubles ? 2 : 1) * sum * Letter + static_cast<float>(Number) + Offset;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  any<97><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<'a'><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<true><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<Scale::Double><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<Many><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<-3><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  any<4294967295u><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  typed<'b', 4294967295u, true, -5><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  typed<-7, 0, false, -9223372036854775807><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
