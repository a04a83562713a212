// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Vectors that programs make themselves, of one array, and structures with arrays as members. How
// many numbers they have is an argument of a template.
#include "program.h"
#define WIDTH 4
template <typename T, int N>
struct alignas(sizeof(T) * N) Packed {
  T values[N];
};
template <typename T, int N>
__device__ Packed<T, N> load(const T *from) {
  return *reinterpret_cast<const Packed<T, N> *>(from);
}
template <typename T, int N>
__device__ void store(T *to, const Packed<T, N> &packed) {
  *reinterpret_cast<Packed<T, N> *>(to) = packed;
}
template <typename T, int N>
__device__ Packed<T, N> scaled(Packed<T, N> packed, T by) {
  for (int i = 0; i < N; ++i)
    packed.values[i] *= by;
  return packed;
}

/// A row of C by vectors, which are made, copied, changed in a function, and set to zero.
__global__ void rows(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
  if (row >= m || column >= n)
    return;
  Packed<float, WIDTH> sum = {};
  for (int l = 0; l < k; ++l) {
    const auto y = load<float, WIDTH>(b + l * n + column);
    const auto copy = y;
    for (int j = 0; j < WIDTH; ++j)
      sum.values[j] += a[row * k + l] * copy.values[j];
  }
  const auto result = scaled(sum, alpha);
  store(c + row * n + column, result);
}

/// A tile on its way in a structure's array of vectors.
template <int Rows, int Columns, int Threads>
struct Fetch {
  static constexpr int Runs = Rows * Columns / WIDTH / Threads;
  Packed<float, WIDTH> runs[Runs];
  int first[Runs];

  __device__ void read(const float *tile, int pitch, int rows, int columns, int thread) {
    for (int run = 0; run < Runs; ++run) {
      first[run] = (run * Threads + thread) * WIDTH;
      const int row = first[run] / Columns, column = first[run] % Columns;
      runs[run] = row < rows && column < columns ? load<float, WIDTH>(tile + row * pitch + column)
                                                 : Packed<float, WIDTH>{};
    }
  }
  __device__ void write(float *tile) const {
    for (int run = 0; run < Runs; ++run)
      store(tile + first[run], runs[run]);
  }
};
constexpr int T = 16;
__global__ void tiles(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ alignas(16) float as[T * T], bs[T * T];
  const int thread = threadIdx.x, y = thread / 4, x = thread % 4 * 4;
  const int row = blockIdx.y * T, column = blockIdx.x * T;
  Fetch<T, T, 32> left, right;
  float sums[T / 8][4] = {};
  for (int l = 0; l < k; l += T) {
    left.read(a + row * k + l, k, m - row, k - l, thread);
    right.read(b + l * n + column, n, k - l, n - column, thread);
    __syncthreads();
    left.write(as);
    right.write(bs);
    __syncthreads();
    for (int s = 0; s < T; ++s)
      for (int i = 0; i < T / 8; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += as[(y + 8 * i) * T + s] * bs[s * T + x + j];
  }
  for (int i = 0; i < T / 8; ++i)
    for (int j = 0; j < 4; ++j)
      if (row + y + 8 * i < m && column + x < n)
        c[(row + y + 8 * i) * n + column + x + j] = sums[i][j];
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  rows<<<dim3(2, 14), dim3(8, 4)>>>(53, 44, 29, 0.5f, a, b, c);
  printArray(c);
  tiles<<<dim3(3, 4), 32>>>(53, 44, 36, a, b, c);
  printArray(c);
}
