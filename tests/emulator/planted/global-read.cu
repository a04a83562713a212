// RUN: %caught
// Beyond the end of an allocation.
__global__ void kernel(float *data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
// ERROR: global-read.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 4 bytes of global memory 16 bytes past the end of an allocation of 16384 bytes [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
  data[i] = data[4100];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
