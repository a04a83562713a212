// RUN: %unchanged
// Halves of shared memory that look as if they took turns: a barrier is missing, or what a step
// reads is not what the step before has stored there.
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[2][T][T], bs[2][T][T];                                                       \
  const int y = threadIdx.y, x = threadIdx.x;                                                      \
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = n / T;                  \
  float sum = 0.0f;
#define STORE(half, tile)                                                                          \
  as[half][y][x] = a[row * n + (tile) * T + x];                                                    \
  bs[half][y][x] = b[((tile) * T + y) * n + column];
#define SUM(half)                                                                                  \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[half][y][l] * bs[half][l][x];

// The next step may store while this one is read.
// CHECK: remark: left 'withoutBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void withoutBarrier(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM(t % 2)
  }
  c[row * n + column] = sum;
}

// No barrier at all, and a variable that tells the half.
// CHECK: remark: left 'variableWithoutBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+8]]
__global__ void variableWithoutBarrier(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  int half = 0;
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE(half ^ 1, t + 1)
    }
    SUM(half)
    half ^= 1;
  }
  c[row * n + column] = sum;
}

// A step stores what another warp still reads in the step before.
// CHECK: remark: left 'oneBarrierBetween' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+9]]
__global__ void oneBarrierBetween(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    __syncthreads();
    SUM(t % 2)
  }
  c[row * n + column] = sum;
}

// The first tile is read without a barrier.
// CHECK: remark: left 'firstBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
__global__ void firstBarrier(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The half that is read is the one that is stored.
// CHECK: remark: left 'otherHalf' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void otherHalf(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM((t + 1) % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A step stores its own tile again.
// CHECK: remark: left 'sameTile' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void sameTile(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    STORE((t + 1) % 2, t)
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The tile behind the next.
// CHECK: remark: left 'twoAhead' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void twoAhead(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      STORE((t + 1) % 2, t + 2)
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The last tile is never stored.
// CHECK: remark: left 'lastMissing' alone: where 't + 1 < (n / 16)' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void lastMissing(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Before the loop another tile is stored.
// CHECK: remark: left 'otherFirst' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void otherFirst(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 1)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The variable begins with the half that nobody has stored.
// CHECK: remark: left 'wrongStart' alone: no thread of the block has stored what is read of 'as'
__global__ void wrongStart(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  int half = 1;
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE(half ^ 1, t + 1)
    }
    SUM(half)
    __syncthreads();
    half ^= 1;
  }
  c[row * n + column] = sum;
}

// The variable stays what it is.
// CHECK: remark: left 'neverTurns' alone: the sum runs over two indices that do not count the steps of one
__global__ void neverTurns(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  int half = 0;
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE(half ^ 1, t + 1)
    }
    SUM(half)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The variable turns twice in a step.
// CHECK: remark: left 'twice' alone: the sum runs over two indices that do not count the steps of one
__global__ void twice(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  int half = 0;
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    half ^= 1;
    SUM(half)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The halves overlap.
// CHECK: remark: left 'overlapping' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void overlapping(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      as[0][((t + 1) % 2) * 8 + y][x] = a[row * n + (t + 1) * T + x];
      bs[(t + 1) % 2][y][x] = b[((t + 1) * T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[0][t % 2 * 8 + y][l] * bs[t % 2][l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A half is copied from the other.
// CHECK: remark: left 'copied' alone: what is stored in 'as' is made of what it held before
__global__ void copied(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      as[(t + 1) % 2][y][x] = as[t % 2][y][x];
      bs[(t + 1) % 2][y][x] = b[((t + 1) * T + y) * n + column];
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Three parts by turns.
// CHECK: remark: left 'thirds' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
__global__ void thirds(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 3 % 2, t + 1)
    }
    SUM(t % 3 % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The barrier is in a branch that the last step does not take, and so are sums.
// CHECK: remark: left 'inPart' alone: the condition 't + 1 < (n / 16)' in the loop is not implied by the guard
__global__ void inPart(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % 2, t + 1)
      SUM(t % 2)
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// The next tile is stored under another condition than the first.
// CHECK: remark: left 'otherGuard' alone: where 'y + 16 * blockIdx.y < m' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void otherGuard(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles && row < m) {
      STORE((t + 1) % 2, t + 1)
    }
    SUM(t % 2)
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Behind the loop the half is read that the step before the last has stored.
// CHECK: remark: left 'halfBehind' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
__global__ void halfBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 1; t < tiles; ++t) {
    STORE(t % 2, t)
    SUM((t - 1) % 2)
    __syncthreads();
  }
  SUM(tiles % 2)
  c[row * n + column] = sum;
}

// The same by a variable, which has changed when the loop ends.
// CHECK: remark: left 'variableBehind' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void variableBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  int half = 0;
  for (int t = 1; t < tiles; ++t) {
    STORE(half ^ 1, t)
    SUM(half)
    half ^= 1;
    __syncthreads();
  }
  SUM(half ^ 1)
  c[row * n + column] = sum;
}

// Behind the loop a pointer is still at the half before the last.
// CHECK: remark: left 'pointerBehind' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void pointerBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  float(*p)[T] = as[0];
  STORE(0, 0)
  __syncthreads();
  for (int t = 1; t < tiles; ++t) {
    STORE(t & 1, t)
    p = as[(t - 1) & 1];
    for (int l = 0; l < T; ++l)
      sum += p[y][l] * bs[(t - 1) & 1][l][x];
    __syncthreads();
  }
  for (int l = 0; l < T; ++l)
    sum += p[y][l] * bs[(tiles - 1) & 1][l][x];
  c[row * n + column] = sum;
}

