// RUN: %unchanged
// Guards on the place in a whole matrix that do not say that the row is inside of it.
#define T 8
#define PLACE                                                                                      \
  __shared__ float x[T][T], y[T][T];                                                               \
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;             \
  int inA = row * k + threadIdx.x, inB = threadIdx.y * n + column;                                 \
  float sum = 0.0f;
#define SUM                                                                                        \
  __syncthreads();                                                                                 \
  inA += T;                                                                                        \
  inB += T * n;                                                                                    \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += x[threadIdx.y][l] * y[l][threadIdx.x];                                                  \
  __syncthreads();

// Another width than that of the rows.
// CHECK: remark: left 'otherWidth' alone: the condition {{.*}} in the loop is not implied by the guard
__global__ void otherWidth(const float *a, const float *b, float *c, int m, int n, int k) {
  PLACE
  for (int first = 0; first < k; first += T) {
    x[threadIdx.y][threadIdx.x] = inA < m * n ? a[inA] : 0.0f;
    y[threadIdx.y][threadIdx.x] = inB < k * n ? b[inB] : 0.0f;
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// A row too much is read as zero.
// CHECK: remark: left 'rowLess' alone: the condition {{.*}} in the loop is not implied by the guard
__global__ void rowLess(const float *a, const float *b, float *c, int m, int n, int k) {
  PLACE
  for (int first = 0; first < k; first += T) {
    x[threadIdx.y][threadIdx.x] = inA < (m - 1) * k ? a[inA] : 0.0f;
    y[threadIdx.y][threadIdx.x] = inB < k * n ? b[inB] : 0.0f;
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Columns beyond the last one are stored, in which the place is one of the next row.
// CHECK: remark: left 'allColumns' alone: the condition {{.*}} in the loop is not implied by the guard
__global__ void allColumns(const float *a, const float *b, float *c, int m, int n, int k) {
  PLACE
  for (int first = 0; first < k; first += T) {
    x[threadIdx.y][threadIdx.x] = inA < m * k ? a[inA] : 0.0f;
    y[threadIdx.y][threadIdx.x] = inB < k * n ? b[inB] : 0.0f;
    SUM
  }
  if (row < m)
    c[row * n + column] = sum;
}

// More steps than a row has elements, whatever the sizes are.
// CHECK: remark: left 'beyondRow' alone: the sum has 'k + 1' steps, and the condition on the place in the whole matrix tells rows apart only up to 'k' of them
__global__ void beyondRow(const float *a, const float *b, float *c, int m, int n, int k) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < k + 1; ++l)
    sum += (row * k + l < m * k ? a[row * k + l] : 0.0f) * b[l * n + column];
  if (row < m && column < n)
    c[row * n + column] = sum;
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  otherWidth<<<g, t>>>(a, b, c, n, n, n);
  rowLess<<<g, t>>>(a, b, c, n, n, n);
  allColumns<<<g, t>>>(a, b, c, n, n, n);
  beyondRow<<<g, t>>>(a, b, c, n, n, n);
}
