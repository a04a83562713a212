// RUN: %works
// mma.sync of each type with ldmatrix and stmatrix, packed conversions.
#include "../Inputs/wgmma.h"
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

// D = A * B + D, where lane l holds what PTX says; 32 bytes of K.
template <typename T>
__device__ void product(float (&d)[4], int (&s)[4], const unsigned (&a)[4],
                        const unsigned (&b)[2]) {
  if constexpr (sizeof(T) == 4)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  else if constexpr (sizeof(T) == 1)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  else if constexpr (__is_same(T, __half))
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  else
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A (16 rows) and B (8 columns) lie in rows of 32 bytes; matrices of 8 x 16 bytes are loaded.
template <typename T>
__global__ void multiply(const T *in, float *out) {
  constexpr int Depth = 32 / sizeof(T);
  __shared__ alignas(16) T rows[24 * Depth];
  __shared__ alignas(16) __half result[16 * 8];
  for (int i = threadIdx.x; i < 24 * Depth; i += 32)
    rows[i] = in[i];
  __syncwarp();
  unsigned a[4], b[2];
  const int lane = threadIdx.x, row = lane % 16, half = lane / 16;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(toShared(rows) + row * 32 + half * 16)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(b[0]), "=r"(b[1])
               : "r"(toShared(rows) + (16 + lane % 8) * 32 + lane / 8 % 2 * 16)
               : "memory");
  float d[4] = {1, 1, 1, 1};
  int s[4] = {1, 1, 1, 1};
  product<T>(d, s, a, b);
  if (sizeof(T) == 1)
    for (int i = 0; i < 4; ++i)
      d[i] = s[i];
  // The sums go through shared memory as halves: 8 x 8 and 8 x 8.
  unsigned packed[2];
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(packed[0]) : "f"(d[1]), "f"(d[0]));
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(packed[1]) : "f"(d[3]), "f"(d[2]));
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(toShared(result) + row * 16),
      "r"(packed[0]), "r"(packed[1])
      : "memory");
  __syncwarp();
  for (int i = lane; i < 16 * 8; i += 32)
    out[i] = __half2float(result[i]);
}

// Transposed both ways: what comes out is what went in.
__global__ void transpose(const __half *in, __half *out) {
  __shared__ alignas(16) __half from[4][8][8], to[4][8][8];
  for (int i = threadIdx.x; i < 256; i += 32)
    (&from[0][0][0])[i] = in[i];
  __syncwarp();
  unsigned v[4];
  const unsigned row = threadIdx.x * 16;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
               : "r"(toShared(from) + row)
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(toShared(to) + row),
               "r"(v[0]), "r"(v[1])
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(
                   toShared(to[2]) + threadIdx.x % 16 * 16),
               "r"(v[2]), "r"(v[3])
               : "memory");
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32)
    out[i] = (&to[0][0][0])[i];
}

template <int M, int K>
__global__ void doubles(const double *a, const double *b, double *out) {
  double l[M * K / 32], r[K / 4], d[M / 4];
  const int group = threadIdx.x / 4, own = threadIdx.x % 4;
  for (int i = 0; i < M * K / 32; ++i)
    l[i] = a[(group + i % (M / 8) * 8) * K + own + i / (M / 8) * 4];
  for (int i = 0; i < K / 4; ++i)
    r[i] = b[group * K + own + i * 4];
  for (int i = 0; i < M / 4; ++i)
    d[i] = i;
  if constexpr (M == 8)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(d[0]), "+d"(d[1])
                 : "d"(l[0]), "d"(r[0]));
  else if constexpr (K == 4)
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, "
                 "{%6}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(l[0]), "d"(l[1]), "d"(r[0]));
  else if constexpr (K == 8)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(l[0]), "d"(l[1]), "d"(l[2]), "d"(l[3]), "d"(r[0]), "d"(r[1]));
  else
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(l[0]), "d"(l[1]), "d"(l[2]), "d"(l[3]), "d"(l[4]), "d"(l[5]), "d"(l[6]),
                   "d"(l[7]), "d"(r[0]), "d"(r[1]), "d"(r[2]), "d"(r[3]));
  for (int i = 0; i < M / 4; ++i)
    out[(group + i / 2 * 8) * 8 + own * 2 + i % 2] = d[i] - i;
}

template <typename T>
int check(const char *name) {
  constexpr int Depth = 32 / sizeof(T);
  T *in;
  float *out;
  cudaMallocManaged(&in, 24 * 32);
  cudaMallocManaged(&out, 128 * sizeof(float));
  for (int i = 0; i < 24 * Depth; ++i)
    in[i] = T(i * 7 % 11 - 5 + i / Depth % 3);
  multiply<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 128; ++i) {
    float expected = 1;
    for (int k = 0; k < Depth; ++k)
      expected += float(in[i / 8 * Depth + k]) * float(in[(16 + i % 8) * Depth + k]);
    if (out[i] != expected) {
      std::printf("%s: %d is %g, not %g\n", name, i, out[i], expected);
      return 1;
    }
  }
  return 0;
}

int checkTranspose() {
  __half *in, *out;
  cudaMallocManaged(&in, 512);
  cudaMallocManaged(&out, 512);
  for (int i = 0; i < 256; ++i)
    in[i] = __float2half(i);
  transpose<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 256; ++i) {
    const int from = i < 128 ? i / 64 * 64 + i % 8 * 8 + i / 8 % 8 : i;
    if (float(out[i]) != float(in[from])) {
      std::printf("transpose: %d is %g\n", i, float(out[i]));
      return 1;
    }
  }
  return 0;
}

template <int M, int K>
int checkDoubles() {
  double *a, *b, *out;
  cudaMallocManaged(&a, M * K * sizeof(double));
  cudaMallocManaged(&b, 8 * K * sizeof(double));
  cudaMallocManaged(&out, M * 8 * sizeof(double));
  for (int i = 0; i < M * K; ++i)
    a[i] = i % 7 - 2.5;
  for (int i = 0; i < 8 * K; ++i)
    b[i] = i % 5 - 1.25;
  doubles<M, K><<<1, 32>>>(a, b, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < M * 8; ++i) {
    double expected = 0;
    for (int k = 0; k < K; ++k)
      expected += a[i / 8 * K + k] * b[i % 8 * K + k];
    if (out[i] != expected) {
      std::printf("doubles %d, %d: %d is %g, not %g\n", M, K, i, out[i], expected);
      return 1;
    }
  }
  return 0;
}

int main() {
  return check<__half>("FP16") + check<__nv_bfloat16>("BF16") + check<float>("TF32") +
         check<signed char>("INT8") + checkTranspose() + checkDoubles<8, 4>() +
         checkDoubles<16, 4>() + checkDoubles<16, 8>() + checkDoubles<16, 16>();
}
