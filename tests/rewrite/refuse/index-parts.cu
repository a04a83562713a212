// RUN: %unchanged
// An index that is split into three parts of which one is wrong: not each element has one thread.
// CHECK-DAG: remark: left 'radixWrong' alone: '((idx / (m * n)) * m + (-(idx / (m * n)) * m * n + blockIdx.x * blockDim.x + threadIdx.x) / n) / k' is not part of a global index
// CHECK-DAG: remark: left 'moreWrong' alone: '(4 * (blockIdx.z / 4) + blockIdx.z % 4) / 6' is not part of a global index
// CHECK-DAG: remark: left 'halfWrong' alone: '((idx / (m * n)) * m + (-(idx / (m * n)) * m * n + blockIdx.x * blockDim.x + threadIdx.x) / n) / 2' is not part of a global index
// CHECK-DAG: remark: left 'skippedWrong' alone: {{.*}}several threads or steps store one element
__global__ void radixWrong(const float *a, const float *b, float *c, int batch, int m, int n, int k) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= batch * m * n) return;
  int p = idx / (m * n), i = idx / n % k, j = idx % n;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
  c[(p * m + i) * n + j] = sum;
}
__global__ void halfWrong(const float *a, const float *b, float *c, int batch, int m, int n, int k) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= batch * m * n) return;
  int p = idx / (m * n), i = idx / (2 * n) % m, j = idx % n;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
  c[idx] = sum;
}
__global__ void skippedWrong(const float *a, const float *b, float *c, int batch, int m, int n, int k) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= batch * m * n) return;
  int i = idx / n % m, j = idx % n;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
__global__ void moreWrong(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = threadIdx.y, j = threadIdx.x, p = blockIdx.z / 4 * 6 + blockIdx.z % 6;
  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
  c[(p * m + i) * n + j] = sum;
}
void run(float *a, float *b, float *c, int p, int m, int n, int k) {
  radixWrong<<<(p * m * n + 255) / 256, 256>>>(a, b, c, p, m, n, k);
  moreWrong<<<dim3(1, 1, p), dim3(n, m)>>>(a, b, c, m, n, k);
  halfWrong<<<(p * m * n + 255) / 256, 256>>>(a, b, c, p, m, n, k);
  skippedWrong<<<(p * m * n + 255) / 256, 256>>>(a, b, c, p, m, n, k);
}
