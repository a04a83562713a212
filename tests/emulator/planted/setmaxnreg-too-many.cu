// RUN: %caught
// The block has 168 registers for each of its 384 threads; 40 + 2 * 240 are more.
template <int Count>
__device__ void increase() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ void decrease() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
__global__ void kernel() {
  // ERROR: error: deadlock: {{.*}}waiting for registers: the block has 504 for one thread of each warpgroup, and the others keep 280{{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-deadlock]
  if (threadIdx.x < 128)
    decrease<40>();
  else
    increase<240>();
}

int main() {
  kernel<<<1, 384>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
