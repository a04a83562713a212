// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// Tiles in two halves of shared memory by turns: a step reads the one half while the next tile is
// stored into the other. Which half it is, a variable says, or the step's number.
#include "program.h"
constexpr int T = 16;

// The next tile is stored before the present one is read; one barrier a step.
__global__ void flag(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int tiles = (k + T - 1) / T;
  int cur = 0;
  as[0][threadIdx.y][threadIdx.x] = row < m && threadIdx.x < k ? a[row * k + threadIdx.x] : 0.0f;
  bs[0][threadIdx.y][threadIdx.x] = col < n && threadIdx.y < k ? b[threadIdx.y * n + col] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    int next = cur ^ 1;
    if (t + 1 < tiles) {
      int ac = (t + 1) * T + threadIdx.x, br = (t + 1) * T + threadIdx.y;
      as[next][threadIdx.y][threadIdx.x] = row < m && ac < k ? a[row * k + ac] : 0.0f;
      bs[next][threadIdx.y][threadIdx.x] = col < n && br < k ? b[br * n + col] : 0.0f;
    }
    for (int l = 0; l < T; ++l)
      sum += as[cur][threadIdx.y][l] * bs[cur][l][threadIdx.x];
    __syncthreads();
    cur = next;
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

// Whole tiles, the half by the step's number.
__global__ void parity(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T];
  __shared__ float bs[2][T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  as[0][threadIdx.y][threadIdx.x] = a[row * n + threadIdx.x];
  bs[0][threadIdx.y][threadIdx.x] = b[threadIdx.y * n + col];
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    __syncthreads();
    if (t + 1 < n / T) {
      as[(t + 1) % 2][threadIdx.y][threadIdx.x] = a[row * n + (t + 1) * T + threadIdx.x];
      bs[(t + 1) % 2][threadIdx.y][threadIdx.x] = b[((t + 1) * T + threadIdx.y) * n + col];
    }
    for (int l = 0; l < T; ++l)
      sum += as[t % 2][threadIdx.y][l] * bs[t & 1][l][threadIdx.x];
  }
  c[row * n + col] = sum;
}

