// RUN: %caught
// The other warp never comes.
__global__ void kernel(float *data) {
  if (threadIdx.x < 32)
// ERROR: named-barrier-deadlock.cu:[[@LINE+1]]:{{[0-9]+}}: error: deadlock: 32 threads wait at {{.*}}: barrier 1, which {{[0-9]+}} of 64 threads have reached; 32 have exited [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-deadlock]
    asm volatile("bar.sync 1, 64;" ::: "memory");
  data[threadIdx.x] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
