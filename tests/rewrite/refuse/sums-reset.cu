// RUN: %unchanged
// A sum that a condition sets to zero, steps in types of few bits, a member that another one hides.
__global__ void reset(int m, int n, int k, int s, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum = l < s ? sum + a[i * k + l] * b[l * n + j] : 0;
  c[i * n + j] = sum;
}
// CHECK: remark: left 'reset' alone: condition inside the loop

__global__ void wraps(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  short last = 32767;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  last++;
  c[i * n + j + last + 32768] = sum;
}
// CHECK: remark: left 'wraps' alone: what is used here is an index that may lose bits

struct Base {
  int rows;
};
struct Sizes : Base {
  int rows, n, k;
};
__global__ void hidden(const float *a, const float *b, float *c, Sizes p) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.Base::rows || j >= p.n)
    return;
  float sum = 0;
  for (int l = 0; l < p.k; ++l)
    sum += a[i * p.k + l] * b[l * p.n + j];
  c[i * p.n + j] = sum;
}
// CHECK: remark: left 'hidden' alone: the value of 'p.Base::rows' is not known here

void run(int m, int n, int k, float *a, float *b, float *c) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
  reset<<<grid, block>>>(m, n, k, 7, a, b, c);
  wraps<<<grid, block>>>(m, n, k, a, b, c);
  hidden<<<grid, block>>>(a, b, c, Sizes{{m}, m, n, k});
}
