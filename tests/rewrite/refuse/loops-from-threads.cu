// RUN: %unchanged
// Loops that begin at a part of the thread's number, which not all threads run equally often; and
// tiles of one array that reach into each other.
#define BM 64
#define BK 8
// CHECK: remark: left 'notAlike' alone: what is read of 'a' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void notAlike(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[BM][BK], b[BK][BM];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float sum = 0.0f;
  for (int t = 0; t < K; t += BK) {
    for (int i = x; i < 4; i += 16) // one step or none
      a[i][y % 8] = A[(blockIdx.y * BM + i) * K + t + y % 8];
    for (int i = x; i < BM; i += 16)
      b[y % 8][i] = B[(t + y % 8) * N + blockIdx.x * BM + i];
    __syncthreads();
    for (int l = 0; l < BK; ++l)
      sum += a[y][l] * b[l][x];
    __syncthreads();
  }
  C[(blockIdx.y * 16 + y) * N + blockIdx.x * 16 + x] = sum;
}
// CHECK: remark: left 'reachIntoEachOther' alone: shared memory is stored in line [[@LINE+8]], and here without a __syncthreads() between
__global__ void reachIntoEachOther(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + 32 * 16 - 16; // where the last row of a lies
  const int x = threadIdx.x, y = threadIdx.y;
  float sums[2][2] = {};
  for (int t = 0; t < K; t += 16) {
    for (int i = y; i < 32; i += 16)
      a[i * 16 + x] = A[(blockIdx.y * 32 + i) * K + t + x];
    for (int j = x; j < 32; j += 16)
      b[y * 32 + j] = B[(t + y) * N + blockIdx.x * 32 + j];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sums[i][j] += a[(y * 2 + i) * 16 + l] * b[l * 32 + x * 2 + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      C[(blockIdx.y * 32 + y * 2 + i) * N + blockIdx.x * 32 + x * 2 + j] = sums[i][j];
}
// The second tile is that of the step before.
// CHECK: remark: left 'ofStepBefore' alone: the first steps of the loop do not find in shared memory what later steps find there: what is stored before the loop is another tile
__global__ void ofStepBefore(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + 16 * 16;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int i = y; i < 16; i += 16)
    b[i * 16 + x] = B[i * N + blockIdx.x * 16 + x];
  for (int t = 0; t < K; t += 16) {
    for (int i = y; i < 16; i += 16)
      a[i * 16 + x] = A[(blockIdx.y * 16 + i) * K + t + x];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[y * 16 + l] * b[l * 16 + x];
    __syncthreads();
    for (int i = y; i < 16; i += 16)
      b[i * 16 + x] = B[(t + i) * N + blockIdx.x * 16 + x];
  }
  C[(blockIdx.y * 16 + y) * N + blockIdx.x * 16 + x] = sum;
}
// Its first part is, which another store of the step has not overwritten.
// CHECK: remark: left 'partOfStepBefore' alone: shared memory is stored in line [[@LINE+13]], and here without a __syncthreads() between
__global__ void partOfStepBefore(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + 16 * 16;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  a[y * 16 + x] = A[(blockIdx.y * 16 + y) * K + x];
  for (int t = 0; t < K; t += 16) {
    b[y * 16 + x] = B[(t + y) * N + blockIdx.x * 16 + x];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[y * 16 + l] * b[l * 16 + x];
    __syncthreads();
    a[(15 - y) * 16 + x] = A[(blockIdx.y * 16 + y) * K + t + x];
  }
  C[(blockIdx.y * 16 + y) * N + blockIdx.x * 16 + x] = sum;
}
// What a step stores last, the next one reads in part, behind a loop that stores elsewhere.
// CHECK: remark: left 'behindInnerLoop' alone: shared memory is stored in line [[@LINE+15]], and here without a __syncthreads() between
__global__ void behindInnerLoop(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + 16 * 16;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int i = y; i < 16; i += 16)
    a[i * 16 + x] = A[(blockIdx.y * 16 + i) * K + x];
  for (int t = 0; t < K; t += 16) {
    for (int i = y; i < 16; i += 16)
      b[i * 16 + x] = B[(t + i) * N + blockIdx.x * 16 + x];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[y * 16 + l] * b[l * 16 + x];
    __syncthreads();
    a[(15 - y) * 16 + x] = A[(blockIdx.y * 16 + y) * K + t + x];
  }
  C[(blockIdx.y * 16 + y) * N + blockIdx.x * 16 + x] = sum;
}
// Threads of all y store the same elements, each what is its own.
// CHECK: remark: left 'severalRows' alone: several threads or steps may store different values to one element of 'b'
__global__ void severalRows(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[16 * 16], b[16 * 16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < K; t += 16) {
    for (int i = y; i < 16; i += blockDim.y)
      a[i * 16 + x] = A[(blockIdx.y * 16 + i) * K + t + x];
    for (int i = x; i < 16; i += blockDim.x)
      b[i * 16 + x] = B[(t + y) * N + blockIdx.x * 16 + i];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[y * 16 + l] * b[l * 16 + x];
    __syncthreads();
  }
  C[(blockIdx.y * 16 + y) * N + blockIdx.x * 16 + x] = sum;
}
void run(const float *A, const float *B, float *C, int M, int N, int K) {
  notAlike<<<dim3(4, 4), 256>>>(A, B, C, M, N, K);
  reachIntoEachOther<<<dim3(4, 4), dim3(16, 16), 8192>>>(A, B, C, M, N, K);
  ofStepBefore<<<dim3(4, 4), dim3(16, 16), 8192>>>(A, B, C, M, N, K);
  partOfStepBefore<<<dim3(4, 4), dim3(16, 16), 8192>>>(A, B, C, M, N, K);
  behindInnerLoop<<<dim3(4, 4), dim3(16, 16), 8192>>>(A, B, C, M, N, K);
  severalRows<<<dim3(4, 4), dim3(16, 16)>>>(A, B, C, M, N, K);
}

// CHECK: remark: left 'earlierHalf' alone: what is read of 'a' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
__global__ void earlierHalf(const float *A, const float *B, float *C, int N, int K) {
  __shared__ float a[2][16][16], b[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < K; t += 16) {
    a[t / 16 % 2][y][x] = A[row * K + t + x];
    b[y][x] = B[(t + y) * N + column];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[0][y][l] * b[l][x];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

// CHECK: remark: left 'halfOfBlock' alone: 'a' in shared memory is stored in line [[@LINE+5]], and here without a __syncthreads() between
__global__ void halfOfBlock(const float *A, const float *B, float *C, int N, int K) {
  __shared__ float a[2][16][16], b[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  a[0][y][x] = 1;
  for (int t = 0; t < K; t += 16) {
    a[blockIdx.x % 2][y][x] = A[row * K + t + x];
    b[y][x] = B[(t + y) * N + column];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += a[0][y][l] * b[l][x];
    __syncthreads();
  }
  C[row * N + column] = sum;
}
