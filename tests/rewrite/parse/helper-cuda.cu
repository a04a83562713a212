// helper_cuda.h and helper_functions.h of the samples of CUDA 5 and later.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: warning: 'helper_functions.h' file not found, and 1 more error that --verbose lists, which no rewritten kernel needs
// CHECK-NOT: warning
// CHECK: remark: rewrote 'MatrixMulCUDA'

#include <stdio.h>
#include <helper_functions.h>
#include <helper_cuda.h>

__global__ void MatrixMulCUDA(float *C, float *A, float *B, int wA, int wB, int hA) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= wB || y >= hA)
    return;
  float value = 0;
  for (int k = 0; k < wA; k++)
    value += A[y * wA + k] * B[k * wB + x];
  C[y * wB + x] = value;
}

int main(int argc, char **argv) {
  if (checkCmdLineFlag(argc, (const char **)argv, "help"))
    exit(EXIT_WAIVED);
  int wA = 320, n = MAX(wA, 64);
  if (checkCmdLineFlag(argc, (const char **)argv, "wA"))
    wA = getCmdLineArgumentInt(argc, (const char **)argv, "wA");
  int dev = findCudaDevice(argc, (const char **)argv);
  cudaDeviceProp prop;
  checkCudaErrors(cudaGetDeviceProperties(&prop, dev));
  int cores = _ConvertSMVer2Cores(prop.major, prop.minor) * prop.multiProcessorCount;
  float *d_A, *d_B, *d_C;
  checkCudaErrors(cudaMalloc(&d_A, n * n * sizeof(float)));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_B), n * n * sizeof(float)));
  checkCudaErrors(cudaMalloc((void **)&d_C, n * n * sizeof(float)));
  StopWatchInterface *timer = NULL;
  sdkCreateTimer(&timer);
  timer->start();
  sdkStartTimer(&timer);
  dim3 threads(32, 32), grid((n + 31) / 32, (n + 31) / 32);
  MatrixMulCUDA<<<grid, threads>>>(d_C, d_A, d_B, wA, n, n);
  getLastCudaError("MatrixMulCUDA failed");
  checkCudaErrors(cudaDeviceSynchronize());
  sdkStopTimer(&timer);
  printf("%d cores, %f ms\n", cores, sdkGetTimerValue(&timer));
  sdkDeleteTimer(&timer);
  checkCudaErrors(cudaFree(d_A));
  return sdkCompareL2fe(d_C, d_C, n * n, 1e-6f) ? EXIT_SUCCESS : EXIT_FAILURE;
}
