// RUN: %same rewritten 'tensorize<wmma>' --numerics=tf32
// RUN: %contraction
// Fragments of TF32, whose shapes have names, of warps that threadIdx.y numbers. All numbers are
// whole and small: so the sums are the same in every order, and rounding changes nothing.
#include "program.h"
#include <mma.h>
#include <vector>
using namespace nvcuda;

const int WM = 16, WN = 16, WK = 8;
#define COLUMNS_OF_WARPS 2

// With a guard on the first row and column of each fragment, and operands that are rounded.
__global__ void guarded(const float *a, const float *b, float *c, int m, int n, int k) {
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * WM;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * WN;
  wmma::fragment<wmma::matrix_a, WM, WN, WK, wmma::precision::tf32, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, WM, WN, WK, wmma::precision::tf32, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, WM, WN, WK, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += WK)
    if (row < m && l < k && column < n) {
      wmma::load_matrix_sync(left, a + row * k + l, k);
      wmma::load_matrix_sync(right, b + l * n + column, n);
      for (int i = 0; i < left.num_elements; ++i)
        left.x[i] = wmma::__float_to_tf32(left.x[i]);
      for (int i = 0; i < right.num_elements; ++i) {
        right.x[i] = wmma::__float_to_tf32(right.x[i]);
      }
      wmma::mma_sync(sums, left, right, sums);
    }
  if (row < m && column < n)
    wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}

// Warps in two columns, by rows of threads, with tiles that all threads fill.
__global__ void tiles(const float *a, const float *b, float *c, int n, int k) {
  constexpr int BM = 64, BN = 32;
  __shared__ float as[BM][WK], bs[WK][BN];
  const int warpRow = threadIdx.y / COLUMNS_OF_WARPS, warpColumn = threadIdx.y % COLUMNS_OF_WARPS;
  wmma::fragment<wmma::matrix_a, WM, WN, WK, wmma::precision::tf32, wmma::row_major> left[2];
  wmma::fragment<wmma::matrix_b, WM, WN, WK, wmma::precision::tf32, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, WM, WN, WK, float> sums[2];
  for (int i = 0; i < 2; ++i)
    wmma::fill_fragment(sums[i], 0.0f);
  for (int begin = 0; begin < k; begin += WK) {
    for (int i = threadIdx.y * 32 + threadIdx.x; i < BM * WK; i += 128)
      as[i / WK][i % WK] = a[(blockIdx.y * BM + i / WK) * k + begin + i % WK];
    for (int i = threadIdx.y * 32 + threadIdx.x; i < WK * BN; i += 128)
      bs[i / BN][i % BN] = b[(begin + i / BN) * n + blockIdx.x * BN + i % BN];
    __syncthreads();
    wmma::load_matrix_sync(right, &bs[0][warpColumn * WN], BN);
    for (int i = 0; i < 2; ++i) {
      wmma::load_matrix_sync(left[i], &as[warpRow * 32 + i * WM][0], WK);
      wmma::mma_sync(sums[i], left[i], right, sums[i]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    wmma::store_matrix_sync(
        &c[(blockIdx.y * BM + warpRow * 32 + i * WM) * n + blockIdx.x * BN + warpColumn * WN],
        sums[i], n, wmma::mem_row_major);
}

float *smallNumbers(int seed) {
  std::vector<float> values(Elements);
  for (size_t i = 0; i < Elements; ++i)
    values[i] = static_cast<float>((i * i * 7 + i * seed + i / 5) % 9) - 4.0f;
  float *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(float));
  cudaMemcpy(array, values.data(), Elements * sizeof(float), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  float *a = smallNumbers(3), *b = smallNumbers(11), *c = smallNumbers(5);
  guarded<<<dim3(2, 2), dim3(64, 2)>>>(a, b, c, 48, 64, 40);
  printArray(c);
  tiles<<<dim3(2, 1), dim3(32, 4)>>>(a, b, c, 64, 72);
  printArray(c);
}

// CHECK: contraction guarded
// CHECK-NEXT:   domain   %m < m, %n < n, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.y * blockDim.y + threadIdx.y) * 16 + i, %n = ((blockIdx.x * blockDim.x + threadIdx.x) / 32) * 16 + i
// CHECK-NEXT:   order    the original adds up on tensor cores
// CHECK-NEXT:   constant WK = 8
// CHECK-NEXT:   constant WM = 16
// CHECK-NEXT:   constant WN = 16
// CHECK-NEXT:   launch   line 77
// CHECK-NEXT:   requires blockDim.x == 32 * ((blockDim.x) / 32)
// CHECK-NEXT:   requires 2147483663 >= 16 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires n == 16 * ((n) / 16)
// CHECK-NEXT:   requires m == 16 * ((m) / 16)
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x == 32 * (((long long)blockDim.x * gridDim.x) / 32)
// CHECK-NEXT:   requires 16 * blockDim.y * gridDim.y >= m
// CHECK: contraction tiles
// CHECK-NEXT:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.y * 2 + threadIdx.y / 2) * 32 + i * 16 + i, %n = (blockIdx.x * 2 + threadIdx.y % 2) * 16 + i
// CHECK-NEXT:   order    the original adds up on tensor cores
// CHECK-NEXT:   constant COLUMNS_OF_WARPS = 2
// CHECK-NEXT:   constant WK = 8
// CHECK-NEXT:   constant WM = 16
// CHECK-NEXT:   constant WN = 16
// CHECK-NEXT:   launch   line 79
// CHECK-NEXT:   requires blockDim.x == 32
// CHECK-NEXT:   requires blockDim.y == 4
// CHECK-NEXT:   requires k + 4294967296 >= 64 * gridDim.y * k + 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   requires n + 4294967296 >= 8 * (((long long)k + 7) / 8) * n + 32 * gridDim.x
// CHECK-NEXT:   requires 16 * n + 4294967311 >= 64 * gridDim.y * n + 32 * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
