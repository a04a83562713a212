// RUN: %caught
// One warp of the warpgroup alone gives registers back.
template <int Count>
__device__ void increase() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ void decrease() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
__global__ void kernel() {
  // ERROR: error: setmaxnreg: the thread ends without having executed an instruction that other threads of its warpgroup have [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-setmaxnreg]
  if (threadIdx.x < 32)
    decrease<40>();
}

int main() {
  kernel<<<1, 128>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
