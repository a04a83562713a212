// RUN: %unchanged
// Fragments that functions are given, where it is not told which, or in which copies to shared
// memory may not have ended.
// CHECK-DAG: remark: left 'beyond' alone: what is used here is an element of a local array at an index that is not known
// CHECK-DAG: remark: left 'before' alone: what is used here is an element of a local array at an index that is not known
// CHECK-DAG: remark: left 'byThread' alone: which element of a local array is, is not known
// CHECK-DAG: remark: left 'byArrow' alone: the value of 'sums->num_elements' is not known here
// CHECK-DAG: remark: left 'byValue' alone: a copy of a fragment
// CHECK-DAG: remark: left 'twice' alone: 'tile' in shared memory is stored in line [[@LINE+82]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
// CHECK-DAG: remark: left 'overwritten' alone: 'tile' in shared memory is stored in line [[@LINE+103]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major>;

__device__ void multiply(Sums &sum, const half *a, const half *b, int k) {
  Left left;
  Right right;
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + l, k);
    wmma::load_matrix_sync(right, b + l, k);
    wmma::mma_sync(sum, left, right, sum);
  }
}
__device__ void addCopy(Sums sum, const half *a, const half *b, int k) {
  multiply(sum, a, b, k);
}
__device__ void store(Sums *sums, float *c, int n) {
  for (int i = 0; i < 2; ++i)
    wmma::store_matrix_sync(c + i * 16 * n, sums[i], n, wmma::mem_row_major);
}
__device__ void storeBefore(Sums *sums, float *c, int n) {
  for (int i = 0; i < 2; ++i)
    wmma::store_matrix_sync(c + i * 16 * n, sums[i - 1], n, wmma::mem_row_major);
}
__device__ void scale(Sums *sums) {
  for (int e = 0; e < sums->num_elements; ++e)
    sums->x[e] *= 2.0f;
}
#define SUMS                                                                                       \
  Sums sums[2];                                                                                    \
  for (int i = 0; i < 2; ++i)                                                                      \
    wmma::fill_fragment(sums[i], 0.0f);                                                            \
  const half *left = a + blockIdx.y * 32 * k, *right = b + blockIdx.x * 16 * k;                    \
  float *to = c + blockIdx.y * 32 * n + blockIdx.x * 16;

__global__ void beyond(int n, int k, const half *a, const half *b, float *c) {
  SUMS
  multiply(sums[0], left, right, k);
  multiply(sums[1], left + 16 * k, right, k);
  store(&sums[1], to, n);
}
__global__ void before(int n, int k, const half *a, const half *b, float *c) {
  SUMS
  multiply(sums[0], left, right, k);
  multiply(sums[1], left + 16 * k, right, k);
  storeBefore(sums, to, n);
}
__global__ void byThread(int n, int k, const half *a, const half *b, float *c) {
  SUMS
  multiply(sums[threadIdx.y], left, right, k);
  multiply(sums[1], left + 16 * k, right, k);
  store(sums, to, n);
}
__global__ void byArrow(int n, int k, const half *a, const half *b, float *c) {
  SUMS
  multiply(sums[0], left, right, k);
  multiply(sums[1], left + 16 * k, right, k);
  scale(sums);
  store(sums, to, n);
}
// The function changes its own copy.
__global__ void byValue(int n, int k, const half *a, const half *b, float *c) {
  SUMS
  addCopy(sums[0], left, right, k);
  multiply(sums[1], left + 16 * k, right, k);
  store(sums, to, n);
}

// Copies of two steps of a loop go to the same elements.
__global__ void twice(int n, int k, const half *a, const half *b, float *c) {
  __shared__ half tile[2][16][16];
  SUMS
  Left first;
  Right second;
  const int row = threadIdx.x / 2, chunk = threadIdx.x % 2 * 8;
  for (int l = 0; l < k; l += 16) {
    __pipeline_memcpy_async(&tile[0][row][chunk], left + row * k + l + chunk, 16);
    for (int i = 0; i < 2; ++i)
      __pipeline_memcpy_async(&tile[1][row][chunk], right + row * k + l + (chunk + 8 * i) % 16, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    wmma::load_matrix_sync(first, &tile[0][0][0], 16);
    wmma::load_matrix_sync(second, &tile[1][0][0], 16);
    wmma::mma_sync(sums[0], first, second, sums[0]);
    __syncthreads();
  }
  wmma::store_matrix_sync(to, sums[0], n, wmma::mem_row_major);
}
// A store while the copy may be under way.
__global__ void overwritten(int n, int k, const half *a, const half *b, float *c) {
  __shared__ half tile[2][16][16];
  SUMS
  Left first;
  Right second;
  const int row = threadIdx.x / 2, chunk = threadIdx.x % 2 * 8;
  for (int l = 0; l < k; l += 16) {
    __pipeline_memcpy_async(&tile[0][row][chunk], left + row * k + l + chunk, 16);
    __pipeline_memcpy_async(&tile[1][row][chunk], right + row * k + l + chunk, 16);
    tile[1][row][chunk] = right[row * k + l + chunk];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    wmma::load_matrix_sync(first, &tile[0][0][0], 16);
    wmma::load_matrix_sync(second, &tile[1][0][0], 16);
    wmma::mma_sync(sums[0], first, second, sums[0]);
    __syncthreads();
  }
  wmma::store_matrix_sync(to, sums[0], n, wmma::mem_row_major);
}
void launch(int n, int k, const half *a, const half *b, float *c) {
  const dim3 grid(5, 3);
  beyond<<<grid, 32>>>(n, k, a, b, c);
  before<<<grid, 32>>>(n, k, a, b, c);
  byThread<<<grid, 32>>>(n, k, a, b, c);
  byArrow<<<grid, 32>>>(n, k, a, b, c);
  byValue<<<grid, 32>>>(n, k, a, b, c);
  twice<<<grid, 32>>>(n, k, a, b, c);
  overwritten<<<grid, 32>>>(n, k, a, b, c);
}
