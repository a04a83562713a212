// RUN: %caught
// Two barriers in two branches.
__global__ void kernel(float *data) {
// ERROR: two-barriers.cu:{{6|8}}:{{[0-9]+}}: error: __syncthreads() here, while other threads of the block are at the one at {{.*}}two-barriers.cu:{{6|8}}:{{[0-9]+}} [block {{.*}}] [emulator-barrier-divergence]
  if (threadIdx.x < 32)
    __syncthreads();
  else
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
