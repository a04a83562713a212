// RUN: warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// One unsigned comparison for both bounds of a place, and what looks like it.
#define INDICES \
  int q = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y * blockDim.y + threadIdx.y; \
  int f = blockIdx.z; \
  if (q >= W || p >= H || f >= K) \
    return
#define SUM(condition) \
  float sum = 0; \
  for (int c = 0; c < C; ++c) \
    for (int r = 0; r < 3; ++r) \
      for (int s = 0; s < 3; ++s) { \
        int h = p + r - 1, v = q + s - 1; \
        if (condition) \
          sum += x[(c * H + h) * W + v] * w[((f * C + c) * 3 + r) * 3 + s]; \
      } \
  y[(f * H + p) * W + q] = sum

// CHECK: rewrote 'both'
__global__ void both(int C, int H, int W, int K, const float *x, const float *w,
                     float *y) {
  INDICES;
  SUM((unsigned)h < (unsigned)H && static_cast<unsigned>(v) < unsigned(W));
}

// CHECK: rewrote 'converted'
__global__ void converted(int C, int H, int W, int K, const float *x, const float *w,
                          float *y) {
  INDICES;
  SUM((unsigned)h < H && (unsigned)W > v);
}

// CHECK: rewrote 'wide'
__global__ void wide(int C, int H, int W, int K, const float *x, const float *w,
                     float *y) {
  INDICES;
  SUM((size_t)h < (size_t)H && !((unsigned)v >= (unsigned)W));
}

// CHECK: rewrote 'last'
__global__ void last(int C, int H, int W, int K, const float *x, const float *w,
                     float *y) {
  INDICES;
  SUM((unsigned)h <= (unsigned)(H - 1) && v >= 0 && v < W);
}

// Numbers above 255 are others.
// CHECK: left 'narrow' alone: 'SUM((unsigned char)h < H && (unsigned)v < (unsigned)W)' is an index that may lose bits
__global__ void narrow(int C, int H, int W, int K, const float *x, const float *w,
                       float *y) {
  INDICES;
  SUM((unsigned char)h < H && (unsigned)v < (unsigned)W);
}

// CHECK: left 'signedAgain' alone: 'SUM((int)(unsigned)h < H && (unsigned)v < (unsigned)W)' is an index that may lose bits
__global__ void signedAgain(int C, int H, int W, int K, const float *x, const float *w,
                            float *y) {
  INDICES;
  SUM((int)(unsigned)h < H && (unsigned)v < (unsigned)W);
}

// CHECK: left 'outside' alone: condition inside the loop
__global__ void outside(int C, int H, int W, int K, const float *x, const float *w,
                        float *y) {
  INDICES;
  SUM((unsigned)h >= (unsigned)H && (unsigned)v < (unsigned)W);
}

// CHECK: left 'either' alone: condition inside the loop
__global__ void either(int C, int H, int W, int K, const float *x, const float *w,
                       float *y) {
  INDICES;
  SUM((unsigned)h < (unsigned)H || (unsigned)v < (unsigned)W);
}

// CHECK: left 'ofRow' alone: {{.*}}in the loop is not implied by the guard
__global__ void ofRow(int C, int H, int W, int K, const float *x, const float *w,
                      float *y) {
  INDICES;
  SUM((unsigned)h < (unsigned)p && (unsigned)v < (unsigned)W);
}

// Column 0 is none: its predecessor is the largest number.
// CHECK: left 'firstColumn' alone: the guard 'j > 0' is not an upper bound on one index
__global__ void firstColumn(int C, int H, int W, int K, const float *x, const float *w,
                            float *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < H && (size_t)(j - 1) < (size_t)(W - 1)) {
    float sum = 0;
    for (int l = 0; l < K; ++l)
      sum += x[i * K + l] * w[l * W + j];
    y[i * W + j] = sum;
  }
}

void run(dim3 g, dim3 t, int C, int H, int W, int K, const float *x, const float *w, float *y) {
  both<<<g, t>>>(C, H, W, K, x, w, y);
  converted<<<g, t>>>(C, H, W, K, x, w, y);
  wide<<<g, t>>>(C, H, W, K, x, w, y);
  last<<<g, t>>>(C, H, W, K, x, w, y);
  narrow<<<g, t>>>(C, H, W, K, x, w, y);
  signedAgain<<<g, t>>>(C, H, W, K, x, w, y);
  outside<<<g, t>>>(C, H, W, K, x, w, y);
  either<<<g, t>>>(C, H, W, K, x, w, y);
  ofRow<<<g, t>>>(C, H, W, K, x, w, y);
  firstColumn<<<g, t>>>(C, H, W, K, x, w, y);
}
