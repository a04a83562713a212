// RUN: warpsmith %s --kernel=layer --passes=auto --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --implicit-check-not=packOperands
// RUN: warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col;128;64>' --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=ONE
// RUN: warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col>|tensorize<mma>' --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=ASKED
// RUN: warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col;128;64>|tensorize<wgmma>' --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=ASKED
// RUN: warpsmith %s --kernel=layer --passes=auto --arch=sm_90a --numerics=fp16 --emit=schedule --explain -- 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col;64;128>' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col>' --arch=sm_80 --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: not warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col>' --arch=sm_90a --numerics=bf16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not warpsmith %s --kernel=layer --passes='tensorize<wgmma;im2col>,tile' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: not warpsmith %s --passes='tensorize<wgmma;im2col>' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: warpsmith %s --passes=auto --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO
// What TMA's im2col mode copies, and what it does not.
#include <cuda_fp16.h>

// CHECK: namespace gathered_tensor {
// CHECK: gatherA.template copy<
// CHECK: struct Pixels {
// CHECK: warpsmith::copyPixelsToAll<Tile::SharersA, Tile::SharersB>(
// CHECK: namespace otherwise {
// CHECK: warpsmith::gathered_tensor::launchFastest<Problem,
// CHECK: } // namespace otherwise
// CHECK: struct Problem {
// CHECK: warpsmith::Pixels pixels;
// CHECK: __device__ float originalSum(int row, int column) const {
// CHECK-NEXT: float sum = 0;
// CHECK-NEXT: warpsmith::forEachPixel(pixels, row, [&](int pixel, int step) {
// CHECK-NEXT: const __half elementA = a[pixel];
// CHECK-NEXT: const __half elementB = b[column * ldb + step];
// CHECK-NEXT: sum += __half2float(elementA) * __half2float(elementB);
// CHECK: struct Flat : warpsmith::wgmma::WgmmaTile<Problem, 64, 64, 8, 2, 2, 1, 273> {};
// CHECK: const warpsmith::Pixels &pixels) {
// CHECK-NEXT: if (k <= 64 && n <= 64)
// CHECK-NEXT: return false; // threads gather so few faster
// CHECK: warpsmith::wgmma::launchFastest<Problem, Large, Paired, Flat, Tiny,
// CHECK-NEXT: warpsmith::wgmma::Sliced<Medium>,
// CHECK-NEXT: warpsmith::wgmma::Sliced<Tiny>>(
// CHECK: run(device, stream, (int)rows, (int)columns, (int)steps, x, (int)C, w,
// CHECK-NEXT: (int)((long long)C * R * S), y, (int)K,
// CHECK-NEXT: warpsmith::Pixels{(int)C,
// CHECK-NEXT: (int)((long long)C * H * W),
// CHECK-NEXT: {(int)P, (int)stride, (int)(-(long long)pad), (int)H,
// CHECK-NEXT: (int)R, 2, (int)((long long)C * W)},
// CHECK-NEXT: {(int)Q, (int)stride, (int)(-(long long)pad), (int)W,
// CHECK-NEXT: (int)S, 2, (int)C}});
// CHECK: if (!ran)
// CHECK-NEXT: otherwise::launch(
// ONE: warpsmith::copyPixelsToAll<Tile::SharersA, Tile::SharersB>(
// ONE: using BlockTile = warpsmith::wgmma::WgmmaTile<Problem, 64, 64, 8, 2, 2>;
// ONE: return warpsmith::wgmma::launchIm2col<Problem, BlockTile>(device, stream, problem);
// ONE-NOT: launchFastest
// ONE: const bool ran = device.capability == 90 && covered && separate &&
// ONE-NEXT: run(
// ASKED-NOT: threads gather so few
// SCHEDULE: tensorize<wgmma>: products read shared memory by themselves, while threads gather
// SCHEDULE: passes   tensorize<wgmma;im2col>|tensorize<wgmma>
// SCHEDULE: pixels   by TMA's im2col mode, where a k-tile's steps divide their channels
// SCHEDULE-NEXT: copies   by TMA, from a producer warp
// SCHEDULE-NEXT: tile     128 x 256 x 64, 4 stages, clusters of 2,
// SIZE: there is no tile of 64 x 128 for pixels, but of 256, 128, 64, 64;64
// OLDER: wgmma needs sm_90a; the architecture is sm_80
// TYPE: 'x' is __half, and TMA copies elements as they lie
// LAST: tensorize<wgmma> has tiles and copies of its own
// AUTO-DAG: rewrote 'layer': tensorize<wgmma;im2col>|tensorize<wgmma> [
__global__ void layer(int C, int H, int W, int K, int R, int S, int P, int Q, int stride, int pad,
                      const __half *x, const __half *w, __half *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / P, p = blockIdx.z % P;
  if (k >= K || q >= Q)
    return;
  float sum = 0;
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < S; ++s) {
      int h = p * stride + 2 * r - pad, v = q * stride + 2 * s - pad;
      if (h >= 0 && h < H && v >= 0 && v < W)
        for (int c = 0; c < C; ++c)
          sum += (float)x[((n * H + h) * W + v) * C + c] * (float)w[((k * R + r) * S + s) * C + c];
    }
  y[((n * P + p) * Q + q) * K + k] = sum;
}

