// RUN: %caught
// The tile is overwritten while others still read it.
__global__ void kernel(float *data) {
  __shared__ float shared[64];
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
// ERROR: missing-second-syncthreads.cu:{{8|10}}:{{[0-9]+}}: error: {{read|write}} of 'shared' at byte {{.*}} without a barrier after the {{read|write}} by thread {{.*}} [emulator-race]
    shared[threadIdx.x] = data[threadIdx.x + i];
    __syncthreads();
    sum += shared[63 - threadIdx.x];
  }
  data[threadIdx.x] = sum;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
