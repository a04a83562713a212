// RUN: %unchanged
// Halves by turns whose barrier stands where there is a next tile, and registers that a step fills
// for the next one: a barrier is missing, not all threads come to it, or a register holds something
// else than the next step multiplies.
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[2][T][T], bs[2][T][T];                                                       \
  const int y = threadIdx.y, x = threadIdx.x;                                                      \
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x, tiles = n / T;                  \
  int half = 0;                                                                                    \
  float sum = 0.0f;                                                                                \
  STORE(0, 0)                                                                                      \
  __syncthreads();
#define STORE(half, tile)                                                                          \
  as[half][y][x] = a[row * n + (tile) * T + x];                                                    \
  bs[half][y][x] = b[((tile) * T + y) * n + column];
#define SUM(half, first)                                                                           \
  for (int l = first; l < T; ++l)                                                                  \
    sum += as[half][y][l] * bs[half][l][x];
#define READ(number, half, l)                                                                      \
  left[(number) % 2] = as[half][y][l];                                                             \
  right[(number) % 2] = bs[half][l][x];
#define SUM_OF_REGISTERS(half)                                                                     \
  for (int l = 0; l < T; ++l) {                                                                    \
    if (l + 1 < T) {                                                                               \
      READ(l + 1, half, l + 1)                                                                     \
    }                                                                                              \
    sum += left[l % 2] * right[l % 2];                                                             \
  }

// CHECK: remark: left 'withoutBarrier' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void withoutBarrier(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
  }
  c[row * n + column] = sum;
}

// The condition is no bound, and may hold at any step.
// CHECK: remark: left 'unequal' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void unequal(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    if (t + 2 != tiles)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// The steps pass the bound where it is no multiple of them.
// CHECK: remark: left 'unequalByStrides' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void unequalByStrides(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < n; first += 16) {
    SUM(half, 0)
    half ^= 1;
    if (first + 16 != n) {
      STORE(half, first / 16 + 1)
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'equal' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void equal(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    if (t == 0)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// The threads of the first rows alone wait.
// CHECK: remark: left 'someThreads' alone: a barrier under a condition that may differ between threads of the block
__global__ void someThreads(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    if (t + 1 < tiles && y < 8)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// Threads wait at steps of their own.
// CHECK: remark: left 'ownSteps' alone: a barrier under a condition that may differ between threads of the block
__global__ void ownSteps(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    if (t + x < tiles)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// At the step before the last one no thread waits.
// CHECK: remark: left 'tooFew' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void tooFew(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    if (t + 2 < tiles)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// The barrier stands before the store.
// CHECK: remark: left 'before' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
__global__ void before(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      __syncthreads();
      STORE(half, t + 1)
    }
  }
  c[row * n + column] = sum;
}

// The half that other threads still read is stored.
// CHECK: remark: left 'sameHalf' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void sameHalf(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
    }
    half ^= 1;
  }
  c[row * n + column] = sum;
}

// The half changes at all steps but the last two.
// CHECK: remark: left 'changesTooFew' alone: 'SUM(half, 0)' is a conversion of data to a type that no array has
__global__ void changesTooFew(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    if (t + 1 < tiles) {
      STORE((t + 1) & 1, t + 1)
      __syncthreads();
    }
    if (t + 2 < tiles)
      half ^= 1;
  }
  c[row * n + column] = sum;
}

// The half changes where there is a next tile, and then back.
// CHECK: remark: left 'changesTwice' alone: the sum runs over two indices that do not count the steps of one
__global__ void changesTwice(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    if (t + 1 < tiles) {
      half ^= 1;
      STORE(half, t + 1)
      __syncthreads();
    }
    if (t + 1 < tiles)
      half ^= 1;
  }
  c[row * n + column] = sum;
}

// Behind the last step, which had no barrier, the first half is stored.
// CHECK: remark: left 'reused' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]: the __syncthreads() in line [[@LINE+7]] waits at some steps only; take it out of its condition
__global__ void reused(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(t & 1, 0)
    if (t + 1 < tiles) {
      STORE((t + 1) & 1, t + 1)
      __syncthreads();
    }
  }
  STORE(0, 0)
  __syncthreads();
  SUM(0, 0)
  c[row * n + column] = sum;
}

// Behind the loop it is not known which half the last step has read.
// CHECK: remark: left 'halfBehind' alone: 'SUM(half, 0)' is a value left over from a loop whose steps may differ between threads
__global__ void halfBehind(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 1; t < tiles; ++t) {
    STORE(half ^ 1, t)
    SUM(half, 0)
    __syncthreads();
    if (t + 1 < tiles)
      half ^= 1;
  }
  SUM(half, 0)
  c[row * n + column] = sum;
}

