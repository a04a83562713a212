// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s
// A macro inside of another one keeps its name, too: its value belongs to the build.
#ifndef LD
#define LD 40
#endif
#define LAST (16)
#define SCALE 1.5f
#define AT(r, c) ((r) * LD + (c))
#define SCALED(x) ((x) * SCALE)
#define BELOW(x) ((x) < LAST)

// CHECK: contraction gemm
// CHECK-NEXT: domain   %m < m, %n < n, %k < LAST
// CHECK-NEXT: A        a[%m * LD + %k]: f32
// CHECK: result   sum * SCALE
// CHECK: constant LAST = 16
// CHECK-NEXT: constant LD = 40
__global__ void gemm(int m, int n, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; BELOW(l); ++l)
    sum += a[AT(i, l)] * b[l * n + j];
  c[i * n + j] = SCALED(sum);
}
void go(dim3 g, dim3 t, int m, int n, const float *a, const float *b, float *c) { gemm<<<g, t>>>(m, n, a, b, c); }
