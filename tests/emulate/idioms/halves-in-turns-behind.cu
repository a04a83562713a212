// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Halves of shared memory by turns, and the last tile is read behind the loop: in the half that is
// told by the number of tiles, or in the second one, which is checked at the launch. And an array
// with halves beside one without.
#include "program.h"

constexpr int T = 16;

__global__ void byParity(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x, tiles = n / T;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  as[0][y][x] = a[row * n + x];
  bs[0][y][x] = b[y * n + column];
  __syncthreads();
  for (int t = 1; t < tiles; ++t) {
    as[t & 1][y][x] = a[row * n + t * T + x];
    bs[t & 1][y][x] = b[(t * T + y) * n + column];
    for (int l = 0; l < T; ++l)
      sum += as[(t - 1) & 1][y][l] * bs[(t - 1) & 1][l][x];
    __syncthreads();
  }
  const int last = (tiles - 1) & 1;
  for (int l = 0; l < T; ++l)
    sum += as[last][y][l] * bs[last][l][x];
  c[row * n + column] = sum;
}

__global__ void second(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  as[0][y][x] = a[row * n + x];
  bs[0][y][x] = b[y * n + column];
  __syncthreads();
  for (int t = 1; t < (n + T - 1) / T; ++t) {
    const int present = (t - 1) & 1, next = t & 1;
    const float first = a[row * n + t * T + x], other = b[(t * T + y) * n + column];
    for (int l = 0; l < T; ++l)
      sum += as[present][y][l] * bs[present][l][x];
    as[next][y][x] = first;
    bs[next][y][x] = other;
    __syncthreads();
  }
  for (int l = 0; l < T; ++l)
    sum += as[1][y][l] * bs[1][l][x];
  c[row * n + column] = sum;
}

__global__ void one(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  as[0][y][x] = a[row * n + x];
  for (int t = 0; t < n / T; ++t) {
    const int present = t & 1, next = present ^ 1;
    bs[y][x] = b[(t * T + y) * n + column];
    __syncthreads();
    if (t + 1 < n / T)
      as[next][y][x] = a[row * n + (t + 1) * T + x];
    for (int l = 0; l < T; ++l)
      sum += as[present][y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The half that a variable says, which each step changes, or sets anew. Loops fill the halves.
__global__ void byVariable(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x; // 8 rows of threads
  float sums[2] = {};
  for (int l = 0; l < T; l += 8) {
    as[0][y + l][x] = a[(blockIdx.y * T + y + l) * n + x];
    bs[0][y + l][x] = b[(y + l) * n + blockIdx.x * T + x];
  }
  __syncthreads();
  int half = 0, write = 1, next;
  for (int t = 1; t < n / T; ++t) {
    next = t & 1;
    for (int l = 0; l < T; l += 8) {
      as[next][y + l][x] = a[(blockIdx.y * T + y + l) * n + t * T + x];
      bs[write][y + l][x] = b[(t * T + y + l) * n + blockIdx.x * T + x];
    }
    for (int l = 0; l < T; ++l)
      for (int i = 0; i < 2; ++i)
        sums[i] += as[half][y * 2 + i][l] * bs[half][l][x];
    half ^= 1;
    write = 1 - write;
    __syncthreads();
  }
  for (int l = 0; l < T; ++l)
    for (int i = 0; i < 2; ++i)
      sums[i] += as[half][y * 2 + i][l] * bs[write ^ 1][l][x];
  for (int i = 0; i < 2; ++i)
    c[(blockIdx.y * T + y * 2 + i) * n + blockIdx.x * T + x] = sums[i];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  for (const int tiles : {1, 3, 4}) {
    byParity<<<dim3(tiles, tiles), dim3(T, T)>>>(tiles * T, a, b, c);
    printArray(c);
  }
  second<<<dim3(2, 2), dim3(T, T)>>>(2 * T, a, b, c);
  printArray(c);
  second<<<dim3(3, 3), dim3(T, T)>>>(3 * T, a, b, c); // the original runs
  printArray(c);
  one<<<dim3(3, 3), dim3(T, T)>>>(3 * T, a, b, c);
  printArray(c);
  for (const int tiles : {2, 3, 4}) {
    byVariable<<<dim3(tiles, tiles), dim3(T, 8)>>>(tiles * T, a, b, c);
    printArray(c);
  }
}

// CHECK: contraction byParity
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((n) / 16)
// CHECK-NEXT:   A        a[%m * n + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 106
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT: contraction second
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)n + 15) / 16)
// CHECK-NEXT:   A        a[%m * n + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 109
// CHECK-NEXT:   launch   line 111
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires (((long long)n + 15) / 16) >= 2
// CHECK-NEXT:   requires (((long long)(((long long)n + 15) / 16) + 1) % 2) == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT: contraction one
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((n) / 16)
// CHECK-NEXT:   A        a[%m * n + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 113
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT: contraction byVariable
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((n) / 16)
// CHECK-NEXT:   A        a[%m * n + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y * 2 + i, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 116
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires n + 4294967296 >= 16 * gridDim.y * n + 16 * ((n) / 16)
// CHECK-NEXT:   requires n + 4294967296 >= 16 * ((n) / 16) * n + 16 * gridDim.x
// CHECK-NEXT:   requires n + 4294967296 >= 16 * gridDim.y * n + 16 * gridDim.x