// A variable that some steps change alone.
// CHECK: remark: left 'sometimesChanged' alone: 'SUM(half)' is a conversion of data to a type that no array has
__global__ void sometimesChanged(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  int half = 0;
  for (int t = 1; t < tiles; ++t) {
    STORE(t % 2, t)
    SUM((t - 1) % 2)
    if (t < m)
      half = half ^ 1;
    __syncthreads();
  }
  SUM(half)
  c[row * n + column] = sum;
}

// Behind the loop a tile is read without a barrier.
// CHECK: remark: left 'barrierBehind' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
__global__ void barrierBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  for (int t = 1; t < tiles; ++t) {
    __syncthreads();
    STORE(t % 2, t)
    SUM((t - 1) % 2)
  }
  SUM((tiles - 1) % 2)
  c[row * n + column] = sum;
}

// The last step stores nothing.
// CHECK: remark: left 'guardBehind' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void guardBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 1; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE(t % 2, t)
    }
    SUM((t - 1) % 2)
    __syncthreads();
  }
  SUM((tiles - 1) % 2)
  c[row * n + column] = sum;
}

// The last tile is summed twice.
// CHECK: remark: left 'twiceBehind' alone: second loop that sums something other than the first
__global__ void twiceBehind(int m, int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  __syncthreads();
  for (int t = 1; t < tiles; ++t) {
    STORE(t % 2, t)
    SUM((t - 1) % 2)
    __syncthreads();
  }
  SUM((tiles - 1) % 2)
  SUM((tiles - 1) % 2)
  c[row * n + column] = sum;
}

void run(dim3 g, dim3 t, int n, float *x) {
  withoutBarrier<<<g, t>>>(n, n, x, x, x);
  variableWithoutBarrier<<<g, t>>>(n, n, x, x, x);
  oneBarrierBetween<<<g, t>>>(n, n, x, x, x);
  firstBarrier<<<g, t>>>(n, n, x, x, x);
  otherHalf<<<g, t>>>(n, n, x, x, x);
  sameTile<<<g, t>>>(n, n, x, x, x);
  twoAhead<<<g, t>>>(n, n, x, x, x);
  lastMissing<<<g, t>>>(n, n, x, x, x);
  otherFirst<<<g, t>>>(n, n, x, x, x);
  wrongStart<<<g, t>>>(n, n, x, x, x);
  neverTurns<<<g, t>>>(n, n, x, x, x);
  twice<<<g, t>>>(n, n, x, x, x);
  overlapping<<<g, t>>>(n, n, x, x, x);
  copied<<<g, t>>>(n, n, x, x, x);
  thirds<<<g, t>>>(n, n, x, x, x);
  inPart<<<g, t>>>(n, n, x, x, x);
  otherGuard<<<g, t>>>(n, n, x, x, x);
  halfBehind<<<g, t>>>(n, n, x, x, x);
  variableBehind<<<g, t>>>(n, n, x, x, x);
  pointerBehind<<<g, t>>>(n, n, x, x, x);
  sometimesChanged<<<g, t>>>(n, n, x, x, x);
  barrierBehind<<<g, t>>>(n, n, x, x, x);
  guardBehind<<<g, t>>>(n, n, x, x, x);
  twiceBehind<<<g, t>>>(n, n, x, x, x);
}
