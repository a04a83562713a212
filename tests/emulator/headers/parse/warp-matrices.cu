// RUN: %accepted
// RUN: %emulation -D__shared__= %s
// RUN: %if nvcc %{ %nvcc %s %}
// WMMA in every combination of types and shapes that CUDA has from sm_80 on.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <int M, int N, int K, typename Type, typename Sum, typename LayoutA, typename LayoutB,
          typename Memory>
__global__ void product(const Memory *a, const Memory *b, Sum *c) {
  wmma::fragment<wmma::matrix_a, M, N, K, Type, LayoutA> fragmentA;
  wmma::fragment<wmma::matrix_b, M, N, K, Type, LayoutB> fragmentB;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sums[2];
  wmma::fill_fragment(sums[0], Sum(0));
  wmma::load_matrix_sync(fragmentA, a, 32);
  wmma::load_matrix_sync(fragmentB, b, 32);
  wmma::load_matrix_sync(sums[1], c, 32, wmma::mem_col_major);
#pragma unroll
  for (int i = 0; i < fragmentA.num_elements; ++i)
    fragmentA.x[i] = fragmentA.x[i];
  wmma::mma_sync(sums[0], fragmentA, fragmentB, sums[1]);
  for (int i = 0; i < sums[0].num_elements; i++)
    sums[0].x[i] = sums[0].x[i] * sums[1].x[i];
  wmma::store_matrix_sync(c, sums[0], 32, wmma::mem_row_major);
}

#define PRODUCT(M, N, K, Type, Sum, Memory)                                                        \
  template __global__ void product<M, N, K, Type, Sum, wmma::row_major, wmma::col_major, Memory>(  \
      const Memory *, const Memory *, Sum *);                                                      \
  template __global__ void product<M, N, K, Type, Sum, wmma::col_major, wmma::row_major, Memory>(  \
      const Memory *, const Memory *, Sum *);
#define SHAPES(Type, Sum)                                                                          \
  PRODUCT(16, 16, 16, Type, Sum, Type)                                                             \
  PRODUCT(32, 8, 16, Type, Sum, Type)                                                              \
  PRODUCT(8, 32, 16, Type, Sum, Type)
SHAPES(half, float)
SHAPES(half, half)
SHAPES(__nv_bfloat16, float)
SHAPES(signed char, int)
SHAPES(unsigned char, int)
PRODUCT(16, 16, 8, wmma::precision::tf32, float, float)
PRODUCT(8, 8, 4, double, double, double)

__global__ void rounding(float *f) {
  f[0] = wmma::__float_to_tf32(f[1]);
}
