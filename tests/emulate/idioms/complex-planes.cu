// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %same rewritten 'auto' --arch=sm_90a
// RUN: %contraction
// Complex matrices whose real and imaginary parts lie in arrays of their own: two results of the
// same four operands. Each is computed by itself.
#include "program.h"
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return

// A difference keeps its order. Of the sum, the product is contracted that was read first.
// CHECK: contraction plain
// CHECK: A        ar[%m * lda + %k]: f32
// CHECK: B        br[%k * ldb + %n]: f32
// CHECK: A2       ai[%m * lda + %k]: f32
// CHECK: B2       bi[%k * ldb + %n]: f32
// CHECK: C        cr[%m * ldc + %n]: f32
// CHECK: beside   ci[%m * ldc + %n]: f32
// CHECK: step     sum + (A * B - A2 * B2)
// CHECK: contraction plain
// CHECK: A        ar[%m * lda + %k]: f32
// CHECK: B        bi[%k * ldb + %n]: f32
// CHECK: A2       ai[%m * lda + %k]: f32
// CHECK: B2       br[%k * ldb + %n]: f32
// CHECK: C        ci[%m * ldc + %n]: f32
// CHECK: step     sum + (A * B + A2 * B2)
__global__ void plain(int m, int n, int k, const float *ar, const float *ai, int lda,
                      const float *br, const float *bi, int ldb, float *cr, float *ci, int ldc) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    const float xr = ar[i * lda + l], xi = ai[i * lda + l];
    const float yr = br[l * ldb + j], yi = bi[l * ldb + j];
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * ldc + j] = re;
  ci[i * ldc + j] = im;
}

// Conjugated, transposed and scaled; the products come one by one.
// CHECK: contraction conjugated
// CHECK: step     sum + A * B + A2 * B2
// CHECK: result   alpha * sum
// CHECK: contraction conjugated
// CHECK: step     sum + A * B - A2 * B2
__global__ void conjugated(int m, int n, int k, double alpha, const double *ar, const double *ai,
                           const double *br, const double *bi, double *cr, double *ci) {
  INDICES;
  double re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    const double xr = ar[l * m + i], xi = ai[l * m + i], yr = br[j * k + l], yi = bi[j * k + l];
    re += xr * yr;
    re += xi * yi;
    im += xr * yi;
    im -= xi * yr;
  }
  cr[i * n + j] = alpha * re;
  ci[i * n + j] = alpha * im;
}

// Parts of one array, the imaginary ones behind the real ones; FMAs in so many words.
// CHECK: contraction fused
// CHECK: B        b[%k * n + k * n + %n]: f32
// CHECK: step     fmaf(A2, B2, fmaf(A, B, sum))
// CHECK: contraction fused
// CHECK: step     fmaf(-A2, B2, fmaf(A, B, sum))
__global__ void fused(int m, int n, int k, const float *a, const float *b, float *cr, float *ci) {
  INDICES;
  float im = 0, re = 0;
  for (int l = 0; l < k; ++l) {
    const float xi = a[m * k + i * k + l], yi = b[k * n + l * n + j];
    const float yr = b[l * n + j], xr = a[i * k + l];
    im = fmaf(xi, yr, fmaf(xr, yi, im));
    re = fmaf(-xi, yi, fmaf(xr, yr, re));
  }
  ci[i * n + j] = im;
  cr[i * n + j] = re;
}

// One part alone, whose elements are read in another order than they are multiplied.
// CHECK: contraction imaginary
// CHECK: step     sum + (A * B + A2 * B2)
__global__ void imaginary(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *ci) {
  INDICES;
  float im = 0;
  for (int l = 0; l < k; ++l) {
    const float xr = ar[i * k + l], xi = ai[i * k + l], yr = br[l * n + j], yi = bi[l * n + j];
    im += xr * yi + xi * yr;
  }
  ci[i * n + j] = im;
}

// Tiles in shared memory.
__global__ void tiled(int m, int n, int k, const float *ar, const float *ai, const float *br,
                      const float *bi, float *cr, float *ci) {
  __shared__ float tar[8][8], tai[8][8], tbr[8][8], tbi[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float re = 0, im = 0;
  for (int first = 0; first < k; first += 8) {
    const bool inA = i < m && first + x < k, inB = first + y < k && j < n;
    tar[y][x] = inA ? ar[i * k + first + x] : 0;
    tai[y][x] = inA ? ai[i * k + first + x] : 0;
    tbr[y][x] = inB ? br[(first + y) * n + j] : 0;
    tbi[y][x] = inB ? bi[(first + y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      re += tar[y][l] * tbr[l][x];
      im += tar[y][l] * tbi[l][x];
      re -= tai[y][l] * tbi[l][x];
      im += tai[y][l] * tbr[l][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) {
    cr[i * n + j] = re;
    ci[i * n + j] = im;
  }
}

int main() {
  float *s[6];
  double *d[6];
  for (int index = 0; index < 6; ++index) {
    s[index] = randomArray<float>(17 + 3 * index);
    d[index] = randomArray<double>(5 + 7 * index);
  }
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  plain<<<grid, block>>>(Rows, Columns, Steps, s[0], s[1], Steps + 3, s[2], s[3], Columns + 2, s[4],
                         s[5], Columns + 5);
  printArray(s[4]);
  printArray(s[5]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, 0.7, d[0], d[1], d[2], d[3], d[4], d[5]);
  printArray(d[4]);
  printArray(d[5]);
  fused<<<grid, block>>>(Rows, Columns, Steps, s[0], s[1], s[4], s[5]);
  printArray(s[4]);
  printArray(s[5]);
  imaginary<<<grid, block>>>(Rows, Columns, Steps, s[0], s[1], s[2], s[3], s[5]);
  printArray(s[5]);
  tiled<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, s[0], s[1],
                                                                 s[2], s[3], s[4], s[5]);
  printArray(s[4]);
  printArray(s[5]);
  // The second result lies over an operand: the original runs behind what computes the first one.
  plain<<<dim3(1, 1), dim3(1, 1)>>>(1, 1, 1, s[0], s[1], 1, s[2], s[3], 1, s[4], s[3], 1);
  printArray(s[3]);
  printArray(s[4]);
}