#define OUTPUT                                                                                     \
  int k = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;        \
  int n = blockIdx.z / P, p = blockIdx.z % P;                                                      \
  if (k >= K || q >= Q)                                                                            \
    return;                                                                                        \
  float sum = 0
#define STEPS                                                                                      \
  for (int r = 0; r < R; ++r)                                                                      \
    for (int s = 0; s < S; ++s)                                                                    \
      for (int c = 0; c < C; ++c)
#define PRODUCT(place, coefficient) sum += (float)x[place] * (float)w[coefficient]
#define PIXEL ((n * H + p + r) * W + q + s) * C + c
#define FILTER ((k * R + r) * S + s) * C + c
#define RESULT y[((n * P + p) * Q + q) * K + k] = sum

// REFUSED-DAG: to 'channelsFirst': the channels of 'x' are not adjacent
// AUTO-DAG: rewrote 'channelsFirst': tensorize<wgmma> [
__global__ void channelsFirst(int C, int H, int W, int K, int R, int S, int P, int Q,
                              const __half *x, const __half *w, __half *y) {
  OUTPUT;
  STEPS PRODUCT(((n * C + c) * H + p + r) * W + q + s, ((k * R + r) * S + s) * C + c);
  RESULT;
}
// REFUSED-DAG: to 'filtersLast': the steps of 'w' are not adjacent in their order
__global__ void filtersLast(int C, int H, int W, int K, int R, int S, int P, int Q,
                            const __half *x, const __half *w, __half *y) {
  OUTPUT;
  STEPS PRODUCT(PIXEL, ((r * S + s) * C + c) * K + k);
  RESULT;
}
// REFUSED-DAG: to 'turnedFilters': the steps of 'w' are not adjacent in their order
__global__ void turnedFilters(int C, int H, int W, int K, int R, int S, int P, int Q,
                              const __half *x, const __half *w, __half *y) {
  OUTPUT;
  STEPS PRODUCT(PIXEL, ((k * S + s) * R + r) * C + c);
  RESULT;
}
// REFUSED-DAG: to 'turnedLoops': steps do not go through the filter in the order of pixels
// AUTO-DAG: rewrote 'turnedLoops': tensorize<wgmma> [
__global__ void turnedLoops(int C, int H, int W, int K, int R, int S, int P, int Q,
                            const __half *x, const __half *w, __half *y) {
  OUTPUT;
  for (int s = 0; s < S; ++s)
    for (int r = 0; r < R; ++r) {
      int h = p + r - 1, v = q + s - 1;
      if (h >= 0 && h < H && v >= 0 && v < W)
        for (int c = 0; c < C; ++c)
          PRODUCT(((n * H + h) * W + v) * C + c, ((k * S + s) * R + r) * C + c);
    }
  RESULT;
}
// REFUSED-DAG: to 'resultsFirst': 'x' has padding
__global__ void resultsFirst(int C, int H, int W, int K, int R, int S, int P, int Q,
                             const __half *x, const __half *w, __half *y) {
  OUTPUT;
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < S; ++s) {
      int h = p + r - 1, v = q + s - 1;
      if (h >= 0 && h < H && v >= 0 && v < W)
        for (int c = 0; c < C; ++c)
          PRODUCT(((n * H + h) * W + v) * C + c, FILTER);
    }
  y[((n * K + k) * P + p) * Q + q] = sum;
}
// REFUSED-DAG: to 'rowsApart': the pixels of 'y' are not rows of a matrix
__global__ void rowsApart(int C, int H, int W, int K, int R, int S, int P, int Q,
                          const __half *x, const __half *w, __half *y) {
  OUTPUT;
  STEPS PRODUCT(PIXEL, FILTER);
  y[((n * P + p) * (Q + 2) + q) * K + k] = sum;
}
// REFUSED-DAG: to 'ofFloats': 'x' is float, and TMA copies elements as they lie
__global__ void ofFloats(int C, int H, int W, int K, int R, int S, int P, int Q,
                         const float *x, const float *w, __half *y) {
  OUTPUT;
  STEPS PRODUCT(PIXEL, FILTER);
  RESULT;
}
// REFUSED-DAG: to 'fewChannels': there are 48 channels, and not a multiple of 64
// AUTO-DAG: rewrote 'fewChannels': tensorize<wgmma> [
__global__ void fewChannels(int C, int H, int W, int K, int R, int S, int P, int Q,
                            const __half *x, const __half *w, __half *y) {
  OUTPUT;
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < S; ++s) {
      int h = p + r - 1, v = q + s - 1;
      if (h >= 0 && h < H && v >= 0 && v < W)
        for (int c = 0; c < 48; ++c)
          PRODUCT(((n * H + h) * W + v) * 48 + c, ((k * R + r) * S + s) * 48 + c);
    }
  RESULT;
}
// REFUSED-DAG: to 'backwards': it goes backwards through the pixels of 'x'
__global__ void backwards(int C, int H, int W, int K, int R, int S, int P, int Q,
                          const __half *x, const __half *w, __half *y) {
  OUTPUT;
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < S; ++s) {
      int h = p - r + 1, v = q - s + 1;
      if (h >= 0 && h < H && v >= 0 && v < W)
        for (int c = 0; c < C; ++c)
          PRODUCT(((n * H + h) * W + v) * C + c, FILTER);
    }
  RESULT;
}
// REFUSED-DAG: to 'volumes': its pixels have more than two dimensions
__global__ void volumes(int C, int D, int H, int W, int K, int R, int O, int P, int Q,
                        const __half *x, const __half *w, __half *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
  int o = blockIdx.z / P, p = blockIdx.z % P;
  if (k >= K || q >= Q)
    return;
  float sum = 0;
  for (int t = 0; t < R; ++t)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < R; ++s) {
        int d = o + t - 1, h = p + r - 1, v = q + s - 1;
        if (d >= 0 && d < D && h >= 0 && h < H && v >= 0 && v < W)
          for (int c = 0; c < C; ++c)
            PRODUCT(((d * H + h) * W + v) * C + c, (((k * R + t) * R + r) * R + s) * C + c);
      }
  y[((o * P + p) * Q + q) * K + k] = sum;
}
// REFUSED-DAG: to 'groups': it is a batch of products
__global__ void groups(int G, int C, int W, int K, int S, int Q, const __half *x, const __half *w,
                       __half *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
  int g = blockIdx.z;
  if (k >= K || q >= Q)
    return;
  float sum = 0;
  for (int s = 0; s < S; ++s)
    for (int c = 0; c < C; ++c)
      PRODUCT(((q + s) * G + g) * C + c, ((g * K + k) * S + s) * C + c);
  y[(q * G + g) * K + k] = sum;
}
// REFUSED-DAG: to 'matrices': its operands are plain matrices, which TMA copies in boxes
__global__ void matrices(int m, int n, int l, const __half *x, const __half *w, __half *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int c = 0; c < l; ++c)
    PRODUCT(i * l + c, j * l + c);
  y[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int n, const __half *x, const __half *w, __half *y, const float *f) {
  layer<<<g, t>>>(n, n, n, n, n, n, n, n, n, n, x, w, y);
  channelsFirst<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  filtersLast<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  turnedFilters<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  turnedLoops<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  resultsFirst<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  rowsApart<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  ofFloats<<<g, t>>>(n, n, n, n, n, n, n, n, f, f, y);
  fewChannels<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  backwards<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  volumes<<<g, t>>>(n, n, n, n, n, n, n, n, n, x, w, y);
  groups<<<g, t>>>(n, n, n, n, n, n, x, w, y);
  matrices<<<g, t>>>(n, n, n, x, w, y);
}
