// RUN: %caught
// The number is no multiple of 8.
template <int Count>
__device__ void increase() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ void decrease() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
__global__ void kernel() {
  // ERROR: error: setmaxnreg: 100 registers; they are a multiple of 8 from 24 to 256 [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-setmaxnreg]
  increase<100>();
}

int main() {
  kernel<<<1, 128>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
