// RUN: %caught
// The allocation has been freed.
__global__ void kernel(float *data) {
// ERROR: use-after-free.cu:[[@LINE+1]]:{{[0-9]+}}: error: {{read|write}} of 4 bytes of global memory that was freed (256 bytes) [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-use-after-free]
  data[threadIdx.x] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 256);
  cudaFree(data);
  kernel<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
