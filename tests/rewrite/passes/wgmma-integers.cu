// 8-bit elements may become wider on the way to their product; what changes them is not for the
// tensor cores.
// RUN: warpsmith %s --passes='tensorize<wgmma>' --arch=sm_90a --kernel=wider --error-on-missed -o %t.cu --
// RUN: FileCheck %s --check-prefix=WIDER --input-file=%t.cu
// WIDER: wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.s8
// RUN: not warpsmith %s --passes='tensorize<wgmma>' --arch=sm_90a --kernel=other_sign -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: 'tensorize<wgmma>' does not apply to 'other_sign': a step is 'sum + (int)(unsigned char)A * (int)B', which is more than a product of elements and factors
// RUN: not warpsmith %s --passes='tensorize<wgmma>' --arch=sm_90a --kernel=by_float -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FLOAT
// FLOAT: 'tensorize<wgmma>' does not apply to 'by_float': 'sum + (int)((float)A * (float)B)' changes the values
// RUN: not warpsmith %s --passes='tensorize<wgmma>' --arch=sm_90a --kernel=float_sum -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: 'tensorize<wgmma>' does not apply to 'float_sum': tensor cores round the operands
__global__ void wider(int m, int n, int k, const unsigned char *a, const signed char *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (short)a[i * k + l] * (int)b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void other_sign(int m, int n, int k, const signed char *a, const signed char *b,
                           int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (unsigned char)a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void by_float(int m, int n, int k, const signed char *a, const signed char *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (int)((float)a[i * k + l] * (float)b[l * n + j]);
    c[i * n + j] = sum;
  }
}
__global__ void float_sum(int m, int n, int k, const signed char *a, const signed char *b,
                          float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * k + l] * (float)b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, const unsigned char *u, const signed char *a, const signed char *b,
         int *c, float *f) {
  const dim3 grid((n + 31) / 32, (m + 7) / 8), block(32, 8);
  wider<<<grid, block>>>(m, n, k, u, b, c);
  other_sign<<<grid, block>>>(m, n, k, a, b, c);
  by_float<<<grid, block>>>(m, n, k, a, b, c);
  float_sum<<<grid, block>>>(m, n, k, a, b, f);
}
