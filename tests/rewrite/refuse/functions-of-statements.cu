// RUN: %unchanged
// Functions of several statements that do more than calculate, or do not always return.
__device__ float last;
__device__ float remembered(float x) {
  float y = 2.0f * x;
  last = y;
  return y;
}
__device__ float kept(float x) {
  static float before = 0.0f;
  before = before + x;
  return before;
}
__device__ float stored(float *where, float x) {
  *where = x;
  return x;
}
__device__ float repeated(float x) {
  float y = 1.0f;
  for (int i = 0; i < 3; ++i)
    y = y * x;
  return y;
}
__device__ float changed(float &x) {
  x = 2.0f;
  return x;
}
__device__ float partial(float x) {
  if (x > 0.0f)
    return x;
}
__device__ __noinline__ float apart(float x) {
  float y = x * x;
  return y + 1.0f;
}
__global__ void one(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE-37]]:{{[0-9]+}}: remark: left 'one' alone: assignment to the global variable 'last'
  c[i * n + j] = remembered(sum);
}
__global__ void two(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE-43]]:{{[0-9]+}}: remark: left 'two' alone: 'before' is more than a value of the thread's own: it is static, volatile or a reference
  c[i * n + j] = kept(sum);
}
__global__ void three(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'three' alone: call of 'stored', which has effects, in an expression
  c[i * n + j] = stored(d + i, sum);
}
__global__ void four(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE-53]]:{{[0-9]+}}: remark: left 'four' alone: sums in the loop depend on each other
  c[i * n + j] = repeated(sum);
}
__global__ void five(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'five' alone: call of 'changed', which has effects, in an expression
  c[i * n + j] = changed(sum) + sum;
}
__global__ void six(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'six' alone: a value is stored that is not known for all elements
  c[i * n + j] = partial(sum);
}
__global__ void seven(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'seven' alone: call of 'apart', whose effect is not known
  c[i * n + j] = apart(sum);
}
void run(dim3 g, dim3 t, float *x) {
  one<<<g, t>>>(1, 2, 3, x, x, x, x);
  two<<<g, t>>>(1, 2, 3, x, x, x, x);
  three<<<g, t>>>(1, 2, 3, x, x, x, x);
  four<<<g, t>>>(1, 2, 3, x, x, x, x);
  five<<<g, t>>>(1, 2, 3, x, x, x, x);
  six<<<g, t>>>(1, 2, 3, x, x, x, x);
  seven<<<g, t>>>(1, 2, 3, x, x, x, x);
}
