// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s
// A template's parameters as a macro's arguments are not macros themselves.
#define AT(i, j, ld) ((i) * (ld) + (j))
#define ROW(i, ld) AT(i, threadIdx.x, ld)
template <int BM, int BN, int BK>
__global__ void mm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[BM * BK], tb[BK * BN];
  int tx = threadIdx.x, ty = threadIdx.y, j = blockIdx.x * BN + tx, i = blockIdx.y * BM + ty;
  float sum = 0;
  for (int l = 0; l < k; l += BK) {
    ta[ROW(ty, BK)] = a[AT(i, l + tx, k)];
    tb[ROW(ty, BN)] = b[AT(l + ty, j, n)];
    __syncthreads();
    for (int p = 0; p < BK; ++p)
      sum += ta[AT(ty, p, BK)] * tb[AT(p, tx, BN)];
    __syncthreads();
  }
  c[AT(i, j, n)] = sum;
}
void run(int m, int n, int k, const float *a, const float *b, float *c) {
  mm<16, 16, 16><<<dim3(n / 16, m / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
}

// CHECK: contraction mm
// CHECK-NOT: constant
