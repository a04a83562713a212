// Of a product whose sizes are constants every launch takes one tile.
// RUN: warpsmith %s --passes=auto --numerics=fp16 --arch=sm_90a --emit=schedule -- -DELEMENT=__half -DSUM=float | FileCheck %s --check-prefix=HALF
// HALF: passes tensorize<wgmma;64;128>{{$}}
// HALF-COUNT-1: {{^}}  tile {{.*}}
// HALF-NOT: {{^}}  tile
// RUN: warpsmith %s --passes=auto --arch=sm_90a --emit=schedule -- -DELEMENT=float -DSUM=float | FileCheck %s --check-prefix=FLOAT
// FLOAT: passes tile<64;128;16;8;8>,pipeline<stages=3>,warp-specialize<dma=4>{{$}}
// RUN: warpsmith %s --passes=auto --arch=sm_90a --emit=schedule -- -DELEMENT=double -DSUM=double | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: passes tensorize<mma;64;128>{{$}}
// Rows that no vector covers have tiles of their own, and slices of k are a menu's.
// RUN: warpsmith %s --passes=auto --arch=sm_90a --emit=schedule -- -DELEMENT=float -DSUM=float -DCOLUMNS=1022 | FileCheck %s --check-prefix=ODD
// ODD: passes tile,pipeline<stages=3>,warp-specialize<dma=4>{{$}}
// RUN: warpsmith %s --passes=auto --numerics=fp16 --arch=sm_90a --emit=schedule -- -DELEMENT=__half -DSUM=float -DSTEPS=65536 -DCOLUMNS=128 -DROWS=256 | FileCheck %s --check-prefix=DEEP
// DEEP: passes tensorize<wgmma>{{$}}
#include <cuda_fp16.h>
#ifndef ROWS
#define ROWS 1024
#endif
#ifndef COLUMNS
#define COLUMNS 1024
#endif
#ifndef STEPS
#define STEPS 1024
#endif

__global__ void product(const ELEMENT *a, const ELEMENT *b, SUM *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ROWS && j < COLUMNS) {
    SUM sum = 0;
    for (int l = 0; l < STEPS; ++l)
      sum += (SUM)a[i * STEPS + l] * (SUM)b[l * COLUMNS + j];
    c[i * COLUMNS + j] = sum;
  }
}

void run(const ELEMENT *a, const ELEMENT *b, SUM *c) {
  product<<<dim3((COLUMNS + 31) / 32, (ROWS + 7) / 8), dim3(32, 8)>>>(a, b, c);
}
