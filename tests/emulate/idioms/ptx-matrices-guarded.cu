// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// A product by mma.sync with guards on rows: copies that fill with zeros, tiles in bytes of shared
// memory, addresses by PTX, references to sums. All numbers are whole and small.
#include "program.h"
#include <cstdint>
#include <cuda_fp16.h>
#include <vector>

__device__ __forceinline__ void multiply(float &d0, float &d1, float &d2, float &d3, uint32_t a0,
                                         uint32_t a1, uint32_t a2, uint32_t a3, uint32_t b0,
                                         uint32_t b1, const float &c0, const float &c1,
                                         const float &c2, const float &c3) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(d0), "=f"(d1), "=f"(d2), "=f"(d3)
               : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "f"(c0), "f"(c1), "f"(c2),
                 "f"(c3));
}
// Rows beyond the matrix are zero; tiles in shared memory of bytes, addresses by PTX.
__global__ void guarded(const half *a, const half *b, float *c, int m, int n, int k) {
  extern __shared__ uint8_t memory[];
  half *as = reinterpret_cast<half *>(memory),
       *bs = reinterpret_cast<half *>(memory + 32 * 16 * sizeof(half));
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float d[4] = {};
  for (int t = 0; t < k / 16; ++t) {
    const int row = threadIdx.x / 2, column = threadIdx.x % 2 * 8;
    void *place = (void *)(as + row * 16 + column);
    uint32_t to;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }\n"
        : "=r"(to)
        : "l"(place));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
                 "l"(&a[(blockIdx.y * 32 + row) * k + t * 16 + column]),
                 "r"(blockIdx.y * 32 + row < m ? 16 : 0));
    if (threadIdx.x < 16) {
      uint32_t other = __cvta_generic_to_shared(bs + threadIdx.x * 8);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(other),
                   "l"(&b[(t * 16 + threadIdx.x) * n + blockIdx.x * 8]));
    }
    asm volatile("cp.async.wait_all;\n" ::: "memory");
    __syncthreads();
    uint32_t a0, a1, a2, a3, b0, b1;
    uint32_t from =
        __cvta_generic_to_shared(as) + (warp * 16 + lane % 16) * 16 * sizeof(half) + lane / 16 * 16;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                 : "r"(from));
    from = __cvta_generic_to_shared(bs + lane % 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b0), "=r"(b1)
                 : "r"(from));
    multiply(d[0], d[1], d[2], d[3], a0, a1, a2, a3, b0, b1, d[0], d[1], d[2], d[3]);
    __syncthreads();
  }
  const int row = blockIdx.y * 32 + warp * 16 + lane / 4, column = blockIdx.x * 8 + lane % 4 * 2;
  if (row < m) {
    c[row * n + column] = d[0];
    c[row * n + column + 1] = d[1];
  }
  if (row + 8 < m) {
    c[(row + 8) * n + column] = d[2];
    c[(row + 8) * n + column + 1] = d[3];
  }
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
  half *a = smallNumbers<half>(3), *b = smallNumbers<half>(11);
  float *c = smallNumbers<float>(5);
  guarded<<<dim3(3, 2), 64, 2048>>>(a, b, c, 45, 24, 80);
  printArray(c);
}

// CHECK: contraction guarded
// CHECK-NEXT:   domain   %m < m, %n < 8 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
