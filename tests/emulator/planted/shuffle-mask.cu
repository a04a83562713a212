// RUN: %caught
// A lane that is not in its own mask.
__global__ void kernel(float *data) {
// ERROR: shuffle-mask.cu:[[@LINE+1]]:{{[0-9]+}}: error: warp operation with a mask that leaves out the calling lane {{[0-9]+}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-warp]
  data[threadIdx.x] = __shfl_down_sync(0x0000ffffu, data[threadIdx.x], 1);
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
