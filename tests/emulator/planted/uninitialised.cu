// RUN: %caught
// Half of the tile is never written.
__global__ void kernel(float *data) {
  __shared__ float shared[64];
  if (threadIdx.x < 32)
    shared[threadIdx.x] = 1;
  __syncthreads();
// ERROR: uninitialised.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 'shared' at byte {{.*}}, which no thread has written [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-uninitialised]
  data[threadIdx.x] = shared[threadIdx.x];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
