// RUN: warpsmith %s --passes='tile<32;32;16;4;4>,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a --verify -o %t.cu -- %flags 2>&1 | FileCheck %s --implicit-check-not="not verified"
// RUN: warpsmith %s --kernel=heads --passes=tile --verify -o %t.cu -- %flags -DHEADS 2>&1 | FileCheck %s --check-prefix=HEADS --implicit-check-not="not verified"
// Kernels without a guard are run with sizes that their own accesses allow.
#include "program.h"

// CHECK: rewrote 'open'
__global__ void open(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}

#define TILE 16

// CHECK: rewrote 'tiles'
__global__ void tiles(const float *a, const float *b, float *c, int n) {
  __shared__ float partA[TILE][TILE], partB[TILE][TILE];
  int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    partA[threadIdx.y][threadIdx.x] = a[i * n + t * TILE + threadIdx.x];
    partB[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + j];
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += partA[threadIdx.y][l] * partB[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

#define SIDE 1024

// CHECK: rewrote 'constant'
__global__ void constant(const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < SIDE; ++l)
    sum += a[i * SIDE + l] * b[l * SIDE + j];
  c[i * SIDE + j] = sum;
}

// HEADS: verified on {{[0-9]+}} shapes
// HEADS: rewrote 'heads'
#ifdef HEADS
__global__ void heads(const float *a, const float *b, float *c, int rows, int count, int width) {
  int image = blockIdx.z / count, head = blockIdx.z % count;
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || j >= width)
    return;
  float sum = 0;
  for (int l = 0; l < rows; ++l)
    sum += a[((image * count + head) * rows + i) * rows + l] *
           b[((image * rows + l) * count + head) * width + j];
  c[((image * rows + i) * count + head) * width + j] = sum;
}
#endif

void launchAll(const float *a, const float *b, float *c, int n) {
  const dim3 block(16, 16);
  open<<<dim3(n / 16, n / 16), block>>>(a, b, c, n);
  tiles<<<dim3(n / TILE, n / TILE), block>>>(a, b, c, n);
  constant<<<dim3(SIDE / 16, SIDE / 16), block>>>(a, b, c);
#ifdef HEADS
  heads<<<dim3(n / 16, n / 16, 6), block>>>(a, b, c, n, 2, n);
#endif
}

int main() {
}
