// RUN: %unchanged
// Attributes of a kernel with which some launches fail, and a parameter whose copies can be counted.
#define CLUSTER __cluster_dims__(2, 1, 1)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'direct' alone: '__cluster_dims__' says which grids the kernel can have
__global__ void __cluster_dims__(2, 1, 1) direct(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ CLUSTER void byMacro(int n, const float *a, const float *b, float *c);
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'byMacro' alone: '__cluster_dims__' says which grids the kernel can have
__global__ void byMacro(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'blocks' alone: '__block_size__' says which grids the kernel can have
__global__ void __block_size__((16, 16, 1), (1, 1, 1)) blocks(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
struct Counted {
  int n;
  static int copies;
  __host__ __device__ explicit Counted(int size) : n(size) {}
  __host__ __device__ Counted(const Counted &other) : n(other.n) {
#ifndef __CUDA_ARCH__
    ++copies;
#endif
  }
};
int Counted::copies = 0;
__global__ void counts(
    // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'counts' alone: parameter of a class with a copy constructor or a destructor of its own
    Counted size, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size.n && j < size.n) {
    float sum = 0;
    for (int l = 0; l < size.n; ++l)
      sum += a[i * size.n + l] * b[l * size.n + j];
    c[i * size.n + j] = sum;
  }
}

void run(int n, const float *a, const float *b, float *c) {
  const dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
  direct<<<grid, block>>>(n, a, b, c);
  byMacro<<<grid, block>>>(n, a, b, c);
  blocks<<<grid, block>>>(n, a, b, c);
  counts<<<grid, block>>>(Counted(n), a, b, c);
}
