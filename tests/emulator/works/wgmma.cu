// RUN: %works
// wgmma: every swizzle, both majors, A from registers, each type, chains of products.
#include "../Inputs/wgmma.h"
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr int M = 64, N = 16, K = 64;

// A is M x K; K lies along a row, in blocks of a span.
template <int Mode>
__device__ int alongK(int rows, int outer, int k) {
  const int span = spanOf(Mode), block = k * 2 / span;
  if (Mode == 0) // 8 x 16 bytes: row by row, then the rows, then K
    return (k / 8 * rows / 8 + outer / 8) * 128 + outer % 8 * 16 + k % 8 * 2;
  return block * rows * span + swizzledByte(Mode, outer, k * 2 % span);
}
// M or N along a row, K rows, in blocks of a span.
template <int Mode>
__device__ int acrossK(int outer, int k) {
  const int span = spanOf(Mode), block = outer * 2 / span;
  return block * K * span + swizzledByte(Mode, k, outer * 2 % span);
}

template <int Mode>
__device__ uint64_t alongKDescriptor(const char *tile, int rows, int k) {
  const int span = spanOf(Mode);
  if (Mode == 0)
    return descriptor(tile + k / 8 * rows * 16, rows * 16, 128, 0);
  return descriptor(tile + k * 2 / span * rows * span + k * 2 % span, 16, 8 * span, Mode);
}
template <int Mode>
__device__ uint64_t acrossKDescriptor(const char *tile, int k) {
  const int span = spanOf(Mode);
  if (Mode == 0) // 16 bytes of M or N, 8 of K; then K, then M or N
    return descriptor(tile + k * 16, 128, K * 16, 0);
  return descriptor(tile + k * span, K * span, 8 * span, Mode);
}

template <int Mode, int TransA, int TransB>
__global__ void product(const __half *a, const __half *b, float *c) {
  __shared__ alignas(1024) char aTile[M * K * 2];
  __shared__ alignas(1024) char bTile[64 * K * 2];
  for (int i = threadIdx.x; i < M * K; i += blockDim.x) {
    const int at = TransA ? acrossK<Mode>(i / K, i % K) : alongK<Mode>(M, i / K, i % K);
    *reinterpret_cast<__half *>(aTile + at) = a[i];
  }
  for (int i = threadIdx.x; i < 64 * K; i += blockDim.x) {
    const int at = TransB ? acrossK<Mode>(i / K, i % K) : alongK<Mode>(64, i / K, i % K);
    *reinterpret_cast<__half *>(bTile + at) = i / K < N ? b[i] : __float2half(0);
  }
  proxyFence();
  __syncthreads();
  float sum[8];
  wgmmaFence();
  for (int k = 0; k < K; k += 16)
    multiply16<TransA, TransB>(
        sum, TransA ? acrossKDescriptor<Mode>(aTile, k) : alongKDescriptor<Mode>(aTile, M, k),
        TransB ? acrossKDescriptor<Mode>(bTile, k) : alongKDescriptor<Mode>(bTile, 64, k), k != 0);
  wgmmaCommit();
  wgmmaWait<0>();
  for (int i = 0; i < 8; ++i)
    c[rowOf(i) * N + columnOf(i)] = sum[i];
}

// A from registers, negated; two groups in flight.
__global__ void fromRegisters(const __half *a, const __half *b, float *c) {
  __shared__ alignas(1024) char bTile[N * K * 2];
  for (int i = threadIdx.x; i < N * K; i += blockDim.x)
    *reinterpret_cast<__half *>(bTile + alongK<1>(N, i / K, i % K)) = b[i];
  proxyFence();
  __syncthreads();
  float d[8] = {};
  unsigned fragments[K / 16][4];
  for (int k = 0; k < K; k += 16)
    for (int i = 0; i < 4; ++i)
      fragments[k / 16][i] = *reinterpret_cast<const unsigned *>(
          &a[rowOf(i % 2 * 2) * K + k + threadIdx.x % 4 * 2 + i / 2 * 8]);
  wgmmaFence();
  for (int k = 0; k < K; k += 16) {
    const unsigned (&f)[4] = fragments[k / 16];
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %13, 0;"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, "
                 "{%8,%9,%10,%11}, %12, p, -1, -1, 0; }"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7])
                 : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]),
                   "l"(alongKDescriptor<1>(bTile, N, k)), "r"(1));
    wgmmaCommit();
    asm volatile("" : "+f"(d[0])::"memory"); // no instruction, which would access the sum
  }
  wgmmaWait<1>();
  wgmmaWait<0>();
  for (int i = 0; i < 8; ++i)
    c[rowOf(i) * N + columnOf(i)] = d[i];
}

