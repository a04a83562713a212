// RUN: %unchanged
// Vectors where all is inside and elements at the edge, which are not of the same.
#include <cstring>
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;                                        \
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;                                 \
  float sums[4] = {0.0f};
#define SUM                                                                                        \
  for (int l = 0; l < 4; ++l)                                                                      \
    bs[y][x + l] = first + y < k && column + l < n ? b[(first + y) * n + column + l] : 0.0f;       \
  __syncthreads();                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    for (int j = 0; j < 4; ++j)                                                                    \
      sums[j] += as[y][l] * bs[l][x + j];                                                          \
  __syncthreads();
#define STORE                                                                                      \
  for (int j = 0; j < 4; ++j)                                                                      \
    if (row < m && column + j < n)                                                                 \
      c[row * n + column + j] = sums[j];

// CHECK-DAG: remark: left 'otherPlace' alone: condition inside the loop
__global__ void otherPlace(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    if (row < m && first + x + 3 < k)
      *(float4 *)&as[y][x] = *(float4 *)&a[row * k + first + x];
    else
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l + 1] : 0.0f;
    SUM
  }
  STORE
}

// The last column is left out at the edge alone.
// CHECK-DAG: remark: left 'otherEdge' alone: condition inside the loop
__global__ void otherEdge(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    if (row < m && first + x + 3 < k)
      *(float4 *)&as[y][x] = *(float4 *)&a[row * k + first + x];
    else
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k - 1 ? a[row * k + first + x + l] : 0.0f;
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'threeOfFour' alone: 'as' in shared memory is stored in line [[@LINE+5]], and here without a __syncthreads() between
__global__ void threeOfFour(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    if (row < m && first + x + 3 < k)
      *(float4 *)&as[y][x] = *(float4 *)&a[row * k + first + x];
    else
      for (int l = 0; l < 3; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    SUM
  }
  STORE
}

#define ROW                                                                                        \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;             \
  float sum = 0.0f;
#define SUMROW                                                                                     \
  bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];                            \
  __syncthreads();                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[threadIdx.y][l] * bs[l][threadIdx.x];                                                \
  __syncthreads();

// Every fourth thread stores its own element alone.
// CHECK-DAG: remark: left 'oneOfFour' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+5]]
__global__ void oneOfFour(int n, int k, const float *a, const float *b, float *c) {
  ROW
  for (int t = 0; t < k / T; ++t) {
    if (threadIdx.x % 4 == 0)
      as[threadIdx.y][threadIdx.x] = a[row * k + t * T + threadIdx.x];
    SUMROW
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'twoOfFour' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
__global__ void twoOfFour(int n, int k, const float *a, const float *b, float *c) {
  ROW
  for (int t = 0; t < k / T; ++t) {
    if (threadIdx.x % 4 == 0)
      for (int l = 0; l < 2; ++l)
        as[threadIdx.y][threadIdx.x + l] = a[row * k + t * T + threadIdx.x + l];
    SUMROW
  }
  c[row * n + column] = sum;
}

// All threads store for their neighbours, of which each has another value.
// CHECK-DAG: remark: left 'allOfFour' alone: several threads or steps may store different values to one element of 'as'
__global__ void allOfFour(int n, int k, const float *a, const float *b, float *c) {
  ROW
  for (int t = 0; t < k / T; ++t) {
    for (int l = 0; l < 4; ++l)
      as[threadIdx.y][threadIdx.x + l] = a[row * k + t * T + threadIdx.x + 2 * l];
    SUMROW
  }
  c[row * n + column] = sum;
}

// The second of each four stores from its own place on.
// CHECK-DAG: remark: left 'secondOfFour' alone: several threads or steps may store different values to one element of 'as'
__global__ void secondOfFour(int n, int k, const float *a, const float *b, float *c) {
  ROW
  for (int t = 0; t < k / T; ++t) {
    if (threadIdx.x % 4 == 1)
      for (int l = 0; l < 4; ++l)
        as[threadIdx.y][threadIdx.x + l] = a[row * k + t * T + threadIdx.x + l];
    SUMROW
  }
  c[row * n + column] = sum;
}

// A step that is left out does not say that the ones behind it are.
// CHECK-DAG: remark: left 'endsEarly' alone: the condition '4 * (l / 4) > 2' in the loop is not implied by the guard
__global__ void endsEarly(int n, int k, const float *a, const float *b, float *c) {
  ROW
  for (int t = 0; t < k / T; ++t) {
    float rest[4] = {};
    const int first = t * T + threadIdx.x / 4 * 4;
    for (int l = 0; l < 4 && first + l > 2; ++l)
      rest[l] = a[row * k + first + l];
    if (threadIdx.x % 4 == 0)
      for (int l = 0; l < 4; ++l)
        as[threadIdx.y][threadIdx.x + l] = rest[l];
    SUMROW
  }
  c[row * n + column] = sum;
}

// The number of the last step is not known behind the loop.
// CHECK-DAG: remark: left 'lastNumber' alone: 'l' is a value that a condition chooses
__global__ void lastNumber(int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f, rest[4] = {};
  int l;
  for (l = 0; l < 4 && row + l < n; ++l)
    rest[l] = 1.0f;
  for (int t = 0; t < k; ++t)
    sum += a[row * k + t] * b[t * n + column + l];
  c[row * n + column] = rest[0] * sum;
}

// An element behind the last one of a row is stored where vectors are not.
// CHECK-DAG: remark: left 'storesMore' alone: 'c' is stored at more than one index
__global__ void storesMore(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2] = {};
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  if (column + 1 < n)
    *(float2 *)&c[row * n + column] = make_float2(sums[0], sums[1]);
  else
    for (int j = 0; j < 2; ++j)
      if (column + j < m)
        c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'storesOther' alone: 'c' is stored at more than one index
__global__ void storesOther(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2] = {};
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  if (column + 1 < n)
    *(float2 *)&c[row * n + column] = make_float2(sums[0], sums[0]);
  else
    for (int j = 0; j < 2; ++j)
      if (column + j < n)
        c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'endsAndGoesOn' alone: the guard '2 * (16 * blockIdx.x + threadIdx.x) > 0' is not an upper bound on one index
__global__ void endsAndGoesOn(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2] = {};
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  for (int j = 0; j < 2; ++j) {
    if (column + j < 1)
      break;
    c[row * n + column + j] = sums[j];
  }
}

// Guards that keep stores from elements inside of the tile.
#define FILL(GUARD)                                                                                \
  for (int i = 0; i < 4; ++i) {                                                                    \
    const int place = threadIdx.x + i * 64, r = place / T, q = place % T;                          \
    if (GUARD)                                                                                     \
      as[r][q] = a[(blockIdx.y * T + r) * k + first + q];                                          \
  }
// CHECK-DAG: remark: left 'lastRowMissing' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+4]]
__global__ void lastRowMissing(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    FILL(r < T - 1)
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'lastColumnMissing' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+4]]
__global__ void lastColumnMissing(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    FILL(q < T - 1)
    SUM
  }
  STORE
}

