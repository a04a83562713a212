// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// RUN: warpsmith %s --passes=tile --numerics=fp32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FP32
// Of two products that a step adds, nvcc contracts the one whose elements are read first. Where an
// element is read by reference, more than once, from shared memory, or to be copied with others,
// that is not the order of the source.
#include <cuda_runtime.h>
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return

// CHECK: rewrote 'variables'
__global__ void variables(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float xr = ar[i * k + l], xi = ai[i * k + l], yr = br[l * n + j], yi = bi[l * n + j];
    sum += xr * yi + xi * yr;
  }
  c[i * n + j] = sum;
}

// CHECK: pass 'tile' does not apply to 'references': 'A * B + A2 * B2' adds products, and which one nvcc contracts into an FMA cannot be told; read each element once
// FP32: rewrote 'references'
__global__ void references(int m, int n, int k, const float *ar, const float *ai, const float *br,
                           const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float &xr = ar[i * k + l], &xi = ai[i * k + l], &yr = br[l * n + j], &yi = bi[l * n + j];
    sum += xr * yi + xi * yr;
  }
  c[i * n + j] = sum;
}

// CHECK: pass 'tile' does not apply to 'byReference': 'A * B + A2 * B2' adds products
// FP32: rewrote 'byReference'
__device__ float imaginary(const float &xr, const float &xi, const float &yr, const float &yi) {
  return xr * yi + xi * yr;
}
__global__ void byReference(int m, int n, int k, const float *ar, const float *ai, const float *br,
                            const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += imaginary(ar[i * k + l], ai[i * k + l], br[l * n + j], bi[l * n + j]);
  c[i * n + j] = sum;
}

// CHECK: pass 'tile' does not apply to 'vectors': 'A * B + A2 * B2' adds products
// FP32: rewrote 'vectors'
__global__ void vectors(int m, int n, int k, const float *ar, const float *ai, const float *br,
                        const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float2 x = make_float2(ar[i * k + l], ai[i * k + l]);
    const float2 y = make_float2(br[l * n + j], bi[l * n + j]);
    sum += x.x * y.y + x.y * y.x;
  }
  c[i * n + j] = sum;
}

// CHECK: pass 'tile' does not apply to 'structures': 'A * B + A2 * B2' adds products
// FP32: rewrote 'structures'
struct Number {
  float re, im;
};
__global__ void structures(int m, int n, int k, const float *ar, const float *ai, const float *br,
                           const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const Number x = {ar[i * k + l], ai[i * k + l]}, y = {br[l * n + j], bi[l * n + j]};
    sum += x.re * y.im + x.im * y.re;
  }
  c[i * n + j] = sum;
}

// CHECK: pass 'tile' does not apply to 'arrays': 'A * B + A2 * B2' adds products
// FP32: rewrote 'arrays'
__global__ void arrays(int m, int n, int k, const float *ar, const float *ai, const float *br,
                       const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float x[2] = {ar[i * k + l], ai[i * k + l]}, y[2] = {br[l * n + j], bi[l * n + j]};
    sum += x[0] * y[1] + x[1] * y[0];
  }
  c[i * n + j] = sum;
}

// The second read is the first one's to the compiler, though nothing uses what that makes.
// CHECK: pass 'tile' does not apply to 'readTwice': 'A * B + A2 * B2' adds products
// FP32: rewrote 'readTwice'
__global__ void readTwice(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float unused = ai[i * k + l] * br[l * n + j];
    sum += ar[i * k + l] * bi[l * n + j] + ai[i * k + l] * br[l * n + j];
  }
  c[i * n + j] = sum;
}

// Tiles are read in another order than they are filled in.
// CHECK: pass 'tile' does not apply to 'tiled': 'A * B + A2 * B2' adds products
// FP32: rewrote 'tiled'
__global__ void tiled(int m, int n, int k, const float *ar, const float *ai, const float *br,
                      const float *bi, float *c) {
  __shared__ float tar[8][8], tai[8][8], tbr[8][8], tbi[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float sum = 0;
  for (int first = 0; first < k; first += 8) {
    const bool inA = i < m && first + x < k, inB = first + y < k && j < n;
    tar[y][x] = inA ? ar[i * k + first + x] : 0;
    tai[y][x] = inA ? ai[i * k + first + x] : 0;
    tbr[y][x] = inB ? br[(first + y) * n + j] : 0;
    tbi[y][x] = inB ? bi[(first + y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      sum += tar[y][l] * tbi[l][x] + tai[y][l] * tbr[l][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// An operation on an element counts like a later read.
// CHECK: pass 'tile' does not apply to 'scaled': 'A * B + 3.0f * A2 * 7.0f * B2' adds products
// FP32: rewrote 'scaled'
__global__ void scaled(int m, int n, int k, const float *ar, const float *ai, const float *br,
                       const float *bi, float *c) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float yr = br[l * n + j], xr = ar[i * k + l], xi = ai[i * k + l], yi = bi[l * n + j];
    sum += xr * yi + 3.0f * xi * 7.0f * yr;
  }
  c[i * n + j] = sum;
}

// Two results: so it is with both of them.
// CHECK: pass 'tile' does not apply to 'both': 'A * B + A2 * B2' adds products
// FP32: rewrote 'both': {{.*}}, each of 2 outputs by itself
__global__ void both(int m, int n, int k, const float *ar, const float *ai, const float *br,
                     const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    const float &xr = ar[i * k + l], &xi = ai[i * k + l], &yr = br[l * n + j], &yi = bi[l * n + j];
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

void run(dim3 g, dim3 t, int m, int n, int k, float *a, float *b, float *c, float *d, float *e,
         float *f) {
  variables<<<g, t>>>(m, n, k, a, b, c, d, e);
  references<<<g, t>>>(m, n, k, a, b, c, d, e);
  byReference<<<g, t>>>(m, n, k, a, b, c, d, e);
  vectors<<<g, t>>>(m, n, k, a, b, c, d, e);
  structures<<<g, t>>>(m, n, k, a, b, c, d, e);
  arrays<<<g, t>>>(m, n, k, a, b, c, d, e);
  readTwice<<<g, t>>>(m, n, k, a, b, c, d, e);
  tiled<<<g, dim3(8, 8)>>>(m, n, k, a, b, c, d, e);
  scaled<<<g, t>>>(m, n, k, a, b, c, d, e);
  both<<<g, t>>>(m, n, k, a, b, c, d, e, f);
}
