// RUN: %unchanged
// Vectors whose lanes are not what a product needs, and pointers into arrays of the thread's own.
#include <cuda_runtime.h>

// The pointer's steps are vectors, the index' are elements.
__global__ void strides(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  const float4 *row = (const float4 *)(a + i * k);
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'strides' alone: a step of the loop adds 4 products, which are not steps that follow each other: 'n' is between the places of two products in 'b', and 'n' between those of two steps
  for (int l = 0; l < k / 4; ++l) {
    sum += row[l].x * b[l * n + j];
    sum += row[l].y * b[(l + 1) * n + j];
    sum += row[l].z * b[(l + 2) * n + j];
    sum += row[l].w * b[(l + 3) * n + j];
  }
  c[i * n + j] = sum;
}

// Bits of floats as integers.
__global__ void bits(int m, int n, int k, const float *a, const float *b, int *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int l = 0; l < k; ++l) {
    int4 x = *reinterpret_cast<const int4 *>(&a[i * k + 4 * l]);
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'bits' alone: the value of 'x.x' is not known here
    sum += x.x * (int)b[l * n + j];
  }
  c[i * n + j] = sum;
}

// A sum in memory of the thread's own, that a cast hides from its name.
__global__ void kept(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sums[4];
  for (int l = 0; l < k; ++l) {
    float4 y = *(const float4 *)&b[l * n + j];
    float x = a[i * k + l];
    *(float4 *)&sums[0] = make_float4(x * y.x, x * y.y, x * y.z, x * y.w);
  }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kept' alone: what is used here is a value that the last step of a loop has left, and no sum of its steps
  *(float4 *)(c + i * n + j) = *(float4 *)&sums[0];
}

// Two lanes of the tile are stored in each other's place.
__global__ void tile(int m, int n, int k, float *a, float *b, float *c) {
  __shared__ float rows[16][16], columns[16][16];
  int i = threadIdx.x / 16, j = threadIdx.x % 16;
  int row = threadIdx.x / 4, step = threadIdx.x % 4 * 4;
  float sum = 0.0f;
  for (int first = 0; first < k; first += 16) {
    if (threadIdx.x < 64) {
      float4 x = *(float4 *)&a[(blockIdx.y * 16 + row) * k + first + step];
      rows[row][step] = x.x;
      rows[row][step + 1] = x.y;
      rows[row][step + 2] = x.w;
      rows[row][step + 3] = x.z;
    }
    columns[i][j] = b[(first + i) * n + blockIdx.x * 16 + j];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'tile' alone: what is read of 'rows' is not known to be what one thread of the block has stored there in line [[@LINE-6]]
      sum += rows[i][l] * columns[l][j];
    __syncthreads();
  }
  c[(blockIdx.y * 16 + i) * n + blockIdx.x * 16 + j] = sum;
}

// The loop ends at a pointer into another array.
__global__ void ends(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  const float *q = b + j;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'ends' alone: 'p < c' is made of pointers into two arrays
  for (const float *p = a + i * k; p < c; ++p, q += n)
    sum += *p * *q;
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int n, int m, int k, float *a, float *b, float *c, int *d) {
  strides<<<g, t>>>(m, n, k, a, b, c);
  bits<<<g, t>>>(m, n, k, a, b, d);
  kept<<<g, t>>>(m, n, k, a, b, c);
  tile<<<g, t>>>(m, n, k, a, b, c);
  ends<<<g, t>>>(m, n, k, a, b, c);
}