// TF32 (8 of K), BF16 and INT8 (32 of K): rows of 32 bytes, one product, N = 8.
template <typename T>
__global__ void oneProduct(const T *a, const T *b, float *c) {
  __shared__ alignas(256) char tiles[(M + 8) * 32];
  constexpr int Depth = 32 / sizeof(T);
  for (int i = threadIdx.x; i < (M + 8) * Depth; i += blockDim.x) {
    const int row = i / Depth, k = i % Depth;
    *reinterpret_cast<T *>(tiles + swizzledByte(3, row, k * sizeof(T))) =
        row < M ? a[row * K + k] : b[(row - M) * K + k];
  }
  proxyFence();
  __syncthreads();
  const uint64_t left = descriptor(tiles, 16, 256, 3);
  const uint64_t right = descriptor(tiles + M * 32, 16, 256, 3);
  float d[4] = {};
  int s[4] = {100, 100, 100, 100};
  wgmmaFence();
  if constexpr (sizeof(T) == 4)
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0; "
                 "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, p, "
                 "1, 1; }"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(left), "l"(right), "r"(0));
  else if constexpr (sizeof(T) == 2)
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0; "
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, p, "
                 "1, 1, 0, 0; }"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(left), "l"(right), "r"(0));
  else
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0; "
                 "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%0, %1, %2, %3}, %4, %5, p; }"
                 : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
                 : "l"(left), "l"(right), "r"(1));
  wgmmaCommit();
  wgmmaWait<0>();
  for (int i = 0; i < 4; ++i)
    c[rowOf(i) * N + columnOf(i)] = sizeof(T) == 1 ? s[i] - 100 : d[i];
}

template <typename T>
struct Problem {
  T *a, *b;
  float *c;
  Problem() {
    cudaMallocManaged(&a, M * K * sizeof(T));
    cudaMallocManaged(&b, 64 * K * sizeof(T));
    cudaMallocManaged(&c, M * N * sizeof(float));
    for (int i = 0; i < M * K; ++i)
      a[i] = T(i * 7 % 11 - 5 + i / K % 3);
    for (int i = 0; i < 64 * K; ++i)
      b[i] = T(i * 5 % 13 - 6 + i / K % 4);
    for (int i = 0; i < M * N; ++i)
      c[i] = -12345;
  }
  int check(const char *name, int columns, int depth, float sign = 1) {
    if (cudaDeviceSynchronize() != cudaSuccess)
      return 1;
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < columns; ++j) {
        float expected = 0;
        for (int k = 0; k < depth; ++k)
          expected += float(a[i * K + k]) * float(b[j * K + k]);
        if (c[i * N + j] != sign * expected) {
          std::printf("%s: %d,%d is %g, not %g\n", name, i, j, c[i * N + j], sign * expected);
          return 1;
        }
      }
    return 0;
  }
};

template <int Mode>
int allMajors() {
  int wrong = 0;
  Problem<__half> p;
  product<Mode, 0, 0><<<1, 128>>>(p.a, p.b, p.c);
  wrong += p.check("K-major", N, K);
  Problem<__half> q;
  product<Mode, 1, 0><<<1, 128>>>(q.a, q.b, q.c);
  wrong += q.check("A M-major", N, K);
  Problem<__half> r;
  product<Mode, 0, 1><<<1, 128>>>(r.a, r.b, r.c);
  wrong += r.check("B N-major", N, K);
  return wrong;
}

int main() {
  int wrong = allMajors<0>() + allMajors<1>() + allMajors<2>() + allMajors<3>();
  Problem<__half> registers;
  fromRegisters<<<1, 128>>>(registers.a, registers.b, registers.c);
  wrong += registers.check("A from registers", N, K);
  Problem<float> tf32;
  oneProduct<<<1, 128>>>(tf32.a, tf32.b, tf32.c);
  wrong += tf32.check("TF32", 8, 8);
  Problem<__nv_bfloat16> bf16;
  oneProduct<<<1, 128>>>(bf16.a, bf16.b, bf16.c);
  wrong += bf16.check("BF16", 8, 16);
  Problem<signed char> int8;
  oneProduct<<<1, 128>>>(int8.a, int8.b, int8.c);
  wrong += int8.check("INT8", 8, 32);
  return wrong;
}
