// RUN: %unchanged
// Loops whose length depends on the thread, and not as a range of steps from a row or a column on, or
// up to it.
#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y;                                                   \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0
// CHECK: remark: left 'twice' alone: the condition '{{.*}} > 0' in the loop is not implied by the guard, and no end of the range of steps that a row or a column of the output has
__global__ void twice(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < 2 * i; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'data' alone: index 'lengths[i]' is not affine
__global__ void data(int m, int n, int p, const int *lengths, const float *a, const float *b,
                     float *c) {
  INDICES;
  for (int k = 0; k < lengths[i]; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'everySecond' alone: how often the loop runs differs between threads: it begins at a number of
__global__ void everySecond(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i; k < p; k += 2)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'belowZero' alone: the steps of the sum may begin below 0: they begin at '{{.*}} - w'
__global__ void belowZero(int m, int n, int p, int w, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i - w; k < p; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'inPlace' alone: 'b' is read at an index other than the one that was stored
__global__ void inPlace(int m, int n, const float *a, float *b) {
  INDICES;
  for (int k = i + 1; k < m; ++k)
    b[i * n + j] += a[k * m + i] * b[k * n + j];
}
// CHECK: remark: left 'reversed' alone: the steps of a loop differ between threads, and no integer that counts them by 1 is compared with their end
__global__ void reversed(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i; k >= 0; --k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'endsAtOnce' alone: 'k >= j' in the condition of a loop whose steps differ between threads is not an upper bound on them
__global__ void endsAtOnce(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k <= i && k >= j; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'oneOfTwo' alone: the range of the loop's steps is that of one of two bounds
__global__ void oneOfTwo(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < max(i, j); ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'twoLoops' alone: second loop that sums something other than the first
__global__ void twoLoops(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < i; ++k)
    sum += a[i * p + k] * b[k * n + j];
  for (int k = i; k < p; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'zeros' alone: the condition '{{.*}} > 0' in the loop is not implied by the guard
__global__ void zeros(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < p; ++k) // adds products of zeros
    sum += (k <= i ? a[i * p + k] : 0.0f) * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'beforeFirst' alone: 'a' is read from '-p' on, and the array may begin with the triangle
__global__ void beforeFirst(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < i; ++k)
    sum += a[(i - 1) * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'stopped' alone: break inside the loop, under a condition that may fail at one step and hold at a later one
__global__ void stopped(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < p; ++k) {
    if (k < i)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'none' alone: no element of the output has a step
__global__ void none(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = max(i, j); k < i; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, int n, int m, int p, const int *l, float *a, float *b, float *c) {
  twice<<<g, t>>>(m, n, p, a, b, c);
  data<<<g, t>>>(m, n, p, l, a, b, c);
  everySecond<<<g, t>>>(m, n, p, a, b, c);
  belowZero<<<g, t>>>(m, n, p, 3, a, b, c);
  inPlace<<<g, t>>>(m, n, a, b);
  reversed<<<g, t>>>(m, n, p, a, b, c);
  endsAtOnce<<<g, t>>>(m, n, p, a, b, c);
  oneOfTwo<<<g, t>>>(m, n, p, a, b, c);
  twoLoops<<<g, t>>>(m, n, p, a, b, c);
  zeros<<<g, t>>>(m, n, p, a, b, c);
  beforeFirst<<<g, t>>>(m, n, p, a, b, c);
  stopped<<<g, t>>>(m, n, p, a, b, c);
  none<<<g, t>>>(m, n, p, a, b, c);
}
