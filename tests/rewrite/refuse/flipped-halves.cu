// RUN: %unchanged
// Halves that a truth value numbers, and that no step reads as the one before has left them.
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[2][T][T], bs[2][T][T];                                                       \
  const int ty = threadIdx.y, tx = threadIdx.x;                                                    \
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;                               \
  float sum = 0.0f;
#define STORE(HALF, TILE)                                                                          \
  as[HALF][ty][tx] = a[row * n + (TILE) * T + tx];                                                 \
  bs[HALF][ty][tx] = b[((TILE) * T + ty) * n + column];
#define SUM(HALF)                                                                                  \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[HALF][ty][l] * bs[HALF][l][tx];

// CHECK: remark: left 'negatedFirst' alone: no thread of the block has stored what is read of 'as'
__global__ void negatedFirst(int n, const float *a, const float *b, float *c) {
  PLACE
  bool half = 0;
  STORE(half, 0)
  __syncthreads();
  for (int t = 0; t < n / T; ++t) {
    half = !half;
    if (t + 1 < n / T) {
      STORE(!half, t + 1)
    }
    SUM(half)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'negatedTwice' alone: the sum runs over two indices that do not count the steps of one
__global__ void negatedTwice(int n, const float *a, const float *b, float *c) {
  PLACE
  bool half = 0;
  STORE(half, 0)
  __syncthreads();
  for (int t = 0; t < n / T; ++t) {
    if (t + 1 < n / T) {
      STORE(!half, t + 1)
    }
    SUM(half)
    __syncthreads();
    half = !half;
    half = !half;
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'ofParameter' alone: 'STORE(half, 0)' is made of values of two kinds, such as an index and a truth value
__global__ void ofParameter(int n, const float *a, const float *b, float *c) {
  PLACE
  bool half = n;
  STORE(half, 0)
  __syncthreads();
  for (int t = 0; t < n / T; ++t) {
    if (t + 1 < n / T) {
      STORE(!half, t + 1)
    }
    SUM(half)
    __syncthreads();
    half = !half;
  }
  c[row * n + column] = sum;
}

// The function's result depends on a parameter.
constexpr int half(int x) {
  int result = 0;
  while (x > result)
    --x, ++result;
  return result;
}

// CHECK: remark: left 'ofNoConstant' alone: a condition that ends the loop has effects, or follows statements with effects
__global__ void ofNoConstant(int n, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < half(n); ++l)
    sum += a[row * n + l] * b[l * n + column];
  c[row * n + column] = sum;
}

// Host and device see other statements.
__host__ __device__ constexpr int byCompilation(int x) {
  int result = 0;
#ifdef __CUDA_ARCH__
  while (x >>= 1)
#else
  while (x >>= 2)
#endif
    ++result;
  return result;
}
// CHECK: remark: left 'ofDevice' alone: 'byCompilation' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void ofDevice(int n, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column + byCompilation(16)];
  c[row * n + column] = sum;
}
// The compiler evaluates the constant's first value, and not the one at run time.
__host__ __device__ constexpr int byEvaluation(int x) {
  int result = __builtin_is_constant_evaluated() ? 0 : 1;
  while (x >>= 1)
    ++result;
  return result;
}
// CHECK: remark: left 'ofEvaluation' alone: call of '__builtin_is_constant_evaluated', whose effect is not known
__global__ void ofEvaluation(int n, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  const int shift = byEvaluation(16);
  float sum = 0.0f;
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column + shift];
  c[row * n + column] = sum;
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  negatedFirst<<<grid, block>>>(n, a, b, c);
  negatedTwice<<<grid, block>>>(n, a, b, c);
  ofParameter<<<grid, block>>>(n, a, b, c);
  ofNoConstant<<<grid, block>>>(n, a, b, c);
  ofDevice<<<grid, block>>>(n, a, b, c);
  ofEvaluation<<<grid, block>>>(n, a, b, c);
}
