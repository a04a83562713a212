// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Tiles in shared memory, whichever thread stores an element and whichever reads it.
#include "program.h"
#define T 16

__global__ void guarded(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T + 1];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    if (j < n && l + y < k)
      tb[x][y] = b[(l + y) * n + j];
    else
      tb[x][y] = 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[x & T - 1][s];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

__global__ void flatBlocks(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T * T], tb[T * T];
  int r = threadIdx.x / T, q = threadIdx.x % T, per = n / T;
  int row = blockIdx.x / per * T + r, column = blockIdx.x % per * T + q;
  float sum = 0.0f;
  for (int t = 0; t < k / T; t++) {
    ta[threadIdx.x] = a[row * k + t * T + q];
    tb[threadIdx.x] = b[(t * T + r) * n + column];
    __syncthreads();
    for (int e = 0; e < T; e++)
      sum += ta[r * T + e] * tb[e * T + q];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void rowCache(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float row[256];
  int x = threadIdx.x, i = blockIdx.y, j = blockIdx.x * blockDim.x + x;
  float sum = 0.0f;
  for (int l = 0; l < k; l += blockDim.x) {
    row[x] = a[i * k + l + x];
    __syncthreads();
    for (int s = l; s < l + blockDim.x; ++s)
      sum += row[s - l] * b[s * n + j];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

__global__ void parts(int m, int n, int k, int size, const float *a, const float *b, float *c) {
  extern __shared__ float shared[];
  float *ta = shared, *tb = shared + size * size, sum = 0.0f;
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * size + y, j = blockIdx.x * size + x;
  for (int l = 0; l < (k + size - 1) / size; ++l) {
    ta[y * size + x] = i < m && l * size + x < k ? a[i * k + l * size + x] : 0;
    tb[y * size + x] = l * size + y < k && j < n ? b[j * k + l * size + y] : 0;
    __syncthreads();
    for (int s = 0; s < size; ++s)
      sum += ta[y * size + s] * tb[s * size + x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

__global__ void twoBuffers(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  ta[0][y][x] = i < m && x < k ? a[i * k + x] : 0;
  tb[0][y][x] = y < k && j < n ? b[y * n + j] : 0;
  __syncthreads();
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    int now = t & 1, next = (t + 1) % 2, l = (t + 1) * T;
    if (l < k) {
      ta[next][y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
      tb[next][y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    }
    for (int s = 0; s < T; ++s)
      sum += ta[now][y][s] * tb[now][s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// What is multiplied depends on the buffer.
__global__ void ofBuffer(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  ta[0][y][x] = a[i * k + x];
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T)
      ta[(t + 1) % 2][y][x] = a[i * k + (t + 1) * T + x];
    for (int s = 0; s < T; ++s)
      sum += ta[t % 2][y][s] * b[(t * T + s) * n + j + t % 2];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

__global__ void filledByAll(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T * T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T, j = blockIdx.x * T;
  float sum = 0.0f;
  for (int l = 0; l < k; l += T) {
    for (int e = y * blockDim.x + x; e < T * T; e += blockDim.x * blockDim.y) {
      ta[e / T][e % T] = i + e / T < m && l + e % T < k ? a[(i + e / T) * k + l + e % T] : 0;
      tb[e] = l + e / T < k && j + e % T < n ? b[(l + e / T) * n + j + e % T] : 0;
    }
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s * T + x];
    __syncthreads();
  }
  if (i + y < m && j + x < n)
    c[(i + y) * n + j + x] = sum;
}

// Elements of a thread a block apart, in an array of its own.
template <int Tile, int Y, int X>
__global__ void blockApart(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[Tile][Tile], tb[Tile][Tile];
  int tid = blockDim.x * threadIdx.y + threadIdx.x, cx = blockIdx.x * Tile, cy = blockIdx.y * Tile;
  float own[Tile / Y][Tile / X] = {0.0f};
  for (int l = 0; l < k; l += Tile) {
    for (int i = 0; i < Tile * Tile; i += X * Y) {
      int y = (i + tid) / Tile, x = (i + tid) % Tile;
      ta[y][x] = l + x < k && cy + y < m ? a[(cy + y) * k + l + x] : 0.0f;
      tb[y][x] = cx + x < n && l + y < k ? b[(l + y) * n + cx + x] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < Tile / Y; i++)
      for (int j = 0; j < Tile / X; j++)
        for (int e = 0; e < Tile; e++)
          own[i][j] += ta[threadIdx.y + i * Y][e] * tb[e][threadIdx.x + j * X];
    __syncthreads();
  }
  for (int i = 0; i < Tile / Y; i++)
    for (int j = 0; j < Tile / X; j++) {
      int y = cy + threadIdx.y + i * Y, x = cx + threadIdx.x + j * X;
      if (y < m && x < n)
        c[y * n + x] = own[i][j];
    }
}

// Rows of a flat thread, with columns in an array of the thread's own.
__global__ void flatThreads(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float bs[8][16];
  float sums[16] = {};
  const int row = blockIdx.x * 128 + threadIdx.y * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * 16 + threadIdx.x;
  for (int first = 0; first < k; first += 8) {
    bs[threadIdx.y][threadIdx.x] = b[column + (first + threadIdx.y) * n];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      for (int j = 0; j < 16; ++j)
        sums[j] += a[row * k + first + l] * bs[l][j];
    __syncthreads();
  }
  for (int j = 0; j < 16; ++j)
    c[row * n + blockIdx.y * 16 + j] = sums[j];
}

// A pointer into the thread's own sums.
__global__ void pointers(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[4] = {};
  float *first = sums;
  for (int l = 0; l < k; ++l)
    first[0] += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sums[0];
}

// Four numbers at once, or zeros behind the end: rows are aligned.
__global__ void vectorTail(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int l = 0; l < k; l += T) {
    if (x < 4 && i < m) {
      if (l + x * 4 < k)
        *(float4 *)&ta[y][x * 4] = *(const float4 *)&a[i * k + l + x * 4];
      else
        for (int v = 0; v < 4; ++v)
          ta[y][x * 4 + v] = 0;
    }
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Bytes as words.
__global__ void words(int n, int k, const signed char *a, const signed char *b, int *c) {
  __shared__ signed char ta[T][4 * T], tb[T][4 * T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T, sum = 0;
  for (int l = 0; l < k; l += 4 * T) {
    *reinterpret_cast<int *>(&ta[y][4 * x]) = *reinterpret_cast<const int *>(&a[i * k + l + 4 * x]);
    *reinterpret_cast<int *>(&tb[y][4 * x]) =
        *reinterpret_cast<const int *>(&b[(j + y) * k + l + 4 * x]);
    __syncthreads();
    for (int e = 0; e < 4 * T; ++e)
      sum += ta[y][e] * tb[x][e];
    __syncthreads();
  }
  c[i * n + j + x] = sum;
}

// Padded with the zero points.
__global__ void zeroPoints(int m, int n, int k, const signed char *a, const signed char *b, int *c,
                           int zeroA, int zeroB) {
  __shared__ signed char ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x, sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : (signed char)zeroA;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : (signed char)zeroB;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += (ta[y][s] - zeroA) * (tb[s][x] - zeroB);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Four numbers at once, or zeros, stored as a column; several elements a thread.
__global__ void guardedVectors(int m, int n, int k, float *a, float *b, float *c) {
  constexpr int Tile = 32, Depth = 8, Each = 4;
  const int tid = threadIdx.x, by = blockIdx.y, bx = blockIdx.x;
  const int ay = tid / (Depth / 4), ax = tid % (Depth / 4), step = 64 / (Depth / 4);
  const int r = tid / (Tile / 4), q = tid % (Tile / 4), rows = 64 / (Tile / 4);
  const int row = Each * (tid / (Tile / Each)), column = Each * (tid % (Tile / Each));
  __shared__ float ta[Depth][Tile], tb[Depth][Tile];
  float sums[Each][Each] = {0.f}, ra[Each], rb[Each];
  for (int p = 0; p < (k + Depth - 1) / Depth; ++p) {
    for (int o = 0; o < Tile; o += step) {
      if (by * Tile + o + ay < m && p * Depth + ax * 4 < k) {
        float4 v = reinterpret_cast<float4 *>(&a[(by * Tile + o + ay) * k + p * Depth + ax * 4])[0];
        ta[ax * 4][o + ay] = v.x;
        ta[ax * 4 + 1][o + ay] = v.y;
        ta[ax * 4 + 2][o + ay] = v.z;
        ta[ax * 4 + 3][o + ay] = v.w;
      } else {
        ta[ax * 4][o + ay] = 0.f;
        ta[ax * 4 + 1][o + ay] = 0.f;
        ta[ax * 4 + 2][o + ay] = 0.f;
        ta[ax * 4 + 3][o + ay] = 0.f;
      }
    }
    for (int o = 0; o < Depth; o += rows) {
      if (p * Depth + r + o < k && bx * Tile + q * 4 < n) {
        float4 v = *reinterpret_cast<float4 *>(&b[(p * Depth + r + o) * n + bx * Tile + q * 4]);
        tb[r + o][q * 4] = v.x;
        tb[r + o][q * 4 + 1] = v.y;
        tb[r + o][q * 4 + 2] = v.z;
        tb[r + o][q * 4 + 3] = v.w;
      } else {
        tb[r + o][q * 4] = 0.f;
        tb[r + o][q * 4 + 1] = 0.f;
        tb[r + o][q * 4 + 2] = 0.f;
        tb[r + o][q * 4 + 3] = 0.f;
      }
    }
    __syncthreads();
    for (int l = 0; l < Depth; ++l) {
      for (int i = 0; i < Each; ++i)
        ra[i] = ta[l][row + i];
      for (int i = 0; i < Each; ++i)
        rb[i] = tb[l][column + i];
      for (int y = 0; y < Each; ++y)
        for (int x = 0; x < Each; ++x)
          sums[y][x] += ra[y] * rb[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < Each; ++y)
    for (int x = 0; x < Each; ++x)
      if (by * Tile + row + y < m && bx * Tile + column + x < n)
        c[(by * Tile + row + y) * n + bx * Tile + column + x] = sums[y][x];
}

// Steps written one by one, through pointers into the tiles.
__global__ void byPointers(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[4 * 5], tb[4 * 5];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 4 + y, col = blockIdx.x * 4 + x;
  float sum = 0;
  for (int t = 0; t < (k + 3) / 4; ++t) {
    ta[y * 5 + x] = row < m && t * 4 + x < k ? a[row * k + t * 4 + x] : 0;
    tb[x * 5 + y] = col < n && t * 4 + y < k ? b[(t * 4 + y) * n + col] : 0;
    __syncthreads();
    const float *p = ta + y * 5, *q = tb + x * 5;
    sum += *p * *q;
    ++p;
    ++q;
    sum += *p * *q;
    ++p;
    ++q;
    sum += *p * *q;
    ++p;
    ++q;
    sum += *p * *q;
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

int main() {
  const float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  float *const c = randomArray<float>(3);
  const dim3 grid(3, 3), block(T, T);
  guarded<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  flatBlocks<<<6, 256>>>(48, 32, a, b, c);
  printArray(c);
  rowCache<<<dim3(2, Rows), 32>>>(64, 64, a, b, c);
  printArray(c);
  rowCache<<<dim3(2, Rows), 32>>>(64, 50, a, b, c); // it reads beyond the rows
  printArray(c);
  parts<<<dim3(5, 6), dim3(8, 8), 2 * 8 * 8 * sizeof(float)>>>(Rows, Columns, Steps, 8, a, b, c);
  printArray(c);
  twoBuffers<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  twoBuffers<<<grid, block>>>(Rows, Columns, 70, a, b, c);
  printArray(c);
  ofBuffer<<<grid, block>>>(48, 64, a, b, c);
  printArray(c);
  ofBuffer<<<grid, block>>>(48, 48, a, b, c); // an odd number of tiles
  printArray(c);
  blockApart<32, 16, 16><<<dim3(2, 2), block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  blockApart<32, 8, 16><<<dim3(2, 2), dim3(16, 8)>>>(Rows, Columns, 70, a, b, c);
  printArray(c);
  flatThreads<<<dim3(2, 3), dim3(16, 8)>>>(48, 40, a, b, c);
  printArray(c);
  pointers<<<dim3(5, 6), dim3(8, 8)>>>(48, 40, Steps, a, b, c);
  printArray(c);
  vectorTail<<<grid, block>>>(48, Columns, 28, a, b, c);
  printArray(c);
  const signed char *const p = randomArray<signed char>(4), *const q = randomArray<signed char>(5);
  int *const sums = randomArray<int>(6);
  words<<<grid, block>>>(48, 128, p, q, sums);
  printArray(sums);
  filledByAll<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  zeroPoints<<<grid, block>>>(Rows, Columns, Steps, p, q, sums, 3, -5);
  printArray(sums);
  zeroPoints<<<grid, block>>>(Rows, Columns, Steps, p, q, sums, 3, 200); // no signed char
  printArray(sums);
  float *const from = randomArray<float>(7), *const other = randomArray<float>(8);
  guardedVectors<<<dim3(2, 2), 64>>>(Rows, 44, 36, from, other, c);
  printArray(c);
  byPointers<<<dim3(11, 12), dim3(4, 4)>>>(Rows, Columns, 30, a, b, c);
  printArray(c);
}

// CHECK-LABEL: contraction guarded
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-LABEL: contraction flatBlocks
// CHECK:        A        a[%m * k + %k]: f32
// CHECK-LABEL: contraction rowCache
// CHECK:        A        a[%m * k + %k]: f32
// CHECK-LABEL: contraction parts
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK:        B        b[%n * k + %k]: f32
// CHECK-LABEL: contraction twoBuffers
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-LABEL: contraction filledByAll
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-LABEL: contraction blockApart
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-LABEL: contraction zeroPoints
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK:        step     sum + ((int)A - {{.*}}) * ((int)B - {{.*}})
// CHECK:        requires zeroB + 128 >= 0
// CHECK-LABEL: contraction guardedVectors
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-LABEL: contraction byPointers
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
