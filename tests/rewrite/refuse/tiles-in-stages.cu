// RUN: %unchanged
// Tiles in stages of shared memory whose steps do not find what they read, or not certainly.
#include <cuda_pipeline.h>
#define T 16
#define S 3
#define PLACE                                                                                      \
  __shared__ float as[S][T][T], bs[S][T][T];                                                       \
  const int ty = threadIdx.y, tx = threadIdx.x, tiles = n / T;                                     \
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;                               \
  float sum = 0.0f;
#define STORE(STAGE, TILE)                                                                         \
  as[STAGE][ty][tx] = a[row * n + (TILE) * T + tx];                                                \
  bs[STAGE][ty][tx] = b[((TILE) * T + ty) * n + column];
#define COPY(STAGE, TILE)                                                                          \
  __pipeline_memcpy_async(&as[STAGE][ty][tx], &a[row * n + (TILE) * T + tx], 4);                   \
  __pipeline_memcpy_async(&bs[STAGE][ty][tx], &b[((TILE) * T + ty) * n + column], 4);
#define SUM(STAGE)                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[STAGE][ty][l] * bs[STAGE][l][tx];
#define FIRST                                                                                      \
  for (int s = 0; s < S - 1; ++s) {                                                                \
    STORE(s, s)                                                                                    \
  }
#define FIRST_COPIES                                                                               \
  for (int s = 0; s < S - 1; ++s) {                                                                \
    COPY(s, s)                                                                                     \
    __pipeline_commit();                                                                           \
  }
#define END c[row * n + column] = sum;

// The tiles lie in each other's stages.
// CHECK: remark: left 'wrongFirst' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void wrongFirst(int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(1, 0)
  STORE(0, 1)
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  END
}

// Nothing is stored for step 1.
// CHECK: remark: left 'oneMissing' alone: no thread of the block has stored what is read of 'as'
__global__ void oneMissing(int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  END
}

// Three steps ahead, it is the stage that the step itself reads.
// CHECK: remark: left 'ownStage' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void ownStage(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 3 < tiles) {
      STORE((t + 3) % S, t + 3)
    }
    SUM(t % S)
    __syncthreads();
  }
  END
}

// Each step reads the tile of the step before.
// CHECK: remark: left 'otherTile' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void otherTile(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 1)
    }
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'readsAhead' alone: where 't + 1 < (n / 16)' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void readsAhead(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    SUM((t + 1) % S)
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
  }
  END
}

// Threads that are a step behind read the stage that is stored.
// CHECK: remark: left 'storesBeforeTheBarrier' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+9]]
__global__ void storesBeforeTheBarrier(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    __syncthreads();
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'noBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void noBarrier(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'otherRemainder' alone: an element beyond the end of 'as' in shared memory
__global__ void otherRemainder(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % 4, t + 2)
    }
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'byTwo' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+8]]
__global__ void byTwo(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  int stage = 0, next = 2;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE(next, t + 2)
    }
    SUM(stage)
    stage = (stage + 2) % S;
    next = (next + 1) % S;
  }
  END
}

// CHECK: remark: left 'laterFirstStage' alone: where 't + 1 < (n / 16)' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void laterFirstStage(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  int stage = 1, next = 2;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE(next, t + 2)
    }
    SUM(stage)
    stage = (stage + 1) % S;
    next = (next + 1) % S;
  }
  END
}

// The last tile is not stored.
// CHECK: remark: left 'fewer' alone: where 't + 1 < (n / 16)' does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void fewer(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 3 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  END
}

// The last step has no barrier behind what it reads.
// CHECK: remark: left 'behindTheLoop' alone: 'as' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between: the loop around what waits in line [[@LINE+5]] may run no step, and it does not count behind the loop; wait there, too
__global__ void behindTheLoop(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  as[0][ty][tx] = a[row];
  __syncthreads();
  sum += as[0][ty][tx];
  END
}

// CHECK: remark: left 'behindTheLoopAhead' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+9]]
__global__ void behindTheLoopAhead(int n, const float *a, const float *b, float *c) {
  PLACE
  STORE(0, 0)
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      STORE((t + 1) % S, t + 1)
    }
    __syncthreads();
    SUM(t % S)
  }
  as[0][ty][tx] = a[row];
  END
}

// CHECK: remark: left 'waitsForTooFew' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+3]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitsForTooFew(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST_COPIES
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// At the last steps too few groups are behind the tile.
// CHECK: remark: left 'commitsWhereThereIsATile' alone: 'as' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitsWhereThereIsATile(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST_COPIES
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
      __pipeline_commit();
    }
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'commitsOnceBefore' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitsOnceBefore(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int s = 0; s < S - 1; ++s) {
    COPY(s, s)
  }
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// Tile 0 is of the second group.
// CHECK: remark: left 'commitsTheOtherWay' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+5]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitsTheOtherWay(int n, const float *a, const float *b, float *c) {
  PLACE
  COPY(1, 1)
  __pipeline_commit();
  COPY(0, 0)
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'waitsBehindTheBarrier' alone: 'as' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitsBehindTheBarrier(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST_COPIES
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    __pipeline_wait_prior(1);
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'neverWaits' alone: 'as' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void neverWaits(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST_COPIES
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// What is stored depends on the stage.
// CHECK: remark: left 'storesTheStage' alone: the sum runs over two indices that do not count the steps of one
__global__ void storesTheStage(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      as[(t + 2) % S][ty][tx] = a[row * n + (t + 2) % S * T + tx];
      bs[(t + 2) % S][ty][tx] = b[((t + 2) * T + ty) * n + column];
    }
    SUM(t % S)
  }
  END
}

