// RUN: %unchanged
// Asynchronous copies into stages, of which not all have ended where they are read.
#include <cuda_pipeline.h>
constexpr int T = 16, S = 3;
#define HEAD                                                                                       \
  __shared__ float as[S][T][T], bs[S][T][T];                                                       \
  const int ty = threadIdx.y, tx = threadIdx.x;                                                    \
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;                               \
  auto copy = [&](int stage, int begin) {                                                          \
    __pipeline_memcpy_async(&as[stage][ty][tx], &a[row * k + begin + tx], 4);                      \
    __pipeline_memcpy_async(&bs[stage][ty][tx], &b[(begin + ty) * n + column], 4);                 \
  };                                                                                               \
  float sum = 0.0f;
#define SUM(stage)                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[stage][ty][l] * bs[stage][l][tx];

// Nobody waits for the last tile.
// CHECK: remark: left 'lastNotWaited' alone:
__global__ void lastNotWaited(int n, int k, const float *a, const float *b, float *c) {
  HEAD copy(0, 0);
  __pipeline_commit();
  for (int begin = 0, t = 0; begin < k; begin += T, ++t) {
    if (begin + T < k) {
      copy((t + 1) % S, begin + T);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    }
    __syncthreads();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// The last tile may still be copied where nothing is committed any more.
// CHECK: remark: left 'otherWaitsForLess' alone:
__global__ void otherWaitsForLess(int n, int k, const float *a, const float *b, float *c) {
  HEAD copy(0, 0);
  __pipeline_commit();
  for (int begin = 0, t = 0; begin < k; begin += T, ++t) {
    if (begin + T < k) {
      copy((t + 1) % S, begin + T);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else
      __pipeline_wait_prior(1);
    __syncthreads();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// At one step neither condition holds.
// CHECK: remark: left 'gapBetweenBranches' alone:
__global__ void gapBetweenBranches(int n, int k, const float *a, const float *b, float *c) {
  HEAD copy(0, 0);
  __pipeline_commit();
  for (int begin = 0, t = 0; begin < k; begin += T, ++t) {
    if (begin + T < k) {
      copy((t + 1) % S, begin + T);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    }
    if (begin + 2 * T >= k + T + 1)
      __pipeline_wait_prior(0);
    __syncthreads();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// With two stages a copy starts while the stage may still be read.
// CHECK: remark: left 'oneStageTooFew' alone:
__global__ void oneStageTooFew(int n, int k, const float *a, const float *b, float *c) {
  HEAD copy(0, 0);
  __pipeline_commit();
  for (int begin = 0, t = 0; begin < k; begin += T, ++t) {
    if (begin + T < k) {
      copy((t + 1) % 2, begin + T);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else
      __pipeline_wait_prior(0);
    __syncthreads();
    SUM(t % 2)
  }
  c[row * n + column] = sum;
}

// One group holds both of the first tiles.
// CHECK: remark: left 'oneGroupForBoth' alone:
__global__ void oneGroupForBoth(int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int s = 0; s < S - 1; ++s) copy(s, s * T);
  __pipeline_commit();
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < k / T)
      copy((t + S - 1) % S, (t + S - 1) * T);
    __pipeline_commit();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// The last steps commit nothing, but wait as if they did.
// CHECK: remark: left 'commitsWhereCopied' alone:
__global__ void commitsWhereCopied(int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int s = 0; s < S - 1; ++s) {
    if (s < k / T)
      copy(s, s * T);
    __pipeline_commit();
  }
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < k / T) {
      copy((t + S - 1) % S, (t + S - 1) * T);
      __pipeline_commit();
    }
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// The first groups are fewer where there are fewer tiles.
// CHECK: remark: left 'commitsWhereTile' alone:
__global__ void commitsWhereTile(int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int s = 0; s < S - 1; ++s) if (s < k / T) {
    copy(s, s * T);
    __pipeline_commit();
  }
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < k / T)
      copy((t + S - 1) % S, (t + S - 1) * T);
    __pipeline_commit();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// One group more may go on than there are stages in flight.
// CHECK: remark: left 'waitsForLess' alone:
__global__ void waitsForLess(int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int s = 0; s < S - 1; ++s) {
    if (s < k / T)
      copy(s, s * T);
    __pipeline_commit();
  }
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(S - 1);
    __syncthreads();
    if (t + S - 1 < k / T)
      copy((t + S - 1) % S, (t + S - 1) * T);
    __pipeline_commit();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

// The second tile is copied by no one.
// CHECK: remark: left 'oneTileTooFew' alone:
__global__ void oneTileTooFew(int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int s = 0; s < S - 2; ++s) {
    if (s < k / T)
      copy(s, s * T);
    __pipeline_commit();
  }
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t + S - 1 < k / T)
      copy((t + S - 1) % S, (t + S - 1) * T);
    __pipeline_commit();
    SUM(t % S)
  }
  c[row * n + column] = sum;
}

void run(dim3 g, int n, const float *a, const float *b, float *c) {
  lastNotWaited<<<g, dim3(T, T)>>>(n, n, a, b, c);
  otherWaitsForLess<<<g, dim3(T, T)>>>(n, n, a, b, c);
  gapBetweenBranches<<<g, dim3(T, T)>>>(n, n, a, b, c);
  oneStageTooFew<<<g, dim3(T, T)>>>(n, n, a, b, c);
  oneGroupForBoth<<<g, dim3(T, T)>>>(n, n, a, b, c);
  commitsWhereCopied<<<g, dim3(T, T)>>>(n, n, a, b, c);
  commitsWhereTile<<<g, dim3(T, T)>>>(n, n, a, b, c);
  waitsForLess<<<g, dim3(T, T)>>>(n, n, a, b, c);
  oneTileTooFew<<<g, dim3(T, T)>>>(n, n, a, b, c);
}
