// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Rows, columns, heads and batches that are digits of one index, by divisors that are known at run
// time.
#include "program.h"

__global__ void peeled(int batch, int m, int n, int k, const float *a, const float *b, float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= batch * m * n)
    return;
  int rest = index, j = rest % n;
  rest /= n;
  int i = rest % m, p = rest / m;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
  c[index] = sum;
}

__global__ void headOfColumn(int m, int k, int dim, int heads, const float *p, const float *v,
                             float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int size = dim / heads, head = j / size;
  if (i < m && j < dim) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += p[(head * m + i) * k + l] * v[l * dim + j];
    c[i * dim + j] = sum;
  }
}

__global__ void blocksAlongOneAxis(int n, int k, const float *a, const float *b, float *c) {
  const int tile = 16;
  int tiles = n / tile;
  int row = blockIdx.x / tiles * tile + threadIdx.x / tile;
  int column = blockIdx.x % tiles * tile + threadIdx.x % tile;
  float sum = 0.0f;
  for (int l = 0; l < k; l++)
    sum += a[row * k + l] * b[l * n + column];
  c[row * n + column] = sum;
}

__global__ void pitched(int k, size_t pitch, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * pitch / sizeof(float) + l] * b[l * pitch / sizeof(float) + j];
  c[i * pitch / sizeof(float) + j] = sum;
}

__global__ void flatBlock(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x * 64 + threadIdx.y * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= m)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[l * m + i] * b[j * k + l];
  c[j * m + i] = sum;
}

// So many whole products as the guard has room for: a multiple of m * n, or the original runs.
__global__ void guardedBySteps(int batch, int m, int n, int k, const float *a, const float *b,
                               float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= batch * k * n)
    return;
  int p = index / (m * n), i = index / n % m, j = index % n;
  float sum = 0.0f;
  for (int l = 0; l < k; l++)
    sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
  c[(p * m + i) * n + j] = sum;
}

__global__ void packed(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[(i / 16 * (k / 16) + l / 16) * 256 + i % 16 * 16 + (l & 15)] *
           b[((l >> 4) * (n / 16) + j / 16) * 256 + l % 16 * 16 + j % 16];
  c[(i / 16 * (n / 16) + j / 16) * 256 + i % 16 * 16 + j % 16] = sum;
}

int main() {
  const int Batch = 3, Blocks = (Batch * Rows * Columns + 127) / 128;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  peeled<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  headOfColumn<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Steps, 40, 5, a, b, c);
  printArray(c);
  headOfColumn<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Steps, 38, 5, a, b, c); // no whole heads
  printArray(c);
  blocksAlongOneAxis<<<6, 256>>>(48, Steps, a, b, c);
  printArray(c);
  blocksAlongOneAxis<<<7, 256>>>(48, Steps, a, b, c); // no whole row of tiles
  printArray(c);
  pitched<<<dim3(4, 3), dim3(8, 8)>>>(Steps, 256, a, b, c);
  printArray(c);
  flatBlock<<<dim3(1, Columns), dim3(16, 4)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  flatBlock<<<dim3(1, Columns), dim3(16, 2)>>>(30, Columns, Steps, a, b, c); // half of the threads
  printArray(c);
  guardedBySteps<<<Blocks, 128>>>(Batch, Rows, Columns, 45, a, b, c);
  printArray(c);
  guardedBySteps<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  packed<<<dim3(6, 4), dim3(8, 8)>>>(32, 48, 16, a, b, c);
  printArray(c);
  packed<<<dim3(6, 4), dim3(8, 8)>>>(30, 48, 16, a, b, c); // no whole tiles
  printArray(c);
}

// CHECK-LABEL: contraction peeled
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batch
// CHECK-NEXT:   A        a[%b * k * m + %m * k + %k]: f32
// CHECK-NEXT:   B        b[%b * k * n + %k * n + %n]: f32
// CHECK-NEXT:   C        c[%b * m * n + %m * n + %n]: f32
// CHECK-LABEL: contraction headOfColumn
// CHECK-NEXT:   domain   %m < m, %n < ((dim) / {{.*}}), %k < k, %b < ((dim) /
// CHECK-NEXT:   A        p[%b * k * m + %m * k + %k]: f32
// CHECK-LABEL: contraction blocksAlongOneAxis
// CHECK:        A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-LABEL: contraction pitched
// CHECK-NEXT:   domain   %m < blockDim.y * gridDim.y, %n < blockDim.x * gridDim.x, %k < k
// CHECK-NEXT:   A        a[%m * ((pitch) / 4) + %k]: f32
// CHECK-LABEL: contraction flatBlock
// CHECK-NEXT:   domain   %m < gridDim.y, %n < m, %k < k
// CHECK:        requires blockDim.x * blockDim.y == 64
// CHECK-LABEL: contraction guardedBySteps
// CHECK:        requires batch * k * n == {{.*}} * m * n
// CHECK-LABEL: contraction packed
// CHECK-NEXT:   domain   %m1 < ((m) / 16), %m2 < 16, %n1 < ((n) / 16), %n2 < 16, %k1 < ((k) / 16), %k2 < 16
// CHECK:        requires k == 16 * ((k) / 16)
