// RUN: warpsmith %s --passes=auto --numerics=fp32 --arch=sm_90a --emit=schedule -- | FileCheck %s
// Types and layouts are those of SYR2K, which has a line in Tuned.def that does not fit here.
// CHECK-LABEL: schedule four
// CHECK: passes   split<by-data>,tensorize<wgmma>,at-least<products=268435456>|tile<{{[0-9;]+}}>,pipeline<stages=3>{{$}}
__global__ void four(int n, int k, float *a, float *b, float *c, float *d, float *out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; l++)
      sum += a[i * k + l] * b[j * k + l] + c[i * k + l] * d[j * k + l];
    out[i * n + j] = sum;
  }
}

// CHECK-LABEL: schedule factors
// CHECK: passes   tile<{{[0-9;]+}}>,pipeline<stages=3>{{$}}
__global__ void factors(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    for (int l = 0; l < k; l++)
      c[i * n + j] += alpha * a[i * k + l] * b[j * k + l] + beta * b[i * k + l] * a[j * k + l];
}

int main() {
  float *p = nullptr;
  dim3 block(32, 8), grid(32, 32);
  four<<<grid, block>>>(256, 64, p, p, p, p, p);
  factors<<<grid, block>>>(256, 64, 1, 1, p, p, p);
}
