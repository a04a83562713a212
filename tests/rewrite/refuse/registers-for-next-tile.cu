// RUN: %unchanged
// Registers for the next tile that hold another one, or none.
#define T 16

// CHECK-DAG: remark: left 'noFirst' alone: {{.*}}
__global__ void noFirst(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'otherFirst' alone: {{.*}}
__global__ void otherFirst(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + T + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'sameTile' alone: {{.*}}
__global__ void sameTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + x];
      nextB = b[(first + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'twoOn' alone: {{.*}}
__global__ void twoOn(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + 2 * T < k) {
      nextA = a[row * k + first + 2 * T + x];
      nextB = b[(first + 2 * T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'oneSkipped' alone: {{.*}}
__global__ void oneSkipped(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + 2 * T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'loadedFirst' alone: {{.*}}
__global__ void loadedFirst(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'otherRow' alone: {{.*}}
__global__ void otherRow(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[(row + 1) * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'twice' alone: {{.*}}
__global__ void twice(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  nextA = a[row * k + x];
  nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      nextA = 2.0f * nextA, sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void launch(int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  noFirst<<<grid, block>>>(n, k, a, b, c);
  otherFirst<<<grid, block>>>(n, k, a, b, c);
  sameTile<<<grid, block>>>(n, k, a, b, c);
  twoOn<<<grid, block>>>(n, k, a, b, c);
  oneSkipped<<<grid, block>>>(n, k, a, b, c);
  loadedFirst<<<grid, block>>>(n, k, a, b, c);
  otherRow<<<grid, block>>>(n, k, a, b, c);
  twice<<<grid, block>>>(n, k, a, b, c);
}
