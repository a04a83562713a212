// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Fragments of WMMA, of warps that are numbered in several ways. All numbers are whole and small:
// so the sums are the same in every order.
#include "program.h"
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>
using namespace nvcuda;

// Warps of the whole grid along x; factors on the elements of fragments; matrices by columns.
__global__ void byColumns(const half *a, const half *b, float *c, int m, int n, int k, int lda,
                          int ldb, int ldc, float alpha, float beta) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * 16;
  const int column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, old;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16)
    if (row < m && l < k && column < n) {
      wmma::load_matrix_sync(left, a + row + l * lda, lda);
      wmma::load_matrix_sync(right, b + l + column * ldb, ldb);
      wmma::mma_sync(sums, left, right, sums);
    }
  if (row < m && column < n) {
    wmma::load_matrix_sync(old, c + row + column * ldc, ldc, wmma::mem_col_major);
    for (int i = 0; i < old.num_elements; i++)
      old.x[i] = alpha * sums.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(c + row + column * ldc, old, ldc, wmma::mem_col_major);
  }
}

// One warp a block, without a guard.
__global__ void oneWarp(const half *a, const half *b, float *c, int n, int k) {
  wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 8, 32, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 8 * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + blockIdx.x * 32, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 8 * n + blockIdx.x * 32, sums, n, wmma::mem_row_major);
}

// Tiles in shared memory, with several fragments a warp, by two rows and columns of warps.
__global__ void tiles(const half *a, const half *b, float *c, int m, int n, int k) {
  constexpr int BM = 64, BN = 32, BK = 32, WM = 32, WN = 16;
  __shared__ half as[BM * (BK + 8)], bs[BK * BN];
  const int warp = threadIdx.x / 32, warpRow = warp / 2, warpColumn = warp % 2;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[WM / 16][WN / 16];
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 16; ++j)
      wmma::fill_fragment(sums[i][j], 0.0f);
  for (int begin = 0; begin < k; begin += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 128) {
      const int row = blockIdx.y * BM + i / BK, l = begin + i % BK;
      as[i / BK * (BK + 8) + i % BK] = row < m && l < k ? a[row * k + l] : __float2half(0.0f);
    }
    for (int i = threadIdx.x; i < BK * BN; i += 128) {
      const int l = begin + i / BN, column = blockIdx.x * BN + i % BN;
      bs[i] = l < k && column < n ? b[l * n + column] : __float2half(0.0f);
    }
    __syncthreads();
    for (int l = 0; l < BK; l += 16)
      for (int i = 0; i < WM / 16; ++i) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
        wmma::load_matrix_sync(left, &as[(warpRow * WM + i * 16) * (BK + 8) + l], BK + 8);
        for (int j = 0; j < WN / 16; ++j) {
          wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
          wmma::load_matrix_sync(right, &bs[l * BN + warpColumn * WN + j * 16], BN);
          wmma::mma_sync(sums[i][j], left, right, sums[i][j]);
        }
      }
    __syncthreads();
  }
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 16; ++j)
      wmma::store_matrix_sync(&c[(blockIdx.y * BM + warpRow * WM + i * 16) * n + blockIdx.x * BN +
                                 warpColumn * WN + j * 16],
                              sums[i][j], n, wmma::mem_row_major);
}

template <typename Element>
Element *smallNumbers(int seed) {
  std::vector<Element> values(Elements);
  for (size_t i = 0; i < Elements; ++i)
    values[i] = Element(static_cast<float>((i * i * 7 + i * seed + i / 5) % 9) - 4.0f);
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  half *a = smallNumbers<half>(3), *b = smallNumbers<half>(11);
  float *c = smallNumbers<float>(5);
  byColumns<<<dim3(2, 2), dim3(64, 2)>>>(a, b, c, 48, 64, 40, 56, 72, 80, 2.0f, 0.5f);
  printArray(c);
  oneWarp<<<dim3(2, 5), 32>>>(a, b, c, 80, 48);
  printArray(c);
  tiles<<<dim3(2, 1), 128>>>(a, b, c, 64, 64, 72);
  printArray(c);
}

// CHECK: contraction byColumns
// CHECK-NEXT:   domain   %m < n, %n < m, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        b[%m * ldb + %k]: f16
// CHECK-NEXT:   B        a[%k * lda + %n]: f16
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK:   step     sum + (float)B * (float)A
// CHECK: contraction oneWarp
// CHECK-NEXT:   domain   %m < 8 * gridDim.y, %n < 32 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + (float)A * (float)B
// CHECK:   threads  %m = blockIdx.y * 8 + i, %n = blockIdx.x * 32 + i
// CHECK: contraction tiles
// CHECK-NEXT:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + (float)A * (float)B
