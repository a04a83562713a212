// RUN: %unchanged
// Masks that decide what is summed or stored, and others that are no comparison of rows and columns.
// CHECK-DAG: remark: left 'nested' alone: a store depends on 'sum > 0', which depends on data
// CHECK-DAG: remark: left 'inTheSum' alone: an index is used as a number to calculate with in the sum
// CHECK-DAG: remark: left 'padded' alone: the sum depends on the condition 'j < keys', and what it reads may exist there alone
// CHECK-DAG: remark: left 'strictly' alone: the sum depends on the condition 'j < i', and what it reads may exist there alone
// CHECK-DAG: remark: left 'windowed' alone: a store depends on 'j > i || j < i - 4', which is no conjunction of upper bounds on indices
// CHECK-DAG: remark: left 'curved' alone: 'i * i' is a product of two indices
// CHECK-DAG: remark: left 'ofProduct' alone: a value depends on {{.*}}, which is no sum of a row, a column and sizes
// CHECK-DAG: remark: left 'inside' alone: a store behind a branch that returns or goes on with the next step, under conditions that are no upper bounds on indices
// CHECK-DAG: remark: left 'waiting' alone: several threads or steps may store different values to one element of 'tile'
#include <math.h>
#define INDICES int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y
#define SUM for (int l = 0; l < d; ++l) sum += q[i * d + l] * k[j * d + l]
__global__ void nested(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i < m && j < n) {
    float sum = 0;
    SUM;
    if (sum > 0) {
      s[i * n + j] = sum;
    } else {
      if (j <= i) s[i * n + j] = 0;
    }
  }
}
__global__ void inTheSum(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l) sum += q[i * d + l] * k[j * d + l] * (j - i);
    s[i * n + j] = sum;
  }
}
__global__ void padded(const float *q, const float *k, float *s, int m, int n, int d, int keys) {
  INDICES;
  if (i >= m || j >= n) return;
  if (j >= keys) {
    s[i * n + j] = -INFINITY;
    return;
  }
  float sum = 0;
  SUM;
  s[i * n + j] = sum;
}
__global__ void strictly(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i >= m || j >= n) return;
  float sum = 0;
  if (j < i)
    SUM;
  s[i * n + j] = sum;
}
__global__ void windowed(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i >= m || j >= n) return;
  if (j > i || j < i - 4) {
    s[i * n + j] = 0;
  } else {
    float sum = 0;
    SUM;
    s[i * n + j] = sum;
  }
}
__global__ void curved(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i >= m || j >= n) return;
  float sum = 0;
  SUM;
  s[i * n + j] = j > i * i ? 0 : sum;
}
__global__ void ofProduct(const float *q, const float *k, float *s, int n, int d) {
  INDICES;
  int b = blockIdx.z;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l) sum += q[(b * n + i) * d + l] * k[(b * n + j) * d + l];
    s[(b * n + i) * n + j] = j > i + b ? -INFINITY : sum;
  }
}
__global__ void inside(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i < m && j < n) {
    if (j > i) {
      s[i * n + j] = -INFINITY;
      return;
    }
    float sum = 0;
    SUM;
    s[i * n + j] = sum;
  }
  if (i < m && j < n)
    s[i * n + j] = 0.5f * s[i * n + j];
}
__global__ void waiting(const float *q, const float *k, float *s, int m, int n, int d) {
  INDICES;
  if (i >= m || j >= n) return;
  if (j > i) {
    s[i * n + j] = -INFINITY;
    return;
  }
  __shared__ float tile[16];
  float sum = 0;
  for (int l = 0; l < d; ++l) {
    tile[threadIdx.x] = k[j * d + l];
    __syncthreads();
    sum += q[i * d + l] * tile[threadIdx.x];
    __syncthreads();
  }
  s[i * n + j] = sum;
}
void run(dim3 g, dim3 b, const float *q, const float *k, float *s, int m, int n, int d) {
  nested<<<g, b>>>(q, k, s, m, n, d);
  inTheSum<<<g, b>>>(q, k, s, m, n, d);
  padded<<<g, b>>>(q, k, s, m, n, d, 5);
  strictly<<<g, b>>>(q, k, s, m, n, d);
  windowed<<<g, b>>>(q, k, s, m, n, d);
  curved<<<g, b>>>(q, k, s, m, n, d);
  ofProduct<<<g, b>>>(q, k, s, n, d);
  inside<<<g, b>>>(q, k, s, m, n, d);
  waiting<<<g, b>>>(q, k, s, m, n, d);
}
