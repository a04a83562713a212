// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Guarded loads of four numbers at once that are close to those of a product.
#define TILE 32
#define DEPTH 8
#define EACH 4
#define BEGIN                                                                                      \
  const int tid = threadIdx.x, by = blockIdx.y, bx = blockIdx.x;                                   \
  const int ay = tid / 2, ax = tid % 2, r = tid / 8, q = tid % 8;                                  \
  const int row = EACH * (tid / 8), column = EACH * (tid % 8);                                     \
  float sums[EACH][EACH] = {0.f};
// The rows of ta and of A, the number of a lane's row, what is zero, and a lane.
#define FILL_A(at, guard, other, lanes)                                                            \
  if (by * TILE + ay < m && guard) {                                                               \
    float4 v = *reinterpret_cast<float4 *>(&a[(by * TILE + ay) * k + p * DEPTH + ax * 4]);         \
    ta[at + 0][ay] = v.x;                                                                          \
    ta[at + 1][ay] = v.y;                                                                          \
    ta[at + 2][ay] = v.z;                                                                          \
    ta[at + 3][ay] = v.w;                                                                          \
  } else                                                                                           \
    for (int l = 0; l < lanes; ++l)                                                                \
      ta[at + l][ay] = other;
#define FILL_B                                                                                     \
  if (p * DEPTH + r < k && bx * TILE + q * 4 < n) {                                                \
    float4 v = *reinterpret_cast<float4 *>(&b[(p * DEPTH + r) * n + bx * TILE + q * 4]);           \
    tb[r][q * 4] = v.x;                                                                            \
    tb[r][q * 4 + 1] = v.y;                                                                        \
    tb[r][q * 4 + 2] = v.z;                                                                        \
    tb[r][q * 4 + 3] = v.w;                                                                        \
  } else                                                                                           \
    for (int l = 0; l < 4; ++l)                                                                    \
      tb[r][q * 4 + l] = 0.f;
#define ADD                                                                                        \
  for (int l = 0; l < DEPTH; ++l)                                                                  \
    for (int y = 0; y < EACH; ++y)                                                                 \
      for (int x = 0; x < EACH; ++x)                                                               \
        sums[y][x] += ta[l][row + y] * tb[l][column + x];
#define STORE                                                                                      \
  for (int y = 0; y < EACH; ++y)                                                                   \
    for (int x = 0; x < EACH; ++x)                                                                 \
      if (by * TILE + row + y < m && bx * TILE + column + x < n)                                   \
        c[(by * TILE + row + y) * n + bx * TILE + column + x] = sums[y][x];
#define KERNEL(name, rows, at, guard, other, lanes, between, behind)                               \
  __global__ void name(int m, int n, int k, float *a, float *b, float *c) {                        \
    __shared__ float ta[rows][TILE], tb[DEPTH][TILE];                                              \
    BEGIN                                                                                          \
    for (int p = 0; p < (k + DEPTH - 1) / DEPTH; ++p) {                                            \
      FILL_A(at, guard, other, lanes)                                                              \
      FILL_B between;                                                                              \
      ADD behind;                                                                                  \
    }                                                                                              \
    STORE                                                                                          \
  }
#define TAIL p *DEPTH + ax * 4 < k

// CHECK: remark: left 'noBarrierBetween' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+1]]
KERNEL(noBarrierBetween, DEPTH, ax * 4, TAIL, 0.f, 4, , __syncthreads())
// CHECK: remark: left 'noBarrierBehind' alone: 'ta' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+1]]
KERNEL(noBarrierBehind, DEPTH, ax * 4, TAIL, 0.f, 4, __syncthreads(), )
// CHECK: remark: left 'threeZeros' alone: 'ta' in shared memory is stored in line [[@LINE+1]], and here without a __syncthreads() between
KERNEL(threeZeros, DEPTH, ax * 4, TAIL, 0.f, 3, __syncthreads(), __syncthreads())
// CHECK: remark: left 'ones' alone: condition inside the loop
KERNEL(ones, DEPTH, ax * 4, TAIL, 1.f, 4, __syncthreads(), __syncthreads())
// CHECK: remark: left 'overlap' alone: 'ta' in shared memory is stored in line [[@LINE+1]], and here without a __syncthreads() between
KERNEL(overlap, DEPTH, ax * 3, TAIL, 0.f, 4, __syncthreads(), __syncthreads())
// CHECK: remark: left 'beyond' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+1]]
KERNEL(beyond, DEPTH, ax * 4 + 1, TAIL, 0.f, 4, __syncthreads(), __syncthreads())
// CHECK: remark: left 'exchanged' alone: 'ta' in shared memory is stored in line [[@LINE+1]], and here without a __syncthreads() between
KERNEL(exchanged, DEPTH, (1 - ax) * 4, TAIL, 0.f, 4, __syncthreads(), __syncthreads())
// CHECK: remark: left 'fewThreads' alone: 'ta' in shared memory is stored in line [[@LINE+1]], and here without a __syncthreads() between
KERNEL(fewThreads, DEPTH, ax * 4, TAIL &&tid < 32, 0.f, 4, __syncthreads(), __syncthreads())
// CHECK: remark: left 'earlyTail' alone: the condition 'step < k' in the loop is not implied by the guard
KERNEL(earlyTail, DEPTH, ax * 4, p *DEPTH + ax * 4 + 4 < k, 0.f, 4, __syncthreads(),
       __syncthreads())
