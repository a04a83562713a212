// The runtime of CUDA 2 and 3: cudaThread..., and properties that CUDA 13 has dropped.
// RUN: %parsed
// RUN: warpsmith %s --strict-parse -o %t.11.cu -- -std=c++11
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'matrixMulKernel'

#include <stdio.h>
#include <stdlib.h>

#define WIDTH 512

__global__ void matrixMulKernel(float *Md, float *Nd, float *Pd, int Width) {
  int tx = blockIdx.x * blockDim.x + threadIdx.x;
  int ty = blockIdx.y * blockDim.y + threadIdx.y;
  float Pvalue = 0;
  for (int k = 0; k < Width; ++k) {
    float Mdelement = Md[ty * Width + k];
    float Ndelement = Nd[k * Width + tx];
    Pvalue += Mdelement * Ndelement;
  }
  Pd[ty * Width + tx] = Pvalue;
}

int main(int argc, char **argv) {
  int count, device;
  cudaDeviceProp properties;
  cudaGetDeviceCount(&count);
  cudaChooseDevice(&device, &properties);
  cudaGetDeviceProperties(&properties, 0);
  printf("%s at %d kHz, memory at %d kHz, overlap %d, timeout %d, mode %d\n", properties.name,
         properties.clockRate, properties.memoryClockRate, properties.deviceOverlap,
         properties.kernelExecTimeoutEnabled, properties.computeMode);
  struct cudaDeviceProp again = properties, zero = {0};
  memset(&zero, 0, sizeof(zero));
  if (again.computeMode == cudaComputeModeProhibited)
    return 1;
  cudaThreadSetLimit(cudaLimitStackSize, 4096);
  cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
  size_t bytes = WIDTH * WIDTH * sizeof(float);
  float *M = (float *)malloc(bytes), *Md, *Nd, *Pd;
  cudaMalloc((void **)&Md, bytes);
  cudaMalloc((void **)&Nd, bytes);
  cudaMalloc((void **)&Pd, bytes);
  cudaMemcpy(Md, M, bytes, cudaMemcpyHostToDevice);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, 0);
  dim3 dimBlock(16, 16);
  dim3 dimGrid(WIDTH / 16, WIDTH / 16);
  matrixMulKernel<<<dimGrid, dimBlock>>>(Md, Nd, Pd, WIDTH);
  cudaThreadSynchronize();
  if (cudaGetLastError() == cudaErrorPriorLaunchFailure)
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaErrorPriorLaunchFailure));
  cudaEventRecord(stop, 0);
  cudaEventSynchronize(stop);
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaThreadExit();
  return 0;
}
