// RUN: %unchanged
// Parts of parts of a thread's number that do not number a tile: not each element has one thread.
// CHECK-DAG: remark: left 'oneColumn' alone: {{.*}}several threads or steps store one element
// CHECK-DAG: remark: left 'otherDivisor' alone: 'c[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * n +...' may be one element for several threads or steps: each index has to move it by more than the next ones together
// CHECK-DAG: remark: left 'notWhole' alone: 'lane' has '32' values, which is no multiple of '3'
// CHECK-DAG: remark: left 'turned' alone: {{.*}}several threads or steps store one element
// CHECK-DAG: remark: left 'sameRow' alone: 'c[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * n +...' does not depend on 'warp - 2 * (warp / 2)': several threads or steps store one element
// CHECK-DAG: remark: left 'otherRow' alone: '(threadIdx.y * blockDim.x + 8 * (threadIdx.x / 8) + threadIdx.x % 8) / 16' is not part of a global index
__global__ void oneColumn(const float *a, const float *b, float *c, int n, int k) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][2] = {};
  for (int l = 0; l < k; l++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        sums[i][j] += a[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * k + l] * b[l * n + blockIdx.x * 16 + warp % 2 * 8 + j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * n + blockIdx.x * 16 + warp % 2 * 8 + j] = sums[i][j];
}
__global__ void otherDivisor(const float *a, const float *b, float *c, int n, int k) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][2] = {};
  for (int l = 0; l < k; l++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        sums[i][j] += a[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * k + l] * b[l * n + blockIdx.x * 16 + warp % 2 * 16 + lane % 8 * 2 + j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * n + blockIdx.x * 16 + warp % 2 * 16 + lane % 8 * 2 + j] = sums[i][j];
}
__global__ void notWhole(const float *a, const float *b, float *c, int n, int k) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][2] = {};
  for (int l = 0; l < k; l++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        sums[i][j] += a[(blockIdx.y * 32 + warp / 2 * 20 + lane / 3 * 2 + i) * k + l] * b[l * n + blockIdx.x * 16 + warp % 2 * 6 + lane % 3 * 2 + j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[(blockIdx.y * 32 + warp / 2 * 20 + lane / 3 * 2 + i) * n + blockIdx.x * 16 + warp % 2 * 6 + lane % 3 * 2 + j] = sums[i][j];
}
__global__ void turned(const float *a, const float *b, float *c, int n, int k) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][2] = {};
  for (int l = 0; l < k; l++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        sums[i][j] += a[(blockIdx.y * 32 + warp / 2 * 16 + lane % 8 * 2 + i) * k + l] * b[l * n + blockIdx.x * 16 + warp % 2 * 8 + lane % 8 * 2 + j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[(blockIdx.y * 32 + warp / 2 * 16 + lane % 8 * 2 + i) * n + blockIdx.x * 16 + warp % 2 * 8 + lane % 8 * 2 + j] = sums[i][j];
}
__global__ void sameRow(const float *a, const float *b, float *c, int n, int k) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][2] = {};
  for (int l = 0; l < k; l++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        sums[i][j] += a[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * k + l] * b[l * n + blockIdx.x * 16 + warp / 2 * 8 + lane % 4 * 2 + j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[(blockIdx.y * 32 + warp / 2 * 16 + lane / 4 * 2 + i) * n + blockIdx.x * 16 + warp / 2 * 8 + lane % 4 * 2 + j] = sums[i][j];
}
__global__ void otherRow(const float *a, const float *b, float *c, int n, int k) {
  const int number = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < k; l++)
    sum += a[(blockIdx.y * 16 + number / 16) * k + l] * b[l * n + blockIdx.x * 16 + threadIdx.x % 8];
  c[(blockIdx.y * 16 + number / 16) * n + blockIdx.x * 16 + threadIdx.x % 8] = sum;
}
void run(float *a, float *b, float *c, int n, int k) {
  oneColumn<<<dim3(n / 16, n / 32), 128>>>(a, b, c, n, k);
  otherDivisor<<<dim3(n / 16, n / 32), 128>>>(a, b, c, n, k);
  notWhole<<<dim3(n / 16, n / 32), 128>>>(a, b, c, n, k);
  turned<<<dim3(n / 16, n / 32), 128>>>(a, b, c, n, k);
  sameRow<<<dim3(n / 16, n / 32), 128>>>(a, b, c, n, k);
  otherRow<<<dim3(n / 16, n / 16), 256>>>(a, b, c, n, k);
}
