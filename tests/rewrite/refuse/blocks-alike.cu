// RUN: %unchanged
// Each element is stored by several blocks.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[16][16], Bs[16][16];
  int i = blockIdx.y * 16 + threadIdx.y;
  int j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  if (blockIdx.z < 3)
  for (int t = 0; t < k / 16; ++t) {
    As[threadIdx.y][threadIdx.x] = a[i * k + 16 * t + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = b[(16 * t + threadIdx.y) * n + j];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: {{.*}} does not depend on 'blockIdx.z': several threads or steps store one element
  c[i * n + j] += sum;
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(m, n, k, a, b, c);
}
