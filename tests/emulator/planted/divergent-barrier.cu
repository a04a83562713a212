// RUN: %caught
// A barrier in a branch that not all threads take.
__global__ void kernel(float *data) {
  if (threadIdx.x < 40)
// ERROR: divergent-barrier.cu:[[@LINE+1]]:{{[0-9]+}}: error: __syncthreads() is not reached by all threads of the block: {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-barrier-divergence]
    __syncthreads();
  data[threadIdx.x] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
