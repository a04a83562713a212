// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Tiles that are close to those of a product, for the reader that follows what threads store in
// shared memory.
#define T 16

// Between the store and the read.
// CHECK: remark: left 'noBarrierBefore' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+6]]
__global__ void noBarrierBefore(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Between the read and the store of the next step.
// CHECK: remark: left 'noBarrierAfter' alone: 'ta' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+10]]
__global__ void noBarrierAfter(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Not all threads come to the barrier.
// CHECK: remark: left 'barrierOfSome' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+6]]: the __syncthreads() in line [[@LINE+9]] waits at some steps only; take it out of its condition
__global__ void barrierOfSome(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    if (x < 8)
      __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The last two steps have no barrier at their end.
// CHECK: remark: left 'barrierOfSteps' alone: 'ta' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+10]]: the __syncthreads() in line [[@LINE+12]] waits at some steps only; take it out of its condition
__global__ void barrierOfSteps(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    if (l + 2 * T < k)
      __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// All rows of threads store one row.
// CHECK: remark: left 'race' alone: several threads or steps may store different values to one element of 'ta'
__global__ void race(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[0][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// What the step before has left stays beyond the end.
// CHECK: remark: left 'stale' alone: where 'step < k' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void stale(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (l + x < k)
      ta[y][x] = i < m ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The first step reads what nobody has stored.
// CHECK: remark: left 'skipped' alone: where '16 * {{.*}} > 0' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void skipped(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (l > 0)
      ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The tail of one operand alone is zero.
// CHECK: remark: left 'noTail' alone: only some operands are zero beyond the end of the sum
__global__ void noTail(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Where the data say no, another value stays.
// CHECK: remark: left 'byData' alone: data decide whether what is read of 'ta' has been stored
__global__ void byData(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (a[i * k + l + x] > 0)
      ta[y][x] = a[i * k + l + x];
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Another thread may fill with zero later.
// CHECK: remark: left 'otherOrder' alone: 'ta' in shared memory is stored in line [[@LINE+6]], and here without a __syncthreads() between
__global__ void otherOrder(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[x][y] = 0;
    if (i < m && l + x < k)
      ta[y][x] = a[i * k + l + x];
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The tile before the loop is not that of its first step.
// CHECK: remark: left 'wrongFirstTile' alone: the first steps of the loop do not find in 'ta' what later steps find there: what is stored before the loop is another tile
__global__ void wrongFirstTile(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  ta[y][x] = i < m && x < k ? a[i * k + x] : 1;
  for (int l = 0; l < k; l += T) {
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
    ta[y][x] = i < m && l + T + x < k ? a[i * k + l + T + x] : 0;
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Each step reads the tile of the one before.
// CHECK: remark: left 'oneStepBehind' alone: the first steps of the loop do not find in 'ta' what later steps find there: what is stored before the loop is another tile
__global__ void oneStepBehind(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  ta[y][x] = 0;
  for (int l = 0; l < k; l += T) {
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// A pointer stores into the tile, too.
// CHECK: remark: left 'overlaps' alone: what is read of 'tb' is not known to be what one thread of the block has stored there in line [[@LINE+9]]
__global__ void overlaps(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  float *p = &ta[0][0];
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    p[17] = 3;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Half of the tile is never stored.
// CHECK: remark: left 'halfStored' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void halfStored(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (x < 8)
      ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// A row that nobody has stored.
// CHECK: remark: left 'beyond' alone: no thread of the block has stored what is read of 'ta'
__global__ void beyond(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y + 1][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Each access counts.
// CHECK: remark: left 'isVolatile' alone: a value of type 'volatile float *'
__global__ void isVolatile(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  volatile float *p = &ta[0][0];
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Two tiles of one array overlap.
// CHECK: remark: left 'twoParts' alone: each thread has elements of its own only where 'blockDim.x == 16' and '116 >= blockDim.x + 16 * blockDim.y', which exclude each other
__global__ void twoParts(int m, int n, int k, const float *a, const float *b, float *c) {
  extern __shared__ float all[];
  float *ta = all, *tb = all + 100;
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y * T + x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y * T + x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y * T + s] * tb[s * T + x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Every other step reads the tile of the one before.
// CHECK: remark: left 'twoBuffers' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
__global__ void twoBuffers(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[l / T % 2][y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[0][y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// Beyond the end of the array.
// CHECK: remark: left 'threeOfTwo' alone: an element beyond the end of 'ta'
__global__ void threeOfTwo(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[l / T % 3][y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[l / T % 3][y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

#define OWN(FIRST, SUMMED, STORED)                                                                 \
  int j = blockIdx.x * T + threadIdx.x, i = 2 * (blockIdx.y * T + threadIdx.y);                    \
  float own[2] FIRST;                                                                              \
  for (int l = 0; l < k; ++l)                                                                      \
    for (int e = 0; e < 2; ++e)                                                                    \
      own[SUMMED] += a[(i + e) * k + l] * b[l * n + j];                                            \
  for (int e = 0; e < 2; ++e)                                                                      \
    if (i + 1 < m && j < n)                                                                        \
      c[(i + e) * n + j] = own[STORED];

// Both rows are added to one.
// CHECK: remark: left 'oneElement' alone: 'c' is stored at more than one index
__global__ void oneElement(int m, int n, int k, const float *a, const float *b,
                           float *c){OWN(= {}, 0, e)}

// Nothing is there to add to.
// CHECK: remark: left 'notSet' alone: 'OWN(, e, e)' is a variable that has no value yet
__global__ void notSet(int m, int n, int k, const float *a, const float *b, float *c){OWN(, e, e)}

// CHECK: remark: left 'behindTheArray' alone: which element 'OWN(= {}, e + 1, e)' of a local array is, is not known
__global__ void behindTheArray(int m, int n, int k, const float *a, const float *b,
                               float *c){OWN(= {}, e + 1, e)}

// CHECK: remark: left 'byThread' alone: which element 'OWN(= {}, (e + threadIdx.x) % 2, e)' of a local array is, is not known
__global__ void byThread(int m, int n, int k, const float *a, const float *b,
                         float *c){OWN(= {}, (e + threadIdx.x) % 2, e)}

#define VECTORS(LOAD, TAIL)                                                                        \
  __shared__ float ta[T][T], tb[T][T];                                                             \
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;            \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; l += T) {                                                                 \
    if (x < 4) {                                                                                   \
      if (l + x * 4 < k)                                                                           \
        LOAD else TAIL                                                                             \
    }                                                                                              \
    tb[y][x] = l + y < k ? b[(l + y) * n + j] : 0;                                                 \
    __syncthreads();                                                                               \
    for (int s = 0; s < T; ++s)                                                                    \
      sum += ta[y][s] * tb[s][x];                                                                  \
    __syncthreads();                                                                               \
  }                                                                                                \
  c[i * n + j] = sum;
#define FOUR(INDEX) (*(const float4 *)&a[INDEX])

// Three of four numbers behind the end are zero.
// CHECK: remark: left 'threeOfFour' alone: 'ta' in shared memory is stored in line [[@LINE+2]], and here without a __syncthreads() between
__global__ void threeOfFour(int m, int n, int k, const float *a, const float *b, float *c) {
  VECTORS(*(float4 *)&ta[y][x * 4] = FOUR(i * k + l + x * 4);
          , for (int v = 0; v < 3; ++v) ta[y][x * 4 + v] = 0;)
}

// Two numbers change places.
// CHECK: remark: left 'otherLanes' alone: 'ta' in shared memory is stored in line [[@LINE+2]], and here without a __syncthreads() between
__global__ void otherLanes(int m, int n, int k, const float *a, const float *b, float *c) {
  VECTORS(
      {
        float4 t = FOUR(i * k + l + x * 4);
        ta[y][x * 4] = t.y;
        ta[y][x * 4 + 1] = t.x;
        ta[y][x * 4 + 2] = t.z;
        ta[y][x * 4 + 3] = t.w;
      },
      for (int v = 0; v < 4; ++v) ta[y][x * 4 + v] = 0;)
}

// Vectors overlap.
// CHECK: remark: left 'overlappingVectors' alone: 'ta' in shared memory is stored in line [[@LINE+2]], and here without a __syncthreads() between
__global__ void overlappingVectors(int m, int n, int k, const float *a, const float *b, float *c) {
  VECTORS(*(float4 *)&ta[y][x * 2] = FOUR(i * k + l + x * 4);
          , for (int v = 0; v < 4; ++v) ta[y][x * 4 + v] = 0;)
}

// Zeros in a part of the tile.
// CHECK: remark: left 'elsePart' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+9]]
__global__ void elsePart(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (i < m && l + x < k)
      ta[y][x] = a[i * k + l + x];
    else if (x < 8)
      ta[y][x] = 0;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// A part of the tile is stored again, where data ask for it.
// CHECK: remark: left 'partAgain' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+10]]
__global__ void partAgain(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k / T * T; l += T) {
    float value = a[i * k + l + x];
    ta[y][x] = value;
    if (x < 8) {
      if (value < 0)
        ta[y][x] = 0;
    }
    tb[y][x] = b[(l + y) * n + j];
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// The next step of the loop stores over what this one has.
// CHECK: remark: left 'ladder' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+9]]
__global__ void ladder(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[9][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  int row = blockIdx.y;
  for (int r = 0; r < 8; ++r) {
    ta[r][x] = b[x];
    __syncthreads();
    ta[r + 1][x] = a[row * 128 + r * 16 + x];
    __syncthreads();
  }
  for (int s = 0; s < 128; ++s)
    sum += ta[s / 16 + 1][s % 16] * b[s * n + j];
  c[row * n + j] = sum;
}

// The next step's store, by the first row of threads, may come before a read.
// CHECK: remark: left 'firstRow' alone: 'tb' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+9]]
__global__ void firstRow(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float tb[T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    if (y == 0)
      tb[x] = b[l * n + j];
    __syncthreads();
    sum += a[i * k + l] * tb[x];
  }
  c[i * n + j] = sum;
}

// Other rows of threads may store their zeros last.
// CHECK: remark: left 'zerosOfOthers' alone: 'tb' in shared memory is stored in line [[@LINE+6]], and here without a __syncthreads() between
__global__ void zerosOfOthers(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float tb[T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    tb[x] = 0;
    if (y == 0)
      tb[x] = b[l * n + j];
    __syncthreads();
    sum += a[i * k + l] * tb[x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// The first thread stores before the array.
// CHECK: remark: left 'beforeTheTile' alone: an element before the beginning of 'ta'
__global__ void beforeTheTile(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T * T], tb[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y * T + x - 1] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = j < n && l + y < k ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ta[y * T + s - 1] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  noBarrierBefore<<<g, t>>>(n, n, n, a, b, c);
  noBarrierAfter<<<g, t>>>(n, n, n, a, b, c);
  barrierOfSome<<<g, t>>>(n, n, n, a, b, c);
  barrierOfSteps<<<g, t>>>(n, n, n, a, b, c);
  race<<<g, t>>>(n, n, n, a, b, c);
  stale<<<g, t>>>(n, n, n, a, b, c);
  skipped<<<g, t>>>(n, n, n, a, b, c);
  noTail<<<g, t>>>(n, n, n, a, b, c);
  byData<<<g, t>>>(n, n, n, a, b, c);
  otherOrder<<<g, t>>>(n, n, n, a, b, c);
  wrongFirstTile<<<g, t>>>(n, n, n, a, b, c);
  oneStepBehind<<<g, t>>>(n, n, n, a, b, c);
  overlaps<<<g, t>>>(n, n, n, a, b, c);
  halfStored<<<g, t>>>(n, n, n, a, b, c);
  beyond<<<g, t>>>(n, n, n, a, b, c);
  isVolatile<<<g, t>>>(n, n, n, a, b, c);
  twoParts<<<g, t>>>(n, n, n, a, b, c);
  twoBuffers<<<g, t>>>(n, n, n, a, b, c);
  threeOfTwo<<<g, t>>>(n, n, n, a, b, c);
  oneElement<<<g, t>>>(n, n, n, a, b, c);
  notSet<<<g, t>>>(n, n, n, a, b, c);
  behindTheArray<<<g, t>>>(n, n, n, a, b, c);
  byThread<<<g, t>>>(n, n, n, a, b, c);
  threeOfFour<<<g, t>>>(n, n, n, a, b, c);
  otherLanes<<<g, t>>>(n, n, n, a, b, c);
  overlappingVectors<<<g, t>>>(n, n, n, a, b, c);
  elsePart<<<g, t>>>(n, n, n, a, b, c);
  partAgain<<<g, t>>>(n, n, n, a, b, c);
  ladder<<<g, t>>>(n, n, n, a, b, c);
  firstRow<<<g, t>>>(n, n, n, a, b, c);
  zerosOfOthers<<<g, t>>>(n, n, n, a, b, c);
  beforeTheTile<<<g, t>>>(n, n, n, a, b, c);
}

#define PLACE int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;

// The padding is the other operand's zero point.
// CHECK: remark: left 'otherPoint' alone: condition inside the loop
__global__ void otherPoint(const signed char *a, const signed char *b, int *c, int m, int n, int k,
                           int za, int zb) {
  __shared__ signed char ta[T][T], tb[T][T];
  PLACE int sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : (signed char)zb;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : (signed char)zb;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += (ta[y][s] - za) * (tb[s][x] - zb);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The padding is zero, and the zero point may be another number.
// CHECK: remark: left 'zeros' alone: the step 'sum + ((int)a - za) * ((int)b - zb)' of zeros beyond the end of the sum may change it
__global__ void zeros(const signed char *a, const signed char *b, int *c, int m, int n, int k,
                      int za, int zb) {
  __shared__ signed char ta[T][T], tb[T][T];
  PLACE int sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : (signed char)0;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : (signed char)0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += (ta[y][s] - za) * (tb[s][x] - zb);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// A factor is more than the distance from the zero point.
// CHECK: remark: left 'plus' alone: the step '{{.*}}' of zeros beyond the end of the sum may change it
__global__ void plus(const signed char *a, const signed char *b, int *c, int m, int n, int k,
                     int za, int zb) {
  __shared__ signed char ta[T][T], tb[T][T];
  PLACE int sum = 0;
  for (int l = 0; l < k; l += T) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : (signed char)za;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : (signed char)zb;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += ((ta[y][s] - za) * 2 + 3) * ((tb[s][x] - zb) + 1);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// One pointer is not moved on.
// CHECK: remark: left 'skipOne' alone: a step of the loop adds 4 products, which are not steps that follow each other: the places in 'B' are not equally far apart
__global__ void skipOne(const float *A, const float *B, float *C, int m, int n, int k) {
  __shared__ float a[20], b[20];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 4 + ty, col = blockIdx.x * 4 + tx;
  float s = 0;
  for (int t = 0; t < (k + 3) / 4; ++t) {
    a[ty * 5 + tx] = row < m && t * 4 + tx < k ? A[row * k + t * 4 + tx] : 0;
    b[tx * 5 + ty] = col < n && t * 4 + ty < k ? B[(t * 4 + ty) * n + col] : 0;
    __syncthreads();
    const float *p = a + ty * 5, *q = b + tx * 5;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    ++p;
    s += *p * *q;
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = s;
}

// The padding of a row is read.
// CHECK: remark: left 'fiveSteps' alone: no thread of the block has stored what is read of 'a'
__global__ void fiveSteps(const float *A, const float *B, float *C, int m, int n, int k) {
  __shared__ float a[20], b[20];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 4 + ty, col = blockIdx.x * 4 + tx;
  float s = 0;
  for (int t = 0; t < (k + 3) / 4; ++t) {
    a[ty * 5 + tx] = row < m && t * 4 + tx < k ? A[row * k + t * 4 + tx] : 0;
    b[tx * 5 + ty] = col < n && t * 4 + ty < k ? B[(t * 4 + ty) * n + col] : 0;
    __syncthreads();
    const float *p = a + ty * 5, *q = b + tx * 5;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    ++p;
    ++q;
    s += *p * *q;
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = s;
}
