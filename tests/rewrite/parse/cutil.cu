// cutil.h, which came with the SDK of CUDA 1 to 4 and is nowhere to be found now.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: warning: 'cutil.h' file not found, which no rewritten kernel needs
// CHECK-NOT: warning
// CHECK: remark: rewrote 'matrixMul'

#include <stdlib.h>
#include <stdio.h>
#include <cutil.h>

#define BLOCK_SIZE 16
#define WA (3 * BLOCK_SIZE)
#define HA (5 * BLOCK_SIZE)
#define WB (8 * BLOCK_SIZE)

__global__ void matrixMul(float *C, float *A, float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = by * BLOCK_SIZE + ty, column = bx * BLOCK_SIZE + tx;
  float Csub = 0;
  for (int k = 0; k < wA; ++k)
    Csub += A[row * wA + k] * B[k * wB + column];
  C[row * wB + column] = Csub;
}

void computeGold(float *C, const float *A, const float *B, unsigned hA, unsigned wA, unsigned wB);

int main(int argc, char **argv) {
  CUT_DEVICE_INIT(argc, argv);
  float *h_A = (float *)malloc(WA * HA * 4), *h_C = (float *)malloc(HA * WB * 4);
  float *d_A, *d_B, *d_C;
  CUDA_SAFE_CALL(cudaMalloc((void **)&d_A, WA * HA * sizeof(float)));
  CUDA_SAFE_CALL(cudaMalloc((void **)&d_B, WA * WB * sizeof(float)));
  CUDA_SAFE_CALL(cudaMalloc((void **)&d_C, HA * WB * sizeof(float)));
  CUDA_SAFE_CALL(cudaMemcpy(d_A, h_A, WA * HA * sizeof(float), cudaMemcpyHostToDevice));
  unsigned int timer = 0;
  CUT_SAFE_CALL(cutCreateTimer(&timer));
  CUT_SAFE_CALL(cutStartTimer(timer));
  dim3 threads(BLOCK_SIZE, BLOCK_SIZE);
  dim3 grid(WB / threads.x, HA / threads.y);
  matrixMul<<<grid, threads>>>(d_C, d_A, d_B, WA, WB);
  CUT_CHECK_ERROR("Kernel execution failed");
  CUDA_SAFE_CALL(cudaThreadSynchronize());
  CUT_SAFE_CALL(cutStopTimer(timer));
  printf("Processing time: %f (ms)\n", cutGetTimerValue(timer));
  CUT_SAFE_CALL(cutDeleteTimer(timer));
  CUTBoolean res = cutCompareL2fe(h_C, h_C, HA * WB, 1e-6f);
  printf("Test %s\n", (1 == res) ? "PASSED" : "FAILED");
  CUT_EXIT(argc, argv);
}
