// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Products by mma.sync in inline PTX, whose operands are words of two halves: read from memory,
// loaded by ldmatrix, or filled half by half. All numbers are whole and small: so the sums are the
// same in every order.
#include "program.h"
#include <cstdint>
#include <cuda_fp16.h>
#include <vector>

__device__ __forceinline__ void multiply(float *sums, const uint32_t *a, const uint32_t *b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(sums[0]),
                 "f"(sums[1]), "f"(sums[2]), "f"(sums[3]));
}
__device__ __forceinline__ uint32_t numberOf(const void *address) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(address));
}
__device__ __forceinline__ void load4(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d,
                                      uint32_t from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(from));
}

// One warp a block, words from global memory; B by columns.
__global__ void oneWarp(const half *a, const half *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    uint32_t left[4], right[2];
    left[0] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2]);
    left[1] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2]);
    left[2] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2 + 8]);
    left[3] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2 + 8]);
    right[0] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2]);
    right[1] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2 + 8]);
    multiply(sums, left, right);
  }
  c[(row + group) * n + column + member * 2] = sums[0];
  c[(row + group) * n + column + member * 2 + 1] = sums[1];
  c[(row + group + 8) * n + column + member * 2] = sums[2];
  c[(row + group + 8) * n + column + member * 2 + 1] = sums[3];
}

// One warp a block; tiles in shared memory, read by ldmatrix; B by rows.
__global__ void byMatrices(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x % 32;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    *reinterpret_cast<float4 *>(&as[lane / 2][lane % 2 * 8]) =
        *reinterpret_cast<const float4 *>(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]);
    if (lane < 16)
      *reinterpret_cast<float4 *>(&bs[lane][0]) =
          *reinterpret_cast<const float4 *>(&b[(t * 16 + lane) * n + column]);
    __syncthreads();
    uint32_t left[4], right[2];
    uint32_t from = __cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"(from));
    from = static_cast<uint32_t>(__cvta_generic_to_shared(&bs[lane % 16][0]));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"(from));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  *reinterpret_cast<float2 *>(to) = make_float2(sums[0], sums[1]);
  *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[2], sums[3]);
}

