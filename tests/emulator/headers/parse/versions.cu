// RUN: %accepted
// RUN: %emulation %s
// RUN: %if nvcc %{ %nvcc %s %}
// What programs ask the preprocessor.
#include <cuda.h>

#if !defined(__CUDACC__) || !defined(__NVCC__)
#error "not CUDA"
#endif
#if __CUDACC_VER_MAJOR__ != 13 || CUDART_VERSION != 13000 || CUDA_VERSION != 13000
#error "not CUDA 13.0"
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *, double);
#endif
static_assert(cudaErrorMemoryAllocation == 2 && cudaErrorIllegalAddress == 700 &&
                  cudaDevAttrMultiProcessorCount == 16,
              "CUDA's numbers");