// The first products of the next tile: read without a barrier.
// CHECK: remark: left 'firstTooEarly' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
__global__ void firstTooEarly(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[0][y][0], right = bs[0][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      left = as[half][y][0];
      right = bs[half][0][x];
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// Read before the next tile is stored.
// CHECK: remark: left 'firstOfOlder' alone: no thread of the block has stored what is read of 'as'
__global__ void firstOfOlder(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[0][y][0], right = bs[0][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      left = as[half][y][0];
      right = bs[half][0][x];
      __syncthreads();
      STORE(half, t + 1)
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// The register is filled with another step than before the loop.
// CHECK: remark: left 'otherStep' alone: sums in the loop depend on each other
__global__ void otherStep(int n, const float *a, const float *b, float *c) {
  PLACE
  float left[2], right[2];
  READ(0, 0, 0)
  for (int t = 0; t < tiles; ++t) {
    SUM_OF_REGISTERS(half)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
      READ(0, half, 1)
    }
  }
  c[row * n + column] = sum;
}

// The register is filled at some steps.
// CHECK: remark: left 'someSteps' alone: sums in the loop depend on each other
__global__ void someSteps(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[0][y][0], right = bs[0][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
    }
    if (t + 3 < tiles) {
      left = as[half][y][0];
      right = bs[half][0][x];
    }
  }
  c[row * n + column] = sum;
}

// What is multiplied behind the loop is in no register.
// CHECK: remark: left 'registerBehind' alone: what is stored depends on more than one sum
__global__ void registerBehind(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[0][y][0], right = bs[0][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
      left = as[half][y][0];
      right = bs[half][0][x];
    }
  }
  c[row * n + column] = sum + left * right;
}

// The second half is read before the loop, where nothing is.
// CHECK: remark: left 'emptyHalf' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+3]]
__global__ void emptyHalf(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[1][y][0], right = bs[1][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
      left = as[half][y][0];
      right = bs[half][0][x];
    }
  }
  c[row * n + column] = sum;
}

// A second store into the half that the first products were read from.
// CHECK: remark: left 'storedBehind' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+11]]
__global__ void storedBehind(int n, const float *a, const float *b, float *c) {
  PLACE
  float left = as[0][y][0], right = bs[0][0][x];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    SUM(half, 1)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
      left = as[half][y][0];
      right = bs[half][0][x];
      STORE(half, t + 1)
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// The inner loop may run no step, and then nobody waits.
// CHECK: remark: left 'perhapsNoBarrier' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+4]]
__global__ void perhapsNoBarrier(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
    }
    for (int i = 0; i < times; ++i)
      if (t + 1 < tiles)
        __syncthreads();
  }
  c[row * n + column] = sum;
}

// The same of the half.
// CHECK: remark: left 'perhapsSameHalf' alone: 'SUM(half, 0)' is a conversion of data to a type that no array has
__global__ void perhapsSameHalf(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < tiles; ++t) {
    SUM(half, 0)
    if (t + 1 < tiles) {
      STORE((t + 1) & 1, t + 1)
      __syncthreads();
    }
    for (int i = 0; i < times; ++i)
      if (t + 1 < tiles)
        half = (t + 1) & 1;
  }
  c[row * n + column] = sum;
}

// The place of the next tile moves on at each step of an inner loop but those of the last tile.
// CHECK: remark: left 'movesInside' alone: 'place * n + column' is made of data and of an index
__global__ void movesInside(int n, const float *a, const float *b, float *c) {
  PLACE
  int place = 0;
  for (int t = 0; t < tiles; ++t) {
    for (int l = 0; l < T; ++l) {
      sum += as[half][y][l] * b[place * n + column];
      if (t + 1 < tiles)
        ++place;
    }
    half ^= 1;
    if (t + 1 < tiles) {
      STORE(half, t + 1)
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  withoutBarrier<<<grid, block>>>(n, a, b, c);
  unequal<<<grid, block>>>(n, a, b, c);
  unequalByStrides<<<grid, block>>>(n, a, b, c);
  equal<<<grid, block>>>(n, a, b, c);
  someThreads<<<grid, block>>>(n, a, b, c);
  ownSteps<<<grid, block>>>(n, a, b, c);
  tooFew<<<grid, block>>>(n, a, b, c);
  before<<<grid, block>>>(n, a, b, c);
  sameHalf<<<grid, block>>>(n, a, b, c);
  changesTooFew<<<grid, block>>>(n, a, b, c);
  changesTwice<<<grid, block>>>(n, a, b, c);
  reused<<<grid, block>>>(n, a, b, c);
  halfBehind<<<grid, block>>>(n, a, b, c);
  firstTooEarly<<<grid, block>>>(n, a, b, c);
  firstOfOlder<<<grid, block>>>(n, a, b, c);
  otherStep<<<grid, block>>>(n, a, b, c);
  someSteps<<<grid, block>>>(n, a, b, c);
  registerBehind<<<grid, block>>>(n, a, b, c);
  emptyHalf<<<grid, block>>>(n, a, b, c);
  storedBehind<<<grid, block>>>(n, a, b, c);
  perhapsNoBarrier<<<grid, block>>>(n, 3, a, b, c);
  perhapsSameHalf<<<grid, block>>>(n, 3, a, b, c);
  movesInside<<<grid, block>>>(n, a, b, c);
}
