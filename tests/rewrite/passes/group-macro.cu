// RUN: warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>,group' --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s
// RUN: warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a --error-on-missed -o %t.cu --
// A macro of the user's that is called like what a group's launches are told by.
// CHECK: left 'product' alone: the macro 'pending' would change the generated code
#define pending(launch) (launch)

__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, float *a, float *b, float *c, float *d) {
  product<<<g, t>>>(n, n, n, a, b, c);
  product<<<g, t>>>(n, n, n, b, a, d);
}
