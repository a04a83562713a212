// RUN: %unchanged
// What a loop sets is set only if the loop runs, and what some steps of a loop do is not what all
// of them do.
#define T 16
#define PLACE                                                                                      \
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;             \
  float sum = 0.0f;

// CHECK: remark: left 'never' alone: a loop whose condition 'i < -2' never holds
__global__ void never(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  int first = 0;
  for (int i = 0; i < -2; ++i)
    first = n;
  for (int l = 0; l < k; ++l)
    sum += a[row * k + l] * b[first + l * n + column];
  c[row * n + column] = sum;
}

// Threads have steps of their own, some none.
// CHECK: remark: left 'ofThreads' alone:
__global__ void ofThreads(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  int first = 0;
  for (int i = 0; i < row; ++i)
    first = n;
  for (int l = 0; l < k; ++l)
    sum += a[row * k + l] * b[first + l * n + column];
  c[row * n + column] = sum;
}

#define HALVES                                                                                     \
  __shared__ float as[2][T][T], bs[2][T][T];                                                       \
  const int y = threadIdx.y, x = threadIdx.x;                                                      \
  int half = 0;                                                                                    \
  as[0][y][x] = a[row * k + x];                                                                    \
  bs[0][y][x] = b[y * n + column];                                                                 \
  __syncthreads();
#define SUM_AND_FILL                                                                               \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[half][y][l] * bs[half][l][x];                                                        \
  if (t + T < k) {                                                                                 \
    as[half ^ 1][y][x] = a[row * k + t + T + x];                                                   \
    bs[half ^ 1][y][x] = b[(t + T + y) * n + column];                                              \
    __syncthreads();                                                                               \
  }

// The half changes after every second step.
// CHECK: remark: left 'evenSteps' alone:
__global__ void evenSteps(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  HALVES
  for (int t = 0; t < k; t += T) {
    SUM_AND_FILL
    if (t % 32 == 0) {
      if (t + T < k)
        half ^= 1;
    }
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'perhapsChanged' alone:
__global__ void perhapsChanged(int n, int k, int flag, const float *a, const float *b, float *c) {
  PLACE
  HALVES
  for (int t = 0; t < k; t += T) {
    SUM_AND_FILL
    const int other = half ^ 1;
    if (t + T < k)
      for (int i = 0; i < flag; ++i)
        half = other;
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'movedSometimes' alone:
__global__ void movedSometimes(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  int place = 0;
  for (int t = 0; t < k; t += T) {
    for (int l = 0; l < T; ++l)
      sum += a[row * k + place + l] * b[(place + l) * n + column];
    if (t % 32 == 0) {
      if (t + T < k)
        place += T;
    }
  }
  c[row * n + column] = sum;
}

void launch(int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid(n / T, n / T), block(T, T);
  never<<<grid, block>>>(n, k, a, b, c);
  ofThreads<<<grid, block>>>(n, k, a, b, c);
  evenSteps<<<grid, block>>>(n, k, a, b, c);
  perhapsChanged<<<grid, block>>>(n, k, 0, a, b, c);
  movedSometimes<<<grid, block>>>(n, k, a, b, c);
}
