// RUN: %unchanged
// Columns of a tile that change places where they are stored, and not in the same way where they are
// read; or that are no columns of the tile any more.
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int ty = threadIdx.y, tx = threadIdx.x;                                                    \
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;                               \
  float sum = 0.0f;
#define EACH(TO, FROM)                                                                             \
  for (int t = 0; t < n / T; ++t) {                                                                \
    as[TO][tx] = a[row * n + t * T + tx];                                                          \
    bs[ty][tx] = b[(t * T + ty) * n + column];                                                     \
    __syncthreads();                                                                               \
    for (int l = 0; l < T; ++l)                                                                    \
      sum += as[FROM][l] * bs[l][tx];                                                              \
    __syncthreads();                                                                               \
  }                                                                                                \
  c[row * n + column] = sum;

// CHECK: remark: left 'notBack' alone: '(l ^ tx)' is not part of a global index
__global__ void notBack(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    as[ty ^ tx][tx] = a[row * n + t * T + tx];
    bs[ty ^ tx][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty ^ l][l] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'otherBits' alone: '((ty ^ l) ^ l % 8)' is not part of a global index
__global__ void otherBits(int n, const float *a, const float *b, float *c) {
  PLACE
  EACH(ty ^ tx, ty ^ (l & 7))
}

// CHECK: remark: left 'shifted' alone: an element beyond the end of 'as' in shared memory
__global__ void shifted(int n, const float *a, const float *b, float *c) {
  PLACE
  EACH(ty ^ tx, ty ^ l << 1)
}

// Two threads of a row store to one place.
// CHECK: remark: left 'byItself' alone: several threads or steps may store different values to one element of 'as'
__global__ void byItself(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    as[ty][tx ^ tx % 4] = a[row * n + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l ^ l % 4] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Columns come to lie in other rows.
// CHECK: remark: left 'beyondTheRow' alone: several threads or steps may store different values to one element of 'as'
__global__ void beyondTheRow(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2 * T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    as[ty][tx ^ ty * 2] = a[row * n + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l ^ ty * 2] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The next step reads what this one has exchanged otherwise.
// CHECK: remark: left 'byTheStep' alone: '((ty ^ t % 8) ^ -8 * (t / 8) + t + 1)' is not part of a global index
__global__ void byTheStep(int n, const float *a, const float *b, float *c) {
  PLACE
  EACH(ty ^ (t & 7), ty ^ (t + 1 & 7))
}

// Of 16 columns that change places, 8 are stored.
// CHECK: remark: left 'someColumns' alone: several threads or steps may store different values to one element of 'as'
__global__ void someColumns(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    if (tx < 8)
      as[ty][tx ^ ty] = a[row * n + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l ^ ty] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  notBack<<<grid, block>>>(n, a, b, c);
  otherBits<<<grid, block>>>(n, a, b, c);
  shifted<<<grid, block>>>(n, a, b, c);
  byItself<<<grid, block>>>(n, a, b, c);
  beyondTheRow<<<grid, block>>>(n, a, b, c);
  byTheStep<<<grid, block>>>(n, a, b, c);
  someColumns<<<grid, block>>>(n, a, b, c);
}
