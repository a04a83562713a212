// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not="remark: rewrote"
// Effects whose order is not certain, loops that are left otherwise than at their ends, and copies
// that are not whole.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstring>
namespace cg = cooperative_groups;
constexpr int T = 16;
#define INSIDE                                                                                     \
  const int i = blockIdx.y * blockDim.y + threadIdx.y;                                             \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0.0f;

// The right side comes before the left one.
// CHECK: remark: left 'storesFirst' alone: '++' in an expression whose order is not certain
__global__ void storesFirst(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  int place = i * n + j;
  c[place++] = sum + 0 * place;
}
// CHECK: remark: left 'sometimesCounts' alone: '++' in an expression whose order is not certain
__global__ void sometimesCounts(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  int p = i * k;
  for (int l = 0; l < k; ++l)
    sum += l < m ? a[p++] * b[l * n + j] : 0.0f;
  c[i * n + j] = sum;
}
// CHECK: remark: left 'ofAnotherName' alone: '++' in an expression whose order is not certain
__global__ void ofAnotherName(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  int p = i * k;
  int &q = p;
  for (int l = 0; l < k; ++l)
    sum += a[p++] * b[l * n + j] + 0 * q;
  c[i * n + j] = sum;
}
// CHECK: remark: left 'twice' alone: '++' in an expression whose order is not certain
__global__ void twice(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  float *to = c + i * n + j;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  *to++ += sum + 0 * (to - c);
}
// CHECK: remark: left 'everySecond' alone: a loop whose condition 'l != k' is no conjunction of bounds on integers
__global__ void everySecond(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (int l = 0; l != k; l += 2)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'lastAgain' alone: break inside the loop behind statements with effects: test for the end at the beginning of a step
__global__ void lastAgain(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (int l = 0; l < k; ++l) {
    sum += a[i * k + l] * b[l * n + j];
    if (l == i)
      break;
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'counts' alone: a condition that ends the loop has effects, or follows statements with effects
__global__ void counts(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  int steps = 0;
  for (int l = 0; l < k; ++l) {
    const int now = ++steps;
    if (now > m)
      break;
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'ofElements' alone: a condition that ends the loop has effects, or follows statements with effects
__global__ void ofElements(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (int l = 0; l < k; ++l) {
    int ends[1] = {l + 1};
    if (ends[0] > m)
      break;
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'countsAfter' alone: '++' in an expression whose order is not certain
__global__ void countsAfter(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  int l = 0;
  do
    sum += a[i * k + l] * b[l * n + j];
  while (++l < k);
  c[i * n + j] = sum;
}
// CHECK: remark: left 'endsAfter' alone: break inside the loop, other than by a condition of its own at the beginning of a step
__global__ void endsAfter(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  int l = k;
  while (l-- > 0) {
    if (l < m)
      break;
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum + l;
}
// CHECK: remark: left 'twoArrays' alone: 'p < b' is made of pointers into two arrays
__global__ void twoArrays(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (const float *p = a + i * k; p < b; ++p)
    sum += *p * b[j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'ownRows' alone: a copy by the block that is not the same one in each of its threads
__global__ void ownRows(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  auto block = cg::this_thread_block();
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];
    cg::memcpy_async(block, as[threadIdx.y], &a[row * n + t * T], T * sizeof(float));
    cg::wait(block);
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    block.sync();
  }
  c[row * n + column] = sum;
}
// CHECK: remark: left 'otherBits' alone: the value of 'two.x' is not known here
__global__ void otherBits(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (int l = 0; l < k / 2; ++l) {
    const int2 two = *reinterpret_cast<const int2 *>(&a[i * k + 2 * l]);
    sum += two.x * b[2 * l * n + j];
    sum += two.y * b[(2 * l + 1) * n + j];
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'ones' alone: 'memset' of other than a few whole elements to zero
__global__ void ones(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  float sums[2];
  memset(sums, 1, sizeof sums);
  for (int l = 0; l < k; ++l)
    sums[0] += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sums[0];
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  storesFirst<<<g, t>>>(m, n, k, a, b, c);
  sometimesCounts<<<g, t>>>(m, n, k, a, b, c);
  ofAnotherName<<<g, t>>>(m, n, k, a, b, c);
  twice<<<g, t>>>(m, n, k, a, b, c);
  everySecond<<<g, t>>>(m, n, k, a, b, c);
  lastAgain<<<g, t>>>(m, n, k, a, b, c);
  counts<<<g, t>>>(m, n, k, a, b, c);
  ofElements<<<g, t>>>(m, n, k, a, b, c);
  countsAfter<<<g, t>>>(m, n, k, a, b, c);
  endsAfter<<<g, t>>>(m, n, k, a, b, c);
  twoArrays<<<g, t>>>(m, n, k, a, b, c);
  ownRows<<<g, t>>>(n, a, b, c);
  otherBits<<<g, t>>>(m, n, k, a, b, c);
  ones<<<g, t>>>(m, n, k, a, b, c);
}
