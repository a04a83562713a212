// RUN: %unchanged
// Some threads of the block fill the tiles, and leave elements out.
constexpr int T = 16;

// The last element of the tiles is stored by no thread.
// CHECK: remark: left 'oneColumnShort' alone:
__global__ void oneColumnShort(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T + 1], bs[T][T + 1];
  const int number = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < k; first += T) {
    for (int i = number; i < T * T - 1; i += blockDim.x * blockDim.y) {
      as[i / T][i % T] = a[(blockIdx.y * T + i / T) * k + first + i % T];
      bs[i / T][i % T] = b[(first + i / T) * n + blockIdx.x * T + i % T];
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// One element of four is stored by no thread.
// CHECK: remark: left 'threeOfFour' alone:
__global__ void threeOfFour(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < k / T; ++t) {
    if (tx % 4 == 0)
      for (int l = 0; l < 3; ++l)
        as[ty][tx + l] = a[row * k + t * T + tx + l];
    bs[ty][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Neighbours store different elements to one place.
// CHECK: remark: left 'everyThirdOfFour' alone:
__global__ void everyThirdOfFour(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T + 4], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < k / T; ++t) {
    if (tx % 4 <= 1)
      for (int l = 0; l < 4; ++l)
        as[ty][tx + l] = a[row * k + t * T + tx + l];
    bs[ty][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void run(dim3 g, int n, const float *a, const float *b, float *c) {
  oneColumnShort<<<g, dim3(T, T)>>>(n, n, a, b, c);
  threeOfFour<<<g, dim3(T, T)>>>(n, n, a, b, c);
  everyThirdOfFour<<<g, dim3(T, T)>>>(n, n, a, b, c);
}
