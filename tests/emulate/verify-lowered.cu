// RUN: warpsmith %s --passes='tile<32;32;16;4;4>' --numerics=fp32 --verify -o %t.cu -- %flags 2>&1 | FileCheck %s --implicit-check-not="remark: left" --implicit-check-not="not verified"
// RUN: warpsmith %s --numerics=fp32 --emit=contraction -- %flags | FileCheck %s --check-prefix=READ
// Ends of loops and of branches, pointers that count, and vectors in arrays.
// CHECK: verified on {{.*}} shapes
// CHECK-COUNT-15: remark: rewrote
// READ: contraction inFunction
// READ: contraction inBranch
// READ: contraction ofSteps
// READ: contraction ended
// READ: contraction distance
// READ: contraction rows
// READ: contraction asserted
// READ: contraction counted
// READ: contraction oneMore
// READ: contraction down
// READ: contraction byPointers
// READ: contraction before
// READ: contraction inShared
// READ: contraction byFour
// READ: contraction ofThread
#include <cassert>
#include <cuda_runtime.h>

#define PLACE                                                                                      \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
#define INSIDE                                                                                     \
  PLACE                                                                                            \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0.0f;
constexpr int T = 16;

// Exits of blocks and branches, whose rest is what is left.
namespace exits {
__device__ void set(float &value, int row, int column, int some) {
  if (row < some) {
    if (column >= some)
      return;
    value = 2.0f;
  }
  value = 3.0f;
}
__global__ void inFunction(int m, int n, int k, int some, const float *a, const float *b,
                           float *c) {
  INSIDE;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  float factor = 1.0f;
  set(factor, i, j, some);
  c[i * n + j] = sum * factor;
}
__global__ void inBranch(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  if (i < m) {
    if (j >= n)
      return;
  } else
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l) {
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
__global__ void ofSteps(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  for (int l = 0; l < 2 * k; ++l) {
    {
      if (l >= k)
        continue;
    }
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
} // namespace exits

namespace loops {
__global__ void ended(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  for (int l = 0;; ++l) {
    const int here = l + 1;
    if (here > k)
      break;
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
__global__ void distance(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  const float *row = a + i * k, *end = row + k;
  for (const float *p = row; p < end; ++p)
    sum += *p * b[(p - row) * n + j];
  c[i * n + j] = sum;
}
__global__ void rows(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  const float *p = a + i * k;
  for (const float *q = b + j; q < b + j + k * n; q += n)
    sum += *p++ * *q;
  c[i * n + j] = sum;
}
__global__ void asserted(int m, int n, int k, const float *a, const float *b, float *c) {
  assert(k > 0 && "no steps");
  INSIDE;
  assert(i < m);
  int l = 0;
  do {
    sum += a[i * k + l] * b[l * n + j];
    ++l;
  } while (l != k);
  c[i * n + j] = sum;
}
__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  int p = i * k, q = j;
  for (int l = 0; l < k; ++l, q += n)
    sum += a[p++] * b[q];
  c[i * n + j] = sum;
}
__global__ void oneMore(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  PLACE;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t <= k / 16.0f; ++t) {
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
// Effects of conditions, also of those that do not hold.
__global__ void down(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  int l = k;
  while (l-- > 0)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
__global__ void byPointers(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  const float *p = a + i * k, *q = b + j;
  int left = k;
  while (left--) {
    sum += *p++ * *q;
    q += n;
  }
  c[i * n + j] = left == -1 ? sum : 0.0f;
}
__global__ void before(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE;
  int l = -1;
  while (++l < k)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
} // namespace loops

namespace vectors {
__global__ void inShared(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float4 as[T][T / 4], bs[T][T / 4];
  const int y = threadIdx.x / 4, x = threadIdx.x & 3;
  float4 sums[1] = {};
  for (int first = 0; first < k; first += T) {
    as[y][x] = reinterpret_cast<const float4 *>(a + (blockIdx.y * T + y) * k + first)[x];
    bs[y][x] = reinterpret_cast<const float4 *>(b + (first + y) * n + blockIdx.x * T)[x];
    __syncthreads();
    const float *row = reinterpret_cast<const float *>(as[y]);
    for (int l = 0; l < T; ++l) {
      const float4 *other = &bs[l][x];
      sums[0].x += row[l] * other->x;
      sums[0].y += row[l] * other->y;
      sums[0].z += row[l] * other->z;
      sums[0].w += row[l] * other->w;
    }
    __syncthreads();
  }
  float4 *to = reinterpret_cast<float4 *>(c + (blockIdx.y * T + y) * n + blockIdx.x * T);
  to[x] = sums[0];
}
__global__ void byFour(int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  const float4 *row = reinterpret_cast<const float4 *>(a + i * k);
  float sum = 0.0f;
  for (int l = 0; l < k / 4; ++l, ++row) {
    const float *column = b + 4 * l * n + j;
    sum += row->x * column[0];
    sum += row->y * column[n];
    sum += row->z * column[2 * n];
    sum += row->w * column[3 * n];
  }
  c[i * n + j] = sum;
}
__global__ void ofThread(int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  float4 sums[2] = {}, columns[2];
  for (int l = 0; l < k; ++l) {
    for (int v = 0; v < 2; ++v)
      columns[v] = *reinterpret_cast<const float4 *>(&b[l * n + j + 4 * v]);
    float4 *sum = sums;
    for (const float4 *p = columns; p < columns + 2; ++p, ++sum) {
      sum->x += a[i * k + l] * p->x;
      sum->y += a[i * k + l] * p->y;
      sum->z += a[i * k + l] * p->z;
      sum->w += a[i * k + l] * p->w;
    }
  }
  for (int v = 0; v < 2; ++v)
    reinterpret_cast<float4 *>(c + i * n + j)[v] = sums[v];
}
} // namespace vectors

void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  exits::inFunction<<<g, t>>>(m, n, k, m, a, b, c);
  exits::inBranch<<<g, t>>>(m, n, k, a, b, c);
  exits::ofSteps<<<g, t>>>(m, n, k, a, b, c);
  loops::ended<<<g, t>>>(m, n, k, a, b, c);
  loops::distance<<<g, t>>>(m, n, k, a, b, c);
  loops::rows<<<g, t>>>(m, n, k, a, b, c);
  loops::asserted<<<g, t>>>(m, n, k, a, b, c);
  loops::counted<<<g, t>>>(m, n, k, a, b, c);
  loops::oneMore<<<g, t>>>(m, n, k, a, b, c);
  loops::down<<<g, t>>>(m, n, k, a, b, c);
  loops::byPointers<<<g, t>>>(m, n, k, a, b, c);
  loops::before<<<g, t>>>(m, n, k, a, b, c);
  vectors::inShared<<<g, 64>>>(n, k, a, b, c);
  vectors::byFour<<<g, t>>>(n, k, a, b, c);
  vectors::ofThread<<<g, t>>>(n, k, a, b, c);
}
