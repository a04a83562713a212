// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --kernel=plain --passes='tile,pipeline<stages=3>' -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=RING
// RUN: warpsmith %s --kernel=plain --passes=auto --arch=sm_90a --numerics=fp32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: warpsmith %s --kernel=plain --passes=auto --arch=sm_90a --numerics=tf32 --emit=schedule -- | FileCheck %s --check-prefix=TENSORS
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<wgmma>' --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<wgmma;128;96>' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: warpsmith %s --kernel=ofBytes --passes=auto --arch=sm_90a --emit=schedule -- | FileCheck %s --check-prefix=BYTES
// RUN: not warpsmith %s --kernel=ofShorts --passes='tensorize<wgmma>' --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SHORTS
// RUN: not warpsmith %s --kernel=ofShorts --passes='tensorize<mma>' --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SHORTS
// RUN: warpsmith %s --kernel=plain --passes=auto --arch=sm_80 --numerics=bf16 --explain --emit=schedule -- 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<mma>' --arch=sm_75 --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<mma>' --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<mma>' --arch=sm_80 --numerics=fp64 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<mma;128;64>' --arch=sm_80 --numerics=tf32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=WARPSIZE
// RUN: not warpsmith %s --kernel=plain --passes='tile<64;64;12;8;8>' -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not warpsmith %s --kernel=plain --passes='tile<48;64;8;4;4>' -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=EVENLY
// RUN: warpsmith %s --kernel=plain --passes=tile --explain -- 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// What is said of products whose steps are counted by several indices.
#define CONVOLUTION_IN(Sum, first)                                                                 \
  int q = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;                                   \
  if (q >= Q)                                                                                      \
    return;                                                                                        \
  Sum sum = 0;                                                                                     \
  for (int c = 0; c < C; ++c)                                                                      \
    for (int s = 0; s < S; ++s)                                                                    \
      sum += x[c * W + q + s - first] * w[(k * C + c) * S + s];                                    \
  y[k * Q + q] = sum
#define CONVOLUTION(first) CONVOLUTION_IN(float, first)

// CHECK-DAG: pass 'tile' does not apply to 'untested': the first elements of 'x' that it reads lie before the array, and it does not test for that
__global__ void untested(int C, int S, int W, int Q, const float *x, const float *w, float *y) {
  CONVOLUTION(1);
} // CHECK-DAG: rewrote 'plain': tile [
// RING: its steps are counted by 2 indices, for which only tile, tensorize<mma> and tensorize<wgmma> have kernels
// AUTO: rewrote 'plain': tile [
// TENSORS: passes   tensorize<wgmma>
// TENSORS: copies   gathered by all threads, with cp.async where elements are adjacent
// TENSORS-NEXT: tile     128 x 256 x 32, 256 threads, 4 stages
// EXACT: tensor cores round the operands; say to which format with --numerics=fp16
// SIZE: there is no tile of 128 x 96 for gathered operands; there are 128;256, 128;128, 128;64, 64;64
// WARPS: passes   tensorize<mma>
// WARPS: tile     128 x 256 x 64, 256 threads, 3 stages
// OLDER: tensorize<mma> copies with cp.async, which needs sm_80; the architecture is sm_75
// WIDE: --numerics=fp64 is for sums in double
// WARPSIZE: there is no tile of 128 x 64 for gathered operands; there are 128;256, 128;128, 64;64
// STEPS: a tile of gathered operands has 8, 16 or 32 steps
// EVENLY: 192 threads do not gather the same number of elements each of 48 x 64 x 8
// EXPLAIN: tile: each element that a block gathers serves many products instead of one
__global__ void plain(int C, int S, int W, int Q, const float *x, const float *w, float *y) {
  CONVOLUTION(0);
}
// BYTES: passes   tensorize<wgmma>
// BYTES: tile     128 x 256 x 128, 256 threads, 4 stages
__global__ void ofBytes(int C, int S, int W, int Q, const unsigned char *x, const signed char *w,
                        int *y) {
  CONVOLUTION_IN(int, 0);
}
// SHORTS: 'x' is short, and {{wgmma|mma.sync}}'s integers have 8 bits
__global__ void ofShorts(int C, int S, int W, int Q, const short *x, const signed char *w, int *y) {
  CONVOLUTION_IN(int, 0);
}
// CHECK-DAG: pass 'tile' does not apply to 'alike': it skips steps for all elements alike
__global__ void alike(int C, int S, int W, int Q, int last, const float *x, const float *w,
                      float *y) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
  if (q >= Q)
    return;
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int s = 0; s < S; ++s)
      if (s - 1 >= 0 && s - 1 < last)
        sum += x[c * W + q + s] * w[(k * C + c) * S + s];
  y[k * Q + q] = sum;
}
// CHECK-DAG: left 'diagonal' alone: the condition 'q > 0' in the loop is not implied by the guard
__global__ void diagonal(int C, int S, int H, int W, int Q, const float *x, const float *w,
                         float *y) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
  if (q >= Q)
    return;
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int s = 0; s < S; ++s)
      if (q - 1 >= 0 && q - 1 < H && q - 2 >= 0 && q - 2 < W)
        sum += x[c * W + q + s] * w[(k * C + c) * S + s];
  y[k * Q + q] = sum;
}
void run(dim3 g, dim3 t, int n, const float *x, const float *w, float *y,
         const unsigned char *bytes, const short *shorts, const signed char *filters, int *sums) {
  ofBytes<<<g, t>>>(n, n, n, n, bytes, filters, sums);
  ofShorts<<<g, t>>>(n, n, n, n, shorts, filters, sums);
  untested<<<g, t>>>(n, n, n, n, x, w, y);
  plain<<<g, t>>>(n, n, n, n, x, w, y);
  alike<<<g, t>>>(n, n, n, n, n, x, w, y);
  diagonal<<<g, t>>>(n, n, n, n, n, x, w, y);
}
