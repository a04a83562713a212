// RUN: %unchanged
// Columns of a tile that change places by several values, and are read by others.
#define T 32

// CHECK-DAG: remark: left 'otherNumber' alone: {{.*}}
__global__ void otherNumber(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ y ^ 5] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y ^ 6] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'numberMissing' alone: {{.*}}
__global__ void numberMissing(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ y ^ 5] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'otherBit' alone: {{.*}}
__global__ void otherBit(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ 16] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ 8] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'evenRow' alone: {{.*}}
__global__ void evenRow(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ (y | 1)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'otherDigits' alone: {{.*}}
__global__ void otherDigits(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ (y & 7) ^ (y >> 3)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ (y & 7) ^ (y >> 2)] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'withColumn' alone: {{.*}}
__global__ void withColumn(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ y ^ (x & 3)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y ^ (l & 3)] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'beyondTile' alone: {{.*}}
__global__ void beyondTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ y ^ 32] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y ^ 32] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void launch(int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  otherNumber<<<grid, block>>>(n, k, a, b, c);
  numberMissing<<<grid, block>>>(n, k, a, b, c);
  otherBit<<<grid, block>>>(n, k, a, b, c);
  evenRow<<<grid, block>>>(n, k, a, b, c);
  otherDigits<<<grid, block>>>(n, k, a, b, c);
  withColumn<<<grid, block>>>(n, k, a, b, c);
  beyondTile<<<grid, block>>>(n, k, a, b, c);
}
