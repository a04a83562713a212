// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not="remark: rewrote"
// Counters that wrap before a loop ends.
#define INSIDE                                                                                     \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= n || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;
// CHECK: remark: left 'down' alone: 'l >= 0' is always true: an unsigned value is not below 0
__global__ void down(int n, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned l = n; l >= 0; l -= 8)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'behindZero' alone: 'l - 7 < k' is an integer that may wrap
__global__ void behindZero(int n, unsigned k, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned l = 5; l - 7 < k; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'toTheEnd' alone:
__global__ void toTheEnd(int n, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned char l = 0; l < 256; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'inLeaps' alone:
__global__ void inLeaps(int n, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned l = 0; l < n; l += 3000000000u)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, int n, const float *a, float *c) {
  down<<<g, t>>>(n, a, a, c);
  behindZero<<<g, t>>>(n, 3, a, a, c);
  toTheEnd<<<g, t>>>(n, a, a, c);
  inLeaps<<<g, t>>>(n, a, a, c);
}
