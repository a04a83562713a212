// RUN: %caught
// Two warps of a warpgroup want different numbers.
template <int Count>
__device__ void increase() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ void decrease() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
__global__ void kernel() {
  // ERROR: error: setmaxnreg: the warpgroup's threads disagree in the number of registers [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-setmaxnreg]
  if (threadIdx.x < 64)
    increase<200>();
  else
    increase<208>();
}

int main() {
  kernel<<<1, 128>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