// CHECK: remark: left 'fewerStages' alone: an element beyond the end of 'as2' in shared memory
__global__ void fewerStages(int n, const float *a, const float *b, float *c) {
  PLACE
  __shared__ float as2[2][T][T];
  for (int s = 0; s < S - 1; ++s) {
    as2[s][ty][tx] = a[row * n + s * T + tx];
    bs[s][ty][tx] = b[(s * T + ty) * n + column];
  }
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      as2[(t + 2) % S][ty][tx] = a[row * n + (t + 2) * T + tx];
      bs[(t + 2) % S][ty][tx] = b[((t + 2) * T + ty) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as2[t % S][ty][l] * bs[t % S][l][tx];
  }
  END
}

// Where there are fewer tiles than stages, too few groups are committed before the loop.
// CHECK: remark: left 'fewerCommits' alone: 'as' in shared memory is stored in line [[@LINE+4]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void fewerCommits(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int s = 0; s < S - 1 && s < tiles; ++s) {
    COPY(s, s)
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    SUM(t % S)
    __syncthreads();
  }
  END
}

// CHECK: remark: left 'otherGuardBefore' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void otherGuardBefore(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int s = 0; s < S - 1; ++s) {
    if (s + 1 < tiles) {
      STORE(s, s)
    }
  }
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      STORE((t + 2) % S, t + 2)
    }
    SUM(t % S)
  }
  END
}

// One group more before the loop is of no use to later tiles.
// CHECK: remark: left 'commitsTwiceBeforeOnce' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+9]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitsTwiceBeforeOnce(int n, const float *a, const float *b, float *c) {
  PLACE
  FIRST_COPIES
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (t + 2 < tiles) {
      COPY((t + 2) % S, t + 2)
    }
    __pipeline_commit();
    SUM(t % S)
  }
  END
}

// The last stage of the one is the first of the other.
// CHECK: remark: left 'overlapping' alone: 'tiles1' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+13]]
__global__ void overlapping(int n, const float *a, const float *b, float *c) {
  PLACE
  __shared__ float tiles1[2 * S * T * T];
  float *as1 = tiles1, *bs1 = tiles1 + 2 * T * T;
  for (int s = 0; s < S - 1; ++s) {
    as1[s * T * T + ty * T + tx] = a[row * n + s * T + tx];
    bs1[s * T * T + ty * T + tx] = b[(s * T + ty) * n + column];
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      as1[(t + 2) % S * T * T + ty * T + tx] = a[row * n + (t + 2) * T + tx];
      bs1[(t + 2) % S * T * T + ty * T + tx] = b[((t + 2) * T + ty) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as1[t % S * T * T + ty * T + l] * bs1[t % S * T * T + l * T + tx];
  }
  END
}

// CHECK: remark: left 'overlappingPitches' alone: 'tiles1' in shared memory is stored in line [[@LINE+7]], and here without a __syncthreads() between
__global__ void overlappingPitches(int n, const float *a, const float *b, float *c) {
  PLACE
  __shared__ float tiles1[2 * S * T * T];
  float *as1 = tiles1, *bs1 = tiles1 + T * T;
  for (int s = 0; s < S - 1; ++s) {
    as1[s * (T * T + T) + ty * T + tx] = a[row * n + s * T + tx];
    bs1[s * 2 * T * T + ty * T + tx] = b[(s * T + ty) * n + column];
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 2 < tiles) {
      as1[(t + 2) % S * (T * T + T) + ty * T + tx] = a[row * n + (t + 2) * T + tx];
      bs1[(t + 2) % S * 2 * T * T + ty * T + tx] = b[((t + 2) * T + ty) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as1[t % S * (T * T + T) + ty * T + l] * bs1[t % S * 2 * T * T + l * T + tx];
  }
  END
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  wrongFirst<<<grid, block>>>(n, a, b, c);
  oneMissing<<<grid, block>>>(n, a, b, c);
  ownStage<<<grid, block>>>(n, a, b, c);
  otherTile<<<grid, block>>>(n, a, b, c);
  readsAhead<<<grid, block>>>(n, a, b, c);
  storesBeforeTheBarrier<<<grid, block>>>(n, a, b, c);
  noBarrier<<<grid, block>>>(n, a, b, c);
  otherRemainder<<<grid, block>>>(n, a, b, c);
  byTwo<<<grid, block>>>(n, a, b, c);
  laterFirstStage<<<grid, block>>>(n, a, b, c);
  fewer<<<grid, block>>>(n, a, b, c);
  behindTheLoop<<<grid, block>>>(n, a, b, c);
  behindTheLoopAhead<<<grid, block>>>(n, a, b, c);
  waitsForTooFew<<<grid, block>>>(n, a, b, c);
  commitsWhereThereIsATile<<<grid, block>>>(n, a, b, c);
  commitsOnceBefore<<<grid, block>>>(n, a, b, c);
  commitsTheOtherWay<<<grid, block>>>(n, a, b, c);
  waitsBehindTheBarrier<<<grid, block>>>(n, a, b, c);
  neverWaits<<<grid, block>>>(n, a, b, c);
  storesTheStage<<<grid, block>>>(n, a, b, c);
  fewerStages<<<grid, block>>>(n, a, b, c);
  fewerCommits<<<grid, block>>>(n, a, b, c);
  otherGuardBefore<<<grid, block>>>(n, a, b, c);
  commitsTwiceBeforeOnce<<<grid, block>>>(n, a, b, c);
  overlapping<<<grid, block>>>(n, a, b, c);
  overlappingPitches<<<grid, block>>>(n, a, b, c);
}