// The next tile waits in registers until the present one has been read.
__global__ void registers(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2 * T * T], bs[2 * T * T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int at = threadIdx.y * T + threadIdx.x, half = 0;
  float x = a[row * k + threadIdx.x], y = b[threadIdx.y * n + col], sum = 0.0f;
  as[at] = x;
  bs[at] = y;
  __syncthreads();
  for (int first = 0; first < k; first += T) {
    if (first + T < k) {
      x = a[row * k + first + T + threadIdx.x];
      y = b[(first + T + threadIdx.y) * n + col];
    }
    for (int l = 0; l < T; ++l)
      sum += as[half * T * T + threadIdx.y * T + l] * bs[half * T * T + l * T + threadIdx.x];
    half = 1 - half;
    if (first + T < k) {
      as[half * T * T + at] = x;
      bs[half * T * T + at] = y;
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}
// The half and the tile change within the step, and the first tile is the second of the operands.
__global__ void within(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T + 1], bs[2][T + 1][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  as[1][threadIdx.y][threadIdx.x] = a[row * n + T + threadIdx.x];
  bs[0][threadIdx.y][threadIdx.x] = b[(T + threadIdx.y) * n + col];
  __syncthreads();
  float sum = 0.0f;
  int t = 1, half = 0;
  while (t < n / T) {
    for (int l = 0; l < T; ++l)
      sum += as[1 - half][threadIdx.y][l] * bs[half][l][threadIdx.x];
    ++t;
    if (t < n / T) {
      as[half][threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
      bs[1 - half][threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
    }
    half = 1 - half;
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// Four elements at a time, several sums a thread, and the half in a pointer.
__global__ void vectors(int m, int n, int k, const float *a, const float *b, float *c) {
  constexpr int Rows = 32, Columns = 32, Steps = 8;
  __shared__ float as[2][Steps][Rows], bs[2][Steps][Columns];
  const int number = threadIdx.y * blockDim.x + threadIdx.x; // 8 x 8 threads
  const int row = number / 2, step = number % 2 * 4;
  const int stepOfB = number / 8, column = number % 8 * 4;
  a += blockIdx.y * Rows * k;
  b += blockIdx.x * Columns;
  float sums[4][4] = {};
  float4 x = *(const float4 *)&a[row * k + step];
  float4 y = *(const float4 *)&b[stepOfB * n + column];
  as[0][step][row] = x.x;
  as[0][step + 1][row] = x.y;
  as[0][step + 2][row] = x.z;
  as[0][step + 3][row] = x.w;
  *(float4 *)&bs[0][stepOfB][column] = y;
  __syncthreads();
  int write = 1;
  for (int t = 0; t < k / Steps; ++t) {
    const bool isLast = t + 1 >= k / Steps;
    const int read = write ^ 1;
    if (!isLast) {
      x = *(const float4 *)&a[row * k + (t + 1) * Steps + step];
      y = *(const float4 *)&b[((t + 1) * Steps + stepOfB) * n + column];
    }
    for (int l = 0; l < Steps; ++l)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += as[read][l][threadIdx.y * 4 + i] * bs[read][l][threadIdx.x * 4 + j];
    if (!isLast) {
      as[write][step][row] = x.x;
      as[write][step + 1][row] = x.y;
      as[write][step + 2][row] = x.z;
      as[write][step + 3][row] = x.w;
      *(float4 *)&bs[write][stepOfB][column] = y;
    }
    write = read;
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(blockIdx.y * Rows + threadIdx.y * 4 + i) * n + blockIdx.x * Columns + threadIdx.x * 4 +
        j] = sums[i][j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  flag<<<dim3(5, 4), dim3(16, 16)>>>(50, 70, 43, a, b, c);
  printArray(c);
  flag<<<dim3(5, 4), dim3(16, 16)>>>(50, 70, 7, a, b, c);
  printArray(c);
  parity<<<dim3(3, 3), dim3(16, 16)>>>(48, a, b, c);
  printArray(c);
  within<<<dim3(4, 4), dim3(16, 16)>>>(64, a, b, c);
  printArray(c);
  registers<<<dim3(4, 3), dim3(16, 16)>>>(48, 64, 32, a, b, c);
  printArray(c);
  vectors<<<dim3(3, 2), dim3(8, 8)>>>(64, 96, 40, a, b, c);
  printArray(c);
}

// CHECK: contraction flag
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum + padding_of_last_tile
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = 16 * (long long)(((long long)k + 15) / 16) > k ? 0.0f : -0.0f
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 151
// CHECK-NEXT:   launch   line 153
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires k + 4294967280 >= 16 * gridDim.y * k
// CHECK-NEXT:   requires 4294967296 >= 16 * gridDim.x + 15 * n
// CHECK-NEXT:   requires 2147483632 >= 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK: contraction parity
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
// CHECK-NEXT:   launch   line 155
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires n + 4294967280 >= 16 * gridDim.y * n + 16 * ((n) / 16)
// CHECK: contraction registers
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 159
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires n >= 0
// CHECK: contraction within
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((n) / 16) - 16
// CHECK-NEXT:   A        a[%m * n + %k + 16]: f32
// CHECK-NEXT:   B        b[%k * n + %n + 16 * n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 157
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires n >= 0
// CHECK: contraction vectors
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 8 * ((k) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 32 + threadIdx.y * 4 + i, %n = blockIdx.x * 32 + threadIdx.x * 4 + i
// CHECK-NEXT:   launch   line 161
// CHECK-NEXT:   requires 32 * k + 4294967295 >= 32 * gridDim.y * k
// CHECK-NEXT:   requires 33 * n + 4294967328 >= 4 * blockDim.y * n + 32 * gridDim.y * n + 4 * blockDim.x + 32 * gridDim.x
// CHECK-NEXT:   requires 256 >= 4 * blockDim.x * blockDim.y
// CHECK-NEXT:   requires 32 >= 4 * blockDim.x
// CHECK-NEXT:   requires blockDim.x * blockDim.y == 2 * (((long long)blockDim.x * blockDim.y) / 2)
// CHECK-NEXT:   requires 32 >= (((long long)blockDim.x * blockDim.y) / 2)
// CHECK-NEXT:   requires blockDim.x * blockDim.y == 8 * (((long long)blockDim.x * blockDim.y) / 8)
// CHECK-NEXT:   requires (((long long)blockDim.x * blockDim.y) / 8) >= 8
// CHECK-NEXT:   requires (((long long)blockDim.x * blockDim.y) / 2) >= 4 * blockDim.y
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 4 * blockDim.y == 32
// CHECK-NEXT:   requires 4 * blockDim.x == 32
// CHECK-NEXT:   requires n >= 32 * gridDim.x
