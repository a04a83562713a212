// RUN: %works
// Spellings of inline PTX that Hopper kernels use: loops with labels, pairs of results, vectors,
// special registers, addresses with offsets, an exit that no thread takes, operands of a macro.
#include "../Inputs/tma.h"

#define TWO(kind, of, first) kind(of[first]), kind(of[first + 1])

__device__ bool elected() {
  uint32_t chosen = 0;
  asm volatile("{\n"
               ".reg .b32 %%rx;\n"
               ".reg .pred %%px;\n"
               "elect.sync %%rx|%%px, %1;\n"
               "@%%px mov.s32 %0, 1;\n"
               "}\n"
               : "+r"(chosen)
               : "r"(0xffffffff));
  return chosen;
}
__device__ void waitLoop(uint64_t *barrier, uint32_t phase) {
  asm volatile("{\n"
               ".reg .pred P1;\n"
               "LAB_WAIT:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1, 0x989680;\n"
               "@P1 bra.uni DONE;\n"
               "bra.uni LAB_WAIT;\n"
               "DONE:\n"
               "}\n" ::"r"(toShared(barrier)),
               "r"(phase)
               : "memory");
}
/// The number in FP64, of a thread that is still there.
__device__ double staying(int number) {
  double wide;
  asm volatile("{\n"
               ".reg .pred end;\n"
               "setp.lt.s32 end, %1, 0;\n"
               "@end exit;\n"
               "cvt.f64.f32 %0, %2;\n"
               "}"
               : "=d"(wide)
               : "r"(number), "f"(number + 0.5f));
  return wide;
}

__global__ void kernel(unsigned long long *out) {
  __shared__ alignas(16) unsigned words[4];
  __shared__ uint64_t barriers[2];
  if (elected()) {
    initialize(&barriers[0], 1);
    initialize(&barriers[1], 32);
    const unsigned numbers[] = {1, 2, 3, 4};
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(toShared(words)),
                 TWO("r", numbers, 0), TWO("r", numbers, 2)
                 : "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(toShared(barriers)) : "memory");
  }
  __syncwarp();
  waitLoop(&barriers[0], 0);
  asm volatile("mbarrier.arrive.shared.b64 _, [%0 + 8];" ::"r"(toShared(barriers)) : "memory");
  waitLoop(&barriers[1], 0);
  unsigned second, third, lane, halves[2];
  asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(second) : "r"(toShared(words)) : "memory");
  asm volatile("ld.shared.u32 %0, [%1+8];" : "=r"(third) : "r"(toShared(words)) : "memory");
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  unsigned long long both;
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(third + lane), "r"(second));
  asm("mov.b64 {%0, %1}, %2;" : TWO("=r", halves, 0) : "l"(both));
  const bool wide = staying(0) == 0.5 && staying(0x7fffff) == 0x7fffff + 0.5;
  out[threadIdx.x] = wide ? both + halves[0] + halves[1] : 0;
}

int main() {
  unsigned long long *out;
  cudaMallocManaged(&out, 32 * sizeof *out);
  kernel<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (unsigned i = 0; i < 32; ++i)
    if (out[i] != (2ull << 32) + 2 * (3 + i) + 2) {
      std::printf("%u: %llx\n", i, out[i]);
      return 1;
    }
  return 0;
}
