// RUN: warpsmith %s -o %t.cu -- > %t.remarks 2>&1 && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks
// RUN: warpsmith %s -o %t.fast.cu -- -use_fast_math -DFAST 2>&1 | FileCheck %s --check-prefix=FAST
// Instructions of PTX that are not what a function of CUDA's computes.
#define KERNEL(name, text, ...)                                                                    \
  __global__ void name(int m, int n, int k, const float *a, const float *b, float *c) {            \
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;      \
    if (i >= m || j >= n)                                                                          \
      return;                                                                                      \
    float sum = 0.f, other = 0.f;                                                                  \
    for (int l = 0; l < k; ++l)                                                                    \
      asm(text : __VA_ARGS__);                                                                     \
    c[i * n + j] = sum + other;                                                                    \
  }                                                                                                \
  void launch_##name(dim3 g, dim3 t, float *a) {                                                   \
    name<<<g, t>>>(1, 1, 1, a, a, a);                                                              \
  }
#define FACTORS "f"(a[i * k + l]), "f"(b[l * n + j])

// ptxas may contract it with a sum.
// CHECK-DAG: left 'unrounded' alone: inline assembly 'mad.f32', which is not understood
KERNEL(unrounded, "mad.f32 %0, %1, %2, %0;", "+f"(sum) : FACTORS)
// CHECK-DAG: left 'up' alone: inline assembly 'fma.rp.f32', which is not understood
KERNEL(up, "fma.rp.f32 %0, %1, %2, %0;", "+f"(sum) : FACTORS)
// CHECK-DAG: left 'clamped' alone: inline assembly 'fma.rn.sat.f32', which is not understood
KERNEL(clamped, "fma.rn.sat.f32 %0, %1, %2, %0;", "+f"(sum) : FACTORS)
// What is set alone holds nothing before.
// CHECK-DAG: left 'fresh' alone: inline assembly 'fma.rn.f32', which is not understood
KERNEL(fresh, "fma.rn.f32 %0, %1, %2, %0;", "=f"(sum) : FACTORS)
// CHECK-DAG: left 'sometimes' alone: inline assembly 'fma.rn.f32', which is not understood
KERNEL(sometimes, "{.reg .pred p; setp.ne.b32 p, %3, 0; @p fma.rn.f32 %0, %1, %2, %0;}",
       "+f"(sum) : FACTORS, "r"(l))
// CHECK-DAG: left 'two' alone: inline assembly 'fma.rn.f32', which is not understood
KERNEL(two, "fma.rn.f32 %0, %2, %3, %0; fma.rn.f32 %1, %2, %3, %1;",
       "+f"(sum), "+f"(other) : FACTORS)
// CHECK-DAG: left 'flushing' alone: inline assembly 'fma.rn.ftz.f32', which flushes subnormal numbers
// FAST-DAG: rewrote 'flushing'
__global__ void flushing(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.f;
  for (int l = 0; l < k; ++l)
    asm("fma.rn.ftz.f32 %0, %1, %2, %0;" : "+f"(sum) : FACTORS);
  c[i * n + j] = sum;
}
// FAST-DAG: left 'keeping' alone: inline assembly 'fma.rn.f32', which keeps subnormal numbers
#ifdef FAST
KERNEL(keeping, "fma.rn.f32 %0, %1, %2, %0;", "+f"(sum) : FACTORS)
#endif
void run(dim3 g, dim3 t, float *a) {
  flushing<<<g, t>>>(1, 1, 1, a, a, a);
}
