// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Close to the kernels of tests/emulate/idioms/several-stored.cu: what threads store in strides of
// the block is not all that is read, or is stored twice.
#define BM 32
#define BN 32
#define BK 8
#define KERNEL(NAME, STEPS, STRIDE)                                                                \
  __global__ void NAME(const float *A, const float *B, float *C, int M, int N, int K) {           \
    int tid = threadIdx.x, tx = tid % 8, ty = tid / 8;                                             \
    __shared__ float a[BM][BK], b[BK][BN];                                                         \
    float acc[4][4] = {0};                                                                         \
    for (int k0 = 0; k0 < K; k0 += BK) {                                                           \
      for (int i = 0; i < STEPS; i++) {                                                            \
        int l = tid + i * STRIDE, r = l / BK, c = l % BK, y = blockIdx.y * BM + r, x = k0 + c;     \
        a[r][c] = y < M && x < K ? A[y * K + x] : 0.f;                                             \
      }                                                                                            \
      for (int i = 0; i < 4; i++) {                                                                \
        int l = tid + i * 64, r = l / BN, c = l % BN, y = k0 + r, x = blockIdx.x * BN + c;         \
        b[r][c] = y < K && x < N ? B[y * N + x] : 0.f;                                             \
      }                                                                                            \
      __syncthreads();                                                                             \
      for (int e = 0; e < BK; e++)                                                                 \
        for (int i = 0; i < 4; i++)                                                                \
          for (int j = 0; j < 4; j++)                                                              \
            acc[i][j] += a[ty * 4 + i][e] * b[e][tx * 4 + j];                                      \
      __syncthreads();                                                                             \
    }                                                                                              \
    for (int i = 0; i < 4; i++)                                                                    \
      for (int j = 0; j < 4; j++) {                                                                \
        int row = blockIdx.y * BM + ty * 4 + i, col = blockIdx.x * BN + tx * 4 + j;                \
        if (row < M && col < N)                                                                    \
          C[row * N + col] = acc[i][j];                                                            \
      }                                                                                            \
  }

// CHECK-DAG: remark: left 'tooFewSteps' alone: what is read of 'a' is not known to be what one thread of the block has stored there in line [[@LINE+1]]
KERNEL(tooFewSteps, 3, 64)
// CHECK-DAG: remark: left 'halfAStride' alone: what is read of 'b' is not known to be what one thread of the block has stored there in line [[@LINE+1]]
KERNEL(halfAStride, 8, 32)
// CHECK-DAG: remark: left 'twoStrides' alone: an element beyond the end of 'a'
KERNEL(twoStrides, 4, 128)
