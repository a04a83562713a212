// RUN: warpsmith %s --numerics=fp32 --emit=contraction -- 2>&1 | FileCheck %s --implicit-check-not="remark: left"
// What the reader that lowers kernels takes apart: pairs of halves, members, constants that a
// function gives, flags, exits, copies by the block, and numbers of tiles in floating point.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstring>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

constexpr int T = 16;
#define PLACE                                                                                      \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
#define SUM                                                                                        \
  float sum = 0.0f;                                                                                \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[i * k + l] * b[l * n + j];

// CHECK: contraction pairs
// CHECK: step     __hfma(A, B, sum)
__global__ void pairs(int n, int k, const half *a, const half *b, half *c) {
  PLACE;
  const half2 *right = reinterpret_cast<const half2 *>(b);
  half2 sum = __float2half2_rn(0.0f);
  for (int l = 0; l < k; ++l)
    sum = __hfma2(__half2half2(a[i * k + l]), right[l * (n / 2) + j], sum);
  reinterpret_cast<half2 *>(c)[i * (n / 2) + j] = sum;
}

struct Problem {
  int n, k;
  float alpha;
};
// CHECK: contraction members
// CHECK: result   p_alpha_member * sum
__global__ void members(Problem p, int m, const float *a, const float *b, float *c) {
  PLACE;
  if (i >= m || j >= p.n)
    return;
  const int n = p.n, k = p.k;
  SUM;
  c[i * n + j] = p.alpha * sum;
}

__host__ __device__ constexpr int log2Of(int x) {
  int result = 0;
  while (x > 1) {
    x /= 2;
    ++result;
  }
  return result;
}
// CHECK: contraction constants
// CHECK: domain   %m < m, %n < 64
__global__ void constants(int m, int k, const float *a, const float *b, float *c) {
  constexpr int Log = log2Of(64), n = 64;
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = index >> Log, j = 63 & index;
  if (i >= m)
    return;
  SUM;
  c[i * n + j] = sum;
}

// CHECK: contraction flags
// CHECK: domain   %m < m, %n < n
__global__ void flags(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  int beyond = i >= m;
  beyond |= j >= n;
  if (beyond)
    return;
  SUM;
  c[i * n + j] = sum;
}

__device__ float atMostOne(float x) {
  {
    if (x > 1.0f)
      return 1.0f;
  }
  return x;
}
// CHECK: contraction exits
// CHECK: domain   %m < m, %n < n
// CHECK: result   sum > 1.0f ? 1.0f : sum
__global__ void exits(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  {
    if (i >= m)
      return;
    if (j >= n)
      return;
  }
  SUM;
  c[i * n + j] = atMostOne(sum);
}

// CHECK: contraction least
// CHECK: result   fmaxf(-HUGE_VALF, sum)
__global__ void least(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  if (i >= m || j >= n)
    return;
  SUM;
  c[i * n + j] = fmaxf(-__builtin_huge_valf(), sum);
}

// CHECK: contraction steps
// CHECK: domain   %m < m, %n < n, %k < k
__global__ void steps(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  if (i >= m || j >= n)
    return;
  float sums[2];
  memset(sums, 0, sizeof sums);
  int l = 0;
  do {
    sums[1] += a[i * k + l] * b[l * n + j];
    ++l;
  } while (l < k);
  c[i * n + j] = sums[1];
}

// CHECK: contraction ofBlock
// CHECK: A        a[%m * k + %k]: f32
__global__ void ofBlock(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  auto block = cg::this_thread_block();
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    for (int y = 0; y < T; ++y) {
      cg::memcpy_async(block, &as[y][0], &a[(blockIdx.y * T + y) * k + first], sizeof(float) * T);
      cg::memcpy_async(block, bs[y], b + (first + y) * n + blockIdx.x * T, sizeof(float) * T);
    }
    cg::wait(block);
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    block.sync();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction tiles
// CHECK: requires 16777215 >= k
__global__ void tiles(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  PLACE;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < ceilf(k / (float)T); ++t) {
    as[y][x] = i < m && t * T + x < k ? a[i * k + t * T + x] : 0.0f;
    bs[y][x] = j < n && t * T + y < k ? b[(t * T + y) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, const half *x, half *z, const float *a, float *c) {
  pairs<<<g, t>>>(n, k, x, x, z);
  members<<<g, t>>>(Problem{n, k, 2.0f}, m, a, a, c);
  constants<<<g, t>>>(m, k, a, a, c);
  flags<<<g, t>>>(m, n, k, a, a, c);
  exits<<<g, t>>>(m, n, k, a, a, c);
  least<<<g, t>>>(m, n, k, a, a, c);
  steps<<<g, t>>>(m, n, k, a, a, c);
  ofBlock<<<g, t>>>(n, k, a, a, c);
  tiles<<<g, t>>>(m, n, k, a, a, c);
}
