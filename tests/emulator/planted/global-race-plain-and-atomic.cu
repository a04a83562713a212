// RUN: %caught
// One thread sets the sum to zero while others already add to it.
__global__ void count(int *sum) {
  if (threadIdx.x == 0 && blockIdx.x == 1)
    *sum = 0;
  atomicAdd(sum, 1);
}
// ERROR: global-race-plain-and-atomic.cu:{{[56]}}:{{[0-9]+}}: error: race on global memory: {{(write of|read of|atomic operation on)}} element 0 (4 bytes each) of 'sum' of count, which thread {{.*}} of block {{.*}} {{(wrote|changed atomically)}} at {{.*}}, {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]

int main() {
  int *sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<4, 32>>>(sum);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
