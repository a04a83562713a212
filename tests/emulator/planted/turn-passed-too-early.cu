// RUN: %caught
// Two warps take turns at what a third one writes: the first passes its turn on before the first
// phase is over. The other one, which waits for the second phase, takes the one before the first
// for it.
__device__ unsigned address(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ void arrive(unsigned long long *barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address(barrier)) : "memory");
}
__device__ void wait(unsigned long long *barrier, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; "
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address(barrier)), "r"(parity)
                 : "memory");
}
// Blocks both warps, so that the third one runs meanwhile.
__device__ void meet() {
  for (int i = 0; i < 16; ++i)
    asm volatile("bar.sync 2, 64;" ::: "memory");
}
__global__ void kernel(float *data) {
  __shared__ unsigned long long full, empty;
  __shared__ float shared[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(address(&full)) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(address(&empty)) : "memory");
  }
  __syncthreads();
  if (warp == 0) {
    meet();
    shared[lane] = data[lane];
    arrive(&full);
    wait(&empty, 0);
    shared[lane] = data[32 + lane];
    arrive(&full);
  } else if (warp == 1) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    meet();
    wait(&full, 0);
    data[64 + lane] = shared[31 - lane];
    arrive(&empty);
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    wait(&full, 1);
// ERROR: turn-passed-too-early.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 'shared' at byte {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{race|uninitialised}}]
    data[96 + lane] = shared[31 - lane];
  }
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<1, 96>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
