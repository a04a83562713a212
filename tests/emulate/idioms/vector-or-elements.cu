// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Tiles that are filled by vectors where all elements of one are inside, and element by element at
// the edge: by a branch for each, by registers that begin as zeros, and by every fourth thread
// alone.
#include "program.h"
#include <cstring>

#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])

constexpr int T = 16;

// 64 threads, each with four elements of both tiles.
__global__ void branches(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sums[4] = {0.0f};
  for (int first = 0; first < k; first += T) {
    const bool inA = row < m && first + x + 3 < k && k % 4 == 0;
    if (inA)
      FLOAT4(as[y][x]) = FLOAT4(const_cast<float &>(a[row * k + first + x]));
    else
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    if (first + y < k && column + 3 < n && n % 4 == 0) {
      FLOAT4(bs[y][x]) = *reinterpret_cast<const float4 *>(&b[(first + y) * n + column]);
    } else {
      for (int l = 0; l < 4; ++l)
        bs[y][x + l] = first + y < k && column + l < n ? b[(first + y) * n + column + l] : 0.0f;
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[y][l] * bs[l][x + j];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row < m && column + j < n)
      c[row * n + column + j] = sums[j];
}

// Every fourth thread loads for its neighbours, and what is beyond the edge stays zero.
__global__ void everyFourth(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    const int inRow = t * T + threadIdx.x, inColumn = t * T + threadIdx.y;
    if (threadIdx.x % 4 == 0) {
      float4 vector = make_float4(0, 0, 0, 0);
      if (inRow + 3 < k && row < m) {
        vector = make_float4(a[row * k + inRow], a[row * k + inRow + 1], a[row * k + inRow + 2],
                             a[row * k + inRow + 3]);
      } else if (row < m) {
        float rest[4] = {0, 0, 0, 0};
        for (int l = 0; l < 4 && inRow + l < k; ++l)
          rest[l] = a[row * k + inRow + l];
        vector = make_float4(rest[0], rest[1], rest[2], rest[3]);
      }
      as[threadIdx.y][threadIdx.x] = vector.x;
      as[threadIdx.y][threadIdx.x + 1] = vector.y;
      as[threadIdx.y][threadIdx.x + 2] = vector.z;
      as[threadIdx.y][threadIdx.x + 3] = vector.w;
    }
    const int firstOfFour = blockIdx.x * T + (threadIdx.x & ~3);
    if ((threadIdx.x & 3) == 0)
      for (int l = 0; l < 4; ++l)
        bs[threadIdx.y][threadIdx.x + l] =
            inColumn < k && firstOfFour + l < n ? b[inColumn * n + firstOfFour + l] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// The results, too, are stored by vectors or one by one, and rows below the last one end the loop.
__global__ void storedByVectors(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y, firstRow = blockIdx.y * T;
  float sums[2][4], factors[2];
  int i, j;
  for (int s = 0; s < 8; ++s) {
    i = s / 4;
    j = s % 4;
    sums[i][j] = 0.0f;
  }
  for (int first = 0; first < k; first += T) {
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 4; ++q) {
        const int row = firstRow + y * 2 + p, inRow = first + x * 4 + q;
        as[y * 2 + p][x * 4 + q] = row < m && inRow < k ? a[row * k + inRow] : 0.0f;
        const int column = blockIdx.x * T + x * 4 + q, inColumn = first + y * 2 + p;
        bs[y * 2 + p][x * 4 + q] = inColumn < k && column < n ? b[inColumn * n + column] : 0.0f;
      }
    __syncthreads();
    for (int l = 0; l < T; ++l) {
      for (int own = 0; own < 2; ++own)
        factors[own] = as[y * 2 + own][l];
      for (int s = 0; s < 8; ++s) {
        i = s / 4;
        j = s % 4;
        sums[i][j] += factors[i] * bs[l][x * 4 + j];
      }
    }
    __syncthreads();
  }
  for (int row = 0; row < 2; ++row) {
    const int to = firstRow + y * 2 + row;
    if (to >= m)
      break;
    const int column = blockIdx.x * T + x * 4;
    if (column + 3 < n && n % 4 == 0) {
      FLOAT4(c[to * n + column]) = FLOAT4(sums[row][0]);
    } else {
      for (int l = 0; l < 4; ++l)
        if (column + l < n)
          c[to * n + column + l] = sums[row][l];
    }
  }
}

// A block has as many threads as a row of one tile has elements, and so one row at a step.
__global__ void rowAtOnce(int n, int k, const float *a, const float *b, float *c) {
  constexpr int Columns = 64, Steps = 16;
  __shared__ float as[Columns * Steps], bs[Steps * Columns];
  const int inRow = threadIdx.x % Steps, row = threadIdx.x / Steps;
  const int inColumn = threadIdx.x / Columns, column = threadIdx.x % Columns;
  a += blockIdx.y * Columns * k;
  b += blockIdx.x * Columns;
  c += blockIdx.y * Columns * n + blockIdx.x * Columns;
  float sums[64];
  memset(sums, 0, 64 * sizeof(float));
  for (int first = 0; first < k; first += Steps) {
    for (int l = 0; l < Columns; l += 4)
      as[(row + l) * Steps + inRow] = a[(row + l) * k + inRow];
    for (int l = 0; l < Steps; l += 1)
      bs[(inColumn + l) * Columns + column] = b[(inColumn + l) * n + column];
    __syncthreads();
    a += Steps;
    b += Steps * n;
    for (int l = 0; l < Steps; ++l)
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sums[i * 8 + j] +=
              as[(threadIdx.x / 8 * 8 + i) * Steps + l] * bs[l * Columns + threadIdx.x % 8 * 8 + j];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      c[(threadIdx.x / 8 * 8 + i) * n + threadIdx.x % 8 * 8 + j] = sums[i * 8 + j];
}

__device__ float4 fourOf(const float *from, int row, int column, int rows, int columns) {
  float4 found;
  if (row < rows && column + 3 < columns && columns % 4 == 0) {
    found = *reinterpret_cast<const float4 *>(&from[row * columns + column]);
  } else {
    found.x = row < rows && column < columns ? from[row * columns + column] : 0.0f;
    found.y = row < rows && column + 1 < columns ? from[row * columns + column + 1] : 0.0f;
    found.z = row < rows && column + 2 < columns ? from[row * columns + column + 2] : 0.0f;
    found.w = row < rows && column + 3 < columns ? from[row * columns + column + 3] : 0.0f;
  }
  return found;
}

// Guards that keep a store inside of the tile, which has fewer rows than the threads' vectors.
__global__ void insideOfTile(int m, int n, int k, const float *a, const float *b, float *c) {
  constexpr int Rows = 20;
  __shared__ float as[Rows][T], bs[T][T];
  float sums[5] = {};
  const int numberOfThreads = blockDim.x;
  for (int first = 0; first < k; first += T) {
    for (int i = 0; i < 2; ++i) {
      const int place = (threadIdx.x + i * numberOfThreads) * 4;
      const int row = place / T, column = place % T;
      const float4 four = fourOf(a, blockIdx.y * Rows + row, first + column, m, k);
      if (row < Rows) {
        as[row][column] = four.x;
        as[row][column + 1] = four.y;
        as[row][column + 2] = four.z;
        as[row][column + 3] = four.w;
      }
    }
    const int row = threadIdx.x * 4 / T, column = threadIdx.x * 4 % T;
    *reinterpret_cast<float4 *>(&bs[row][column]) =
        fourOf(b, first + row, blockIdx.x * T + column, k, n);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int i = 0; i < 5; ++i)
        sums[i] += as[threadIdx.x / T * 5 + i][l] * bs[l][threadIdx.x % T];
    __syncthreads();
  }
  for (int i = 0; i < 5; ++i) {
    const int row = blockIdx.y * Rows + threadIdx.x / T * 5 + i;
    const int column = blockIdx.x * T + threadIdx.x % T;
    if (row < m && column < n)
      c[row * n + column] = sums[i];
  }
}

__device__ void toRegisters(float *const &to, const float *const &from, const int &count,
                            const int &stride) {
  for (int i = 0; i < count; ++i)
    to[i] = from[i * stride];
}

// Registers are handed on by references to pointers, and what two names have is assigned at once.
__global__ void registers(int m, int n, int k, const float *a, const float *b, float *c) {
  float ofRow[2] = {0.0f}, ofColumn[2], sums[2][2];
  memset(sums, 0, sizeof(sums));
  int inRow, inColumn, rows, columns;
  rows = columns = 2;
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * columns;
  for (int l = 0; l < k; ++l) {
    inRow = inColumn = l;
    toRegisters(ofRow, a + row * k + inRow, 2, k);
    toRegisters(ofColumn, b + inColumn * n + column, 2, 1);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        sums[i][j] += ofRow[i] * ofColumn[j];
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      c[(row + i) * n + column + j] = sums[i][j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  branches<<<dim3(3, 4), dim3(64)>>>(53, 37, 29, a, b, c);
  printArray(c);
  branches<<<dim3(3, 4), dim3(64)>>>(53, 44, 36, a, b, c);
  printArray(c);
  everyFourth<<<dim3(3, 4), dim3(T, T)>>>(53, 37, 29, a, b, c);
  printArray(c);
  storedByVectors<<<dim3(3, 4), dim3(4, 8)>>>(53, 37, 29, a, b, c);
  printArray(c);
  storedByVectors<<<dim3(3, 4), dim3(4, 8)>>>(51, 44, 36, a, b, c);
  printArray(c);
  rowAtOnce<<<dim3(2, 1), dim3(64)>>>(128, 48, a, b, c);
  printArray(c);
  insideOfTile<<<dim3(3, 3), dim3(64)>>>(53, 37, 29, a, b, c);
  printArray(c);
  insideOfTile<<<dim3(3, 3), dim3(64)>>>(51, 44, 36, a, b, c);
  printArray(c);
  registers<<<dim3(3, 2), dim3(8, 8)>>>(32, 48, 29, a, b, c);
  printArray(c);
}
