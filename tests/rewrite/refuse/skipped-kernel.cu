// RUN: %unchanged
// RUN: warpsmith %s --emit=contraction -- -DFAST 2>&1 | FileCheck %s --check-prefix=FAST
// Kernels that this compilation leaves out are named all the same, but for those behind `#if 0` and
// those that have the name of another one. Beside one that is understood they are not.
// CHECK-DAG: remark: left 'always' alone: no loop that sums products
// CHECK-DAG: .cu:[[@LINE+5]]:17: remark: left 'fast' alone: '#ifdef FAST' leaves it out of this compilation: give the build's flags after --
// FAST: contraction fast
// FAST-NOT: left 'never'
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#ifdef FAST
__global__ void fast(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = INDEX;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
template <typename T> __global__ void declared(T *a);
__global__ void __launch_bounds__(256, 2) always(float *a) { a[INDEX] = 1; }
#else
__global__ void __launch_bounds__(256, 2) always(float *a) { a[INDEX] = 0; }
// CHECK-DAG: remark: left 'never' alone: no loop that sums products
__global__ void never(float *a) { a[INDEX] = 0; }
#endif
#if 0
__global__ void dead(float *a) { a[INDEX] = 1; }
#endif
void go(float *a) {
  always<<<1, 32>>>(a);
#ifdef FAST
  fast<<<dim3(4, 4), dim3(16, 16)>>>(64, a, a, a);
#else
  never<<<1, 32>>>(a);
#endif
}
