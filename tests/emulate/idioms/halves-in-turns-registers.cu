// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles in two halves by turns whose barrier stands where there is a next tile. Registers hold that
// tile until it is stored, and the first row of what the next step reads.
#include "program.h"
constexpr int T = 16;

// The barrier is under the condition.
__global__ void barrierWhereNext(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = (k + T - 1) / T;
  as[0][y][x] = row < m && x < k ? a[row * k + x] : 0.0f;
  bs[0][y][x] = column < n && y < k ? b[y * n + column] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  int half = 0;
  for (int t = 0; t < tiles; ++t) {
    for (int l = 0; l < T; ++l)
      sum += as[half][y][l] * bs[half][l][x];
    if (t + 1 < tiles) {
      const int ac = (t + 1) * T + x, br = (t + 1) * T + y;
      half ^= 1;
      as[half][y][x] = row < m && ac < k ? a[row * k + ac] : 0.0f;
      bs[half][y][x] = column < n && br < k ? b[br * n + column] : 0.0f;
      __syncthreads();
    }
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Where the next tile lies is kept in variables that are set where there is one.
__global__ void placesWhereNext(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = (k + T - 1) / T;
  int ac = x, br = y, half = 0;
  as[0][y][x] = row < m && ac < k ? a[row * k + ac] : 0.0f;
  bs[0][y][x] = column < n && br < k ? b[br * n + column] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    const int next = 1 - half;
    if (t + 1 < tiles) {
      ac = (t + 1) * T + x;
      br = (t + 1) * T + y;
      if (row < m && ac < k)
        as[next][y][x] = a[row * k + ac];
      else
        as[next][y][x] = 0.0f;
      if (column < n && br < k)
        bs[next][y][x] = b[br * n + column];
      else
        bs[next][y][x] = 0.0f;
    }
    for (int l = 0; l < T; ++l)
      sum += as[half][y][l] * bs[half][l][x];
    __syncthreads();
    half = next;
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// The last step is told by `!=`.
__global__ void unequal(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = (k + T - 1) / T;
  as[0][y][x] = row < m && x < k ? a[row * k + x] : 0.0f;
  bs[0][y][x] = column < n && y < k ? b[y * n + column] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  int half = 0;
  for (int t = 0; t < tiles; ++t) {
    for (int l = 0; l < T; ++l)
      sum += as[half][y][l] * bs[half][l][x];
    half ^= 1;
    if (t + 1 != tiles) {
      const int ac = (t + 1) * T + x, br = (t + 1) * T + y;
      as[half][y][x] = row < m && ac < k ? a[row * k + ac] : 0.0f;
      bs[half][y][x] = column < n && br < k ? b[br * n + column] : 0.0f;
      __syncthreads();
    }
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Some steps have another barrier, which none needs.
__global__ void barrierOfSomeSteps(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = (k + T - 1) / T;
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    const int ac = t * T + x, br = t * T + y;
    as[y][x] = row < m && ac < k ? a[row * k + ac] : 0.0f;
    bs[y][x] = column < n && br < k ? b[br * n + column] : 0.0f;
    __syncthreads();
    if (t + 2 < tiles)
      __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// What the next product needs is read while the present one is added.
template <int W>
__global__ void onesInTurns(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][W][W], bs[2][W][W];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * W + y, column = blockIdx.x * W + x, tiles = k / W;
  as[0][y][x] = a[row * k + x];
  bs[0][y][x] = b[y * n + column];
  __syncthreads();
  float left[2], right[2], sum = 0.0f;
  left[0] = as[0][y][0];
  right[0] = bs[0][0][x];
  int half = 0;
  for (int t = 0; t < tiles; ++t) {
    for (int l = 0; l < W; ++l) {
      if (l + 1 < W) {
        left[(l + 1) % 2] = as[half][y][l + 1];
        right[(l + 1) % 2] = bs[half][l + 1][x];
      }
      sum += left[l % 2] * right[l % 2];
    }
    half ^= 1;
    if (t + 1 < tiles) {
      as[half][y][x] = a[row * k + (t + 1) * W + x];
      bs[half][y][x] = b[((t + 1) * W + y) * n + column];
      __syncthreads();
      left[0] = as[half][y][0];
      right[0] = bs[half][0][x];
    }
  }
  c[row * n + column] = sum;
}

__device__ void read(const float *matrix, float *registers, int rows, int pitch, int row,
                     int column, int stride) {
  for (int i = 0; i < rows; i += stride)
    *((float4 *)registers + i / stride) = *(const float4 *)&matrix[(row + i) * pitch + column];
}
__device__ void keepTransposed(const float *registers, float *tile, int rows, int row, int column,
                               int stride) {
  for (int i = 0; i < rows; i += stride) {
    const float4 four = *((const float4 *)registers + i / stride);
    tile[column * rows + row + i] = four.x;
    tile[(column + 1) * rows + row + i] = four.y;
    tile[(column + 2) * rows + row + i] = four.z;
    tile[(column + 3) * rows + row + i] = four.w;
  }
}
__device__ void keep(const float *registers, float *tile, int rows, int columns, int row,
                     int column, int stride) {
  for (int i = 0; i < rows; i += stride)
    *(float4 *)&tile[(row + i) * columns + column] = *((const float4 *)registers + i / stride);
}
__device__ void take(float *registers, const float *tile, int columns, int row, int column) {
  *(float4 *)registers = *(const float4 *)&tile[row * columns + column];
}

// Steps of k take turns in registers, tiles in shared memory.
template <int BM, int BN, int BK>
__global__ void bothInTurns(int n, int k, const float *a, const float *b, float *c) {
  constexpr int Threads = BM / 4 * (BN / 4);
  __shared__ float as[2][BK * BM], bs[2][BK * BN];
  float readA[BM * BK / Threads], readB[BK * BN / Threads], left[2][4], right[2][4];
  float sums[4][4] = {};
  const int thread = threadIdx.x;
  const int rowA = thread / (BK / 4), columnA = thread % (BK / 4) * 4;
  const int rowB = thread / (BN / 4), columnB = thread % (BN / 4) * 4;
  constexpr int StrideA = Threads / (BK / 4), StrideB = Threads / (BN / 4);
  const int y = thread / (BN / 4) * 4, x = thread % (BN / 4) * 4;
  a += blockIdx.y * BM * k;
  b += blockIdx.x * BN;
  c += (blockIdx.y * BM + y) * n + blockIdx.x * BN + x;
  read(a, readA, BM, k, rowA, columnA, StrideA);
  read(b, readB, BK, n, rowB, columnB, StrideB);
  keepTransposed(readA, as[0], BM, rowA, columnA, StrideA);
  keep(readB, bs[0], BK, BN, rowB, columnB, StrideB);
  __syncthreads();
  take(left[0], as[0], BM, 0, y);
  take(right[0], bs[0], BN, 0, x);
  int write = 0;
  for (int first = 0; first < k; first += BK) {
    write ^= 1;
    const int next = first + BK;
    if (next < k) {
      read(a, readA, BM, k, rowA, columnA + next, StrideA);
      read(b, readB, BK, n, rowB + next, columnB, StrideB);
    }
    int other = 0;
    for (int l = 0; l < BK; ++l) {
      other ^= 1;
      if (l + 1 < BK) {
        take(left[other], as[write ^ 1], BM, l + 1, y);
        take(right[other], bs[write ^ 1], BN, l + 1, x);
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += left[other ^ 1][i] * right[other ^ 1][j];
    }
    if (next < k) {
      keepTransposed(readA, as[write], BM, rowA, columnA, StrideA);
      keep(readB, bs[write], BK, BN, rowB, columnB, StrideB);
      __syncthreads();
      take(left[0], as[write], BM, 0, y);
      take(right[0], bs[write], BN, 0, x);
    }
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[i * n + j] = sums[i][j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  for (const int k : {43, 16, 7}) {
    barrierWhereNext<<<dim3(5, 4), dim3(T, T)>>>(50, 70, k, a, b, c);
    printArray(c);
    placesWhereNext<<<dim3(5, 4), dim3(T, T)>>>(50, 70, k, a, b, c);
    printArray(c);
    unequal<<<dim3(5, 4), dim3(T, T)>>>(50, 70, k, a, b, c);
    printArray(c);
    barrierOfSomeSteps<<<dim3(5, 4), dim3(T, T)>>>(50, 70, k, a, b, c);
    printArray(c);
  }
  for (const int k : {16, 80}) {
    onesInTurns<16><<<dim3(5, 4), dim3(T, T)>>>(80, k, a, b, c);
    printArray(c);
    bothInTurns<64, 32, 16><<<dim3(3, 2), 128>>>(96, k, a, b, c);
    printArray(c);
  }
}

// CHECK: contraction barrierWhereNext
// CHECK:   domain   %m < m, %n < n, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum + padding_of_last_tile
// CHECK:   requires blockDim.x == 16
// CHECK:   requires blockDim.y == 16
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires 16 * gridDim.y >= m
// CHECK:   requires 16 * gridDim.x >= n
// CHECK: contraction placesWhereNext
// CHECK:   domain   %m < m, %n < n, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum + padding_of_last_tile
// CHECK:   requires blockDim.x == 16
// CHECK:   requires blockDim.y == 16
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires 16 * gridDim.y >= m
// CHECK:   requires 16 * gridDim.x >= n
// CHECK: contraction unequal
// CHECK:   domain   %m < m, %n < n, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum + padding_of_last_tile
// CHECK:   requires blockDim.x == 16
// CHECK:   requires blockDim.y == 16
// CHECK: contraction barrierOfSomeSteps
// CHECK:   domain   %m < m, %n < n, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum + padding_of_last_tile
// CHECK:   requires blockDim.x == 16
// CHECK:   requires blockDim.y == 16
// CHECK: contraction onesInTurns<16>
// CHECK:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum
// CHECK: contraction bothInTurns<64, 32, 16>
// CHECK:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum
// CHECK:   requires blockDim.x == 128
// CHECK:   requires blockDim.y == 1
// CHECK:   requires blockDim.z * gridDim.z == 1
