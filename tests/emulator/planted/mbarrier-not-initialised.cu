// RUN: %caught
// No thread has initialised the barrier.
__device__ unsigned address(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ void arrive(unsigned long long *barrier) {
// ERROR: mbarrier-not-initialised.cu:[[@LINE+1]]:{{[0-9]+}}: error: mbarrier that has not been initialised [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-mbarrier]
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(address(barrier)));
}
__device__ void wait(unsigned long long *barrier, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; "
                 "selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(address(barrier)), "r"(parity));
}
__global__ void kernel(float *data) {
  __shared__ unsigned long long barrier;
  arrive(&barrier);
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
