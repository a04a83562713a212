// RUN: %caught
// Threads of a block read from global memory what others of it have not surely written, after a barrier too few.
__global__ void kernel(float *data, float *other) {
  data[threadIdx.x] = threadIdx.x;
  __syncwarp();
// ERROR: global-race-in-block.cu:[[@LINE+1]]:{{[0-9]+}}: error: race on global memory: {{(read of|write of)}} element {{[0-9]+}} (4 bytes each) of 'data' of kernel, which thread ({{[0-9]+}},0,0) of block (0,0,0) {{wrote|read}} at {{.*}}global-race-in-block.cu:{{[0-9]+:[0-9]+}}, with no barrier between [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
  other[threadIdx.x] = data[63 - threadIdx.x];
}

int main() {
  float *data, *other;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMalloc(&other, 64 * sizeof(float));
  kernel<<<1, 64>>>(data, other);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
