// RUN: %unchanged
// A loop that is left behind a `continue`, where a later step would not leave it, or where it has
// effects before or is asked where it was left.
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;

// CHECK-DAG: remark: left 'downwards' alone: {{.*}}
__global__ void downwards(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    if (k < i)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'addsFirst' alone: {{.*}}
__global__ void addsFirst(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    sum += a[i * p + k] * b[k * n + j];
    if (k > i)
      break;
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'addsSkipped' alone: {{.*}}
__global__ void addsSkipped(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  for (int k = 0; k < p; k++) {
    if (k < j) {
      sum += b[k * n + j];
      continue;
    }
    if (k > i)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'whereLeft' alone: {{.*}}
__global__ void whereLeft(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  int k = 0;
  for (; k < p; k++) {
    if (k < j)
      continue;
    if (k > i)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum + a[k];
}

// CHECK-DAG: remark: left 'byDigit' alone: {{.*}}
__global__ void byDigit(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    if (k % 8 > i)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'byData' alone: {{.*}}
__global__ void byData(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    if (a[k] > 0)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'counted' alone: {{.*}}
__global__ void counted(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  int left = 5;
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    if (left < 0)
      break;
    --left;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK-DAG: remark: left 'countedFirst' alone: {{.*}}
__global__ void countedFirst(int m, int n, int p, const float *a, const float *b, float *c) {
  INDICES
  int seen = 0;
  for (int k = 0; k < p; k++) {
    if (k < j)
      continue;
    ++seen;
    if (seen > 7)
      break;
    sum += a[i * p + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}

void launch(int m, int n, int p, const float *a, const float *b, float *c) {
  const dim3 grid(3, 5), block(16, 8);
  downwards<<<grid, block>>>(m, n, p, a, b, c);
  addsFirst<<<grid, block>>>(m, n, p, a, b, c);
  addsSkipped<<<grid, block>>>(m, n, p, a, b, c);
  whereLeft<<<grid, block>>>(m, n, p, a, b, c);
  byDigit<<<grid, block>>>(m, n, p, a, b, c);
  byData<<<grid, block>>>(m, n, p, a, b, c);
  counted<<<grid, block>>>(m, n, p, a, b, c);
  countedFirst<<<grid, block>>>(m, n, p, a, b, c);
}
