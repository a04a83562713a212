// RUN: %unchanged
// Gradients of convolutions that are none of the forms that are understood.
// CHECK-DAG: remark: left 'strided' alone: '(-j + y + 1) / 2' is not part of a global index
// CHECK-DAG: remark: left 'counted' alone: '((step / p) * p + q) / h' is not part of a global index
__global__ void strided(const float *dy, const float *f, float *dx, int c, int h, int k, int r, int p) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= h || i >= c) return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < r; ++j) {
      int at = y + 1 - j;
      if (at % 2 == 0 && at >= 0 && at / 2 < p) sum += dy[l * p + at / 2] * f[(l * c + i) * r + j];
    }
  dx[i * h + y] = sum;
}
__global__ void counted(const float *dy, const float *x, float *df, int c, int h, int k, int r, int p, int images) {
  int l = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.z;
  if (l >= k || i >= c) return;
  float sum = 0;
  for (int step = 0; step < images * p; ++step) {
    int q = step % p, n = step / h; // of another width
    sum += dy[(n * k + l) * p + q] * x[(n * c + i) * h + q + j];
  }
  df[(l * c + i) * r + j] = sum;
}
void run(dim3 g, dim3 b, const float *x, const float *y, float *z, int c, int h, int k, int r, int p, int images) {
  strided<<<g, b>>>(x, y, z, c, h, k, r, p);
  counted<<<g, b>>>(x, y, z, c, h, k, r, p, images);
}
