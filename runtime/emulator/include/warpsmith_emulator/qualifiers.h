/// CUDA's keywords and version macros, as nvcc 13.0 defines them, for Clang.
///
/// Parse mode (`clang -x cuda --cuda-host-only`, __CUDA__ defined) keeps them as attributes.
/// Emulation mode (plain C++) drops those that place code and data; __shared__ and <<<>>> are
/// rewritten before, so __shared__ stays undefined there.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define CUDART_VERSION 13000

#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __CUDA_ALIGN__(bytes) __align__(bytes)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define CUDARTAPI
#define CUDART_CB

#ifdef __CUDA__

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __maxnreg__(count)
#define __block_size__(...)
// __noinline__ is a keyword of Clang's CUDA.

/// Functions of these headers: callable from kernels. In a host-only compilation such a function
/// may call host functions, so that its body is the same in both modes.
#define WARPSMITH_DEVICE __attribute__((host, device)) inline

#else

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(count)
#define __block_size__(...)
// Nothing rather than an attribute: the standard library writes __attribute__((__noinline__)).
#define __noinline__

#define WARPSMITH_DEVICE inline

#endif

/// Those that access the program's memory, inlined so that a mistake is reported at the program's
/// line, and small ones that are inlined also into functions instrumented otherwise.
#define WARPSMITH_INLINE WARPSMITH_DEVICE __attribute__((always_inline))
/// Functions that touch only the emulator's own memory: checks of each access would but slow them.
#define WARPSMITH_UNCHECKED                                                                        \
  WARPSMITH_DEVICE                                                                                 \
  __attribute__((noinline, no_sanitize("thread", "address", "bounds", "alignment")))