// A register array is set to zeros as a whole, and to nothing else.
// CHECK-DAG: remark: left 'otherBytes' alone: 'memset' of other than a few whole elements to zero
__global__ void otherBytes(int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2];
  memset(sums, 1, sizeof(sums));
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  for (int j = 0; j < 2; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'beyondArray' alone: which element of a local array is, is not known
__global__ void beyondArray(int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2];
  memset(sums + 1, 0, sizeof(sums));
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  for (int j = 0; j < 2; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'someElements' alone: 'sums[j]' is a variable that has no value yet
__global__ void someElements(int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = (blockIdx.x * T + threadIdx.x) * 2;
  float sums[2];
  memset(sums, 0, sizeof(float));
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < 2; ++j)
      sums[j] += a[row * k + t] * b[t * n + column + j];
  for (int j = 0; j < 2; ++j)
    c[row * n + column + j] = sums[j];
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  otherPlace<<<g, 64>>>(n, n, n, a, b, c);
  otherEdge<<<g, 64>>>(n, n, n, a, b, c);
  threeOfFour<<<g, 64>>>(n, n, n, a, b, c);
  oneOfFour<<<g, t>>>(n, n, a, b, c);
  twoOfFour<<<g, t>>>(n, n, a, b, c);
  allOfFour<<<g, t>>>(n, n, a, b, c);
  secondOfFour<<<g, t>>>(n, n, a, b, c);
  endsEarly<<<g, t>>>(n, n, a, b, c);
  lastNumber<<<g, t>>>(n, n, a, b, c);
  lastRowMissing<<<g, 64>>>(n, n, n, a, b, c);
  lastColumnMissing<<<g, 64>>>(n, n, n, a, b, c);
  storesMore<<<g, t>>>(n, n, n, a, b, c);
  storesOther<<<g, t>>>(n, n, n, a, b, c);
  endsAndGoesOn<<<g, t>>>(n, n, n, a, b, c);
  otherBytes<<<g, t>>>(n, n, a, b, c);
  beyondArray<<<g, t>>>(n, n, a, b, c);
  someElements<<<g, t>>>(n, n, a, b, c);
}
