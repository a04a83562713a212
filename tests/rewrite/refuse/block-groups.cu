// RUN: %unchanged
// Copies that a block makes together, whose tile is not whole or not there where it is read.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

constexpr int T = 16;
#define BEGIN                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  auto block = cg::this_thread_block();                                                            \
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;             \
  float sum = 0.0f;                                                                                \
  for (int t = 0; t < n / T; ++t) {                                                                \
    bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];
#define SUM                                                                                        \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[threadIdx.y][l] * bs[l][threadIdx.x];                                                \
  block.sync();                                                                                    \
  }                                                                                                \
  c[row * n + column] = sum;
#define FROM(r) &a[(blockIdx.y * T + (r)) * n + t * T]

// CHECK-DAG: remark: left 'neverWaits' alone: {{.*}} in shared memory is read without a __syncthreads() after it was stored
__global__ void neverWaits(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  block.sync();
  SUM
}

// CHECK-DAG: remark: left 'waitsForTooFew' alone: {{.*}} in shared memory is read without a __syncthreads() after it was stored
__global__ void waitsForTooFew(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  cg::wait_prior<1>(block);
  SUM
}

// Each thread gives the address of its own row.
// CHECK-DAG: remark: left 'ownRows' alone: a copy by the block that is not the same one in each of its threads
__global__ void ownRows(int n, const float *a, const float *b, float *c) {
  BEGIN
  cg::memcpy_async(block, as[threadIdx.y], FROM(threadIdx.y), T * sizeof(float));
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'someThreads' alone: a copy by the block that is not the same one in each of its threads
__global__ void someThreads(int n, const float *a, const float *b, float *c) {
  BEGIN
  if (threadIdx.y < 8)
    for (int y = 0; y < T; ++y)
      cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'tooFewRows' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+4]]
__global__ void tooFewRows(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T - 1; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'tooFewBytes' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+4]]
__global__ void tooFewBytes(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float) - 4);
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'elements' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+4]]
__global__ void elements(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T);
  cg::wait(block);
  SUM
}

// Another copy follows to the same place, by which the block has not waited for the first one.
// CHECK-DAG: remark: left 'twice' alone: 'as' in shared memory is stored in line [[@LINE+4]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void twice(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y) + 1, T * sizeof(float));
  cg::wait(block);
  SUM
}

// The block waits in between, and the second copy is what is read.
// CHECK-DAG: remark: left 'again' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void again(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  cg::wait(block);
  for (int y = 0; y < 8; ++y)
    cg::memcpy_async(block, as[y], FROM(y) + 1, T * sizeof(float));
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'storesToo' alone: 'as' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between
__global__ void storesToo(int n, const float *a, const float *b, float *c) {
  BEGIN
  as[threadIdx.y][threadIdx.x] = 0.0f;
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  cg::wait(block);
  SUM
}

// CHECK-DAG: remark: left 'storesAfterwards' alone: 'as' in shared memory is stored in line [[@LINE+4]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void storesAfterwards(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int y = 0; y < T; ++y)
    cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
  as[threadIdx.y][threadIdx.x] = 0.0f;
  cg::wait(block);
  SUM
}

// The next step copies while other threads may still read.
// CHECK-DAG: remark: left 'noBarrierBehind' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+11]]
__global__ void noBarrierBehind(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T];
  auto block = cg::this_thread_block();
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    for (int y = 0; y < T; ++y)
      cg::memcpy_async(block, as[y], FROM(y), T * sizeof(float));
    cg::wait(block);
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * b[(t * T + l) * n + column];
  }
  c[row * n + column] = sum;
}

// A class of the user's with the same name.
namespace own {
struct thread_block {
  __device__ void sync() const {}
};
} // namespace own
// CHECK-DAG: remark: left 'ownBlock' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void ownBlock(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T];
  own::thread_block block;
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    block.sync();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * b[(t * T + l) * n + column];
    block.sync();
  }
  c[row * n + column] = sum;
}

// The barrier of a part of the block.
// CHECK-DAG: remark: left 'tileOfBlock' alone: a value of type 'thread_block_tile<32U, class cooperative_groups::thread_block>'
__global__ void tileOfBlock(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    tile.sync();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * b[(t * T + l) * n + column];
    tile.sync();
  }
  c[row * n + column] = sum;
}

// Each row is handed over by the threads of that row alone.
// CHECK-DAG: remark: left 'sharedSteps' alone: a copy by the block that is not the same one in each of its threads
__global__ void sharedSteps(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T];
  auto block = cg::this_thread_block();
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += T) {
    for (int y = threadIdx.y; y < T; y += T)
      cg::memcpy_async(block, as[y], &a[(blockIdx.y * T + y) * n + first], sizeof(float) * T);
    cg::wait(block);
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * b[(first + l) * n + column];
    block.sync();
  }
  c[row * n + column] = sum;
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  neverWaits<<<grid, block>>>(n, a, b, c);
  waitsForTooFew<<<grid, block>>>(n, a, b, c);
  ownRows<<<grid, block>>>(n, a, b, c);
  someThreads<<<grid, block>>>(n, a, b, c);
  tooFewRows<<<grid, block>>>(n, a, b, c);
  tooFewBytes<<<grid, block>>>(n, a, b, c);
  elements<<<grid, block>>>(n, a, b, c);
  twice<<<grid, block>>>(n, a, b, c);
  again<<<grid, block>>>(n, a, b, c);
  storesToo<<<grid, block>>>(n, a, b, c);
  storesAfterwards<<<grid, block>>>(n, a, b, c);
  noBarrierBehind<<<grid, block>>>(n, a, b, c);
  ownBlock<<<grid, block>>>(n, a, b, c);
  tileOfBlock<<<grid, block>>>(n, a, b, c);
  sharedSteps<<<grid, block>>>(n, a, b, c);
}
