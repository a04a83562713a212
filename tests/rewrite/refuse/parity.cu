// RUN: %unchanged
// Pairs of threads fill a row, and what the odd ones store is not what lies behind the even ones'.
__global__ void kernel(int n, int m, int p, const float *a, const float *b, float *c) {
  __shared__ float as[8][8], bs[8][8];
  const int number = threadIdx.y * blockDim.x + threadIdx.x; // 4 x 4 threads
  const int row = number / 2, step = number % 2 == 0 ? 0 : 2;
  float sum[2][2] = {};
  for (int t = 0; t < p / 8; ++t) {
    for (int l = 0; l < 4; ++l) {
      as[row][step + l] = a[(blockIdx.y * 8 + row) * p + t * 8 + step + l];
      bs[row][step + l] = b[(t * 8 + row) * m + blockIdx.x * 8 + step + l];
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
// CHECK: {{.*}}.cu:[[@LINE-7]]:{{[0-9]+}}: remark: left 'kernel' alone: several threads or steps may store different values to one element of 'as'
          sum[i][j] += as[threadIdx.y * 2 + i][k] * bs[k][threadIdx.x * 2 + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      c[(blockIdx.y * 8 + threadIdx.y * 2 + i) * m + blockIdx.x * 8 + threadIdx.x * 2 + j] =
          sum[i][j];
}
void run(dim3 g, int n, int m, int p, const float *a, const float *b, float *c) {
  kernel<<<g, dim3(4, 4)>>>(n, m, p, a, b, c);
}
