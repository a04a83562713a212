// RUN: %unchanged
// Loops whose length depends on the thread, and not as a range of steps from a row or a column on, or
// up to it.
#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y;                                                   \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0
// CHECK: remark: left 'twice' alone: the condition 'k < 2 * i' in the loop is not implied by the guard, and no end of the range of steps that a row or a column of the output has
__global__ void twice(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k < 2 * i; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'data' alone: 'k < lengths[i]' is made of data and of an index
__global__ void data(int m, int n, int p, const int *lengths, const float *a, const float *b,
                     float *c) {
  INDICES;
  for (int k = 0; k < lengths[i]; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'everySecond' alone: 'b[i * n + 2 * step * n + j]' is not an operand of a matrix product: it depends on both indices of the output
__global__ void everySecond(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i; k < p; k += 2)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'belowZero' alone: 'b[i * n + step * n - n * w + j]' is not an operand of a matrix product: it depends on both indices of the output
__global__ void belowZero(int m, int n, int p, int w, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i - w; k < p; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'inPlace' alone: 'b' is read where it is not certain which store has set the element: keep the value in a variable of its own
__global__ void inPlace(int m, int n, const float *a, float *b) {
  INDICES;
  for (int k = i + 1; k < m; ++k)
    b[i * n + j] += a[k * m + i] * b[k * n + j];
}
// CHECK: remark: left 'reversed' alone: 'b[i * n - step * n + j]' is not an operand of a matrix product: it depends on both indices of the output
__global__ void reversed(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = i; k >= 0; --k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'endsAtOnce' alone: a loop whose variable does not move to its end
__global__ void endsAtOnce(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES;
  for (int k = 0; k <= i && k >= j; ++k)
    sum += a[i * p + k] * b[k * n + j];
  c[i * n + j] = sum;
}
// CHECK: remark: left 'oneOfTwo' alone: a loop whose condition 'k < max(i, j)' is no conjunction of bounds on integers
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
// CHECK: remark: left 'zeros' alone: the condition 'k <= i' in the loop is not implied by the guard
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
// CHECK: remark: left 'stopped' alone: a loop whose variable does not move to its end
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