// Four warps by rows and columns, fragments in loops, copies by cp.async.
__global__ void tiles(const half *a, const half *b, half *c, int k, int lda, int ldb, int ldc) {
  constexpr int BM = 64, BN = 32, BK = 32, Pitch = BK + 8;
  __shared__ half as[BM * Pitch], bs[BN * Pitch];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warpRow = warp / 2 * 32, warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += BK) {
    for (int i = 0; i < BM * BK / 8 / 128; ++i) {
      const int chunk = i * 128 + threadIdx.x;
      const int row = chunk / 4, column = chunk % 4 * 8;
      asm volatile(
          "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(numberOf(&as[row * Pitch + column])),
          "l"(&a[(blockIdx.y * BM + row) * lda + begin + column]));
    }
    {
      const int row = threadIdx.x / 4, column = threadIdx.x % 4 * 8;
      asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;" ::"r"(
                       numberOf(bs + row * Pitch + column)),
                   "l"(b + (blockIdx.x * BN + row) * ldb + begin + column), "n"(16));
    }
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    __syncthreads();
    for (int l = 0; l < BK; l += 16) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i)
        load4(left[i][0], left[i][1], left[i][2], left[i][3],
              numberOf(&as[(warpRow + i * 16 + lane % 16) * Pitch + l + lane / 16 * 8]));
      load4(right[0][0], right[0][1], right[1][0], right[1][1],
            numberOf(&bs[(warpColumn + lane / 16 * 8 + lane % 8) * Pitch + l + lane / 8 % 2 * 8]));
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          multiply(sums[i][j], left[i], right[j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = blockIdx.y * BM + warpRow + i * 16 + lane / 4;
      const int column = blockIdx.x * BN + warpColumn + j * 8 + lane % 4 * 2;
      *reinterpret_cast<half2 *>(&c[row * ldc + column]) =
          __floats2half2_rn(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<half2 *>(&c[(row + 8) * ldc + column]) =
          __floats2half2_rn(sums[i][j][2], sums[i][j][3]);
    }
}

// Blocks of two dimensions, registers filled half by half.
__global__ void square(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[32][16], bs[16][32];
  const int x = threadIdx.x, y = threadIdx.y, number = threadIdx.y * blockDim.x + threadIdx.x;
  const int warp = number / 32, lane = number % 32;
  const int warpColumn = 8 * (warp % 4), warpRow = 16 * (warp / 4);
  const int group = lane / 4, member = lane % 4;
  half left[8], right[4];
  float sums[4] = {0.0f};
  for (int l = 0; l < k; l += 16) {
    as[y][x] = a[(32 * blockIdx.y + y) * k + l + x];
    as[y + 16][x] = a[(32 * blockIdx.y + y + 16) * k + l + x];
    bs[y][x] = b[(l + y) * n + 32 * blockIdx.x + x];
    bs[y][x + 16] = b[(l + y) * n + 32 * blockIdx.x + 16 + x];
    __syncthreads();
    left[0] = as[warpRow + group][member * 2];
    left[1] = as[warpRow + group][member * 2 + 1];
    left[2] = as[warpRow + group + 8][member * 2];
    left[3] = as[warpRow + group + 8][member * 2 + 1];
    left[4] = as[warpRow + group][member * 2 + 8];
    left[5] = as[warpRow + group][member * 2 + 9];
    left[6] = as[warpRow + group + 8][member * 2 + 8];
    left[7] = as[warpRow + group + 8][member * 2 + 9];
    right[0] = bs[member * 2][warpColumn + group];
    right[1] = bs[member * 2 + 1][warpColumn + group];
    right[2] = bs[member * 2 + 8][warpColumn + group];
    right[3] = bs[member * 2 + 9][warpColumn + group];
    const unsigned *words = reinterpret_cast<const unsigned *>(&left);
    multiply(sums, words, reinterpret_cast<const unsigned *>(right));
    __syncthreads();
  }
  c[(32 * blockIdx.y + warpRow + group) * n + 32 * blockIdx.x + warpColumn + 2 * member] = sums[0];
  c[(32 * blockIdx.y + warpRow + group) * n + 32 * blockIdx.x + warpColumn + 2 * member + 1] =
      sums[1];
  c[(32 * blockIdx.y + warpRow + group + 8) * n + 32 * blockIdx.x + warpColumn + 2 * member] =
      sums[2];
  c[(32 * blockIdx.y + warpRow + group + 8) * n + 32 * blockIdx.x + warpColumn + 2 * member + 1] =
      sums[3];
}

template <typename Element>
Element *smallNumbers(int seed) {
  std::vector<Element> values(Elements);
  for (size_t i = 0; i < Elements; ++i)
    values[i] = Element(static_cast<float>((i * i * 7 + i * seed + i / 5) % 9) - 4.0f);
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  half *a = smallNumbers<half>(3), *b = smallNumbers<half>(11), *h = smallNumbers<half>(13);
  float *c = smallNumbers<float>(5);
  oneWarp<<<dim3(3, 5), 32>>>(a, b, c, 24, 48);
  printArray(c);
  byMatrices<<<dim3(5, 2), 32>>>(a, b, c, 40, 80);
  printArray(c);
  tiles<<<dim3(3, 1), 128>>>(a, b, h, 64, 72, 88, 104);
  printArray(h);
  square<<<dim3(2, 1), dim3(16, 16)>>>(a, b, c, 64, 48);
  printArray(c);
}

// CHECK: contraction oneWarp
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 8 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%n * k + %k]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + (float)A * (float)B
// CHECK: contraction byMatrices
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 8 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK: contraction tiles
// CHECK-NEXT:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < 32 * (((long long)k + 31) / 32)
// CHECK-NEXT:   A        a[%m * lda + %k]: f16
// CHECK-NEXT:   B        b[%n * ldb + %k]: f16
// CHECK-NEXT:   C        c[%m * ldc + %n]: f16
// CHECK: contraction square
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
