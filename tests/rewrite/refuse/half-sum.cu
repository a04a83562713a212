// RUN: %unchanged
// RUN: not warpsmith %s --kernel=plain --passes='tensorize<wmma>' --numerics=fp16 -o %t.cu -- -DPLAIN 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not warpsmith %s --kernel=started --passes=tile --numerics=fp32 -o %t.cu -- -DPLAIN 2>&1 | FileCheck %s --check-prefix=STARTED
// A sum in half that saturates at each step; and one whose steps round, which tensor cores' do not.
#include <cuda_fp16.h>
__global__ void kernel(int n, int m, int p, __half *a, __half *b, __half *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    __half sum = __half(0.0f);
    for (int k = 0; k < p; ++k) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: call of '__hfma_sat', whose effect is not known
      sum = __hfma_sat(a[row * p + k], b[k * m + col], sum);
    }
    c[row * m + col] = sum;
  }
}
// CHECK: remark: left 'started' alone: '#ifdef PLAIN' leaves it out of this compilation
// CHECK: remark: left 'plain' alone: '#ifdef PLAIN' leaves it out of this compilation
#ifdef PLAIN
// It is not known which product is contracted: the start's, or that of the first step.
// STARTED: error: pass 'tile' does not apply to 'started': which product of '__hmul(beta, C)' and the first step is contracted cannot be told
__global__ void started(int n, int m, int p, __half beta, __half *a, __half *b, __half *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    __half sum = beta * c[row * m + col];
    for (int k = 0; k < p; ++k)
      sum = sum + a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
// TENSOR: error: pass 'tensorize<wmma>' does not apply to 'plain': a step is '__hadd(sum, __hmul(A, B))', which is more than a product
__global__ void plain(int n, int m, int p, __half *a, __half *b, __half *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    __half sum = __half(0.0f);
    for (int k = 0; k < p; ++k)
      sum = sum + a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
#endif
void run(dim3 g, dim3 t, int n, int m, int p, __half *a, __half *b, __half *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
#ifdef PLAIN
  plain<<<g, t>>>(n, m, p, a, b, c);
  started<<<g, t>>>(n, m, p, a[0], a, b, c);
#endif
}
