// RUN: %caught
// Beyond the dynamic shared memory of the launch.
__global__ void kernel(float *data) {
  extern __shared__ float dynamic[];
// ERROR: past-dynamic-memory.cu:[[@LINE+1]]:{{[0-9]+}}: error: write of 4 bytes of shared memory beyond its 256 dynamic bytes [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
  dynamic[threadIdx.x + 1] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<1, 64, 256>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
