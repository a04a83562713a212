// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Close to the product of tests/emulate/verify-convolutions.cu: what is stored in a tile is of a
// digit of the thread's place, but its place in the tile does not tell which thread has stored it.
#define T 16

// Two threads write each place, of two pixels.
// CHECK: remark: left 'ofTwoThreads' alone: several threads or steps may store different values to one element of 'b'
__global__ void ofTwoThreads(float *y, const float *x, const float *w, int N, int M, int C, int P) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < (C + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < C ? w[i * C + t * T + tx] : 0.0f;
    b[ty][tx / 2] = j < N * P && t * T + ty < C ? x[(j / P * C + t * T + ty) * P + j % P] : 0.0f;
    __syncthreads();
    for (int q = 0; q < T; ++q)
      sum += a[ty][q] * b[q][tx / 2];
    __syncthreads();
  }
  if (i < M && j < N * P)
    y[(j / P * M + i) * P + j % P] = sum;
}

// Each thread writes its place in several steps, with values of different pixels.
// CHECK: remark: left 'ofSeveralSteps' alone: several threads or steps may store different values to one element of 'b'
__global__ void ofSeveralSteps(float *y, const float *x, const float *w, int N, int M, int C,
                               int P) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < (C + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < C ? w[i * C + t * T + tx] : 0.0f;
    for (int s = 0; s < 2; ++s)
      b[ty][tx] = j < N * P && t * T + ty < C
                      ? x[((j + s) / P * C + t * T + ty) * P + (j + s) % P] : 0.0f;
    __syncthreads();
    for (int q = 0; q < T; ++q)
      sum += a[ty][q] * b[q][tx];
    __syncthreads();
  }
  if (i < M && j < N * P)
    y[(j / P * M + i) * P + j % P] = sum;
}

// Nobody writes the last column that is read.
// CHECK: remark: left 'besideTheTile' alone:
__global__ void besideTheTile(float *y, const float *x, const float *w, int N, int M, int C,
                              int P) {
  __shared__ float a[T][T], b[T][T + 1];
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < (C + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < C ? w[i * C + t * T + tx] : 0.0f;
    b[ty][tx] = j < N * P && t * T + ty < C ? x[(j / P * C + t * T + ty) * P + j % P] : 0.0f;
    __syncthreads();
    for (int q = 0; q < T; ++q)
      sum += a[ty][q] * b[q][tx + 1];
    __syncthreads();
  }
  if (i < M && j < N * P)
    y[(j / P * M + i) * P + j % P] = sum;
}

// CHECK: remark: left 'noBarrierAfter' alone: 'a' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+11]]
__global__ void noBarrierAfter(float *y, const float *x, const float *w, int N, int M, int C,
                               int P) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < (C + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < C ? w[i * C + t * T + tx] : 0.0f;
    b[ty][tx] = j < N * P && t * T + ty < C ? x[(j / P * C + t * T + ty) * P + j % P] : 0.0f;
    __syncthreads();
    for (int q = 0; q < T; ++q)
      sum += a[ty][q] * b[q][tx];
  }
  if (i < M && j < N * P)
    y[(j / P * M + i) * P + j % P] = sum;
}
