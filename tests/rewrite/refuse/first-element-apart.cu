// RUN: %unchanged
// Several elements a thread, of which the first has a guard of its own: what the others compute or
// where they are stored is not what the first one does, moved on.

#define INDICES                                                                                    \
  int l, e;                                                                                        \
  const int i = 3 * (blockIdx.y * blockDim.y + threadIdx.y);                                       \
  const int j = blockIdx.x * blockDim.x + threadIdx.x;                                             \
  float sums[3] = {0}

// CHECK-DAG: remark: left 'twiceAsFar' alone: the guard '3 * (blockIdx.y * blockDim.y + threadIdx.y) + 2 * step < m' is not an upper bound on one index
__global__ void twiceAsFar(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[0] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (i + 2 * e < m)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 1; e < 3; e++)
    if (i + 2 * e < m)
      c[(i + e) * n + j] = sums[e];
}
// CHECK-DAG: remark: left 'firstUnguarded' alone: 'c' is stored at more than one index
__global__ void firstUnguarded(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[0] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (i + e < m)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 1; e < 3; e++)
    if (i + e < m)
      c[(i + e) * n + j] = sums[e];
}
// CHECK-DAG: remark: left 'sumsFewer' alone: 'c' is stored at more than one index
__global__ void sumsFewer(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[0] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (i + e + 1 < m)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 1; e < 3; e++)
    if (i + e < m)
      c[(i + e) * n + j] = sums[e];
}
// CHECK-DAG: remark: left 'otherAxis' alone: the guard 'step + j < n' is not an upper bound on one index
__global__ void otherAxis(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[0] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (j + e < n)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 1; e < 3; e++)
    if (j + e < n)
      c[(i + e) * n + j] = sums[e];
}
// CHECK-DAG: remark: left 'oneMissing' alone:
__global__ void oneMissing(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[0] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (i + e < m)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 2; e < 3; e++)
    if (i + e < m)
      c[(i + e) * n + j] = sums[e];
}
// What the variable was before the inner loop numbers an element.
// CHECK-DAG: remark: left 'countsOn' alone:
__global__ void countsOn(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  e = 0;
  if (i >= m || j >= n)
    return;
  for (l = 0; l < k; l++) {
    sums[e % 3] += a[i * k + l] * b[l * n + j];
    for (e = 1; e < 3; e++)
      if (i + e < m)
        sums[e] += a[(i + e) * k + l] * b[l * n + j];
  }
  c[i * n + j] = sums[0];
  for (e = 1; e < 3; e++)
    if (i + e < m)
      c[(i + e) * n + j] = sums[e];
}
