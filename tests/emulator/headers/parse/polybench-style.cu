// RUN: %accepted
// RUN: %if nvcc %{ %nvcc %s %}
// A whole program in PolyBench/GPU's manner.
#include <assert.h>
#include <cuda.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NI 512
#define NJ 512
#define NK 512
#define BLOCK_X 32
#define BLOCK_Y 8
typedef float DATA_TYPE;

static double seconds() {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}
static float absVal(float a) {
  return a < 0 ? a * -1 : a;
}

__global__ void multiply(DATA_TYPE *a, DATA_TYPE *b, DATA_TYPE *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < NI) && (j < NJ)) {
    c[i * NJ + j] = 0;
    for (int k = 0; k < NK; k++)
      c[i * NJ + j] += a[i * NK + k] * b[k * NJ + j];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  DATA_TYPE *a = (DATA_TYPE *)malloc(NI * NK * sizeof(DATA_TYPE));
  DATA_TYPE *deviceA, *deviceB, *deviceC;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaSetDevice(0);
  cudaMalloc((void **)&deviceA, sizeof(DATA_TYPE) * NI * NK);
  cudaMalloc((void **)&deviceB, sizeof(DATA_TYPE) * NK * NJ);
  cudaMalloc((void **)&deviceC, sizeof(DATA_TYPE) * NI * NJ);
  cudaMemcpy(deviceA, a, sizeof(DATA_TYPE) * NI * NK, cudaMemcpyHostToDevice);
  dim3 block(BLOCK_X, BLOCK_Y);
  dim3 grid((size_t)(ceil(((float)NI) / ((float)block.x))),
            (size_t)(ceil(((float)NJ) / ((float)block.y))));
  const double start = seconds();
  multiply<<<grid, block>>>(deviceA, deviceB, deviceC);
  cudaDeviceSynchronize();
  fprintf(stdout, "GPU Runtime: %0.6lfs\n", seconds() - start);
  srand((unsigned)time(NULL));
  memset(a, 0, sizeof(DATA_TYPE));
  cudaFree(deviceA);
  free(a);
  return (int)absVal((float)(argc - 1));
}
