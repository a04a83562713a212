// RUN: %unchanged
// Generated code stands where the macro is no more.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
#define TILE 16
  int j = blockIdx.x * TILE + threadIdx.x;
  int i = blockIdx.y * TILE + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: the macro 'TILE' is undefined before the end of the kernel
#undef TILE
}

#define PITCH 64
__device__ int place(int i, int j) {
  return i * PITCH + j;
}
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'pitched' alone: the macro 'PITCH' is undefined before the end of the kernel
#undef PITCH
#define PITCH 32
__global__ void pitched(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[place(i, l)] * b[place(l, j)];
    c[place(i, j)] = sum;
  }
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(n, n, n, a, b, c);
  pitched<<<g, t>>>(n, n, n, a, b, c);
}
