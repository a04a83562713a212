// RUN: warpsmith %s --arch=sm_80 --numerics=fp16 -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not="remark: rewrote"
// What a warp does as a whole, where it depends on the lane, or where two warps do the same.
// CHECK-DAG: remark: left 'filledByLanes' alone: what the lanes of a warp do together depends on the lane
// CHECK-DAG: remark: left 'loadedByLanes' alone
// CHECK-DAG: remark: left 'storedByLanes' alone
// CHECK-DAG: remark: left 'scaledByLanes' alone
// CHECK-DAG: remark: left 'warpsAlike' alone
// CHECK-DAG: remark: left 'otherElement' alone: which element of a fragment 'sums.x[0]' is, is not known
// CHECK-DAG: remark: left 'besideElements' alone: a loop over the elements of a fragment does more than change them
// CHECK-DAG: remark: left 'someLanes' alone: an instruction of a warp under a condition that may differ between its lanes
// CHECK-DAG: remark: left 'ofOtherType' alone
// CHECK-DAG: remark: left 'lanesApart' alone
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
#define FRAGMENTS                                                                                  \
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;                                       \
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;                          \
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;                         \
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;                                       \
  wmma::fill_fragment(sums, 0.0f)
#define PRODUCTS                                                                                   \
  for (int l = 0; l < k; l += 16) {                                                                \
    wmma::load_matrix_sync(left, a + row * k + l, k);                                              \
    wmma::load_matrix_sync(right, b + l * n + column, n);                                          \
    wmma::mma_sync(sums, left, right, sums);                                                       \
  }
#define STORES wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major)

__global__ void filledByLanes(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  wmma::fill_fragment(sums, bias[threadIdx.x]);
  PRODUCTS;
  STORES;
}
__global__ void loadedByLanes(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l + threadIdx.x, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  STORES;
}
__global__ void storedByLanes(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  PRODUCTS;
  if (threadIdx.x < 16)
    STORES;
}
__global__ void scaledByLanes(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  PRODUCTS;
  for (int i = 0; i < sums.num_elements; ++i)
    if (threadIdx.x % 2 == 0)
      sums.x[i] *= 2.0f;
  STORES;
}
__global__ void warpsAlike(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  const half *from = a + threadIdx.x / 64 * 16 * k;
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, from + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + (row + threadIdx.x / 64 * 16) * n + column, sums, n, wmma::mem_row_major);
}
__global__ void otherElement(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  PRODUCTS;
  for (int i = 0; i < sums.num_elements; ++i)
    sums.x[i] += sums.x[0];
  STORES;
}
__global__ void besideElements(const half *a, const half *b, const float *bias, float *c, int n, int k) {
  FRAGMENTS;
  PRODUCTS;
  float last = 0.0f;
  for (int i = 0; i < sums.num_elements; ++i)
    last = sums.x[i];
  wmma::fill_fragment(sums, last);
  STORES;
}

__device__ void multiply(float *sums, const uint32_t *a, const uint32_t *b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#define REGISTERS(group, member)                                                                   \
  uint32_t left[4], right[2];                                                                      \
  left[0] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2]);           \
  left[1] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2]);       \
  left[2] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2 + 8]);       \
  left[3] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2 + 8]);   \
  right[0] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2]);       \
  right[1] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2 + 8])
#define RESULTS                                                                                    \
  c[(row + group) * n + column + member * 2] = sums[0];                                            \
  c[(row + group) * n + column + member * 2 + 1] = sums[1];                                        \
  c[(row + group + 8) * n + column + member * 2] = sums[2];                                        \
  c[(row + group + 8) * n + column + member * 2 + 1] = sums[3]

__global__ void someLanes(const half *a, const half *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    REGISTERS(group, member);
    if (threadIdx.x < 16)
      multiply(sums, left, right);
  }
  RESULTS;
}
__global__ void ofOtherType(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    REGISTERS(group, member);
    multiply(sums, left, right);
  }
  RESULTS;
}
// What is read belongs to other lanes than those that the instruction takes it for.
__global__ void lanesApart(const half *a, const half *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  const int other = threadIdx.x % 8, apart = threadIdx.x / 8;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    REGISTERS(other, apart);
    multiply(sums, left, right);
  }
  RESULTS;
}
void run(const half *a, const half *b, const __nv_bfloat16 *p, const float *bias, float *c, int n, int k) {
  const dim3 grid(n / 16, n / 16);
  filledByLanes<<<grid, 32>>>(a, b, bias, c, n, k);
  loadedByLanes<<<grid, 32>>>(a, b, bias, c, n, k);
  storedByLanes<<<grid, 32>>>(a, b, bias, c, n, k);
  scaledByLanes<<<grid, 32>>>(a, b, bias, c, n, k);
  warpsAlike<<<grid, 128>>>(a, b, bias, c, n, k);
  otherElement<<<grid, 32>>>(a, b, bias, c, n, k);
  besideElements<<<grid, 32>>>(a, b, bias, c, n, k);
  someLanes<<<grid, 32>>>(a, b, c, n, k);
  ofOtherType<<<grid, 32>>>(p, p, c, n, k);
  lanesApart<<<grid, 32>>>(a, b, c, n, k);
}
