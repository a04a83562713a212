// RUN: %caught
// Before the start of an allocation.
__global__ void kernel(float *data) {
  int i = threadIdx.x;
// ERROR: global-write.cu:[[@LINE+1]]:{{[0-9]+}}: error: write of 4 bytes of global memory 4 bytes before an allocation of 16384 bytes [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
  data[i - 64 < -1 ? -1 : i - 64] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
